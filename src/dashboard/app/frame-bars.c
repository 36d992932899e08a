#include "config.h"

#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/frame.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane-select.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/text/width.h"
#include "ui/view/bars.h"

/* The top line and the bottom line. */

/* The key to answer; where letters are text, a function key. */
static void add_answer_key(struct strbuf *out, const struct app *app)
{
	if (app->layer == LAYER_PANES || app->layer == LAYER_PROMPT ||
	    !keymap_first_function_key(out, &app->keymap, COMMAND_ANSWER))
		keymap_first_key(out, &app->keymap, COMMAND_ANSWER);
}

/* Where letters are text, a shown letter does not work as a key. */
static bool is_key_here(const struct app *app, struct slice shown)
{
	struct key key;

	return app->layer != LAYER_PROMPT && key_parse_shown(shown, &key) &&
	       (app->layer == LAYER_PANES || key.sym >= KEY_SYM_F1);
}

void frame_top(struct app *app, struct canvas *cv)
{
	const struct host *h = app->hosts->count ? &app->hosts->list[0] : NULL;
	const char *root = h ? h->init.workspace_root : NULL;
	const char *slash = root ? strrchr(root, '/') : NULL;
	struct strbuf key = STRBUF_INIT;
	struct strbuf clock = STRBUF_INIT;
	size_t asking;
	struct topbar_options options = {
		.workspace = slash && slash[1] ? slash + 1 : root,
		.path = root,
		.waiting = app->store->prompts.count,
	};

	for (size_t i = 0; i < app->store->count; i++) {
		options.conversations += app->store->conversations[i]->listed;
		options.running += app->store->conversations[i]->turn_active;
	}
	app_asking(app, &asking);
	options.waiting += asking;
	i18n_add_clock(&clock, app_wall_ms(app), false);
	options.clock = clock.buf;
	add_answer_key(&key, app);
	options.answer_key = key.buf;
	if (is_key_here(app, strbuf_slice(&key)))
		options.click_key = key.buf;
	topbar_draw(cv, (struct rect){ 0, 0, cv->w, 1 }, &options);
	strbuf_release(&key);
	strbuf_release(&clock);
}

static void add_clock_of(struct strbuf *out, int64_t ms)
{
	strbuf_addf(out, "%lld:%02lld", (long long)(ms / 60000),
		    (long long)(ms / 1000 % 60));
}

/* "replay 4x 0:12/0:34" */
static void add_replay(struct strbuf *out, const struct app *app)
{
	const struct host_message *init = &app->hosts->list[0].init;
	int64_t at = hosts_replay_ms(app->hosts);
	long long permille = init->replay_permille;
	struct strbuf place = STRBUF_INIT;

	if (at >= init->replay_length_ms) {
		strbuf_addstr(out, _("replay ended"));
		return;
	}
	if (permille % 1000)
		strbuf_addf(&place, "%lld.%02lldx ", permille / 1000,
			    permille % 1000 / 10);
	else
		strbuf_addf(&place, "%lldx ", permille / 1000);
	add_clock_of(&place, at);
	strbuf_addch(&place, '/');
	add_clock_of(&place, init->replay_length_ms);
	/* TRANSLATORS: a recording is played; the speed, and where it is */
	strbuf_addf(out, _("replay %s"), place.buf);
	strbuf_release(&place);
}

static void add_host_word(struct strbuf *out, const struct app *app)
{
	int main = hosts_main(app->hosts);
	size_t lost = 0;

	if (!app->hosts->count)
		return;
	if (app->hosts->list[0].init.replays) {
		add_replay(out, app);
		return;
	}
	for (size_t i = 0; i < app->hosts->count; i++)
		lost += hosts_is_shown(app->hosts, (int)i) &&
			app->hosts->list[i].failures &&
			app->hosts->list[i].gone;
	if (hosts_shown(app->hosts) > 1 && lost)
		strbuf_addf(out, Q_("hosts: %zu lost", "hosts: %zu lost", lost),
			    lost);
	else if (hosts_shown(app->hosts) > 1)
		strbuf_addf(out, _("hosts: %zu"), hosts_shown(app->hosts));
	else if (app->hosts->list[main].gone && app->hosts->list[main].failures)
		strbuf_addstr(out, _("host: lost"));
	else if (app->hosts->sidecar >= 0)
		strbuf_addstr(out, _("host: by jphost"));
	else if (app->hosts->list[0].gone)
		strbuf_addstr(out, _("host: lost"));
	else if (hosts_can(app->hosts, 0, CAPABILITY_SUBSCRIBE))
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
	{ COMMAND_NEXT_PANE, N_("pane") },    { COMMAND_OPEN, N_("open") },
	{ COMMAND_MESSAGE, N_("message") },   { COMMAND_ANSWER, N_("answer") },
	{ COMMAND_FOLD, N_("fold") },         { COMMAND_ZOOM, N_("zoom") },
	{ COMMAND_SPLIT_RIGHT, N_("split") }, { COMMAND_HELP, N_("help") },
	{ COMMAND_QUIT, N_("quit") },
};

/* Whether the command would do anything here; how to get a second pane is told
 * as long as there is one. */
static bool is_of_use(struct app *app, enum command_id command)
{
	const struct pane *pane = app_focused(app);
	size_t asking;

	if (command == COMMAND_NEXT_PANE || command == COMMAND_ZOOM)
		return app->pane_count > 1;
	if (command == COMMAND_SPLIT_RIGHT)
		return app->pane_count < 2;
	if (command == COMMAND_FOLD)
		return pane && pane->conv;
	if (command == COMMAND_ANSWER)
		return app->store->prompts.count || app_asking(app, &asking);
	if (command == COMMAND_MESSAGE)
		return !pane || !pane->conv || !draft_obstacle(app, pane->conv);
	return true;
}

/* What the key does now to the part it applies to. */
static const char *fold_word(struct app *app, const struct pane *pane)
{
	if (app_can_go(app, pane->conv))
		/* TRANSLATORS: what a key does, in the bottom line; at
		 * most 9 columns */
		return _("go there");
	switch (transcript_next_fold(pane->view)) {
	case TRANSCRIPT_FOLD_OPEN:
		return _("unfold");
	case TRANSCRIPT_FOLD_ALL:
		/* TRANSLATORS: what a key does, in the bottom line; at
		 * most 9 columns */
		return _("all of it");
	default:
		return _("fold");
	}
}

static size_t pane_hints(struct app *app, struct hint *hints,
			 struct strbuf *keys, const struct hint **stays)
{
	const struct pane *pane = app_focused(app);
	size_t count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(PANE_HINTS); i++) {
		if (!is_of_use(app, PANE_HINTS[i].command))
			continue;
		keymap_first_key(&keys[count], &app->keymap,
				 PANE_HINTS[i].command);
		hints[count].key = keys[count].buf;
		hints[count].word = _(PANE_HINTS[i].word);
		if (PANE_HINTS[i].command == COMMAND_FOLD)
			hints[count].word = fold_word(app, pane);
		/* The help lists all the others. */
		if (PANE_HINTS[i].command == COMMAND_HELP)
			*stays = &hints[count];
		count++;
	}
	return count;
}

/* The keys of a dialog stand in it; this is what it leaves as it is. */
static size_t prompt_hints(struct app *app, struct hint *hints,
			   struct strbuf *key)
{
	const struct prompt *p =
		prompts_find(&app->store->prompts, app->desk.serial);
	size_t count = 0;

	if (keymap_first_function_key(key, &app->keymap, COMMAND_ANSWER))
		/* TRANSLATORS: where a key leads, in the bottom line; at most
		 * 16 columns */
		hints[count++] = (struct hint){ key->buf, _("conversation") };
	if (!p || p->kind != RESPOND_TOOL_APPROVAL ||
	    dialog_approval_reads(&app->approval))
		hints[count++] = (struct hint){ "PgUp PgDn", _("scroll") };
	return count;
}

static size_t lines_hints(struct app *app, struct hint *hints,
			  struct strbuf *keys)
{
	keymap_first_key(&keys[0], &app->keymap, COMMAND_COPY);
	keymap_first_key(&keys[1], &app->keymap, COMMAND_SHOW);
	hints[0] = (struct hint){ keys[0].buf, _("copy") };
	hints[1] = (struct hint){ keys[1].buf, _("show") };
	hints[2] = (struct hint){ "o", _("other end") };
	hints[3] = (struct hint){ "Esc", _("cancel the selection") };
	return 4;
}

/* The top layer's hints for its keys. */
static size_t layer_hints(struct app *app, const struct layer_ops *ops,
			  struct hint *hints)
{
	size_t count = 0;

	for (size_t i = 0; i < ops->hint_count; i++) {
		const char *word = ops->hint_word ? ops->hint_word(app, i)
						  : ops->hints[i].word;

		if (word)
			hints[count++] =
				(struct hint){ ops->hints[i].key, _(word) };
	}
	return count;
}

/* The match count matters; the pattern is added if there is room. */
static void find_word(struct app *app, struct strbuf *out, int cols)
{
	struct strbuf status = STRBUF_INIT;

	pane_search_status(app, &status);
	strbuf_addf(out, "/%s  %s", app->own->find.search.pattern, status.buf);
	if (width_text(strbuf_slice(out)) > cols) {
		strbuf_reset(out);
		strbuf_addslice(out, strbuf_slice(&status));
	}
	strbuf_release(&status);
}

/* "l 2 more  host: lost": messages that came with the one that is shown; and
 * the host's word, if it has room beside both. */
static void add_messages(struct strbuf *out, const struct app *app,
			 const struct strbuf *host)
{
	size_t count = app->own->messages_before, len;

	if (app->layer == LAYER_PANES)
		keymap_first_key(out, &app->keymap, COMMAND_LOG);
	if (out->len)
		strbuf_addch(out, ' ');
	strbuf_addf(out, Q_("%zu more", "%zu more", count), count);
	len = out->len;
	strbuf_addf(out, "  %s", host->buf);
	if (width_text(strbuf_slice(&app->message)) +
		    width_text(strbuf_slice(out)) + 4 >
	    app->cols)
		strbuf_setlen(out, len);
}

static const enum command_id WELCOME[] = { COMMAND_HELP, COMMAND_OPEN,
					   COMMAND_COMMAND_LINE, COMMAND_QUIT };

/* With the current keys, which go into `keys`. */
static void add_welcome(struct strbuf *out, const struct app *app,
			struct strbuf *keys)
{
	for (size_t i = 0; i < ARRAY_SIZE(WELCOME); i++) {
		strbuf_reset(&keys[i]);
		keymap_way(&keys[i], &app->keymap, WELCOME[i]);
	}
	/* TRANSLATORS: each %s is a key; at most 60 columns */
	strbuf_addf(out, _("New here? %s help, %s open, %s commands, %s quit"),
		    keys[0].buf, keys[1].buf, keys[2].buf, keys[3].buf);
}

static size_t bottom_hints(struct app *app, struct hint *hints,
			   struct strbuf *keys, const struct hint **stays)
{
	if (app->layer == LAYER_PROMPT)
		return prompt_hints(app, hints, keys);
	if (app->layer != LAYER_PANES)
		return layer_hints(app, app->own->layers[app->layer], hints);
	if (pane_select_active(app))
		return lines_hints(app, hints, keys);
	return pane_hints(app, hints, keys, stays);
}

void frame_bottom(struct app *app, struct canvas *cv)
{
	struct strbuf keys[ARRAY_SIZE(PANE_HINTS)];
	struct hint hints[ARRAY_SIZE(PANE_HINTS)];
	struct strbuf find = STRBUF_INIT, host = STRBUF_INIT;
	struct strbuf welcome = STRBUF_INIT, more = STRBUF_INIT;
	struct bottombar_options options = { .hints = hints };

	add_host_word(&host, app);
	if (hosts_replay_ms(app->hosts) >= 0 && !app->hosts->replay_over)
		sooner_ms(&app->own->wake_ms, app->now_ms + 1000);
	options.right = host.buf;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		strbuf_init(&keys[i]);
	options.hint_count = bottom_hints(app, hints, keys, &options.stays);
	if (pane_search_active(app)) {
		find_word(app, &find, cv->w - 2);
		options.right = find.buf;
		options.right_first = true;
	}
	if (app->message.len) {
		options.message = app->message.buf;
		options.message_face = app->own->message_face;
		if (app->own->messages_before) {
			add_messages(&more, app, &host);
			options.right = more.buf;
			options.right_stays = true;
		}
	} else if (app->own->welcome && app->layer == LAYER_PANES) {
		/* Instead of the hints, whose keys they replace. */
		add_welcome(&welcome, app, keys);
		options.message = welcome.buf;
		options.message_face = FACE_NOTICE;
		options.message_keys = keys;
		options.message_key_count = ARRAY_SIZE(WELCOME);
	}
	bottombar_draw(cv, (struct rect){ 0, cv->h - 1, cv->w, 1 }, &options);
	strbuf_release(&find);
	strbuf_release(&host);
	strbuf_release(&welcome);
	strbuf_release(&more);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		strbuf_release(&keys[i]);
}
