#include "config.h"

#include <string.h>

#include "src/base/ascii.h"
#include "ui/text/diff-part.h"

enum {
	WORDS_MAX = 512, /* in a line; otherwise lines are shown whole */
	MATRIX_MAX = 64, /* words to compare with each other */
	SAME_PERCENT_MIN = 40,
};

struct words {
	struct slice words[WORDS_MAX];
	bool same[WORDS_MAX];
	size_t count;
};

static bool is_word(char c)
{
	return ascii_is_alnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Split into words, runs of blanks, and single other characters. */
static bool split(struct words *words, struct slice line)
{
	words->count = 0;
	while (line.len) {
		size_t n = 1;

		if (words->count == WORDS_MAX)
			return false;
		if (is_word(*line.ptr))
			while (n < line.len && is_word(line.ptr[n]))
				n++;
		else if (*line.ptr == ' ')
			while (n < line.len && line.ptr[n] == ' ')
				n++;
		words->same[words->count] = false;
		words->words[words->count++] = slice_of(line.ptr, n);
		line = slice_skip(line, n);
	}
	return true;
}

/* Mark a longest common subsequence between the equal ends. */
static void match_middle(struct words *a, size_t a_end, struct words *b,
			 size_t b_end, size_t start)
{
	uint8_t best[MATRIX_MAX + 1][MATRIX_MAX + 1];
	size_t rows = a_end - start, cols = b_end - start, i, k;

	if (rows > MATRIX_MAX || cols > MATRIX_MAX)
		return;
	memset(best, 0, sizeof(best));
	for (i = rows; i-- > 0;)
		for (k = cols; k-- > 0;) {
			uint8_t skip = best[i + 1][k] > best[i][k + 1]
					       ? best[i + 1][k]
					       : best[i][k + 1];

			best[i][k] = slice_equal(a->words[start + i],
						 b->words[start + k])
					     ? (uint8_t)(best[i + 1][k + 1] + 1)
					     : skip;
		}
	for (i = k = 0; i < rows && k < cols;) {
		if (slice_equal(a->words[start + i], b->words[start + k])) {
			a->same[start + i++] = true;
			b->same[start + k++] = true;
		} else if (best[i + 1][k] >= best[i][k + 1]) {
			i++;
		} else {
			k++;
		}
	}
}

static void match(struct words *a, struct words *b)
{
	size_t start = 0, a_end = a->count, b_end = b->count;

	while (start < a_end && start < b_end &&
	       slice_equal(a->words[start], b->words[start])) {
		a->same[start] = b->same[start] = true;
		start++;
	}
	while (a_end > start && b_end > start &&
	       slice_equal(a->words[a_end - 1], b->words[b_end - 1]))
		a->same[--a_end] = b->same[--b_end] = true;
	match_middle(a, a_end, b, b_end, start);
}

/* Bytes of equal words, or of all words; blanks do not count. */
static size_t count_bytes(const struct words *words, bool all)
{
	size_t bytes = 0;

	for (size_t i = 0; i < words->count; i++)
		if ((all || words->same[i]) && *words->words[i].ptr != ' ')
			bytes += words->words[i].len;
	return bytes;
}

static void paint(struct styled *out, const struct words *words, enum face face,
		  enum face changed)
{
	styled_reset(out);
	for (size_t i = 0; i < words->count; i++)
		styled_add(out, words->words[i],
			   words->same[i] ? face : changed);
}

bool diff_words(struct diff_pair *pair, struct slice before, struct slice after)
{
	struct words a, b;

	if (!split(&a, before) || !split(&b, after))
		return false;
	match(&a, &b);
	if ((count_bytes(&a, false) + count_bytes(&b, false)) * 100 <
	    (count_bytes(&a, true) + count_bytes(&b, true)) * SAME_PERCENT_MIN)
		return false;
	paint(&pair->before, &a, FACE_DIFF_DEL, FACE_DIFF_DEL_WORD);
	paint(&pair->after, &b, FACE_DIFF_ADD, FACE_DIFF_ADD_WORD);
	return true;
}
