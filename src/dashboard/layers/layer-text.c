#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/workspace-trust.h"
#include "src/dashboard/layers/layers.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"
#include "ui/view/bars.h"

/* Texts that are read and left: the status, the log, what the terminal is. */

#define TEXT_COLS  100
#define LOG_END    (1 << 20) /* more rows than there are */
#define COUNT_COLS 22        /* of what is counted; the number follows */

struct shown {
	struct layer_scroll scroll;
	enum app_text text;
};

static void *init(void)
{
	return xcalloc(1, sizeof(struct shown));
}

static int open_text(struct app *app, int what, struct slice text,
		     struct strbuf *err)
{
	struct shown *shown = layer_data(app, LAYER_TEXT);

	(void)text;
	(void)err;
	shown->text = (enum app_text)what;
	/* Of a log the end is what one wants; drawing knows where it is. */
	shown->scroll.top = what == TEXT_LOG ? LOG_END : 0;
	return 0;
}

static void press_key(struct app *app, struct key key)
{
	struct shown *shown = layer_data(app, LAYER_TEXT);

	layer_scroll_key(app, &shown->scroll, key);
}

static void add_count(struct strbuf *out, const char *name, uint64_t n)
{
	int cols = width_text(slice_str(name));

	strbuf_addf(out, "%s%*s %'llu\n", name,
		    cols < COUNT_COLS ? COUNT_COLS - cols : 0, "",
		    (unsigned long long)n);
}

/* What is followed, and what all of it costs. */
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
	add_count(out, _("their bytes"), bytes);
	if (m->memory)
		add_count(out, _("memory, kB"), m->memory / 1024);
	if (m->frames) {
		add_count(out, _("frames"), m->frames);
		add_count(out, _("the last one, us"), (uint64_t)m->frame_us);
		add_count(out, _("the slowest, us"), (uint64_t)m->frame_max_us);
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

static void add_status(const struct app *app, struct strbuf *out)
{
	const struct prompts *ps = &app->store->prompts;

	strbuf_addf(out, "%s\n", _("Prompts"));
	add_count(out, _("received"), ps->received);
	add_count(out, _("allowed"), ps->ended[PROMPT_ALLOWED]);
	add_count(out, _("rejected"), ps->ended[PROMPT_REJECTED]);
	add_count(out, _("answered"), ps->ended[PROMPT_ANSWERED]);
	add_count(out, _("expired"), ps->ended[PROMPT_EXPIRED]);
	add_count(out, _("withdrawn"),
		  ps->ended[PROMPT_WITHDRAWN] + ps->ended[PROMPT_LOST]);
	add_count(out, _("waiting"), ps->count);
	add_count(out, _("approved by rules"), app->rules.allowed);
	add_count(out, _("rejected by rules"), app->rules.rejected);
	/* When nobody answered in time: news, where it happens at all. */
	if (ps->host_approved)
		add_count(out, _("approved by hosts"), ps->host_approved);
	if (ps->host_rejected)
		add_count(out, _("rejected by hosts"), ps->host_rejected);
	if (ps->host_answered)
		add_count(out, _("answered by hosts"), ps->host_answered);
	strbuf_addf(out, "%s\n",
		    prompts_balanced(ps) ? _("the sum is right")
					 : _("THE SUM IS WRONG"));
	for (size_t i = 0; i < app->hosts->count; i++) {
		const struct host *h = &app->hosts->list[i];

		if (!h->name)
			continue;
		strbuf_addf(out, "\n%s %s%s\n", _("Host"), h->name,
			    h->gone ? _(" (gone)") : "");
		for (int cap = 0; cap < CAPABILITY_COUNT; cap++) {
			if (host_message_can(&h->init, cap))
				strbuf_addf(out, "%s ", capability_name(cap));
		}
		strbuf_addf(out, "\n%s\n", dialect_word(h->dialect));
		add_count(out, _("bad lines"), h->bad_lines);
		add_count(out, _("unknown messages"), h->unknown_types);
		add_count(out, _("unanswered"), h->pending.count);
	}
	strbuf_addch(out, '\n');
	add_measures(app, out);
}

static void add_log(struct strbuf *out, const struct host_log *log)
{
	if (log->total > log->count)
		strbuf_addf(out, _("(%llu older ones are forgotten)\n"),
			    log->total - log->count);
	for (size_t i = 0; i < log->count; i++)
		strbuf_addf(out, "%s\n", host_log_line(log, i));
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
	strbuf_addf(out, "%s: %dx%d\n", _("size"), app->cols, app->rows);
	strbuf_addf(out, "%s: %s\n", _("theme"), options->theme);
	strbuf_addf(out, "%s: %s\n", _("background"),
		    app->ground == THEME_GROUND_LIGHT  ? _("light")
		    : app->ground == THEME_GROUND_DARK ? _("dark")
						       : _("not known"));
	strbuf_addf(out, "%s: %s\n", _("mouse"),
		    options->mouse ? _("on") : _("off, by an option"));
	strbuf_addf(out, "%s: %d ms\n", _("guard"), options->guard_ms);
	strbuf_addf(out, "%s: %s\n", _("popup"),
		    options->popup ? "auto" : "manual");
	if (options->read_only)
		strbuf_addf(out, "%s\n", _("read-only, by an option"));
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
	struct rect in = dialog_frame_padded(cv, room, TEXT_COLS, room.h - 2,
					     _(titles[shown->text]));
	struct strbuf text = STRBUF_INIT, clean = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	struct wrap_options options = { .face = FACE_DIALOG };
	int last;

	if (in.w < 1 || in.h < 1)
		return -1;
	options.cols = in.w;
	if (shown->text == TEXT_STATUS)
		add_status(app, &text);
	else if (shown->text == TEXT_LOG)
		add_logs(app, &text);
	else if (shown->text == TEXT_TRUST)
		workspace_trust_add(app, &text);
	else
		add_doctor(app, &text);
	sanitize_all(&clean, strbuf_slice(&text));
	wrap_text(&rows, strbuf_slice(&clean), &options);
	scroll->rows = (int)rows.count;
	last = scroll->rows > in.h ? scroll->rows - in.h : 0;
	if (scroll->top > last)
		scroll->top = last;
	if (shown->text == TEXT_TRUST && scroll->top == last)
		app->trust_seen = true;
	dialog_part_rows(cv, in, &rows, (size_t)scroll->top);
	rows_release(&rows);
	strbuf_release(&text);
	strbuf_release(&clean);
	return -1;
}

static const struct hint hints[] = {
	{ "j k", N_("scroll") },
	{ "Esc", N_("close") },
};

const struct layer_ops layer_text = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.said = SAID_CLOSES,
	.init = init,
	.release = free,
	.open = open_text,
	.key = press_key,
	.draw = draw,
};
