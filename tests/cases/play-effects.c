#include "config.h"

#include "tests/cases/play.h"

#include <string.h>

/*
 * What the app wants to be done, and what comes of it:
 *
 *     copied TEXT   it is in the clipboard; refused TEXT: it is too large
 *     shown TEXT    the pager had it
 *     saved PATH, replaced PATH, exists PATH, unsaved PATH
 */
static bool do_effect(struct play *play, const char *word, const char *args)
{
	struct app_effects *effects = &play->app->effects;
	bool copies = !strcmp(word, "copied") || !strcmp(word, "refused");
	bool shows = !strcmp(word, "shown"), replaces = *word == 'r';
	struct strbuf wanted = STRBUF_INIT;
	const char *came = NULL;

	if (!copies && !shows && strcmp(word, "saved") &&
	    strcmp(word, "replaced") && strcmp(word, "exists") &&
	    strcmp(word, "unsaved"))
		return false;
	words_unescape(&wanted, slice_str(args));
	if (copies && effects->copy)
		came = effects->copied.buf;
	else if (shows && effects->show)
		came = effects->shown.buf;
	else if (!copies && !shows && effects->save &&
		 replaces == play->app->save.replace)
		came = play->app->save.path;
	if (!came || strcmp(came, wanted.buf))
		play_fail(play, "not %s but '%s'", word,
			  came ? came : "nothing");
	effects->copy = effects->show = effects->save = false;
	if (copies)
		app_copied(play->app, *word == 'c', play->now_ms);
	else if (shows)
		app_shown(play->app, NULL, play->now_ms);
	else
		app_saved(play->app,
			  *word == 'e'   ? APP_SAVE_EXISTS
			  : *word == 'u' ? APP_SAVE_FAILED
					 : APP_SAVED,
			  "no room on the disk", play->now_ms);
	strbuf_release(&wanted);
	return true;
}

/*
 *     themed NAME    other colours are asked for; unthemed WHY: the file of
 *                    them is none
 */
static bool do_theme(struct play *play, const char *word, const char *args)
{
	struct app *app = play->app;
	bool themed = !strcmp(word, "themed");

	if (!themed && strcmp(word, "unthemed"))
		return false;
	if (!app->effects.theme_changed ||
	    (themed && strcmp(app->options.theme, args)))
		play_fail(play, "the theme is '%s', %d", app->options.theme,
			  app->effects.theme_changed);
	app->effects.theme_changed = false;
	if (!themed)
		app_theme_unread(app, args, play->now_ms);
	return true;
}

/*
 *     notified TEXT   the desktop was told so; without a text: nothing
 */
static bool do_notified(struct play *play, const char *word, const char *args)
{
	struct app_effects *effects = &play->app->effects;
	const char *came = effects->notify ? effects->notice.buf : "";

	if (strcmp(word, "notified"))
		return false;
	if (play->foreign ? !*came != !*args : strcmp(came, args))
		play_fail(play, "notified '%s'", came);
	effects->notify = false;
	return true;
}

/*
 *     editing TEXT   the person's editor was asked for, with this
 *     edited TEXT    it came back like this; unedited WHY: it did not
 */
static bool do_edit(struct play *play, const char *word, const char *args)
{
	struct app_effects *effects = &play->app->effects;
	struct strbuf text = STRBUF_INIT;
	bool known = true;

	words_unescape(&text, slice_str(args));
	if (!strcmp(word, "editing")) {
		if (!effects->edit || strcmp(effects->edited.buf, text.buf))
			play_fail(play, "not editing that but %d '%s'",
				  effects->edit, effects->edited.buf);
		effects->edit = false;
	} else if (!strcmp(word, "edited")) {
		app_edited(play->app, strbuf_slice(&text), NULL, play->now_ms);
	} else if (!strcmp(word, "unedited")) {
		app_edited(play->app, SLICE(""), args, play->now_ms);
	} else {
		known = false;
	}
	strbuf_release(&text);
	return known;
}

/*
 *     rules TEXT    the file of rules holds this
 *     keeps LINE, drops LINE   the next change of that file
 */
static bool do_rules(struct play *play, const char *word, const char *args)
{
	struct app_effects *effects = &play->app->effects;
	bool keeps = !strcmp(word, "keeps");
	struct strbuf text = STRBUF_INIT;
	struct rule_change *change;

	if (!strcmp(word, "rules")) {
		words_unescape(&text, slice_str(args));
		app_rules_loaded(play->app, strbuf_slice(&text), play->now_ms);
		strbuf_release(&text);
		return true;
	}
	if (!keeps && strcmp(word, "drops"))
		return false;
	change = effects->rule_change_count ? effects->rule_changes : NULL;
	if (!change || change->add != keeps || strcmp(change->line.buf, args))
		play_fail(play, "not %s but '%s'", word,
			  change ? change->line.buf : "nothing");
	for (size_t i = 0; i < effects->rule_change_count; i++)
		strbuf_release(&effects->rule_changes[i].line);
	effects->rule_change_count = 0;
	return true;
}

/*
 *     read TEXT      the file that was named holds this
 *     unread WHY     it cannot be read
 *     names A B C    what is in the folder that was begun to be typed
 */
static bool do_files(struct play *play, const char *word, const char *args)
{
	struct app_effects *effects = &play->app->effects;
	bool names = !strcmp(word, "names"), read = !strcmp(word, "read");
	struct strbuf text = STRBUF_INIT;

	if (!names && !read && strcmp(word, "unread"))
		return false;
	if (names ? !effects->list : !effects->read)
		play_fail(play, "nothing was to be read");
	words_unescape(&text, slice_str(args));
	if (names) {
		for (size_t i = 0; i < text.len; i++)
			if (text.buf[i] == ' ')
				text.buf[i] = '\0';
		app_files_listed(play->app,
				 slice_of(text.buf, text.len + (text.len > 0)),
				 play->now_ms);
	} else {
		app_file_read(play->app, strbuf_slice(&text),
			      read ? NULL : args, play->now_ms);
	}
	effects->read &= names;
	effects->list &= !names;
	strbuf_release(&text);
	return true;
}

bool play_restore(struct play *play)
{
	struct strbuf err = STRBUF_INIT;
	bool read = app_state_read(play->app, strbuf_slice(&play->state),
				   &err) == APP_STATE_READ;

	if (!read)
		app_state_unread(play->app, err.buf, NULL, play->now_ms);
	strbuf_release(&err);
	return read;
}

void play_remembered(struct play *play, struct strbuf *out)
{
	struct slice text = strbuf_slice(&play->app->state.written);

	while (play->app->effects.state && text.len) {
		struct slice line = slice_take_line(&text);

		strbuf_addf(out, "> %.*s\n", (int)line.len, line.ptr);
	}
	play->app->effects.state = false;
}

bool play_effects(struct play *play, const char *word, const char *args)
{
	return do_files(play, word, args) || do_rules(play, word, args) ||
	       do_effect(play, word, args) || do_edit(play, word, args) ||
	       do_theme(play, word, args) || do_notified(play, word, args);
}
