#include "config.h"

#include "ui/view/picker-match.h"

#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#include "src/base/ascii.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/*
 * The classes differ by more than any scores within them: exactly the text,
 * then characters that start words or follow such, then any.
 */
enum {
	SCORE_EXACT = 30000,
	SCORE_WORDS = 20000,
	SCORE_ANY = 10000,
	SCORE_WHOLE = 4000,  /* the label is exactly that */
	SCORE_START = 2000,  /* at the start of the label */
	SCORE_WORD = 1000,   /* at the start of a word */
	SCORE_MARGIN = 1500, /* that gaps and length can subtract */
};

static uint32_t fold_char(uint32_t cp)
{
	if (cp < 0x80)
		return cp >= 'A' && cp <= 'Z' ? cp | 0x20 : cp;
	return (uint32_t)towlower((wint_t)cp);
}

void picker_fold(struct strbuf *out, struct slice text)
{
	strbuf_grow(out, text.len);
	for (size_t pos = 0; pos < text.len;) {
		uint32_t cp;
		char utf8[4];

		pos += utf8_decode(text.ptr + pos, text.len - pos, &cp);
		strbuf_add(out, utf8, utf8_encode(fold_char(cp), utf8));
	}
}

void picker_pattern_init(struct picker_pattern *pattern, struct slice typed)
{
	struct slice text;

	*pattern = (struct picker_pattern){ .text = STRBUF_INIT };
	strbuf_addslice(&pattern->text, slice_trim(typed));
	text = strbuf_slice(&pattern->text);
	for (size_t pos = 0; pos < text.len;) {
		uint32_t cp;
		size_t took = utf8_decode(text.ptr + pos, text.len - pos, &cp);

		if (fold_char(cp) != cp)
			pattern->exact_case = true;
		if (cp != ' ') {
			ALLOC_GROW(pattern->chars, pattern->count + 1,
				   pattern->cap);
			pattern->chars[pattern->count++] =
				slice_of(text.ptr + pos, took);
		}
		pos += took;
	}
}

void picker_pattern_release(struct picker_pattern *pattern)
{
	if (!pattern)
		return;
	strbuf_release(&pattern->text);
	free(pattern->chars);
	*pattern = (struct picker_pattern){ .text = STRBUF_INIT };
}

/* The first `what` at or after `from`, or the label's length. */
static size_t find(struct slice label, size_t from, struct slice what)
{
	/* A memmem() call costs more than a label is long. */
	for (; label.len - from >= what.len; from++) {
		const char *at = memchr(label.ptr + from, *what.ptr,
					label.len - from - what.len + 1);

		if (!at)
			break;
		from = (size_t)(at - label.ptr);
		if (what.len == 1 || !memcmp(at, what.ptr, what.len))
			return from;
	}
	return label.len;
}

static bool is_at(struct slice label, size_t pos, struct slice what)
{
	/* Most differ in the first byte: avoid the call. */
	return what.len <= label.len - pos && label.ptr[pos] == *what.ptr &&
	       (what.len == 1 || !memcmp(label.ptr + pos, what.ptr, what.len));
}

static bool is_word(char c)
{
	unsigned char u = (unsigned char)c;

	return u >= 0x80 || ascii_is_alnum(u);
}

static bool starts_word(struct slice label, size_t pos)
{
	return !pos || !is_word(label.ptr[pos - 1]);
}

/* The end of the last character if all occur in order, or 0. */
static size_t match_end(const struct picker_pattern *pattern,
			struct slice label)
{
	size_t pos = 0;

	for (size_t i = 0; i < pattern->count; i++) {
		pos = find(label, pos, pattern->chars[i]);
		if (pos == label.len)
			return 0;
		pos += pattern->chars[i].len;
	}
	return pos;
}

static unsigned less(unsigned score, size_t cost)
{
	return score - (unsigned)(cost < SCORE_MARGIN ? cost : SCORE_MARGIN);
}

/* Score the whole pattern as typed, best at the start of a word; or 0. */
static unsigned score_exact(const struct picker_pattern *pattern,
			    struct slice label)
{
	struct slice text = strbuf_slice(&pattern->text);
	size_t first = find(label, 0, text);
	size_t pos = first;

	if (first == label.len)
		return 0;
	if (text.len == label.len)
		return SCORE_EXACT + SCORE_WHOLE;
	if (!first)
		return less(SCORE_EXACT + SCORE_START, label.len);
	while (pos < label.len && !starts_word(label, pos))
		pos = find(label, pos + 1, text);
	if (pos < label.len)
		return less(SCORE_EXACT + SCORE_WORD, label.len);
	return less(SCORE_EXACT, label.len);
}

/* Score if each character begins a word or follows the one before; or 0. */
static unsigned score_words(const struct picker_pattern *pattern,
			    struct slice label)
{
	size_t pos = 0, words = 0;

	for (size_t i = 0; i < pattern->count; i++) {
		struct slice ch = pattern->chars[i];

		if (!i || !is_at(label, pos, ch)) {
			words++;
			pos = find(label, pos, ch);
			while (pos < label.len && !starts_word(label, pos))
				pos = find(label, pos + 1, ch);
			if (pos == label.len)
				return 0;
		}
		pos += ch.len;
	}
	return less(SCORE_WORDS, 20 * words + label.len);
}

/* Start of the shortest range that ends at `end` and has all in order. */
static size_t match_start(const struct picker_pattern *pattern,
			  struct slice label, size_t end)
{
	size_t pos = end;

	for (size_t i = pattern->count; i-- > 0;) {
		struct slice ch = pattern->chars[i];

		pos -= ch.len;
		while (!is_at(label, pos, ch))
			pos--;
	}
	return pos;
}

unsigned picker_pattern_score(const struct picker_pattern *pattern,
			      struct slice label)
{
	size_t end, start;
	unsigned score;

	if (!pattern->count)
		return SCORE_ANY;
	end = match_end(pattern, label);
	if (!end)
		return 0;
	score = score_exact(pattern, label);
	if (!score)
		score = score_words(pattern, label);
	if (score)
		return score;
	start = match_start(pattern, label, end);
	return less(SCORE_ANY + (starts_word(label, start) ? SCORE_WORD : 0),
		    10 * (end - start) + label.len);
}
