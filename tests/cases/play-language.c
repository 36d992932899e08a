#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "tests/cases/play.h"
#include "tests/unit/random.h"

/*
 * Plays all cases again in every language. The sent lines must be the same,
 * because the keys are; and at 80 columns or more nothing may be lost that
 * English shows: no additional text is cut or elided, no hint of a key is
 * missing. With sanitizers, where only the memory is of interest, each case is
 * played in a quarter of the languages.
 */

#define FULL_COLS 80
#define ELLIPSIS  0x2026

/* One drawn frame. */
struct shown {
	enum app_layer layer;
	size_t cut, ellipses;
	struct strbuf keys; /* each followed by a blank */
};

struct play_shown {
	struct shown *list;
	size_t count, cap;
};

/* Whether the cell belongs to the hint of a key. */
static bool is_key(const struct canvas *cv, const struct cell *cell, int y,
		   enum app_layer layer)
{
	if (cell->ch <= ' ')
		return false;
	if (y < cv->h - 1)
		return cell->face == FACE_KEY;
	/* This line is for typing and has no hint. */
	if (layer == LAYER_LINE)
		return false;
	/* Of the panes' hints one stays, which leads to all. */
	return cell->face == FACE_BAR &&
	       (layer != LAYER_PANES || cell->ch == '?');
}

static void look(struct shown *shown, const struct canvas *cv)
{
	shown->cut = cv->cut;
	for (int y = 0; y < cv->h; y++) {
		bool in_key = false;

		for (int x = 0; x < cv->w; x++) {
			const struct cell *cell = canvas_cell(cv, x, y);
			bool key = is_key(cv, cell, y, shown->layer);

			shown->ellipses += cell->ch == ELLIPSIS ||
					   cell->ch == GLYPH_ELLIPSIS;
			if (key && cell->ch < 0x7f)
				strbuf_addch(&shown->keys, (char)cell->ch);
			else if (in_key)
				strbuf_addch(&shown->keys, ' ');
			in_key = key;
		}
	}
}

static struct slice take_key(struct slice *keys)
{
	const char *blank = memchr(keys->ptr, ' ', keys->len);
	size_t len = blank ? (size_t)(blank - keys->ptr) : keys->len;
	struct slice key = slice_of(keys->ptr, len);

	*keys = slice_skip(*keys, len + (blank != NULL));
	return key;
}

static size_t count_key(const struct shown *shown, struct slice key)
{
	struct slice rest = strbuf_slice(&shown->keys);
	size_t count = 0;

	while (rest.len)
		count += slice_equal(take_key(&rest), key);
	return count;
}

static void compare(struct play *play, const struct shown *english,
		    const struct shown *here)
{
	struct slice rest = strbuf_slice(&english->keys);
	struct strbuf screen = STRBUF_INIT;
	const char *lost = NULL;
	struct slice key = SLICE("");

	if (here->cut > english->cut)
		lost = "a text is cut";
	else if (here->ellipses > english->ellipses)
		lost = "a text has an ellipsis";
	/* Longer texts may be on another page of the help. */
	while (!lost && rest.len && here->layer != LAYER_HELP) {
		key = take_key(&rest);
		if (count_key(here, key) < count_key(english, key))
			lost = "a key is missing: ";
	}
	if (lost) {
		for (int y = 0; y < play->canvas.h; y++) {
			canvas_row_text(&screen, &play->canvas, y);
			strbuf_addch(&screen, '\n');
		}
		play_fail(play, "%s%.*s\n%s", lost, (int)key.len, key.ptr,
			  screen.buf);
	}
	strbuf_release(&screen);
}

void play_language_frame(struct play *play)
{
	struct play_shown *all = play->shown;
	struct shown here = { .layer = play->app->layer, .keys = STRBUF_INIT };

	if (!all || play->cols < FULL_COLS)
		return;
	look(&here, &play->canvas);
	if (play->foreign) {
		if (play->frame < all->count &&
		    all->list[play->frame].layer == here.layer)
			compare(play, &all->list[play->frame], &here);
		else
			play_fail(play, "English has other frames");
		strbuf_release(&here.keys);
	} else {
		ALLOC_GROW(all->list, all->count + 1, all->cap);
		all->list[all->count++] = here;
	}
	play->frame++;
}

static bool is_spoken(const char *language)
{
	const char *english = "Quit the dashboard";

	setenv("LANGUAGE", language, 1);
	i18n_open();
	return strcmp(gettext(english), english) != 0;
}

/* Returns whether everything passed. */
static bool play_in(const char *language, struct play_shown *shown,
		    char **files, int count, int number)
{
	struct strbuf why = STRBUF_INIT;
	const char *at;
	bool ok;

	if (!is_spoken(language))
		strbuf_addstr(&why, "there is no catalogue");
	for (int i = 0; i < count; i++) {
		struct play play = { .shown = &shown[i], .foreign = true };

		if (RANDOM_SANITIZED && (i + number) % 4)
			continue;
		play_run(&play, files[i]);
		strbuf_addslice(&why, strbuf_slice(&play.why));
		play_release(&play);
	}
	printf("%s %d - nothing is lost in %s\n", why.len ? "not ok" : "ok",
	       number, language);
	for (at = why.buf; *at;) {
		size_t len = strcspn(at, "\n");

		printf("# %.*s\n", (int)len, at);
		at += len + (at[len] == '\n');
	}
	ok = !why.len;
	strbuf_release(&why);
	return ok;
}

bool play_languages(char *languages, char **files, int count)
{
	struct play_shown *shown = xcalloc((size_t)count, sizeof(*shown));
	int number = 0;
	bool ok = true;

	setenv("LANGUAGE", "en", 1);
	i18n_open();
	for (int i = 0; i < count; i++) {
		struct play play = { .shown = &shown[i] };

		play_run(&play, files[i]);
		play_release(&play);
	}
	for (char *save, *l = strtok_r(languages, " ", &save); l;
	     l = strtok_r(NULL, " ", &save))
		ok &= play_in(l, shown, files, count, ++number);
	printf("1..%d%s\n", number, number ? "" : " # SKIP no languages");
	for (int i = 0; i < count; i++) {
		for (size_t k = 0; k < shown[i].count; k++)
			strbuf_release(&shown[i].list[k].keys);
		free(shown[i].list);
	}
	free(shown);
	return ok;
}
