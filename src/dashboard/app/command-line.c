#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/view/bars.h"
#include "ui/view/conversation-label.h"
#include "ui/view/theme.h"

/*
 * The command line: what is behind the colon, and the list of what may stand
 * there. Nothing that can be typed here answers a request.
 */

#define CHOICE_ROWS 8
#define CHOICE_COLS 90

void app_choices_init(struct app_choices *choices)
{
	*choices = (struct app_choices){ .folder = STRBUF_INIT };
	picker_init(&choices->picker);
}

static void clear(struct app_choices *choices)
{
	for (size_t i = 0; i < choices->picker.count; i++)
		free(choices->texts[i]);
	free(choices->texts);
	strbuf_release(&choices->folder);
	picker_release(&choices->picker);
	app_choices_init(choices);
}

void app_choices_release(struct app_choices *choices)
{
	clear(choices);
	picker_release(&choices->picker);
}

static void add(struct app_choices *choices, const char *text,
		struct slice label, struct slice detail)
{
	size_t at = choices->picker.count;

	choices->texts = xreallocarray(choices->texts, at + 1, sizeof(char *));
	choices->texts[at] = xstrdup(text);
	picker_add(&choices->picker, label, detail);
}

static void add_names(struct app *app, struct app_choices *choices)
{
	struct strbuf label = STRBUF_INIT, keys = STRBUF_INIT;

	for (int i = COMMAND_NONE + 1; i < COMMAND_COUNT; i++) {
		enum command_id id = (enum command_id)i;
		const char *argument =
			command_argument_title(command_argument(id));

		if (!command_help(id) || id == COMMAND_COMMAND_LINE)
			continue;
		strbuf_setf(&label, "%s: %s", command_name(id),
			    _(command_help(id)));
		if (argument)
			strbuf_addf(&label, "  %s", _(argument));
		strbuf_reset(&keys);
		keymap_keys(&keys, &app->keymap, id);
		add(choices, command_name(id), strbuf_slice(&label),
		    strbuf_slice(&keys));
	}
	strbuf_release(&label);
	strbuf_release(&keys);
}

/* By id, or by a title that no other one has. */
static struct conversation *
find_conversation(struct app *app, struct slice text, struct strbuf *err)
{
	struct conversation *found = NULL;
	struct strbuf title = STRBUF_INIT;
	size_t count = 0;

	for (size_t i = 0; i < app->store.count; i++) {
		struct conversation *conv = app->store.conversations[i];

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
		    count ? _("more than one is called '%.*s'; take its id")
			  : _("no conversation '%.*s'"),
		    (int)text.len, text.ptr);
	return NULL;
}

static void add_conversations(struct app *app, struct app_choices *choices)
{
	struct conversation **all =
		xcalloc(app->store.count + 1, sizeof(struct conversation *));
	size_t count = store_order(&app->store, all);
	struct strbuf title = STRBUF_INIT;

	for (size_t i = 0; i < count; i++) {
		strbuf_reset(&title);
		conversation_title(&title, all[i]);
		add(choices, all[i]->id, strbuf_slice(&title),
		    slice_str(all[i]->id));
	}
	strbuf_release(&title);
	free(all);
}

static void add_words(struct app_choices *choices, size_t count,
		      const char *(*name)(size_t))
{
	for (size_t i = 0; i < count; i++)
		add(choices, name(i), slice_str(name(i)), slice_of("", 0));
}

static const char *preset_name(size_t i)
{
	return layout_preset_name((enum layout_preset)i);
}

static void add_hosts(struct app *app, struct app_choices *choices)
{
	static const char *const words[] = { "restart", "remove" };
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 1; i < app->host_count; i++) {
		if (!app_host_is_shown(app, (int)i))
			continue;
		for (size_t k = 0; k < ARRAY_SIZE(words); k++) {
			strbuf_setf(&text, "%s %s", words[k],
				    app->hosts[i].name);
			add(choices, text.buf, strbuf_slice(&text),
			    slice_of("", 0));
		}
	}
	strbuf_release(&text);
}

static const char *theme_choice(size_t i)
{
	return i ? theme_name(i - 1) : THEME_AUTO;
}

static void fill(struct app *app, struct app_choices *choices)
{
	switch (choices->of == COMMAND_NONE ? ARGUMENT_BINDING
					    : command_argument(choices->of)) {
	case ARGUMENT_CONVERSATION:
		add_conversations(app, choices);
		break;
	case ARGUMENT_LAYOUT:
		add_words(choices, LAYOUT_PRESET_COUNT, preset_name);
		break;
	case ARGUMENT_THEME:
		add_words(choices, theme_count() + 1, theme_choice);
		break;
	case ARGUMENT_HOST:
		add_hosts(app, choices);
		break;
	case ARGUMENT_BINDING:
		add_names(app, choices);
		break;
	case ARGUMENT_FILE:
		break; /* they come by app_files_listed() */
	case ARGUMENT_NONE:
	case ARGUMENT_PATTERN:
	case ARGUMENT_NUMBER:
	case ARGUMENT_TEXT:
		break;
	}
	picker_start(&choices->picker);
}

/* What is being typed last: where it begins, and what it is a part of. */
static size_t word_of(struct slice line, enum command_id *of)
{
	const char *blank = memchr(line.ptr, ' ', line.len);
	struct slice rest;
	size_t at;

	*of = COMMAND_NONE;
	if (!blank)
		return 0;
	at = (size_t)(blank - line.ptr) + 1;
	*of = command_find(slice_of(line.ptr, at - 1));
	if (*of == COMMAND_NONE || command_argument(*of) != ARGUMENT_BINDING)
		return at;
	/* The name of a command is the second word. */
	rest = slice_skip(line, at);
	blank = memchr(rest.ptr, ' ', rest.len);
	return blank ? at + (size_t)(blank - rest.ptr) + 1 : line.len + 1;
}

/* What of a file's name is its folder. */
static size_t folder_len(struct slice path)
{
	while (path.len && path.ptr[path.len - 1] != '/')
		path.len--;
	return path.len;
}

/* Other files may stand here: ask for them. */
static void want_files(struct app *app, enum command_id of, struct slice path)
{
	struct app_choices *choices = &app->line.choices;
	size_t len = folder_len(path);
	struct slice folder = slice_of(path.ptr, len);
	bool hidden = path.len > len && path.ptr[len] == '.';
	struct effect *effect;

	if (slice_equal(folder, strbuf_slice(&choices->folder)) &&
	    hidden == choices->hidden && choices->asked)
		return;
	clear(choices);
	choices->of = of;
	choices->asked = true;
	choices->hidden = hidden;
	strbuf_addslice(&choices->folder, folder);
	effect = effect_add(&app->effects, EFFECT_LIST);
	effect->name = xmemdupz(folder.ptr, folder.len);
	effect->flag = hidden;
}

void app_files_listed(struct app *app, struct slice names)
{
	struct app_choices *choices = &app->line.choices;
	struct strbuf text = STRBUF_INIT;

	if (app->layer != LAYER_LINE || !choices->asked)
		return;
	while (names.len) {
		size_t len = strlen(names.ptr);

		strbuf_reset(&text);
		strbuf_addslice(&text, strbuf_slice(&choices->folder));
		strbuf_add(&text, names.ptr, len);
		add(choices, text.buf, strbuf_slice(&text), slice_of("", 0));
		names = slice_skip(names, len + 1);
	}
	picker_start(&choices->picker);
	strbuf_release(&text);
	app_choices_update(app);
}

void app_choices_update(struct app *app)
{
	struct app_choices *choices = &app->line.choices;
	struct slice line = strbuf_slice(&app->line.editor.text);
	bool first_word = !memchr(line.ptr, ' ', line.len);
	enum command_id of;
	size_t at = word_of(line, &of);

	if ((!choices->shown && !choices->asked) || of != choices->of) {
		clear(choices);
		choices->of = of;
		/* After a name that is none, nothing can be told. */
		if (of != COMMAND_NONE || first_word)
			fill(app, choices);
	}
	if (of != COMMAND_NONE && command_argument(of) == ARGUMENT_FILE)
		want_files(app, of, slice_skip(line, at));
	choices->cycling = false;
	choices->shown = at <= line.len && choices->picker.count &&
			 (of != COMMAND_NONE || first_word);
	if (choices->shown)
		picker_filter(&choices->picker, slice_skip(line, at));
}

bool app_choices_key(struct app *app, struct key key)
{
	struct app_choices *choices = &app->line.choices;
	struct slice line = strbuf_slice(&app->line.editor.text);
	struct strbuf text = STRBUF_INIT;
	enum command_id of;
	size_t chosen;

	if (key.sym != KEY_SYM_TAB || key.mods & ~(unsigned)KEY_SHIFT)
		return false;
	if (!choices->shown)
		return true;
	if (choices->cycling)
		picker_wheel(&choices->picker, key.mods ? -1 : 1);
	chosen = picker_chosen(&choices->picker);
	if (chosen == SIZE_MAX)
		return true;
	strbuf_add(&text, line.ptr, word_of(line, &of));
	strbuf_addstr(&text, choices->texts[chosen]);
	editor_set(&app->line.editor, strbuf_slice(&text));
	editor_key(&app->line.editor, (struct key){ .sym = KEY_SYM_END });
	strbuf_reset(&app->line.error);
	choices->cycling = true;
	/* The only folder: what is in it comes next. */
	if (choices->asked && choices->picker.match_count == 1 &&
	    text.buf[text.len - 1] == '/')
		app_choices_update(app);
	strbuf_release(&text);
	return true;
}

void app_choices_draw(struct app *app, struct canvas *cv)
{
	struct app_choices *choices = &app->line.choices;
	int count = (int)choices->picker.match_count;
	struct rect room = { 0, 1, cv->w, cv->h - 2 }, at;

	if (app->line.what != ASK_COMMAND || !choices->shown || !count)
		return;
	at.h = count < CHOICE_ROWS ? count : CHOICE_ROWS;
	at.h = at.h < room.h - 2 ? at.h : room.h - 2;
	at.w = room.w < CHOICE_COLS ? room.w : CHOICE_COLS;
	if (at.h < 1 || at.w < 20)
		return;
	at.x = 0;
	at.y = room.y + room.h - at.h - 2;
	at = dialog_frame(cv, (struct rect){ at.x, at.y, at.w, at.h + 2 }, at.w,
			  at.h + 2, _("Tab completes"));
	picker_draw_list(&choices->picker, cv, at, SIZE_MAX);
}

static int set_theme(struct app *app, struct slice name, struct strbuf *err)
{
	char *text = xmemdupz(name.ptr, name.len);

	if (!theme_is_choice(text)) {
		strbuf_setf(err, _("unknown theme '%s'"), text);
		free(text);
		return -1;
	}
	free(app->options.theme);
	app->options.theme = text;
	app_theme_changed(app);
	return 0;
}

static int arrange(struct app *app, struct slice name, struct strbuf *err)
{
	for (size_t i = 0; i < LAYOUT_PRESET_COUNT; i++) {
		if (!slice_is(name, preset_name(i)))
			continue;
		app->zoomed = false;
		layout_arrange(&app->layout, (enum layout_preset)i, app->focus);
		return 0;
	}
	strbuf_setf(err, _("unknown layout '%.*s'"), (int)name.len, name.ptr);
	return -1;
}

static int search(struct app *app, struct slice pattern, struct strbuf *err)
{
	struct pane *pane = app_focused(app);

	if (!pane || !pane->conv) {
		strbuf_setf(err, _("there is nothing to search here"));
		return -1;
	}
	return app_find_set(app, pattern, err);
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
	app_take_save(app);
	if (app->layer != LAYER_LINE)
		return 0;
	/* As if it had been typed there, where an error can be told. */
	editor_set(&app->line.editor, path);
	editor_key(&app->line.editor, (struct key){ .sym = KEY_SYM_END });
	app_save_line(app, path, false);
	return 0;
}

/* "add NAME=COMMAND", "remove NAME", "restart NAME" */
static int change_host(struct app *app, struct slice what, struct strbuf *err)
{
	static const struct {
		const char *word;
		int (*run)(struct app *app, struct slice rest,
			   struct strbuf *err);
	} words[] = { { "add ", app_host_add },
		      { "remove ", app_host_remove },
		      { "restart ", app_host_restart } };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		struct slice word = slice_str(words[i].word);
		struct slice rest;

		if (!slice_starts_with(what, word))
			continue;
		rest = slice_skip_blanks(slice_skip(what, word.len));
		return words[i].run(app, rest, err);
	}
	strbuf_setf(err, _("'host' needs %s"),
		    _(command_argument_title(ARGUMENT_HOST)));
	return -1;
}

static int create(struct app *app, struct slice text, struct strbuf *err)
{
	struct pane *pane = app_focused(app);

	return hosts_create(
		app, pane && pane->conv ? pane->conv->host : app_main_host(app),
		text, err);
}

static int push(struct app *app, struct slice path, struct strbuf *err)
{
	struct conversation *conv = app_conversation_here(app, err);

	return !conv || hosts_may_push(app, conv, err)
		       ? -1
		       : app_file_ask(app, FILE_PUSH, path, err);
}

static int set_title(struct app *app, struct slice title, struct strbuf *err)
{
	struct conversation *conv = app_conversation_here(app, err);

	return conv ? hosts_set_title(app, conv, title, err) : -1;
}

void app_command_ask(struct app *app, enum command_id command)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s ", command_name(command));
	app_line_open(app, ASK_COMMAND, strbuf_slice(&text));
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
		return app_hits_open(app, argument, err);
	case COMMAND_FILTER:
		return app_filter_pattern(app, argument, err);
	case COMMAND_SAVE:
		return save(app, argument);
	case COMMAND_LAYOUT:
		return arrange(app, argument, err);
	case COMMAND_THEME:
		return set_theme(app, argument, err);
	case COMMAND_HOST:
		return change_host(app, argument, err);
	case COMMAND_NEW:
		return create(app, argument, err);
	case COMMAND_ATTACH:
		return app_attach(app, argument, err);
	case COMMAND_SCHEMA:
		return app_attach_schema(app, argument, err);
	case COMMAND_DETACH:
		return app_detach(app, argument, err);
	case COMMAND_PUSH:
		return push(app, argument, err);
	case COMMAND_TITLE:
		return set_title(app, argument, err);
	case COMMAND_BIND:
		return keymap_bind_line(&app->keymap, argument, err);
	default:
		return 0;
	}
}
