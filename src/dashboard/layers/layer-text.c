#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/workspace-trust.h"
#include "src/dashboard/layers/layers.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"
#include "ui/view/bars.h"
#include "ui/view/conversation-label.h"
#include "ui/view/picker-match.h"

/* Texts to read: the status, the log, the terminal's properties. */

#define TEXT_COLS  100
#define LOG_END    (1 << 20) /* more rows than there are */
#define COUNT_COLS 22        /* for the label; the number follows */

struct shown {
	struct layer_scroll scroll;
	enum app_text text;
	struct editor part; /* shows only lines that contain it */
	bool typing;        /* keys go to it */
};

static void *init(void)
{
	struct shown *shown = xcalloc(1, sizeof(*shown));

	editor_init(&shown->part);
	shown->part.one_line = true;
	return shown;
}

static void release(void *data)
{
	struct shown *shown = data;

	editor_release(&shown->part);
	free(shown);
}

static int open_text(struct app *app, int what, struct slice text,
		     struct strbuf *err)
{
	struct shown *shown = layer_data(app, LAYER_TEXT);

	(void)text;
	(void)err;
	shown->text = (enum app_text)what;
	/* A log is read from its end, which drawing knows. */
	shown->scroll.top = what == TEXT_LOG ? LOG_END : 0;
	shown->typing = false;
	editor_set(&shown->part, SLICE(""));
	return 0;
}

static void type_key(struct shown *shown, struct key key)
{
	if (key_is_escape(key))
		editor_set(&shown->part, SLICE(""));
	if (key_is_escape(key) || key_is_sym(key, KEY_SYM_ENTER))
		shown->typing = false;
	else if (editor_key(&shown->part, key) == EDITOR_EDITED)
		shown->scroll.top = 0;
}

static enum command_id opener(enum app_text text)
{
	return text == TEXT_STATUS   ? COMMAND_STATUS
	       : text == TEXT_LOG    ? COMMAND_LOG
	       : text == TEXT_DOCTOR ? COMMAND_DOCTOR
				     : COMMAND_TRUST;
}

static void press_key(struct app *app, struct key key)
{
	struct shown *shown = layer_data(app, LAYER_TEXT);
	long step = layer_step(key, shown->scroll.page);

	if (shown->typing)
		type_key(shown, key);
	else if (step)
		layer_scroll_by(&shown->scroll, step);
	else if (key_is(key, '/', 0))
		shown->typing = true;
	else if (key_is_escape(key) && shown->part.text.len)
		editor_set(&shown->part, SLICE(""));
	else
		layer_last_key(app, key, opener(shown->text));
}

static void paste(struct app *app, struct slice text)
{
	struct shown *shown = layer_data(app, LAYER_TEXT);

	if (!shown->typing)
		return;
	editor_paste(&shown->part, text);
	shown->scroll.top = 0;
}

static void wheel(struct app *app, int rows)
{
	struct shown *shown = layer_data(app, LAYER_TEXT);

	layer_scroll_by(&shown->scroll, rows);
}

/* Keep the lines that contain the text; lower case matches either case. */
static void keep_lines(struct strbuf *out, struct slice text, const char *part)
{
	struct strbuf folded = STRBUF_INIT, typed = STRBUF_INIT;
	bool exact;

	picker_fold(&typed, slice_str(part));
	exact = strcmp(typed.buf, part) != 0;
	while (text.len) {
		struct slice line = slice_take_line(&text);

		strbuf_reset(&folded);
		if (exact)
			strbuf_addslice(&folded, line);
		else
			picker_fold(&folded, line);
		if (!strstr(folded.buf, exact ? part : typed.buf))
			continue;
		strbuf_addslice(out, line);
		strbuf_addch(out, '\n');
	}
	strbuf_release(&folded);
	strbuf_release(&typed);
}

static void add_count(struct strbuf *out, const char *name, uint64_t n)
{
	int cols = width_text(slice_str(name));

	strbuf_addf(out, "%s%*s %'llu\n", name,
		    cols < COUNT_COLS ? COUNT_COLS - cols : 0, "",
		    (unsigned long long)n);
}

/* Add a count, unless it is zero. */
static void add_some(struct strbuf *out, const char *name, uint64_t n)
{
	if (n)
		add_count(out, name, n);
}

/* Add what is followed, and the cost of everything. */
static void add_measures(const struct app *app, struct strbuf *out)
{
	const struct app_measures *m = &app->measures;
	uint64_t events = 0, bytes = 0;

	for (size_t i = 0; i < app->store->count; i++) {
		const struct conversation *conv = app->store->conversations[i];

		events += conv->log.count;
		bytes += conv->log.bytes;
	}
	add_count(out, _("conversations"), app->store->count);
	add_count(out, _("panes"), app->pane_count);
	add_count(out, _("events held"), events);
	add_count(out, _("bytes of events"), bytes);
	if (m->memory)
		add_count(out, _("memory, kB"), m->memory / 1024);
	if (m->frames) {
		add_count(out, _("frames"), m->frames);
		add_count(out, _("last frame (us)"), (uint64_t)m->frame_us);
		add_count(out, _("slowest frame (us)"),
			  (uint64_t)m->frame_max_us);
	}
	if (app->options.record)
		strbuf_addf(out, _("recorded to %s\n"), app->options.record);
}

static const char *dialect_word(enum dialect dialect)
{
	switch (dialect) {
	case DIALECT_PUSHES:
		return _("subscriptions");
	case DIALECT_PROBED:
		return _("being asked for its first subscription");
	case DIALECT_POLLED:
		return _("read again and again");
	case DIALECT_JP8:
		return _("read again and again, as jp 8");
	case DIALECT_STANDBY:
	case DIALECT_DEAF:
		return _("jphost speaks for it");
	}
	return "";
}

/* Add what is wrong, before the rest. */
static size_t add_problems(const struct app *app, struct strbuf *out)
{
	const struct options *options = &app->options;
	size_t before = out->len;

	if (!prompts_balanced(&app->store->prompts))
		strbuf_addf(out, "! %s\n", _("MISMATCH"));
	for (size_t i = 0; i < app->hosts->count; i++) {
		const struct host *h = &app->hosts->list[i];

		if (h->name && h->gone)
			strbuf_addf(out, "! %s %s%s\n", _("Host"), h->name,
				    _(" (gone)"));
		if (h->name && h->bad_lines)
			strbuf_addf(out, "! %s: %s %'llu\n", h->name,
				    _("bad lines"),
				    (unsigned long long)h->bad_lines);
		if (h->name && h->unknown_types)
			strbuf_addf(out, "! %s: %s %'llu\n", h->name,
				    _("unknown messages"),
				    (unsigned long long)h->unknown_types);
	}
	for (size_t i = 0; i < app->store->count; i++) {
		const struct conversation *conv = app->store->conversations[i];

		if (!conv->unreadable)
			continue;
		strbuf_addstr(out, "! ");
		conversation_title(out, conv);
		strbuf_addf(out, ": %s\n", conv->unreadable);
	}
	for (size_t i = 0; i < options->problem_count; i++)
		strbuf_addf(out, "! %s\n", options->problems[i]);
	return out->len - before;
}

static void add_hosts(const struct app *app, struct strbuf *out)
{
	for (size_t i = 0; i < app->hosts->count; i++) {
		const struct host *h = &app->hosts->list[i];

		if (!h->name)
			continue;
		strbuf_addf(out, "%s %s%s\n", _("Host"), h->name,
			    h->gone ? _(" (gone)") : "");
		strbuf_addf(out, "%s\n", dialect_word(h->dialect));
		for (int cap = 0; cap < CAPABILITY_COUNT; cap++) {
			if (host_message_can(&h->init, cap))
				strbuf_addf(out, "%s ", capability_name(cap));
		}
		strbuf_addch(out, '\n');
		add_some(out, _("bad lines"), h->bad_lines);
		add_some(out, _("unknown messages"), h->unknown_types);
		add_some(out, _("unanswered"), h->pending.count);
		strbuf_addch(out, '\n');
	}
}

static void add_prompts(const struct app *app, struct strbuf *out)
{
	const struct prompts *ps = &app->store->prompts;

	strbuf_addf(out, "%s\n", _("Prompts"));
	add_count(out, _("waiting"), ps->count);
	add_count(out, _("received"), ps->received);
	add_some(out, _("allowed"), ps->ended[PROMPT_ALLOWED]);
	add_some(out, _("rejected"), ps->ended[PROMPT_REJECTED]);
	add_some(out, _("answered"), ps->ended[PROMPT_ANSWERED]);
	add_some(out, _("expired"), ps->ended[PROMPT_EXPIRED]);
	add_some(out, _("withdrawn"),
		 ps->ended[PROMPT_WITHDRAWN] + ps->ended[PROMPT_LOST]);
	add_some(out, _("approved by rules"), app->rules.allowed);
	add_some(out, _("rejected by rules"), app->rules.rejected);
	/* On a timeout. */
	add_some(out, _("approved by hosts"), ps->host_approved);
	add_some(out, _("rejected by hosts"), ps->host_rejected);
	add_some(out, _("answered by hosts"), ps->host_answered);
	if (prompts_balanced(ps))
		strbuf_addf(out, "%s\n", _("all accounted for"));
}

static void add_status(const struct app *app, struct strbuf *out)
{
	if (add_problems(app, out))
		strbuf_addch(out, '\n');
	add_hosts(app, out);
	add_prompts(app, out);
	strbuf_addch(out, '\n');
	add_measures(app, out);
}

static void add_log(struct strbuf *out, const struct line_log *log)
{
	if (log->total > log->count)
		strbuf_addf(out, _("(%llu older ones are forgotten)\n"),
			    log->total - log->count);
	for (size_t i = 0; i < log->count; i++)
		strbuf_addf(out, "%s\n", line_log_line(log, i));
}

static void add_logs(const struct app *app, struct strbuf *out)
{
	for (size_t i = 0; i < app->hosts->count; i++) {
		const struct host *h = &app->hosts->list[i];

		if (!h->log.count)
			continue;
		strbuf_addf(out, "%s %s\n", _("Host"), h->name);
		add_log(out, &h->log);
		strbuf_addch(out, '\n');
	}
	strbuf_addf(out, "%s\n", _("Messages"));
	add_log(out, &app->log);
	if (!app->log.count)
		strbuf_addf(out, "%s\n", _("none yet"));
}

static void add_doctor(const struct app *app, struct strbuf *out)
{
	const struct options *options = &app->options;

	strbuf_addf(out, "%s\n", PACKAGE_STRING);
	strbuf_addslice(out, strbuf_slice(&app->terminal));
	strbuf_addf(out, "%s: %s", _("theme"), options->theme);
	if (strcmp(options->theme, app_theme_name(app)) != 0)
		strbuf_addf(out, " (%s)", app_theme_name(app));
	strbuf_addch(out, '\n');
	strbuf_addf(out, "%s: %s\n", _("mouse"),
		    options->mouse ? _("on") : _("off, by an option"));
	strbuf_addf(out, "%s: %s\n", _("notifications"),
		    options_notify_name(options->notify));
	strbuf_addf(out, "%s: %d ms\n", _("guard"), options->guard_ms);
	strbuf_addf(out, "%s: %s\n", _("popup"),
		    options->popup ? "auto" : "manual");
	if (options->read_only)
		strbuf_addf(out, "%s\n", _("read-only, by an option"));
}

static void add_text(const struct app *app, struct strbuf *out,
		     enum app_text text)
{
	if (text == TEXT_STATUS)
		add_status(app, out);
	else if (text == TEXT_LOG)
		add_logs(app, out);
	else if (text == TEXT_TRUST)
		workspace_trust_add(app, out);
	else
		add_doctor(app, out);
}

/* The last row shows the search text. */
static void draw_part(struct shown *shown, struct canvas *cv, struct rect *in)
{
	struct rect at = { in->x, in->y + in->h - 1, in->w, 1 };

	if (!shown->typing && !shown->part.text.len)
		return;
	canvas_put(cv, at, at.x, at.y, '/', FACE_KEY);
	at.x += 2;
	at.w -= 2;
	editor_draw(&shown->part, cv, at, shown->typing);
	in->h--;
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	static const char *const titles[] = {
		[TEXT_STATUS] = N_("Status"),
		[TEXT_LOG] = N_("Log"),
		[TEXT_DOCTOR] = N_("Doctor"),
		[TEXT_TRUST] = N_("Trust"),
	};
	struct shown *shown = layer_data(app, LAYER_TEXT);
	struct layer_scroll *scroll = &shown->scroll;
	struct rect in =
		dialog_frame_padded(cv, room, TEXT_COLS, layer_box_rows(room),
				    _(titles[shown->text]));
	const struct rect frame = in;
	struct strbuf text = STRBUF_INIT, clean = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	struct wrap_options options = { .face = FACE_DIALOG };
	const char *part = shown->part.text.buf;
	int last;

	if (in.w < 3 || in.h < 2)
		return -1;
	options.cols = in.w;
	add_text(app, &text, shown->text);
	draw_part(shown, cv, &in);
	sanitize_all(&clean, strbuf_slice(&text));
	if (*part) {
		strbuf_reset(&text);
		keep_lines(&text, strbuf_slice(&clean), part);
		strbuf_reset(&clean);
		strbuf_addslice(&clean, strbuf_slice(&text));
	}
	wrap_text(&rows, strbuf_slice(&clean), &options);
	scroll->rows = (int)rows.count;
	scroll->page = in.h;
	last = scroll->rows > in.h ? scroll->rows - in.h : 0;
	if (scroll->top > last)
		scroll->top = last;
	if (shown->text == TEXT_TRUST && scroll->top == last && !*part)
		app->trust_drawn = true;
	dialog_part_rows(cv, in, &rows, (size_t)scroll->top);
	layer_draw_hidden(scroll, cv, frame);
	rows_release(&rows);
	strbuf_release(&text);
	strbuf_release(&clean);
	return -1;
}

static const struct hint hints[] = {
	{ "j k", N_("scroll") },
	{ "/", N_("search") },
	{ "Esc", N_("close") },
};

const struct layer_ops layer_text = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.said = SAID_CLOSES,
	.init = init,
	.release = release,
	.open = open_text,
	.key = press_key,
	.paste = paste,
	.wheel = wheel,
	.draw = draw,
};
