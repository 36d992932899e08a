#include "config.h"

#include "src/dashboard/app/command-line.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/app/commands.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-filter.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane-select.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/workspace-trust.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/view/conversation-label.h"

/* Runs what follows the colon. No text typed there can answer a request. */

/* Find it by id, or by an unambiguous title. */
static struct conversation *
find_conversation(struct app *app, struct slice text, struct strbuf *err)
{
	struct conversation *found = NULL;
	struct strbuf title = STRBUF_INIT;
	size_t count = 0;

	for (size_t i = 0; i < app->store->count; i++) {
		struct conversation *conv = app->store->conversations[i];

		if (slice_is(text, conv->id)) {
			found = conv;
			count = 1;
			break;
		}
		strbuf_reset(&title);
		conversation_title(&title, conv);
		if (!slice_equal(text, strbuf_slice(&title)))
			continue;
		found = conv;
		count++;
	}
	strbuf_release(&title);
	if (count == 1)
		return found;
	strbuf_setf(err,
		    count ? _("ambiguous title '%.*s'; use the id")
			  : _("no conversation '%.*s'"),
		    (int)text.len, text.ptr);
	return NULL;
}

static int set_theme(struct app *app, struct slice name, struct strbuf *err)
{
	char *text = xmemdupz(name.ptr, name.len);

	int ret = options_set_theme(&app->options, text, err);

	if (!ret)
		app_theme_changed(app);
	free(text);
	return ret;
}

static int arrange(struct app *app, struct slice name, struct strbuf *err)
{
	int preset = layout_preset_find(name);

	if (preset < 0) {
		strbuf_setf(err, _("unknown layout '%.*s'"), (int)name.len,
			    name.ptr);
		return -1;
	}
	app->own->zoomed = false;
	layout_arrange(&app->layout, (enum layout_preset)preset, app->focus);
	return 0;
}

static int search(struct app *app, struct slice pattern, struct strbuf *err)
{
	struct pane *pane = app_focused(app);

	if (!pane || !pane->conv) {
		strbuf_setf(err, _("nothing to search here"));
		return -1;
	}
	return pane_search_set(app, pattern, err);
}

static int open_conversation(struct app *app, struct slice name, bool new_pane,
			     struct strbuf *err)
{
	struct conversation *conv = find_conversation(app, name, err);

	if (!conv)
		return -1;
	app_open_here(app, conv, new_pane);
	return 0;
}

static int save(struct app *app, struct slice path)
{
	pane_select_save(app, path);
	/* As if typed into that line, which can show an error. */
	if (app->layer == LAYER_LINE)
		app->own->layers[LAYER_LINE]->key(
			app, (struct key){ .sym = KEY_SYM_ENTER });
	return 0;
}

/* "add NAME=COMMAND", "remove NAME", "restart NAME" */
static int change_host(struct app *app, struct slice what, struct strbuf *err)
{
	const char *space = memchr(what.ptr, ' ', what.len);
	struct slice word =
		slice_of(what.ptr, space ? (size_t)(space - what.ptr) : 0);
	struct slice rest = slice_skip_blanks(slice_skip(what, word.len));

	if (slice_is(word, "add"))
		return hosts_add(app->hosts, rest, err);
	if (slice_is(word, "remove"))
		return app_host_remove(app, rest, err);
	if (slice_is(word, "restart"))
		return hosts_restart(app->hosts, rest, err);
	strbuf_setf(err, _("'host' needs %s"),
		    _(command_argument_title(ARGUMENT_HOST)));
	return -1;
}

static int create(struct app *app, struct slice text, struct strbuf *err)
{
	struct pane *pane = app_focused(app);

	return hosts_create(app->hosts,
			    pane && pane->conv ? pane->conv->host
					       : hosts_main(app->hosts),
			    text, err);
}

static int push(struct app *app, struct slice path, struct strbuf *err)
{
	struct conversation *conv = app_conversation_here(app, err);

	return !conv || hosts_may_push(app->hosts, conv, err)
		       ? -1
		       : app_file_ask(app, FILE_PUSH, path, err);
}

static int set_title(struct app *app, struct slice title, struct strbuf *err)
{
	struct conversation *conv = app_conversation_here(app, err);

	return conv ? hosts_set_title(app->hosts, conv, title, err) : -1;
}

void app_command_ask(struct app *app, enum command_id command)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s ", command_name(command));
	app_layer_try(app, LAYER_LINE, ASK_COMMAND, strbuf_slice(&text));
	strbuf_release(&text);
}

int app_command_line(struct app *app, struct slice line, struct strbuf *err)
{
	struct slice argument;
	enum command_id id = command_parse(line, &argument, err);

	if (id == COMMAND_NONE)
		return -1;
	if (!argument.len) {
		app_command(app, id);
		return 0;
	}
	app->dirty = true;
	switch (id) {
	case COMMAND_OPEN:
	case COMMAND_OPEN_NEW:
		return open_conversation(app, argument, id == COMMAND_OPEN_NEW,
					 err);
	case COMMAND_SEARCH:
		return search(app, argument, err);
	case COMMAND_SEARCH_ALL:
		return app_layer_open(app, LAYER_SEARCH_ALL, 0, argument, err);
	case COMMAND_FILTER:
		return pane_filter_pattern(app, argument, err);
	case COMMAND_SAVE:
		return save(app, argument);
	case COMMAND_LAYOUT:
		return arrange(app, argument, err);
	case COMMAND_THEME:
		return set_theme(app, argument, err);
	case COMMAND_HOST:
		return change_host(app, argument, err);
	case COMMAND_TRUST:
		return workspace_trust_answer(app, argument, err);
	case COMMAND_NEW:
		return create(app, argument, err);
	case COMMAND_ATTACH:
		return attachment_add(app, argument, err);
	case COMMAND_SCHEMA:
		return attachment_add_schema(app, argument, err);
	case COMMAND_DETACH:
		return attachment_remove(app, argument, err);
	case COMMAND_PUSH:
		return push(app, argument, err);
	case COMMAND_TITLE:
		return set_title(app, argument, err);
	case COMMAND_HELP:
		/* Lines would go on filtering: there all of it is printed. */
		return app_layer_open(
			app, app->options.plain ? LAYER_HELP : LAYER_PALETTE, 0,
			argument, err);
	case COMMAND_BIND:
		return keymap_bind_line(&app->keymap, argument, err);
	default:
		return 0;
	}
}
