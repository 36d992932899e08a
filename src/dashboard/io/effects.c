#include "config.h"

#include "src/dashboard/io/effects.h"

#include <string.h>

#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/attachment.h"
#include "src/dashboard/io/clipboard.h"
#include "src/dashboard/io/environment.h"
#include "src/dashboard/io/external.h"
#include "src/dashboard/io/rules-file.h"
#include "src/dashboard/io/run-briefly.h"
#include "src/dashboard/io/theme-load.h"
#include "src/dashboard/io/user-file.h"

#define GO_WORDS_MAX 8
#define GO_MS        1000

static void tell(struct effects *effects, const struct effect *effect,
		 enum effect_result result, struct slice text, const char *why)
{
	struct input input = {
		.kind = INPUT_EFFECT_DONE,
		.done = { effect->kind, result, effect->flag, text,
			  result == EFFECT_FAILED ? why : NULL, NULL },
	};

	hub_input(effects->hub, &input, clock_now_ms());
}

static enum effect_result result_of(int failed)
{
	return failed ? EFFECT_FAILED : EFFECT_DONE;
}

static void ring(struct effects *effects, struct effect *effect)
{
	(void)effect;
	term_bell(effects->term);
}

static void notify(struct effects *effects, struct effect *effect)
{
	static const enum term_notice notices[] = {
		[NOTIFY_AUTO] = TERM_NOTICE_AUTO,
		[NOTIFY_OFF] = TERM_NOTICE_NONE,
		[NOTIFY_OSC9] = TERM_NOTICE_OSC9,
		[NOTIFY_OSC777] = TERM_NOTICE_OSC777,
		[NOTIFY_OSC99] = TERM_NOTICE_OSC99,
	};

	term_notice(effects->term, notices[effects->app->options.notify],
		    effect->text.buf);
}

static void redraw(struct effects *effects, struct effect *effect)
{
	(void)effect;
	term_redraw(effects->term);
}

static void set_title(struct effects *effects, struct effect *effect)
{
	term_set_title(effects->term, effect->text.buf);
}

static void set_theme(struct effects *effects, struct effect *effect)
{
	struct strbuf err = STRBUF_INIT;
	struct theme theme;

	if (theme_load(&theme, effect->name, &err)) {
		tell(effects, effect, EFFECT_FAILED, SLICE(""), err.buf);
	} else {
		term_set_theme(effects->term, &theme);
		effects->app->dirty = true;
	}
	strbuf_release(&err);
}

static void copy(struct effects *effects, struct effect *effect)
{
	static const enum effect_result results[] = {
		[TERM_CLIPBOARD_SENT] = EFFECT_SENT,
		[TERM_CLIPBOARD_FULL] = EFFECT_FAILED,
		[TERM_CLIPBOARD_NONE] = EFFECT_NOWHERE,
	};
	struct slice text = strbuf_slice(&effect->text);
	enum effect_result result =
		clipboard_copy(text)
			? EFFECT_DONE
			: results[term_clipboard(effects->term, text)];

	tell(effects, effect, result, text, "it is too large");
}

static void show(struct effects *effects, struct effect *effect)
{
	struct slice text = strbuf_slice(&effect->text);
	struct strbuf err = STRBUF_INIT;
	int failed = external_show(effects->term, text, &err);

	tell(effects, effect, result_of(failed), text, err.buf);
	strbuf_release(&err);
}

static void edit(struct effects *effects, struct effect *effect)
{
	struct strbuf err = STRBUF_INIT;
	int failed =
		external_edit(effects->term, &effect->text, effect->name, &err);

	tell(effects, effect, result_of(failed), strbuf_slice(&effect->text),
	     err.buf);
	strbuf_release(&err);
}

static void save(struct effects *effects, struct effect *effect)
{
	struct strbuf err = STRBUF_INIT;
	enum effect_result result = user_file_save(
		effect->name, strbuf_slice(&effect->text), effect->flag, &err);

	tell(effects, effect, result, slice_str(effect->name), err.buf);
	strbuf_release(&err);
}

static void read_file(struct effects *effects, struct effect *effect)
{
	struct strbuf text = STRBUF_INIT, file = STRBUF_INIT, err = STRBUF_INIT;
	int failed = user_file_read(effect->name, APP_FILE_MAX_BYTES, &text,
				    &file, &err);
	struct input input = {
		.kind = INPUT_EFFECT_DONE,
		.done = { .kind = effect->kind,
			  .result = result_of(failed),
			  .text = strbuf_slice(&text),
			  .why = failed ? err.buf : NULL,
			  .file = file.len ? file.buf : NULL },
	};

	hub_input(effects->hub, &input, clock_now_ms());
	strbuf_release(&text);
	strbuf_release(&file);
	strbuf_release(&err);
}

static void list(struct effects *effects, struct effect *effect)
{
	struct strbuf names = STRBUF_INIT;

	user_file_names(effect->name, effect->flag, &names);
	tell(effects, effect, EFFECT_DONE, strbuf_slice(&names), NULL);
	strbuf_release(&names);
}

static void change_rule(struct effects *effects, struct effect *effect)
{
	struct slice line = strbuf_slice(&effect->text);
	struct strbuf err = STRBUF_INIT;
	int failed = rules_file_change(effects->app->options.rules_file, line,
				       effect->flag, &err);

	tell(effects, effect, result_of(failed), line, err.buf);
	strbuf_release(&err);
}

static void keep_answer(struct effects *effects, struct effect *effect)
{
	struct strbuf err = STRBUF_INIT;

	if (trust_save(effects->app->options.place, effect->name,
		       effect->text.buf, effect->word, &err))
		tell(effects, effect, EFFECT_FAILED, SLICE(""), err.buf);
	strbuf_release(&err);
}

static void write_state(struct effects *effects, struct effect *effect)
{
	struct slice text = strbuf_slice(&effect->text);
	struct strbuf err = STRBUF_INIT;

	if (state_file_write(&effects->state_file, text, &err))
		tell(effects, effect, EFFECT_FAILED, text, err.buf);
	strbuf_release(&err);
}

/* Only if the host still runs: one that exited is not deaf. */
static void learn(struct effects *effects, struct effect *effect)
{
	if (!effects->app->hosts->list[0].gone)
		environment_remember(effect->flag);
}

/* The first line of a program's output, which is usually the error. */
static void say_why(struct strbuf *err, struct slice said)
{
	struct slice line = slice_skip_space(said);

	if (line.len)
		line = slice_take_line(&line);
	strbuf_addslice(err, line.len ? line : SLICE("?"));
}

/* With our terminal, by the program that we are, too. */
static void go_in(struct effects *effects, char *const *words, size_t count)
{
	char *argv[GO_WORDS_MAX + 4] = { (char *)"/proc/self/exe",
					 (char *)"--as", (char *)"jphost" };

	memcpy(argv + 3, words, count * sizeof(*words));
	term_run(effects->term, argv);
}

/* The screen waits meanwhile: it only sends a command to a server. */
static void go_there(struct effects *effects, struct effect *effect)
{
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;
	char *argv[GO_WORDS_MAX + 1], *at = effect->text.buf;
	const char *end = at + effect->text.len;
	size_t count = 0;
	int status;

	for (; at < end && count < GO_WORDS_MAX; at += strlen(at) + 1)
		argv[count++] = at;
	argv[count] = NULL;
	if (effect->flag) {
		go_in(effects, argv, count);
		return;
	}
	status = run_briefly(argv, NULL, NULL, GO_MS, &out, &err);
	if (status > 0)
		say_why(&err, strbuf_slice(&out));
	if (status)
		tell(effects, effect, EFFECT_FAILED, SLICE(""), err.buf);
	strbuf_release(&out);
	strbuf_release(&err);
}

static void suspend(struct effects *effects, struct effect *effect)
{
	(void)effect;
	if (term_suspend(effects->term) == TERM_GONE)
		app_exit(effects->app, 1, NULL);
}

void effects_perform(struct effects *effects)
{
	static void (*const perform[EFFECT_COUNT])(struct effects * effects,
						   struct effect * effect) = {
		[EFFECT_BELL] = ring,         [EFFECT_NOTIFY] = notify,
		[EFFECT_REDRAW] = redraw,     [EFFECT_TITLE] = set_title,
		[EFFECT_THEME] = set_theme,   [EFFECT_COPY] = copy,
		[EFFECT_SHOW] = show,         [EFFECT_EDIT] = edit,
		[EFFECT_SAVE] = save,         [EFFECT_READ] = read_file,
		[EFFECT_LIST] = list,         [EFFECT_RULE] = change_rule,
		[EFFECT_TRUST] = keep_answer, [EFFECT_STATE] = write_state,
		[EFFECT_LEARNED] = learn,     [EFFECT_GO] = go_there,
		[EFFECT_SUSPEND] = suspend,
	};
	struct effect effect;

	while (app_take_effect(effects->app, &effect)) {
		perform[effect.kind](effects, &effect);
		effect_release(&effect);
	}
}
