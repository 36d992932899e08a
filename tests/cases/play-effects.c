#include "config.h"

#include "tests/cases/play.h"

#include <string.h>

#include "src/dashboard/app/rule-answers.h"

/*
 * Effects that the app requests, in order:
 *
 *     editing TEXT    in the user's editor
 *     themed NAME     other colours
 *     going COMMAND   to another terminal, by this command
 *     notified TEXT   a desktop notice; without a text: none
 *     rules TEXT      the file of rules has this content
 *
 * Their results are inputs (app/input-text.c), and must have been requested.
 */

void play_take_effects(struct play *play)
{
	struct effect effect;

	while (app_take_effect(play->app, &effect)) {
		play->bells += effect.kind == EFFECT_BELL;
		play->titles += effect.kind == EFFECT_TITLE;
		*effect_add(&play->effects, effect.kind) = effect;
	}
}

/* The effect was matched by a word. */
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

void play_check_done(struct play *play, const char *word,
		     struct effect_done *done)
{
	struct effect *effect = effect_find(&play->effects, done->kind);
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
	if (named && done->why)
		done->why = "no room on the disk";
	drop(play, effect);
}

static void do_themed(struct play *play, const char *args)
{
	struct effect *effect = effect_find(&play->effects, EFFECT_THEME);

	if (!effect || strcmp(effect->name, args))
		play_fail(play, "the theme is '%s'",
			  effect ? effect->name : "as it was");
	drop(play, effect);
}

static void do_going(struct play *play, const char *args)
{
	struct effect *effect = effect_find(&play->effects, EFFECT_GO);
	struct strbuf words = STRBUF_INIT;

	for (size_t i = 0; effect && i < effect->text.len; i++)
		strbuf_addch(&words,
			     effect->text.buf[i] ? effect->text.buf[i] : ' ');
	strbuf_setlen(&words, words.len - !!words.len);
	if (strcmp(words.buf, args))
		play_fail(play, "going '%s'", words.buf);
	drop(play, effect);
	strbuf_release(&words);
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

	case_text_unescape(&text, slice_str(args));
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
		app_state_unread(play->app, err.buf, NULL);
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
		case_text_unescape(&text, slice_str(args));
		app_rules_loaded(play->app, strbuf_slice(&text));
		strbuf_release(&text);
	} else if (!strcmp(word, "editing")) {
		do_editing(play, args);
	} else if (!strcmp(word, "themed")) {
		do_themed(play, args);
	} else if (!strcmp(word, "going")) {
		do_going(play, args);
	} else if (!strcmp(word, "notified")) {
		do_notified(play, args);
	} else {
		known = false;
	}
	return known;
}
