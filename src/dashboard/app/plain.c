#include "config.h"

#include "src/dashboard/app/plain.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/command-line.h"
#include "src/dashboard/app/commands.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/input.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/plain-follow.h"
#include "src/dashboard/app/prompt-answer.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/dialog/dialog-lines.h"
#include "ui/text/sanitize.h"

enum {
	DIALOG_ROWS = 1000, /* a dialog is as high as it needs, at most this */
	DIALOG_COLS = 78,
	LINE_MAX_BYTES = 1 << 20,
};

struct plain {
	struct app *app;
	struct canvas canvas;
	struct strbuf line;    /* being typed */
	struct strbuf message; /* the last one printed */
	struct strbuf note;    /* the last one printed in a dialog */
	struct strbuf top;     /* its rows, without the age */
	struct plain_follows follows;
	enum app_layer layer; /* last one printed */
	uint64_t serial;      /* of its request */
	uint32_t revision;
	bool again;    /* print the top layer even if unchanged */
	bool advise;   /* with the lines that it accepts */
	bool printing; /* the top layer is in the current output */
	bool greeted;
};

/* The input happens at the time of its line. */
static void happen(struct app *app, struct input input)
{
	app_input(app, &input, app->now_ms);
}

struct plain *plain_new(struct app *app)
{
	struct plain *plain = xcalloc(1, sizeof(*plain));

	plain->app = app;
	plain->layer = LAYER_PANES;
	strbuf_init(&plain->line);
	strbuf_init(&plain->message);
	strbuf_init(&plain->note);
	strbuf_init(&plain->top);
	canvas_init(&plain->canvas);
	happen(app, (struct input){ .kind = INPUT_RESIZE,
				    .cols = DIALOG_COLS,
				    .rows = DIALOG_ROWS });
	return plain;
}

void plain_free(struct plain *plain)
{
	if (!plain)
		return;
	strbuf_release(&plain->line);
	strbuf_release(&plain->message);
	strbuf_release(&plain->note);
	strbuf_release(&plain->top);
	canvas_release(&plain->canvas);
	plain_follows_release(&plain->follows);
	free(plain);
}

/* --- Input lines --- */

static void press_key(struct plain *plain, struct key key)
{
	happen(plain->app, (struct input){ .kind = INPUT_KEY, .key = key });
}

static void press(struct plain *plain, enum key_sym sym)
{
	press_key(plain, (struct key){ .sym = sym });
}

static void press_char(struct plain *plain, char ch)
{
	press_key(plain, (struct key){ .ch = (unsigned char)ch });
}

static void type(struct plain *plain, struct slice text)
{
	for (size_t pos = 0; pos < text.len;) {
		uint32_t cp;

		pos += utf8_decode(text.ptr + pos, text.len - pos, &cp);
		press_key(plain, (struct key){ .ch = cp });
	}
}

/* A line names what was printed: since the host may change the request while
 * the line is typed, the request's identity is not enough. */
static uint64_t number_shown(const struct app *app)
{
	const struct prompt *p = app_prompt_shown(app);

	return p ? p->number : 0;
}

/* Read a number off the front; false if there is none. */
static bool take_number(struct slice *text, uint64_t *number)
{
	struct slice rest = *text;

	*number = 0;
	while (rest.len && rest.ptr[0] >= '0' && rest.ptr[0] <= '9' &&
	       *number < UINT32_MAX) {
		*number = *number * 10 + (uint64_t)(rest.ptr[0] - '0');
		rest = slice_skip(rest, 1);
	}
	if (rest.len == text->len || (rest.len && rest.ptr[0] != ' '))
		return false;
	*text = slice_skip_blanks(rest);
	return true;
}

/* TRANSLATORS: what is said as a line to have more of a text; one word. The
 * English one works too. */
static const char *more_word(void)
{
	return C_("said", "more");
}

static bool is_word(struct slice said, const char *english, const char *word)
{
	return slice_is(said, english) || slice_is(said, word);
}

static void not_understood(struct plain *plain)
{
	app_say(plain->app, FACE_ERROR, _("unknown command; type ? for help"));
}

/* Edit the arguments in the user's own editor. */
static void edit(struct plain *plain)
{
	if (plain->app->approval.mode != APPROVAL_EDIT)
		press_char(plain, 'e');
	press_key(plain, (struct key){ .ch = 'x', .mods = KEY_CTRL });
}

/* Choose which rule, and its scope. */
static void choose_rule(struct plain *plain, struct slice said)
{
	struct dialog_rule *rule = &plain->app->approval.rule;
	uint64_t number;

	if (rule->typing) {
		editor_set(&rule->editor, said);
		press(plain, KEY_SYM_ENTER);
	} else if (slice_is(said, "tab")) {
		press(plain, KEY_SYM_TAB);
	} else if (slice_is(said, "e")) {
		press_char(plain, 'e');
	} else if (take_number(&said, &number) && !said.len && number &&
		   number <= rule->count && number < 10) {
		press_char(plain, (char)('0' + number));
		press(plain, KEY_SYM_ENTER);
	} else {
		not_understood(plain);
	}
}

/* Keys of the dialog that allow nothing. */
static void move_in_approval(struct plain *plain, struct slice said)
{
	enum approval_mode mode = plain->app->approval.mode;
	bool reads = mode == APPROVAL_READ;

	if (mode == APPROVAL_RULE)
		choose_rule(plain, said);
	else if (slice_is(said, "e") && mode != APPROVAL_CONFIRM)
		edit(plain);
	else if (reads && slice_starts_with(said, SLICE("r ")))
		press_char(plain, 'r');
	else if (reads && said.len == 1 && strchr("rpoYN[]", said.ptr[0]))
		press_char(plain, said.ptr[0]);
	else
		not_understood(plain);
}

/* Whether it works without naming the request: nothing that allows. */
static bool is_harmless(struct slice said)
{
	return slice_starts_with(said, SLICE("r ")) ||
	       (said.len == 1 && strchr("nrpo[]", said.ptr[0]));
}

/* Whether it would be an answer if the request were named. */
static bool is_answer(struct slice said, enum approval_mode mode)
{
	return mode != APPROVAL_READ ||
	       (said.len == 1 && strchr("yYNIAe", said.ptr[0]));
}

static void answer_approval(struct plain *plain, struct slice said, bool named)
{
	struct app *app = plain->app;
	enum approval_mode mode = app->approval.mode;
	bool harmless = mode == APPROVAL_READ && is_harmless(said);

	if (!named && !harmless && is_answer(said, mode))
		app_say(app, FACE_ERROR, _("name the request, as in '#%llu y'"),
			(unsigned long long)number_shown(app));
	else if (!named && !harmless)
		not_understood(plain);
	else if (!prompt_answer_said(app, said))
		move_in_approval(plain, said);
}

static void answer_inquiry(struct plain *plain, struct slice said, bool named)
{
	struct app *app = plain->app;
	bool is_yes = is_word(said, "yes", _("yes"));
	bool is_no = is_word(said, "no", _("no"));

	if (!named && said.len == 1 && strchr("[]", said.ptr[0])) {
		press_key(plain, (struct key){ .ch = (unsigned char)*said.ptr,
					       .mods = KEY_ALT });
		return;
	}
	if (!named) {
		app_say(app, FACE_ERROR,
			_("name the request, as in '#%llu ANSWER'"),
			(unsigned long long)number_shown(app));
		return;
	}
	/* In English or in the user's language; must be the whole word. */
	if (app->inquiry.kind == ANSWER_BOOLEAN && (is_yes || is_no))
		said = is_yes ? SLICE("y") : SLICE("n");
	if (prompt_answer_said(app, said))
		return;
	if (app->inquiry.kind == ANSWER_BOOLEAN)
		app_say(app, FACE_ERROR, _("answer with %s or %s"), _("yes"),
			_("no"));
	else
		app_say(app, FACE_ERROR,
			_("%zu options match; be more specific"),
			app->inquiry.said_count);
}

/* Words with the same meaning in every dialog; if the request is named, an
 * answer may have the same spelling. */
static bool say_to_any(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;

	if (is_word(said, "close", dialog_lines_close())) {
		press(plain, KEY_SYM_ESCAPE);
	} else if (slice_is(said, "q")) {
		/* It asks first while requests are pending. */
		app_prompt_close(app);
		app_command(app, COMMAND_QUIT);
	} else if (is_word(said, "more", more_word())) {
		press(plain, KEY_SYM_PAGE_DOWN);
	} else if (slice_is(said, "?") || slice_is(said, "help") ||
		   slice_is(said, ":help")) {
		plain->advise = true;
	} else if (!said.len) {
		plain->again = true;
	} else {
		return false;
	}
	return true;
}

static void say_to_prompt(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;
	const struct prompt *p = app_prompt_shown(app);
	bool approval, named = false;
	uint64_t number;

	if (!p)
		return;
	approval = p->kind == RESPOND_TOOL_APPROVAL;
	if (said.len && said.ptr[0] == '#') {
		said = slice_skip(said, 1);
		if (!take_number(&said, &number) || number != p->number) {
			app_say(app, FACE_ERROR,
				_("the request that is open is #%llu"),
				(unsigned long long)p->number);
			/* It is not the one that was read. */
			plain->again = true;
			return;
		}
		named = true;
	}
	/* A line that only names the request submits the current answer. */
	if ((approval || !named || (!said.len && !p->event.answer_default)) &&
	    say_to_any(plain, said))
		return;
	if (approval)
		answer_approval(plain, said, named);
	else
		answer_inquiry(plain, said, named);
}

/* "2 text" is a message to the second conversation. */
static bool send_message(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;
	struct pane *pane;
	const char *why;
	uint64_t number;

	if (!take_number(&said, &number) || !said.len)
		return false;
	pane = number && number <= app->pane_count ? &app->panes[number - 1]
						   : NULL;
	if (!pane || !pane->conv) {
		app_say(app, FACE_ERROR, _("there is no conversation %llu"),
			(unsigned long long)number);
		return true;
	}
	why = draft_obstacle(app, pane->conv);
	if (why) {
		app_say(app, FACE_ERROR, "%s", why);
		return true;
	}
	app->focus = pane->id;
	app_layer_try(app, LAYER_COMPOSER, 0, SLICE(""));
	if (app->layer != LAYER_COMPOSER)
		return true;
	happen(app, (struct input){ .kind = INPUT_PASTE, .text = said });
	press(plain, KEY_SYM_ENTER);
	if (app->layer == LAYER_COMPOSER)
		press(plain, KEY_SYM_ESCAPE);
	return true;
}

static void say_to_panes(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;
	struct strbuf err = STRBUF_INIT;

	if (!said.len) {
		plain_follows_tell(&plain->follows);
	} else if (said.ptr[0] == ':') {
		if (app_command_line(app, slice_skip(said, 1), &err))
			app_say(app, FACE_ERROR, "%s", err.buf);
	} else if (said.len == 1 && strchr("aqo?RSlX", said.ptr[0])) {
		press_char(plain, said.ptr[0]);
	} else if (!send_message(plain, said)) {
		not_understood(plain);
	}
	strbuf_release(&err);
}

static void say(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;
	const struct layer_ops *ops = app->own->layers[app->layer];

	/* The same message again is news again. */
	strbuf_reset(&plain->message);
	strbuf_reset(&plain->note);
	strbuf_reset(&app->message);
	/* Of a request only changes are printed. */
	plain->again = app->layer != LAYER_PROMPT;
	if (app->layer == LAYER_PROMPT) {
		say_to_prompt(plain, said);
	} else if (app->layer == LAYER_PANES) {
		say_to_panes(plain, said);
	} else if (ops->said == SAID_CLOSES) {
		press(plain, KEY_SYM_ESCAPE);
		if (said.len)
			say_to_panes(plain, said);
	} else if (is_word(said, "close", dialog_lines_close())) {
		press(plain, KEY_SYM_ESCAPE);
	} else {
		type(plain, said);
		if (app->own->layers[app->layer]->said == SAID_ENTERED)
			press(plain, KEY_SYM_ENTER);
	}
}

void plain_key(struct plain *plain, struct key key)
{
	char utf8[4];

	if (key.sym == KEY_SYM_ENTER || key_is(key, 'j', KEY_CTRL)) {
		say(plain, slice_skip_blanks(strbuf_slice(&plain->line)));
		strbuf_reset(&plain->line);
		/* No one answers that fast: the next line came with it. */
		prompt_desk_input(&plain->app->desk, plain->app->now_ms);
	} else if (key.sym == KEY_SYM_NONE && !key.mods && key.ch &&
		   plain->line.len < LINE_MAX_BYTES) {
		strbuf_add(&plain->line, utf8, utf8_encode(key.ch, utf8));
	}
}

/* --- Output --- */

static uint32_t plain_char(uint32_t ch)
{
	if (ch < GLYPH_HLINE)
		return ch ? ch : ' ';
	if (ch <= GLYPH_CORNER_BR || ch == GLYPH_VLINE_FOCUS)
		return ' ';
	return (uint32_t)(unsigned char)glyph_ascii(ch);
}

static bool is_empty(const struct cell *cell)
{
	return (!cell->width || plain_char(cell->ch) == ' ') && !cell->marks[0];
}

/* Most rows and most of each row are empty: a dialog has room for a
 * thousand. */
static void add_row(struct strbuf *out, const struct canvas *cv, int y)
{
	struct strbuf row = STRBUF_INIT;
	size_t start = 0;
	int end = cv->w;

	while (end > 0 && is_empty(canvas_cell(cv, end - 1, y)))
		end--;
	for (int x = 0; x < end; x++) {
		const struct cell *cell = canvas_cell(cv, x, y);
		char utf8[4];

		if (!cell->width)
			continue;
		strbuf_add(&row, utf8, utf8_encode(plain_char(cell->ch), utf8));
		for (size_t i = 0; i < ARRAY_SIZE(cell->marks); i++)
			if (cell->marks[i])
				strbuf_add(&row, utf8,
					   utf8_encode(cell->marks[i], utf8));
	}
	while (start < row.len && start < 2 && row.buf[start] == ' ')
		start++;
	if (row.len)
		strbuf_addf(out, "%s\n", row.buf + start);
	strbuf_release(&row);
}

static void add_advice(struct plain *plain, struct strbuf *out, bool all)
{
	const struct prompt *p = app_prompt_shown(plain->app);
	const struct hosts *hosts = plain->app->hosts;

	if (!p)
		return;
	if (p->kind == RESPOND_TOOL_APPROVAL)
		dialog_lines_approval(
			out, &plain->app->approval, p,
			hosts_can(hosts, p->host, CAPABILITY_MODIFY) &&
				hosts_can(hosts, p->host, CAPABILITY_REASON),
			all);
	else
		dialog_lines_inquiry(out, p);
}

/* Its rows, and those whose change is news: not its age, nor how many others
 * wait. */
static void make_rows(const struct canvas *cv, struct strbuf *rows,
		      struct strbuf *news)
{
	size_t count = 0;

	for (int y = 0; y < cv->h; y++) {
		size_t before = rows->len;

		add_row(rows, cv, y);
		if (rows->len > before && count++ > 1)
			strbuf_add(news, rows->buf + before,
				   rows->len - before);
	}
}

/* A request is printed completely when it comes, changes or is asked for;
 * another layer also when a line was for it. */
static bool is_news(struct plain *plain, const struct prompt *p,
		    const struct strbuf *news)
{
	return plain->again || plain->layer != plain->app->layer ||
	       plain->serial != (p ? p->serial : 0) ||
	       plain->revision != (p ? p->revision : 0) ||
	       (p &&
		!slice_equal(strbuf_slice(news), strbuf_slice(&plain->top)));
}

static void add_top(struct plain *plain, struct strbuf *out)
{
	struct app *app = plain->app;
	const struct prompt *p;
	struct strbuf rows = STRBUF_INIT, news = STRBUF_INIT;
	bool drawn;

	drawn = app_draw_top(app, &plain->canvas);
	p = app->layer == LAYER_PROMPT ? app_prompt_shown(app) : NULL;
	if (drawn)
		make_rows(&plain->canvas, &rows, &news);
	if (is_news(plain, p, &news)) {
		plain->layer = app->layer;
		plain->serial = p ? p->serial : 0;
		plain->revision = p ? p->revision : 0;
		strbuf_reset(&plain->top);
		strbuf_addslice(&plain->top, strbuf_slice(&news));
		if (drawn) {
			strbuf_addf(out, "\n%s", rows.buf);
			add_advice(plain, out, plain->advise);
			plain->printing = true;
		}
	} else if (plain->advise) {
		add_advice(plain, out, true);
	}
	plain->again = plain->advise = false;
	strbuf_release(&rows);
	strbuf_release(&news);
}

/* Add the dialog's reaction to the last line. */
static void add_note(struct plain *plain, struct strbuf *out)
{
	struct app *app = plain->app;
	const char *note = app->layer == LAYER_PROMPT
				   ? prompt_desk_noted(&app->desk, app->now_ms)
				   : NULL;

	if (note && !slice_is(strbuf_slice(&plain->note), note)) {
		sanitize_line(out, slice_str(note));
		strbuf_addch(out, '\n');
		/* It may ask something, which was then seen. */
		plain->printing = true;
	}
	strbuf_setf(&plain->note, "%s", note ? note : "");
}

static void add_message(struct plain *plain, struct strbuf *out)
{
	struct app *app = plain->app;
	struct slice now = strbuf_slice(&app->message);

	if (slice_equal(now, strbuf_slice(&plain->message)))
		return;
	strbuf_reset(&plain->message);
	strbuf_addslice(&plain->message, now);
	if (!now.len)
		return;
	sanitize_line(out, now);
	strbuf_addch(out, '\n');
}

void plain_update(struct plain *plain, struct strbuf *out)
{
	struct app *app = plain->app;

	if (!plain->greeted) {
		plain->greeted = true;
		strbuf_addf(
			out, "%s\n",
			_("jp dashboard, plain mode. ?: help, a: pending "
			  "requests, 1 TEXT: send a message to conversation "
			  "1, q: quit."));
	}
	plain_follows_update(&plain->follows, app, out);
	add_message(plain, out);
	add_top(plain, out);
	add_note(plain, out);
}

bool plain_written(struct plain *plain)
{
	bool printed = plain->printing;

	plain->printing = false;
	return printed;
}
