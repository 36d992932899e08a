#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/dialog/dialog-part.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/text/wrap.h"
#include "ui/view/bars.h"
#include "ui/view/sidebar.h"

static void sooner(struct app *app, int64_t at_ms)
{
	app_sooner(&app->wake_ms, at_ms);
}

/* Views tell times of the wall clock. */
static void sooner_wall(struct app *app, int64_t wall_ms)
{
	if (wall_ms >= 0)
		sooner(app, wall_ms - app->wall_offset_ms);
}

/* How a hint names a command: by its first key. */
static void add_first_key(struct strbuf *out, const struct app *app,
			  enum command_id command)
{
	struct strbuf keys = STRBUF_INIT;

	keymap_keys(&keys, &app->keymap, command);
	/* The first may be a comma itself. */
	if (keys.len)
		strbuf_add(out, keys.buf, strcspn(keys.buf + 1, ",") + 1);
	strbuf_release(&keys);
}

static void draw_top(struct app *app, struct canvas *cv)
{
	const struct app_host *h = app->host_count ? &app->hosts[0] : NULL;
	const char *root = h ? h->init.workspace_root : NULL;
	const char *slash = root ? strrchr(root, '/') : NULL;
	struct strbuf key = STRBUF_INIT;
	struct strbuf clock = STRBUF_INIT;
	struct topbar_options options = {
		.workspace = slash && slash[1] ? slash + 1 : root,
		.path = root,
		.waiting = app->store.prompts.count,
	};

	for (size_t i = 0; i < app->store.count; i++) {
		options.conversations += app->store.conversations[i]->listed;
		options.running += app->store.conversations[i]->turn_active;
	}
	i18n_add_clock(&clock, app_wall_ms(app), false);
	options.clock = clock.buf;
	add_first_key(&key, app, COMMAND_ANSWER);
	options.answer_key = key.buf;
	topbar_draw(cv, (struct rect){ 0, 0, cv->w, 1 }, &options);
	strbuf_release(&key);
	strbuf_release(&clock);
}

/* Why nothing live comes from a host, or NULL. */
static const char *host_trouble(const struct app_host *h)
{
	if (!h->gone)
		return NULL;
	return h->command && !h->failures ? _("connecting") : _("lost");
}

static void add_host_word(struct strbuf *out, const struct app *app)
{
	int main = app_main_host(app);
	size_t lost = 0;

	if (!app->host_count)
		return;
	for (size_t i = 0; i < app->host_count; i++)
		lost += app_host_is_shown(app, (int)i) &&
			app->hosts[i].failures && app->hosts[i].gone;
	if (app_hosts_shown(app) > 1 && lost)
		strbuf_addf(out, Q_("hosts: %zu lost", "hosts: %zu lost", lost),
			    lost);
	else if (app_hosts_shown(app) > 1)
		strbuf_addf(out, _("hosts: %zu"), app_hosts_shown(app));
	else if (app->hosts[main].gone && app->hosts[main].failures)
		strbuf_addstr(out, _("host: lost"));
	else if (app->sidecar >= 0)
		strbuf_addstr(out, _("host: by jphost"));
	else if (app->hosts[0].gone)
		strbuf_addstr(out, _("host: lost"));
	else if (app->hosts[0].dialect == DIALECT_JP8)
		strbuf_addstr(out, _("host: polled"));
	else if (app_host_can(app, 0, CAPABILITY_SUBSCRIBE))
		strbuf_addstr(out, _("host: subscribed"));
	else
		strbuf_addstr(out, _("host: not live"));
}

/* TRANSLATORS: what a key does, as in "o open", all in the bottom line; short,
 * at most 9 columns each. */
static const struct {
	enum command_id command;
	const char *word;
} PANE_HINTS[] = {
	{ COMMAND_NEXT_PANE, N_("pane") },  { COMMAND_OPEN, N_("open") },
	{ COMMAND_MESSAGE, N_("message") }, { COMMAND_ANSWER, N_("answer") },
	{ COMMAND_FOLD, N_("fold") },       { COMMAND_ZOOM, N_("zoom") },
	{ COMMAND_HELP, N_("help") },       { COMMAND_QUIT, N_("quit") },
};

static size_t pane_hints(struct app *app, struct hint *hints,
			 struct strbuf *keys, const struct hint **stays)
{
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(PANE_HINTS); i++) {
		if (PANE_HINTS[i].command == COMMAND_ANSWER &&
		    !app->store.prompts.count)
			continue;
		add_first_key(&keys[count], app, PANE_HINTS[i].command);
		hints[count].key = keys[count].buf;
		hints[count].word = _(PANE_HINTS[i].word);
		/* It tells of all the others. */
		if (PANE_HINTS[i].command == COMMAND_HELP)
			*stays = &hints[count];
		count++;
	}
	return count;
}

static size_t lines_hints(struct app *app, struct hint *hints,
			  struct strbuf *key)
{
	add_first_key(key, app, COMMAND_COPY);
	hints[0] = (struct hint){ key->buf, _("copy") };
	hints[1] = (struct hint){ "o", _("other end") };
	hints[2] = (struct hint){ "Esc", _("select no lines") };
	return 3;
}

static size_t fixed_hints(enum app_layer layer, struct hint *hints)
{
	size_t count = 0;

	switch (layer) {
	case LAYER_COMPOSER:
		hints[count++] = (struct hint){ "Enter", _("send") };
		hints[count++] = (struct hint){ "M-Enter", _("new line") };
		hints[count++] = (struct hint){ "C-x", _("own editor") };
		hints[count++] = (struct hint){ "Esc", _("keep the draft") };
		break;
	case LAYER_PALETTE:
		hints[count++] = (struct hint){ "Enter", _("run") };
		hints[count++] = (struct hint){ "Esc", _("cancel") };
		break;
	case LAYER_HITS:
	case LAYER_PICKER:
		hints[count++] = (struct hint){ "Enter", _("open") };
		hints[count++] = (struct hint){ "Esc", _("cancel") };
		break;
	case LAYER_HELP:
	case LAYER_TEXT:
		hints[count++] = (struct hint){ "j k", _("scroll") };
		hints[count++] = (struct hint){ "Esc", _("close") };
		break;
	case LAYER_TIMELINE:
		hints[count++] = (struct hint){ "Enter", _("go to it") };
		hints[count++] = (struct hint){ "[ ]", _("turns") };
		hints[count++] = (struct hint){ "Esc", _("close") };
		break;
	case LAYER_FILTER:
		hints[count++] = (struct hint){ "Space", _("show or hide") };
		hints[count++] = (struct hint){ "/", _("pattern") };
		hints[count++] = (struct hint){ "a", _("show all") };
		hints[count++] = (struct hint){ "Esc", _("close") };
		break;
	case LAYER_RULES:
		hints[count++] = (struct hint){ "j k", _("select") };
		hints[count++] = (struct hint){ "d", _("revoke") };
		hints[count++] = (struct hint){ "Esc", _("close") };
		break;
	case LAYER_QUIT:
		hints[count++] = (struct hint){ "y", _("leave") };
		hints[count++] = (struct hint){ "n", _("stay") };
		break;
	case LAYER_PANES:
	case LAYER_PROMPT:
	case LAYER_LINE:
		break;
	}
	return count;
}

/* The count is the news; the pattern is there where there is room. */
static void find_word(struct app *app, struct strbuf *out, int cols)
{
	struct strbuf status = STRBUF_INIT;

	app_find_status(app, &status);
	strbuf_addf(out, "/%s  %s", app->find.search.pattern, status.buf);
	if (width_text(strbuf_slice(out)) > cols) {
		strbuf_reset(out);
		strbuf_addslice(out, strbuf_slice(&status));
	}
	strbuf_release(&status);
}

/* By the keys that there are now. */
static void add_welcome(struct strbuf *out, const struct app *app)
{
	static const enum command_id ids[] = { COMMAND_HELP, COMMAND_OPEN,
					       COMMAND_COMMAND_LINE,
					       COMMAND_QUIT };
	struct strbuf keys[ARRAY_SIZE(ids)];

	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		strbuf_init(&keys[i]);
		add_first_key(&keys[i], app, ids[i]);
	}
	/* TRANSLATORS: each %s is a key; at most 60 columns */
	strbuf_addf(out, _("New here? %s help, %s open, %s commands, %s quit"),
		    keys[0].buf, keys[1].buf, keys[2].buf, keys[3].buf);
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++)
		strbuf_release(&keys[i]);
}

static void draw_bottom(struct app *app, struct canvas *cv)
{
	struct strbuf keys[ARRAY_SIZE(PANE_HINTS)];
	struct hint hints[ARRAY_SIZE(PANE_HINTS)];
	struct strbuf find = STRBUF_INIT, host = STRBUF_INIT;
	struct strbuf welcome = STRBUF_INIT;
	struct bottombar_options options = { .hints = hints };

	add_host_word(&host, app);
	options.right = host.buf;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		strbuf_init(&keys[i]);
	if (app->layer != LAYER_PANES)
		options.hint_count = fixed_hints(app->layer, hints);
	else if (app_lines_active(app))
		options.hint_count = lines_hints(app, hints, keys);
	else
		options.hint_count =
			pane_hints(app, hints, keys, &options.stays);
	if (app_find_active(app)) {
		find_word(app, &find, cv->w - 2);
		options.right = find.buf;
		options.right_first = true;
	}
	if (app->message.len) {
		options.message = app->message.buf;
		options.message_face = app->message_face;
	} else if (app->welcome && app->layer == LAYER_PANES) {
		add_welcome(&welcome, app);
		options.message = welcome.buf;
		options.message_face = FACE_NOTICE;
	}
	bottombar_draw(cv, (struct rect){ 0, cv->h - 1, cv->w, 1 }, &options);
	strbuf_release(&find);
	strbuf_release(&host);
	strbuf_release(&welcome);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		strbuf_release(&keys[i]);
}

static void draw_sidebar(struct app *app, struct canvas *cv)
{
	struct rect at = app_sidebar_room(app);
	const struct conversation *shown[APP_PANES_MAX];
	struct sidebar_options options = { .shown = shown,
					   .now_ms = app_wall_ms(app) };
	struct pane *focused = app_focused(app);
	struct sidebar_host *hosts;

	if (at.w <= 0 || at.h <= 0)
		return;
	hosts = xcalloc(app->host_count + 1, sizeof(*hosts));
	options.hosts = hosts;
	options.host_count = app->host_count;
	for (size_t i = 0; i < app->host_count; i++)
		hosts[i] = (struct sidebar_host){
			.name = app_host_is_shown(app, (int)i)
					? app->hosts[i].name
					: NULL,
			.state = host_trouble(&app->hosts[i]),
		};
	for (size_t i = 0; i < app->pane_count; i++)
		shown[options.shown_count++] = app->panes[i].conv;
	options.focus = focused ? focused->conv : NULL;
	sidebar_draw(cv, at, &app->store, &options);
	free(hosts);
	canvas_vline(cv, at.x + at.w, at.y, at.h, FACE_BORDER);
	sooner_wall(app, sidebar_wake_ms(&app->store, options.now_ms));
}

/* The message that is being written, below the transcript. */
static void draw_composer(struct app *app, struct canvas *cv,
			  const struct pane *pane, struct rect at)
{
	int rows = app_composer_rows(app, pane, at);
	struct draft *draft;
	struct rect in = { at.x + 1, at.y + at.h - rows, at.w - 2, rows };

	if (!rows)
		return;
	draft = draft_get(app, pane->conv);
	canvas_hline(cv, at.x, in.y, at.w, FACE_BORDER);
	canvas_text(cv, at, at.x + 2, in.y,
		    slice_str(hosts_is_sending(app, pane->conv)
				      ? _(" Message (sending…) ")
			      : draft->stash ? _(" Message (sent before) ")
					     : _(" Message ")),
		    FACE_TITLE);
	in.y++;
	in.h--;
	if (app_attached_any(&draft->attached) && in.h > 1) {
		struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;

		app_attached_add(&draft->attached, &text);
		sanitize_line(&line, strbuf_slice(&text));
		strbuf_reset(&text);
		width_elide(&text, strbuf_slice(&line), in.w);
		canvas_text(cv, in, in.x, in.y, strbuf_slice(&text), FACE_DIM);
		strbuf_release(&text);
		strbuf_release(&line);
		in.y++;
		in.h--;
	}
	if (draft->error && in.h > 1) {
		struct strbuf text = STRBUF_INIT;

		sanitize_line(&text, slice_str(draft->error));
		canvas_text(cv, in, in.x, in.y + in.h - 1, strbuf_slice(&text),
			    FACE_ERROR);
		strbuf_release(&text);
		in.h--;
	}
	editor_draw(draft->editor, cv, in, true);
}

/* A draft that waits, in one row: what it is, or why it was not taken. */
static void draw_unsent(struct app *app, struct canvas *cv,
			const struct pane *pane, struct rect at)
{
	struct draft *draft = app_unsent(app, pane);
	struct rect row = { at.x + 1, at.y + at.h - 1, at.w - 2, 1 };
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;
	enum face face = FACE_DIM;

	if (!draft)
		return;
	if (hosts_is_sending(app, pane->conv)) {
		strbuf_addstr(&text, _("sending: "));
	} else if (draft->error) {
		strbuf_addf(&text, _("not sent (%s): "), draft->error);
		face = FACE_ERROR;
	} else {
		strbuf_addstr(&text, _("not sent: "));
	}
	strbuf_addslice(&text, strbuf_slice(&draft->editor->text));
	sanitize_line(&line, strbuf_slice(&text));
	strbuf_reset(&text);
	width_elide(&text, strbuf_slice(&line), row.w);
	canvas_text(cv, row, row.x, row.y, strbuf_slice(&text), face);
	strbuf_release(&text);
	strbuf_release(&line);
}

/* Who reads here must know where the turn's questions are asked, and who
 * keeps others from writing. */
static void draw_note(struct canvas *cv, const char *note, struct rect row)
{
	struct strbuf text = STRBUF_INIT;

	if (!note)
		return;
	width_elide(&text, slice_str(note), row.w);
	canvas_text(cv, row, row.x, row.y, strbuf_slice(&text), FACE_RUNNING);
	strbuf_release(&text);
}

/* What stands in a pane that has nothing to show. */
static void draw_empty(const struct app *app, struct canvas *cv, struct rect at,
		       const struct pane *pane)
{
	const struct conversation *conv = pane ? pane->conv : NULL;
	struct strbuf text = STRBUF_INIT, clean = STRBUF_INIT;
	struct wrap_options options = { .cols = at.w };
	struct rows rows = ROWS_INIT;
	enum face face = FACE_DIM;

	if (at.w < 1 || at.h < 1)
		return;
	if (pane && !conv && pane->was.id) {
		app_state_why_empty(app, pane, &text);
	} else if (!conv && !app->store.count &&
		   app->hosts[app_main_host(app)].listed_once) {
		strbuf_addstr(&text,
			      app->options.read_only
				      ? _("No conversations yet.")
				      : _("No conversations yet: c begins one "
					  "with its first message."));
	} else if (!conv) {
		strbuf_addstr(&text, _("Nothing here yet: o opens a "
				       "conversation."));
	} else if (conv->load_error) {
		strbuf_addf(&text, _("Cannot be read: %s"), conv->load_error);
		face = FACE_ERROR;
	} else if (!conv->loaded && app->hosts[conv->host].gone) {
		strbuf_addstr(&text, _("Its host is lost before it could be "
				       "read."));
	} else if (!conv->loaded) {
		strbuf_addstr(&text, _("Reading…"));
	} else {
		strbuf_addstr(&text, _("No messages yet: i writes one."));
	}
	options.face = face;
	sanitize_line(&clean, strbuf_slice(&text));
	wrap_text(&rows, strbuf_slice(&clean), &options);
	dialog_part_rows(cv, at, &rows, 0);
	rows_release(&rows);
	strbuf_release(&clean);
	strbuf_release(&text);
}

#define PANE_MIN_COLS 8

/* Where no word could be read. One row alone is a title, which can. */
static void draw_small(struct canvas *cv, struct rect at)
{
	struct wrap_options options = { .cols = at.w, .face = FACE_WAITING };
	struct rows rows = ROWS_INIT;

	at.y++;
	at.h--;
	wrap_text(&rows, slice_str(_("too small")), &options);
	dialog_part_rows(cv, at, &rows, 0);
	rows_release(&rows);
}

static void draw_pane(struct app *app, struct canvas *cv, struct pane *pane,
		      struct rect at, int number)
{
	struct rect in = app_transcript_room(app, pane, at);
	struct pane_title_options title = { .number = number,
					    .conv = pane->conv,
					    .host = app_host_shown(app,
								   pane->conv),
					    .focused = pane->id == app->focus,
					    .zoomed = app->zoomed,
					    .now_ms = app_wall_ms(app) };

	if (at.w <= 0 || at.h <= 0)
		return;
	pane_title_draw(cv, (struct rect){ at.x, at.y, at.w, 1 }, &title);
	if (at.w < PANE_MIN_COLS) {
		draw_small(cv, at);
		return;
	}
	if (!pane->conv || !pane->conv->item_count) {
		draw_empty(app, cv, in, pane);
	} else {
		transcript_layout(pane->view, pane->conv, in.w, in.h,
				  app_wall_ms(app));
		app_lines_check(app, pane);
		transcript_draw(pane->view, cv, in, title.focused);
		if (app_filter_active(pane))
			app_filter_draw_count(
				cv, pane,
				(struct rect){ in.x, in.y + in.h, in.w, 1 });
		sooner_wall(app,
			    transcript_wake_ms(pane->view, app_wall_ms(app)));
	}
	if (pane->conv && in.h > 0)
		draw_note(cv, app_pane_note(app, pane),
			  (struct rect){ in.x,
					 in.y + in.h + app_filter_active(pane),
					 in.w, 1 });
	draw_composer(app, cv, pane, at);
	draw_unsent(app, cv, pane, at);
	/* A rate falls, and a waiting time grows, by itself. */
	if (pane->conv && (conversation_rate(pane->conv, app_wall_ms(app)) ||
			   pane->conv->waiting))
		sooner(app, app->now_ms + 1000 - app_wall_ms(app) % 1000);
}

static void draw_panes(struct app *app, struct canvas *cv)
{
	struct pane_place places[APP_PANES_MAX];
	size_t count = app_places(app, places);
	struct rect room = app_room(app);

	if (!count) {
		struct rect in = { room.x + 2, room.y + 1, room.w - 3,
				   room.h - 1 };

		draw_empty(app, cv, in, NULL);
	}
	for (size_t i = 0; i < count; i++) {
		struct pane *pane = app_pane(app, places[i].pane);
		struct rect at = places[i].at;
		int number = (int)i + 1;

		if (!pane)
			continue;
		if (at.x > room.x && at.h > 0)
			canvas_vline(cv, at.x - 1, at.y, at.h, FACE_BORDER);
		draw_pane(app, cv, pane, at, number);
	}
}

/* A frame with a blank column at each side of what is in it. */
static struct rect padded_frame(struct canvas *cv, struct rect room, int w,
				int h, const char *title)
{
	struct rect in = dialog_frame(cv, room, w, h, title);

	in.x++;
	in.w -= 2;
	return in;
}

static void draw_picker(struct app *app, struct canvas *cv, struct rect room)
{
	struct rect in =
		dialog_frame(cv, room, 70, room.h - 2,
			     app->picker_new_pane ? _("Open in a new pane")
						  : _("Open a conversation"));

	picker_draw(&app->picker, cv, in, SIZE_MAX, true);
}

static void draw_quit(struct app *app, struct canvas *cv, struct rect room)
{
	struct rect in = padded_frame(cv, room, 58, 6, _("Leave?"));
	struct strbuf text = STRBUF_INIT;
	size_t waiting = app->store.prompts.count;
	int y = in.y;

	if (waiting) {
		strbuf_addf(&text,
			    Q_("%zu request waits for an answer.",
			       "%zu requests wait for an answer.", waiting),
			    waiting);
		canvas_text(cv, in, in.x, y++, strbuf_slice(&text),
			    FACE_WAITING);
	}
	if (draft_any(app))
		canvas_text(cv, in, in.x, y++,
			    slice_str(_("A message was not sent.")),
			    FACE_WAITING);
	canvas_text(cv, in, in.x, y + 1,
		    slice_str(_("y leave   any other key stays")), FACE_DIALOG);
	strbuf_release(&text);
}

static void draw_layer(struct app *app, struct canvas *cv)
{
	struct rect room = { 0, 1, cv->w, cv->h - 2 };
	struct rect all = { 0, 0, cv->w, cv->h };
	struct rect in;

	switch (app->layer) {
	case LAYER_PANES:
	case LAYER_COMPOSER:
		return;
	case LAYER_LINE:
		app_choices_draw(app, cv);
		app_line_draw(app, cv, (struct rect){ 0, cv->h - 1, cv->w, 1 });
		return;
	case LAYER_PROMPT:
		/* On a small screen the dialog needs every row. */
		app_prompt_draw(app, cv,
				room.h < 2 * DIALOG_MIN_ROWS ? all : room);
		sooner(app, app_prompt_wake_ms(app));
		return;
	case LAYER_PICKER:
		draw_picker(app, cv, room);
		return;
	case LAYER_HELP:
		in = padded_frame(cv, room, 100, room.h, _("Keys"));
		app->help_rows = help_draw(cv, in, &app->keymap, app->help_top);
		return;
	case LAYER_TEXT:
		app_text_draw(app, cv, room);
		return;
	case LAYER_PALETTE:
		app_palette_draw(app, cv, room);
		return;
	case LAYER_HITS:
		app_hits_draw(app, cv, room);
		return;
	case LAYER_FILTER:
		app_filter_draw(app, cv, room);
		return;
	case LAYER_TIMELINE:
		sooner(app, app_timeline_draw(app, cv, room));
		return;
	case LAYER_RULES:
		app_rules_draw(app, cv, room);
		return;
	case LAYER_QUIT:
		draw_quit(app, cv, room);
		return;
	}
}

/* "(2 waiting) jp dashboard – jp-dev" */
static void make_title(struct app *app)
{
	const char *root =
		app->host_count ? app->hosts[0].init.workspace_root : NULL;
	const char *slash = root ? strrchr(root, '/') : NULL;
	struct strbuf title = STRBUF_INIT;

	if (app->store.prompts.count)
		strbuf_addf(&title, _("(%zu waiting) "),
			    app->store.prompts.count);
	strbuf_addstr(&title, "jp dashboard");
	if (slash && slash[1]) {
		strbuf_addstr(&title, " – ");
		sanitize_line(&title, slice_str(slash + 1));
	}
	if (!slice_equal(strbuf_slice(&title), strbuf_slice(&app->title))) {
		struct effect *effect = effect_add(&app->effects, EFFECT_TITLE);

		strbuf_addslice(&effect->text, strbuf_slice(&title));
		strbuf_reset(&app->title);
		strbuf_addslice(&app->title, strbuf_slice(&title));
	}
	strbuf_release(&title);
}

static void begin(struct app *app, int64_t now_ms)
{
	app->now_ms = now_ms;
	app->dirty = false;
	app->wake_ms = -1;
	if (app->layer != LAYER_PROMPT)
		app_lock_again(app);
}

static void blank(const struct app *app, struct canvas *cv)
{
	if (cv->w != app->cols || cv->h != app->rows)
		canvas_resize(cv, app->cols, app->rows);
	canvas_clear(cv);
}

bool app_draw_top(struct app *app, struct canvas *cv, int64_t now_ms)
{
	bool any = app->layer != LAYER_PANES && app->layer != LAYER_COMPOSER;

	begin(app, now_ms);
	if (any) {
		blank(app, cv);
		draw_layer(app, cv);
	}
	make_title(app);
	return any;
}

void app_draw(struct app *app, struct canvas *cv, int64_t now_ms)
{
	begin(app, now_ms);
	blank(app, cv);
	/* The clock in the top line. */
	sooner(app, now_ms + 60000 - app_wall_ms(app) % 60000);
	draw_sidebar(app, cv);
	draw_panes(app, cv);
	draw_top(app, cv);
	if (app->rows > 1)
		draw_bottom(app, cv);
	draw_layer(app, cv);
	make_title(app);
}

void app_frame_written(struct app *app, int64_t now_ms)
{
	int64_t opens_ms;

	app->now_ms = now_ms;
	app_prompt_written(app);
	/* The lock opens by itself: the dialog must show that, once. */
	opens_ms = prompt_lock_opens_ms(&app->lock, app->options.guard_ms);
	if (opens_ms > now_ms)
		sooner(app, opens_ms);
}
