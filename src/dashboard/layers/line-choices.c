#include "config.h"

#include "src/dashboard/layers/line-choices.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/parts.h"
#include "ui/view/bars.h"
#include "ui/view/conversation-label.h"
#include "ui/view/theme.h"

#define CHOICE_ROWS 8
#define CHOICE_COLS 90

void line_choices_init(struct line_choices *choices)
{
	*choices = (struct line_choices){ .folder = STRBUF_INIT };
	picker_init(&choices->picker);
}

static void clear(struct line_choices *choices)
{
	free_strings(choices->texts, choices->picker.count);
	strbuf_release(&choices->folder);
	picker_release(&choices->picker);
	line_choices_init(choices);
}

void line_choices_release(struct line_choices *choices)
{
	clear(choices);
	picker_release(&choices->picker);
}

static void add(struct line_choices *choices, const char *text,
		struct slice label, struct slice detail)
{
	size_t at = choices->picker.count;

	choices->texts = xreallocarray(choices->texts, at + 1, sizeof(char *));
	choices->texts[at] = xstrdup(text);
	picker_add(&choices->picker, label, detail);
}

static void add_names(struct app *app, struct line_choices *choices)
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

static void add_conversations(struct app *app, struct line_choices *choices)
{
	struct conversation **all =
		xcalloc(app->store->count + 1, sizeof(struct conversation *));
	size_t count = store_order(app->store, all);
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

static void add_words(struct line_choices *choices, size_t count,
		      const char *(*name)(size_t))
{
	for (size_t i = 0; i < count; i++)
		add(choices, name(i), slice_str(name(i)), slice_of("", 0));
}

static const char *preset_name(size_t i)
{
	return layout_preset_name((enum layout_preset)i);
}

static void add_hosts(struct app *app, struct line_choices *choices)
{
	static const char *const words[] = { "restart", "remove" };
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 1; i < app->hosts->count; i++) {
		if (!hosts_is_shown(app->hosts, (int)i))
			continue;
		for (size_t k = 0; k < ARRAY_SIZE(words); k++) {
			strbuf_setf(&text, "%s %s", words[k],
				    app->hosts->list[i].name);
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

static const char *trust_choice(size_t i)
{
	static const char *const words[] = { "allow", "refuse", "revoke" };

	return words[i];
}

static void fill(struct app *app, struct line_choices *choices)
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
	case ARGUMENT_TRUST:
		add_words(choices, 3, trust_choice);
		break;
	case ARGUMENT_BINDING:
		add_names(app, choices);
		break;
	case ARGUMENT_FILE:
		break; /* they come through line_choices_listed() */
	case ARGUMENT_NONE:
	case ARGUMENT_PATTERN:
	case ARGUMENT_NUMBER:
	case ARGUMENT_TEXT:
		break;
	}
	picker_start(&choices->picker);
}

/* The start of the last word, and the command whose argument it is. */
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
	/* The command's name is the second word. */
	rest = slice_skip(line, at);
	blank = memchr(rest.ptr, ' ', rest.len);
	return blank ? at + (size_t)(blank - rest.ptr) + 1 : line.len + 1;
}

/* Length of a path's folder. */
static size_t folder_len(struct slice path)
{
	while (path.len && path.ptr[path.len - 1] != '/')
		path.len--;
	return path.len;
}

/* Ask for the files in another folder if necessary. */
static void want_files(struct app *app, struct line_choices *choices,
		       enum command_id of, struct slice path)
{
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

void line_choices_listed(struct app *app, struct line_choices *choices,
			 struct slice line, struct slice names)
{
	struct strbuf text = STRBUF_INIT;

	if (!choices->asked)
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
	line_choices_update(app, choices, line);
}

void line_choices_update(struct app *app, struct line_choices *choices,
			 struct slice line)
{
	bool first_word = !memchr(line.ptr, ' ', line.len);
	enum command_id of;
	size_t at = word_of(line, &of);

	if ((!choices->shown && !choices->asked) || of != choices->of) {
		clear(choices);
		choices->of = of;
		/* After an invalid name nothing can be offered. */
		if (of != COMMAND_NONE || first_word)
			fill(app, choices);
	}
	if (of != COMMAND_NONE && command_argument(of) == ARGUMENT_FILE)
		want_files(app, choices, of, slice_skip(line, at));
	choices->cycling = false;
	choices->shown = at <= line.len && choices->picker.count &&
			 (of != COMMAND_NONE || first_word);
	if (choices->shown)
		picker_filter(&choices->picker, slice_skip(line, at));
}

bool line_choices_key(struct app *app, struct line_choices *choices,
		      struct editor *editor, struct strbuf *error,
		      struct key key)
{
	struct slice line = strbuf_slice(&editor->text);
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
	editor_set(editor, strbuf_slice(&text));
	strbuf_reset(error);
	choices->cycling = true;
	/* The only match is a folder: list its content next. */
	if (choices->asked && choices->picker.match_count == 1 &&
	    text.buf[text.len - 1] == '/')
		line_choices_update(app, choices, strbuf_slice(&editor->text));
	strbuf_release(&text);
	return true;
}

void line_choices_click(struct app *app, struct line_choices *choices,
			struct editor *editor, struct strbuf *error,
			size_t match)
{
	const struct key tab = { .sym = KEY_SYM_TAB };

	choices->cycling = false;
	if (choices->shown && picker_click(&choices->picker, match))
		line_choices_key(app, choices, editor, error, tab);
}

void line_choices_draw(struct line_choices *choices, struct canvas *cv)
{
	int count = (int)choices->picker.match_count;
	struct rect room = { 0, 1, cv->w, cv->h - 2 }, at;

	if (!choices->shown || !count)
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
