#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/cases/play.h"
#include "ui/text/width.h"

/*
 * Checks of the screen and state:
 *
 *     click KEY, click row N   click a displayed key, or a row (from 0) of a
 *                              list, wherever it is; "click end": the mark
 *                              that leads to what is new
 *     has TEXT, lacks TEXT     somewhere on the screen
 *     face NAME WORD           the cells of a word
 *     title N TEXT, bells N    requests to the terminal, and how often
 *     accounts N received ...  what became of the requests
 *     exit CODE                the app has exited
 */

void play_screen(struct play *play, struct strbuf *out)
{
	if (play->plain)
		play_plain_text(play, out);
	for (int y = 0; y < play->canvas.h; y++) {
		strbuf_addch(out, '|');
		canvas_row_text(out, &play->canvas, y);
		strbuf_addstr(out, "|\n");
	}
}

static void look_for(struct play *play, const char *args, bool wanted)
{
	struct strbuf text = STRBUF_INIT;

	play_screen(play, &text);
	if (!play->foreign && (strstr(text.buf, args) != NULL) != wanted)
		play_fail(play, "the screen %s '%s'\n%s",
			  wanted ? "lacks" : "has", args, text.buf);
	strbuf_release(&text);
}

static bool is_meant(const struct target *target, struct slice args)
{
	struct key key;

	if (slice_is(args, "end"))
		return target->kind == TARGET_END;
	if (slice_starts_with(args, SLICE("row ")))
		return target->kind == TARGET_ROW &&
		       target->row == (size_t)atoi(args.ptr + 4);
	return target->kind == TARGET_KEY && key_parse(&args, &key) &&
	       key_equal(target->key, key);
}

/* A click in the middle of its last row, unless another target is above. */
static void do_click(struct play *play, const char *args)
{
	const struct targets *targets = &play->app->own->targets;
	struct input press = { .kind = INPUT_MOUSE,
			       .mouse = { .action = MOUSE_PRESS,
					  .button = 1 } };

	for (size_t i = targets->count; i-- > 0;) {
		const struct target *target = &targets->list[i];
		struct target top;

		press.mouse.x = target->at.x + target->at.w / 2;
		press.mouse.y = target->at.y + target->at.h - 1;
		top = targets_at(targets, press.mouse.x, press.mouse.y);
		if (!is_meant(&top, slice_str(args)))
			continue;
		play_input(play, press);
		press.mouse.action = MOUSE_RELEASE;
		play_input(play, press);
		return;
	}
	play_fail(play, "nothing to click is '%s'", args);
}

static void do_has(struct play *play, const char *args)
{
	look_for(play, args, true);
}

static void do_lacks(struct play *play, const char *args)
{
	look_for(play, args, false);
}

/* "MATCH word": at its first occurrence the word's cells have that face;
 * SELECTED is a background that any face may have. */
static void do_face(struct play *play, const char *args)
{
	static const char *const names[] = {
#define X(name) [FACE_##name] = #name,
		FACES(X)
#undef X
	};
	const char *word = strchr(args, ' ');
	struct strbuf row = STRBUF_INIT;
	bool found = false;

	if (play->foreign)
		return;
	for (int y = 0; word && y < play->canvas.h && !found; y++) {
		const char *at;
		int x;

		strbuf_reset(&row);
		canvas_row_text(&row, &play->canvas, y);
		at = strstr(row.buf, word + 1);
		if (!at)
			continue;
		found = true;
		x = width_text(slice_of(row.buf, (size_t)(at - row.buf)));
		for (int i = 0; i < width_text(slice_str(word + 1)); i++) {
			const struct cell *cell =
				canvas_cell(&play->canvas, x + i, y);
			unsigned face = cell->face;

			if (!strncmp("SELECTED", args, (size_t)(word - args)) &&
			    cell->selected)
				continue;
			if (strncmp(names[face], args, (size_t)(word - args)) ||
			    names[face][word - args])
				play_fail(play, "'%s' has the face %s",
					  word + 1, names[face]);
		}
	}
	if (!found)
		look_for(play, word ? word + 1 : args, true);
	strbuf_release(&row);
}

static void do_exit(struct play *play, const char *args)
{
	if (!play->app->exiting || play->app->exit_code != atoi(args))
		play_fail(play, "exiting %d with %d", play->app->exiting,
			  play->app->exit_code);
}

static void do_bells(struct play *play, const char *args)
{
	if (play->bells != (size_t)atoi(args))
		play_fail(play, "the bell rang %zu times", play->bells);
}

/* "N TEXT": the terminal's title, and how often it was set. */
static void do_title(struct play *play, const char *args)
{
	const char *text = strchr(args, ' ');

	if (play->titles != (size_t)atoi(args) || !text ||
	    (!play->foreign && strcmp(play->app->own->title.buf, text + 1)))
		play_fail(play, "title %zu '%s'", play->titles,
			  play->app->own->title.buf);
}

static void do_balance(struct play *play, const char *args)
{
	const struct prompts *ps = &play->app->store->prompts;
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    "%d received %d allowed %d rejected %d answered "
		    "%d expired %d withdrawn %d lost %d waiting",
		    (int)ps->received, (int)ps->ended[PROMPT_ALLOWED],
		    (int)ps->ended[PROMPT_REJECTED],
		    (int)ps->ended[PROMPT_ANSWERED],
		    (int)ps->ended[PROMPT_EXPIRED],
		    (int)ps->ended[PROMPT_WITHDRAWN],
		    (int)ps->ended[PROMPT_LOST], (int)ps->count);
	if (strcmp(text.buf, args))
		play_fail(play, "accounts: %s", text.buf);
	strbuf_release(&text);
}

bool play_look(struct play *play, const char *word, const char *args)
{
	static const struct {
		const char *word;
		void (*run)(struct play *play, const char *args);
	} words[] = {
		{ "face", do_face },        { "exit", do_exit },
		{ "bells", do_bells },      { "title", do_title },
		{ "accounts", do_balance }, { "has", do_has },
		{ "lacks", do_lacks },      { "click", do_click },
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcmp(words[i].word, word))
			continue;
		words[i].run(play, args);
		return true;
	}
	return false;
}
