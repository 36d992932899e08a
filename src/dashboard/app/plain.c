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
#include "ui/text/sanitize.h"

enum {
	DIALOG_ROWS = 1000, /* a dialog is as high as it needs, up to this */
	DIALOG_COLS = 78,
	LINE_MAX_BYTES = 1 << 20,
};

struct plain {
	struct app *app;
	struct canvas canvas;
	struct strbuf line;    /* that is being typed */
	struct strbuf message; /* the last one that was printed */
	struct plain_follows follows;
	enum app_layer layer; /* that was printed last */
	uint64_t serial;      /* of the request in it */
	uint32_t revision;
	bool again;    /* print what is on top though it is the same */
	bool printing; /* what is on top is in what is being written */
	bool greeted;
};

/* It happens at the time of the line that says it. */
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
	canvas_release(&plain->canvas);
	plain_follows_release(&plain->follows);
	free(plain);
}

/* --- What is said. --- */

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

/* A line names what was printed; for the host may change what it asks while
 * the line is written, that is more than which request it is. */
static uint64_t number_shown(const struct app *app)
{
	const struct prompt *p = app_prompt_shown(app);

	return p ? p->number : 0;
}

/* Takes a number off the front; false where there is none. */
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

/* TRANSLATORS: what is said as a line to leave a dialog, and to have more of a
 * text; one word each. The English ones work too. */
static const char *close_word(void)
{
	return C_("said", "close");
}

static const char *more_word(void)
{
	return C_("said", "more");
}

static bool is_word(struct slice said, const char *english, const char *word)
{
	return slice_is(said, english) || slice_is(said, word);
}

/* What works without naming the request: nothing that allows. */
static bool is_harmless(struct slice said)
{
	return said.len == 1 && strchr("npr[]", said.ptr[0]);
}

/* Keys of the dialog that allow nothing. */
static void move_in_approval(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;
	enum approval_mode mode = app->approval.mode;

	if (mode == APPROVAL_EDIT || mode == APPROVAL_RULE) {
		type(plain, said);
		press(plain, KEY_SYM_ENTER);
	} else if (slice_is(said, "e")) {
		press_char(plain, 'e');
		/* Its arguments in the person's own editor. */
		press_key(plain, (struct key){ .ch = 'x', .mods = KEY_CTRL });
	} else if (said.len == 1 || slice_starts_with(said, SLICE("r "))) {
		press_char(plain, said.ptr[0]);
	} else {
		app_say(app, FACE_ERROR, _("one letter, as shown above"));
	}
}

static void answer_approval(struct plain *plain, struct slice said, bool named)
{
	struct app *app = plain->app;
	bool reads = app->approval.mode == APPROVAL_READ;
	bool harmless = reads && (is_harmless(said) ||
				  slice_starts_with(said, SLICE("r ")));

	if (!named && !harmless)
		app_say(app, FACE_ERROR, _("name the request, as in '#%llu y'"),
			(unsigned long long)number_shown(app));
	else if (!prompt_answer_said(app, said))
		move_in_approval(plain, said);
}

static void answer_inquiry(struct plain *plain, struct slice said, bool named)
{
	struct app *app = plain->app;
	bool is_yes = is_word(said, "yes", _("yes"));
	bool is_no = is_word(said, "no", _("no"));

	if (said.len == 1 && strchr("[]", said.ptr[0])) {
		press_char(plain, said.ptr[0]);
		return;
	}
	if (!named) {
		app_say(app, FACE_ERROR,
			_("name the request, as in '#%llu ANSWER'"),
			(unsigned long long)number_shown(app));
		return;
	}
	/* In English or in the person's language, and nothing that only begins
	 * so. */
	if (app->inquiry.kind == ANSWER_BOOLEAN && (is_yes || is_no))
		said = is_yes ? SLICE("y") : SLICE("n");
	if (prompt_answer_said(app, said))
		return;
	if (app->inquiry.kind == ANSWER_BOOLEAN)
		app_say(app, FACE_ERROR, _("answer with %s or %s"), _("yes"),
			_("no"));
	else
		app_say(app, FACE_ERROR,
			_("%zu choices match; say more of one"),
			app->inquiry.picker.match_count);
}

static void say_to_prompt(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;
	const struct prompt *p = app_prompt_shown(app);
	bool named = false;
	uint64_t number;

	if (!p)
		return;
	if (said.len && said.ptr[0] == '#') {
		said = slice_skip(said, 1);
		if (!take_number(&said, &number) || number != p->number) {
			app_say(app, FACE_ERROR,
				_("the request that is open is #%llu"),
				(unsigned long long)p->number);
			return;
		}
		named = true;
	}
	if (is_word(said, "close", close_word())) {
		press(plain, KEY_SYM_ESCAPE);
		return;
	}
	/* It asks, as long as something waits. */
	if (slice_is(said, "q")) {
		app_prompt_close(app);
		app_command(app, COMMAND_QUIT);
		return;
	}
	if (is_word(said, "more", more_word()))
		press(plain, KEY_SYM_PAGE_DOWN);
	else if (!said.len)
		return; /* it is printed again */
	else if (p->kind == RESPOND_TOOL_APPROVAL)
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
		app_say(app, FACE_ERROR,
			_("not understood; ? and Enter tells what is"));
	}
	strbuf_release(&err);
}

static void say(struct plain *plain, struct slice said)
{
	struct app *app = plain->app;
	const struct layer_ops *ops = app->own->layers[app->layer];

	plain->again = true;
	if (app->layer == LAYER_PROMPT) {
		say_to_prompt(plain, said);
	} else if (app->layer == LAYER_PANES) {
		say_to_panes(plain, said);
	} else if (ops->said == SAID_CLOSES) {
		press(plain, KEY_SYM_ESCAPE);
		if (said.len)
			say_to_panes(plain, said);
	} else if (is_word(said, "close", close_word())) {
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
	} else if (key.sym == KEY_SYM_NONE && !key.mods && key.ch &&
		   plain->line.len < LINE_MAX_BYTES) {
		strbuf_add(&plain->line, utf8, utf8_encode(key.ch, utf8));
	}
}

/* --- What is printed. --- */

static uint32_t plain_char(uint32_t ch)
{
	if (ch < GLYPH_HLINE)
		return ch ? ch : ' ';
	if (ch <= GLYPH_CORNER_BR || ch == GLYPH_VLINE_FOCUS)
		return ' ';
	return (uint32_t)(unsigned char)glyph_ascii(ch);
}

static void add_row(struct strbuf *out, const struct canvas *cv, int y)
{
	struct strbuf row = STRBUF_INIT;
	size_t start = 0;

	for (int x = 0; x < cv->w; x++) {
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
	while (row.len && row.buf[row.len - 1] == ' ')
		strbuf_setlen(&row, row.len - 1);
	while (start < row.len && start < 2 && row.buf[start] == ' ')
		start++;
	if (row.len)
		strbuf_addf(out, "%s\n", row.buf + start);
	strbuf_release(&row);
}

static void add_advice(struct plain *plain, struct strbuf *out)
{
	const struct prompt *p = app_prompt_shown(plain->app);
	const struct hosts *hosts = plain->app->hosts;
	unsigned long long number;

	if (!p)
		return;
	number = p->number;
	if (p->kind == RESPOND_TOOL_APPROVAL &&
	    !(hosts_can(hosts, p->host, CAPABILITY_MODIFY) &&
	      hosts_can(hosts, p->host, CAPABILITY_REASON)))
		/* The dialog's last line has what else there is. */
		strbuf_addf(out,
			    _("Request #%llu. Say '#%llu y' to approve, 'n' to "
			      "reject, '%s' to leave it.\n"),
			    number, number, close_word());
	else if (p->kind == RESPOND_TOOL_APPROVAL)
		strbuf_addf(out,
			    _("Request #%llu. Say '#%llu y' to approve, 'n' to "
			      "reject, 'r WHY', '#%llu e' to edit, '%s' to "
			      "leave it.\n"),
			    number, number, number, close_word());
	else
		strbuf_addf(out,
			    _("Request #%llu. Say '#%llu ANSWER', or '%s' "
			      "to leave it.\n"),
			    number, number, close_word());
}

/* What is on top, when it is another than before or was spoken to. */
static void add_top(struct plain *plain, struct strbuf *out)
{
	struct app *app = plain->app;
	const struct prompt *p;
	bool drawn;

	drawn = app_draw_top(app, &plain->canvas);
	p = app->layer == LAYER_PROMPT ? app_prompt_shown(app) : NULL;
	if (plain->layer == app->layer && !plain->again &&
	    plain->serial == (p ? p->serial : 0) &&
	    plain->revision == (p ? p->revision : 0))
		return;
	plain->again = false;
	plain->layer = app->layer;
	plain->serial = p ? p->serial : 0;
	plain->revision = p ? p->revision : 0;
	if (!drawn)
		return;
	strbuf_addch(out, '\n');
	for (int y = 0; y < plain->canvas.h; y++)
		add_row(out, &plain->canvas, y);
	add_advice(plain, out);
	plain->printing = true;
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
		strbuf_addf(out, "%s\n",
			    _("jp dashboard, as lines. ? and Enter lists what "
			      "can be said; 'a' shows what waits; '1 TEXT' "
			      "sends a message to conversation 1; 'q' "
			      "leaves."));
	}
	plain_follows_update(&plain->follows, app, out);
	add_message(plain, out);
	add_top(plain, out);
}

bool plain_written(struct plain *plain)
{
	bool printed = plain->printing;

	plain->printing = false;
	return printed;
}
