#include "config.h"

#include "tests/cases/play.h"

#include <string.h>

#include "src/base/xalloc.h"

/*
 * What the app wants to be done, as it is asked for:
 *
 *     editing TEXT    in the person's editor
 *     themed NAME     other colours
 *     notified TEXT   the desktop is told so; without a text: nothing
 *     rules TEXT      the file of rules holds this
 *
 * and what comes of it:
 *
 *     copied TEXT     it is in the clipboard; refused TEXT: it is too large
 *     shown TEXT      the pager had it
 *     saved PATH, replaced PATH, exists PATH, unsaved PATH
 *     read TEXT       the file that was named holds this; unread WHY
 *     names A B C     what is in the folder that was begun to be typed
 *     edited TEXT     it came back like this; unedited WHY: it did not
 *     keeps LINE, drops LINE    a change of the file of rules
 *     unthemed WHY    the file of colours is none
 */
static const struct {
	const char *word;
	enum effect_kind kind;
	enum effect_result result;
	bool flag;
} words[] = {
	{ "copied", EFFECT_COPY, EFFECT_DONE, false },
	{ "refused", EFFECT_COPY, EFFECT_FAILED, false },
	{ "shown", EFFECT_SHOW, EFFECT_DONE, false },
	{ "saved", EFFECT_SAVE, EFFECT_DONE, false },
	{ "replaced", EFFECT_SAVE, EFFECT_DONE, true },
	{ "exists", EFFECT_SAVE, EFFECT_EXISTS, false },
	{ "unsaved", EFFECT_SAVE, EFFECT_FAILED, false },
	{ "read", EFFECT_READ, EFFECT_DONE, false },
	{ "unread", EFFECT_READ, EFFECT_FAILED, false },
	{ "names", EFFECT_LIST, EFFECT_DONE, false },
	{ "edited", EFFECT_EDIT, EFFECT_DONE, false },
	{ "unedited", EFFECT_EDIT, EFFECT_FAILED, false },
	{ "keeps", EFFECT_RULE, EFFECT_DONE, true },
	{ "drops", EFFECT_RULE, EFFECT_DONE, false },
	{ "unthemed", EFFECT_THEME, EFFECT_FAILED, false },
};

void play_take_effects(struct play *play)
{
	struct effect effect;

	while (app_take_effect(play->app, &effect)) {
		play->bells += effect.kind == EFFECT_BELL;
		play->titles += effect.kind == EFFECT_TITLE;
		*effect_add(&play->effects, effect.kind) = effect;
	}
}

/* A word took it. */
static void drop(struct play *play, struct effect *effect)
{
	struct effect_queue *queue = &play->effects;

	if (!effect)
		return;
	effect_release(effect);
	memmove(effect, effect + 1,
		(size_t)(queue->list + --queue->count - effect) *
			sizeof(*effect));
}

/* What is told of it is what was asked for; else it is what came. */
static void check(struct play *play, const char *word,
		  const struct effect_done *done, const struct effect *effect)
{
	bool named = done->kind == EFFECT_SAVE;
	bool asked = named || done->kind == EFFECT_COPY ||
		     done->kind == EFFECT_SHOW || done->kind == EFFECT_RULE;
	bool flagged = done->kind == EFFECT_RULE ||
		       (named && done->result == EFFECT_DONE);
	const char *came = !effect ? NULL
			   : named ? effect->name
				   : effect->text.buf;

	if ((!came && done->kind != EFFECT_EDIT) ||
	    (asked && !slice_is(done->text, came)) ||
	    (flagged && effect->flag != done->flag))
		play_fail(play, "not %s but '%s'", word,
			  came ? came : "nothing");
}

static bool do_done(struct play *play, const char *word, const char *args)
{
	struct strbuf text = STRBUF_INIT;
	struct effect_done done;
	struct effect *effect;
	size_t i = 0;

	while (i < ARRAY_SIZE(words) && strcmp(words[i].word, word))
		i++;
	if (i == ARRAY_SIZE(words))
		return false;
	words_unescape(&text, slice_str(args));
	done = (struct effect_done){ words[i].kind, words[i].result,
				     words[i].flag, strbuf_slice(&text), NULL };
	if (done.result == EFFECT_FAILED)
		done.why =
			done.kind == EFFECT_SAVE ? "no room on the disk" : args;
	if (done.kind == EFFECT_RULE)
		done.text = slice_str(args);
	for (size_t k = 0; done.kind == EFFECT_LIST && k < text.len; k++)
		if (text.buf[k] == ' ')
			text.buf[k] = '\0';
	if (done.kind == EFFECT_LIST)
		done.text.len += text.len > 0;
	effect = effect_find(&play->effects, done.kind);
	check(play, word, &done, effect);
	drop(play, effect);
	app_effect_done(play->app, &done, play->now_ms);
	strbuf_release(&text);
	return true;
}

static void do_themed(struct play *play, const char *args)
{
	struct effect *effect = effect_find(&play->effects, EFFECT_THEME);

	if (!effect || strcmp(effect->name, args))
		play_fail(play, "the theme is '%s'",
			  effect ? effect->name : "as it was");
	drop(play, effect);
}

static void do_notified(struct play *play, const char *args)
{
	struct effect *effect = effect_find(&play->effects, EFFECT_NOTIFY);
	const char *came = effect ? effect->text.buf : "";

	if (play->foreign ? !*came != !*args : strcmp(came, args))
		play_fail(play, "notified '%s'", came);
	drop(play, effect);
}

static void do_editing(struct play *play, const char *args)
{
	struct effect *effect = effect_find(&play->effects, EFFECT_EDIT);
	struct strbuf text = STRBUF_INIT;

	words_unescape(&text, slice_str(args));
	if (!effect || strcmp(effect->text.buf, text.buf))
		play_fail(play, "not editing that but '%s'",
			  effect ? effect->text.buf : "nothing");
	drop(play, effect);
	strbuf_release(&text);
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
	struct effect *effect = effect_find(&play->effects, EFFECT_STATE);
	struct slice text = SLICE("");

	if (effect)
		text = strbuf_slice(&effect->text);
	while (text.len) {
		struct slice line = slice_take_line(&text);

		strbuf_addf(out, "> %.*s\n", (int)line.len, line.ptr);
	}
	drop(play, effect);
}

bool play_effects(struct play *play, const char *word, const char *args)
{
	struct strbuf text = STRBUF_INIT;
	bool known = true;

	if (!strcmp(word, "rules")) {
		words_unescape(&text, slice_str(args));
		app_rules_loaded(play->app, strbuf_slice(&text), play->now_ms);
		strbuf_release(&text);
	} else if (!strcmp(word, "editing")) {
		do_editing(play, args);
	} else if (!strcmp(word, "themed")) {
		do_themed(play, args);
	} else if (!strcmp(word, "notified")) {
		do_notified(play, args);
	} else {
		known = do_done(play, word, args);
	}
	return known;
}
