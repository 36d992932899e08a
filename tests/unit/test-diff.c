#include "config.h"

#include "ui/text/diff.h"

#include <locale.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "ui/text/diff-part.h"

/* Rows as lines; changed words are in brackets. */
static void rows_to_lines(struct strbuf *out, const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];

		strbuf_addchars(out, '.', row->indent);
		for (size_t k = 0; k < row->span_count; k++) {
			const struct span *span =
				&rows->spans[row->first_span + k];
			bool word = span->face == FACE_DIFF_ADD_WORD ||
				    span->face == FACE_DIFF_DEL_WORD;

			strbuf_addf(out, word ? "[%.*s]" : "%.*s",
				    (int)span->len,
				    rows->text.buf + span->start);
		}
		strbuf_addch(out, '\n');
	}
}

static void assert_rows(struct rows *rows, const char *want)
{
	struct strbuf got = STRBUF_INIT;

	rows_to_lines(&got, rows);
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	rows_release(rows);
}

static void assert_diff(const char *before, const char *after, size_t context,
			const char *want)
{
	const struct diff_options options = { .cols = 40, .context = context };
	struct rows rows = ROWS_INIT;

	diff_texts(&rows, slice_str(before), slice_str(after), &options);
	assert_rows(&rows, want);
}

static void assert_unified(const char *text, int cols, const char *want)
{
	const struct diff_options options = { .cols = cols };
	struct rows rows = ROWS_INIT;

	diff_unified(&rows, slice_str(text), &options);
	assert_rows(&rows, want);
}

static void changed_lines_have_signs_and_context(void **state)
{
	(void)state;
	assert_diff("a\nb\nc\nd\n", "a\nx\nc\nd\n", 1, " a\n-b\n+x\n c\n d\n");
	assert_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n",
		    "1\n2\n3\n4\nX\n6\n7\n8\n9\n", 1,
		    " (3 equal lines)\n 4\n-5\n+X\n 6\n (3 equal lines)\n");
	assert_diff("", "a\nb", 1, "+a\n+b\n");
	assert_diff("a\nb", "", 1, "-a\n-b\n");
	assert_diff("", "", 1, "");
	assert_diff("a\n\nb\n", "a\nb\n", 1, " a\n-\n b\n");
	assert_diff("a\nb\n", "a\nb\n", 0, " (2 equal lines)\n");
}

static void lines_in_between_are_added_or_removed(void **state)
{
	(void)state;
	assert_diff("a\nc\n", "a\nb\nc\n", 3, " a\n+b\n c\n");
	assert_diff("a\nb\nc\n", "a\nc\n", 3, " a\n-b\n c\n");
	/* Inserted first lines are a change too, with context after it. */
	assert_diff("b\nc\n", "a\nb\nc\n", 3, "+a\n b\n c\n");
}

/* Rows without those of one sign, and without signs, give the other text. */
static void assert_side(const struct rows *rows, char other, struct slice text)
{
	struct strbuf side = STRBUF_INIT, row = STRBUF_INIT;

	for (size_t i = 0; i < rows->count; i++) {
		strbuf_reset(&row);
		rows_text(&row, rows, i);
		if (row.buf[0] == other)
			continue;
		strbuf_addstr(&side, row.buf + 1);
		strbuf_addch(&side, '\n');
	}
	assert_int_equal(side.len, text.len);
	assert_memory_equal(side.buf, text.ptr, text.len);
	strbuf_release(&side);
	strbuf_release(&row);
}

static void both_texts_are_in_the_rows(void **state)
{
	const struct diff_options options = { .cols = 80, .context = 100 };
	uint64_t seed = 21;

	(void)state;
	for (int round = 0; round < 5000; round++) {
		struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
		struct rows rows = ROWS_INIT;

		for (uint32_t n = random_below(&seed, 12); n; n--)
			strbuf_addf(&a, "%u x\n",
				    (unsigned)random_below(&seed, 4));
		for (uint32_t n = random_below(&seed, 12); n; n--)
			strbuf_addf(&b, "%u x\n",
				    (unsigned)random_below(&seed, 4));
		diff_texts(&rows, strbuf_slice(&a), strbuf_slice(&b), &options);
		/* In equal texts nothing is near a change. */
		if (!slice_equal(strbuf_slice(&a), strbuf_slice(&b))) {
			assert_side(&rows, '+', strbuf_slice(&a));
			assert_side(&rows, '-', strbuf_slice(&b));
		}
		rows_release(&rows);
		strbuf_release(&a);
		strbuf_release(&b);
	}
}

static void lines_that_moved_are_removed_and_added(void **state)
{
	(void)state;
	assert_diff("a\nb\nc\n", "b\nc\na\n", 3, "-a\n b\n c\n+a\n");
}

static void a_missing_line_break_is_told(void **state)
{
	(void)state;
	assert_diff("a\nb\n", "a\nb", 3,
		    " a\n-b\n+b\n (no line break at the end)\n");
	assert_diff("a\nb", "a\nc", 3, " a\n-b\n+c\n");
}

static void a_last_line_that_others_follow_is_the_same(void **state)
{
	(void)state;
	assert_diff("a", "a\nb", DIFF_ALL, " a\n+b\n");
	assert_diff("a\nb", "a", DIFF_ALL, " a\n-b\n");
	assert_diff("x\ny", "x\nz\ny\nw", DIFF_ALL, " x\n+z\n y\n+w\n");
	assert_diff("b", "a\nb\nc", DIFF_ALL, "+a\n b\n+c\n");
	/* Unless the ends differ, which is told. */
	assert_diff("a", "a\nb\n", DIFF_ALL,
		    "-a\n (no line break at the end)\n+a\n+b\n");
}

static void words_that_changed_are_marked(void **state)
{
	(void)state;
	assert_diff("let x = foo(1, 2);\n", "let y = foo(1, 3);\n", 3,
		    "-let [x] = foo(1, [2]);\n+let [y] = foo(1, [3]);\n");
	assert_diff("one two three\n", "one three\n", 3,
		    "-one [two ]three\n+one three\n");
	assert_diff("quite another\n", "nothing of it\n", 3,
		    "-quite another\n+nothing of it\n");
}

static void a_long_line_goes_on_below_no_sign(void **state)
{
	(void)state;
	assert_unified("-abcdefgh\n+abcdxfghij\n", 6,
		       "-abcde\n.fgh\n+abcdx\n.fghij\n");
	assert_unified("-ab\n+cd", 1, "-\na\nb\n+\nc\nd\n");
}

static void a_unified_diff_keeps_its_heads(void **state)
{
	(void)state;
	assert_unified("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@ f\n"
		       "-a b\n+a c\n d\n\\ No newline\n\te\n",
		       40,
		       "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@ f\n"
		       "-a [b]\n+a [c]\n d\n\\ No newline\n         e\n");
	/* Heads count only as a pair. */
	assert_unified("--- c\n a\n-- d\n+++ e", 40,
		       "--- c\n a\n-- d\n+++ e\n");
}

static void a_unified_diff_is_known_by_its_first_lines(void **state)
{
	(void)state;
	assert_true(diff_is_unified(SLICE("--- a\n+++ b\n@@ -1 +1 @@\n")));
	assert_true(diff_is_unified(SLICE("diff --git a b\n")));
	assert_true(diff_is_unified(SLICE("text\n@@ -1,2 +1 @@\n")));
	assert_false(diff_is_unified(SLICE("--- a\nb\n")));
	assert_false(diff_is_unified(SLICE("- a\n+ b\n")));
	assert_false(diff_is_unified(SLICE("")));
}

static size_t random_lines(struct slice *lines, uint64_t *seed, uint32_t most)
{
	static const char letters[] = "abcdef";
	size_t count = random_below(seed, most);

	for (size_t i = 0; i < count; i++)
		lines[i] = slice_of(letters + random_below(seed, 6), 1);
	return count;
}

static size_t common_length(const struct slice *a, size_t a_count,
			    const struct slice *b, size_t b_count)
{
	static const size_t most = 40;
	size_t best[41][41];

	assert_true(a_count <= most && b_count <= most);
	memset(best, 0, sizeof(best));
	for (size_t i = a_count; i-- > 0;)
		for (size_t k = b_count; k-- > 0;)
			best[i][k] = slice_equal(a[i], b[k])
					     ? best[i + 1][k + 1] + 1
				     : best[i + 1][k] > best[i][k + 1]
					     ? best[i + 1][k]
					     : best[i][k + 1];
	return best[0][0];
}

/* Unflagged lines are equal, and there are as many as possible. */
static void a_line_diff_is_right_and_least(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct slice a[40], b[40];
		char removed[40] = { 0 }, added[40] = { 0 };
		size_t a_count = random_lines(a, &seed, 40);
		size_t b_count = random_lines(b, &seed, 40);
		size_t same = 0, k = 0;

		diff_lines(a, a_count, removed, b, b_count, added);
		for (size_t i = 0; i < a_count; i++) {
			if (removed[i])
				continue;
			while (k < b_count && added[k])
				k++;
			assert_true(k < b_count && slice_equal(a[i], b[k]));
			k++;
			same++;
		}
		while (k < b_count && added[k])
			k++;
		assert_int_equal(k, b_count);
		assert_int_equal(same, common_length(a, a_count, b, b_count));
	}
}

static void large_texts_without_anything_in_common_are_bounded(void **state)
{
	const struct diff_options options = { .cols = 80, .context = 3 };
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	uint64_t seed = 4;

	(void)state;
	for (int i = 0; i < 30000; i++) {
		strbuf_addf(&a, "%u a\n", (unsigned)random_below(&seed, 9));
		strbuf_addf(&b, "%u b\n", (unsigned)random_below(&seed, 9));
	}
	strbuf_addstr(&a, "end\n");
	strbuf_addstr(&b, "end\n");
	diff_texts(&rows, strbuf_slice(&a), strbuf_slice(&b), &options);
	assert_int_equal(rows.count, 60001);
	rows_release(&rows);
	strbuf_release(&a);
	strbuf_release(&b);
}

static void a_small_change_in_a_large_text_is_found(void **state)
{
	const struct diff_options options = { .cols = 80, .context = 0 };
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	struct rows rows = ROWS_INIT;

	(void)state;
	for (int i = 0; i < 30000; i++) {
		strbuf_addf(&a, "line %d\n", i);
		if (i != 100 && i != 20000)
			strbuf_addf(&b, "line %d\n", i);
	}
	diff_texts(&rows, strbuf_slice(&a), strbuf_slice(&b), &options);
	strbuf_release(&a);
	strbuf_release(&b);
	assert_rows(&rows, " (100 equal lines)\n-line 100\n"
			   " (19899 equal lines)\n-line 20000\n"
			   " (9999 equal lines)\n");
}

static void assert_numbered(const char *text, int cols, const char *want)
{
	struct diff_numbers numbers;
	const struct diff_options options = { .cols = cols,
					      .indent = 1,
					      .numbers = &numbers };
	struct rows rows = ROWS_INIT;

	diff_unified(&rows, slice_str(text), &options);
	assert_rows(&rows, want);
}

static void lines_of_a_patch_have_the_numbers_of_its_hunks(void **state)
{
	(void)state;
	assert_numbered("--- a/x\n+++ b/x\n@@ -9,3 +9,4 @@ f()\n a\n-b\n+B\n"
			"+BB\n\n@@ -99 +100,2 @@\n-y\n+z\n"
			"\\ No newline at end of file\n",
			60,
			".....--- a/x\n"
			".....+++ b/x\n"
			".....@@ -9,3 +9,4 @@ f()\n"
			".  9  a\n"
			". 10 -b\n"
			". 10 +B\n"
			". 11 +BB\n"
			". 12  \n"
			".....@@ -99 +100,2 @@\n"
			". 99 -y\n"
			".100 +z\n"
			".....\\ No newline at end of file\n");
	/* A new file, whose long line continues without a number. */
	assert_numbered("--- /dev/null\n+++ b\n@@ -0,0 +1,2 @@\n+0123456789\n"
			"+x\n",
			12,
			"...--- /dev/\n....null\n"
			"...+++ b\n"
			"...@@ -0,0 +\n....1,2 @@\n"
			".1 +01234567\n....89\n"
			".2 +x\n");
}

static void what_no_hunk_tells_has_no_number(void **state)
{
	(void)state;
	assert_numbered("diff --git a b\n-a\n+b\n", 40,
			".diff --git a b\n.-a\n.+b\n");
	assert_numbered("@@ what @@\n-a\n+b\n", 40, ".@@ what @@\n.-a\n.+b\n");
	assert_numbered("@@ -1 +99999999999999999999 @@\n a\n", 60,
			".@@ -1 +99999999999999999999 @@\n. a\n");
	/* A file without hunks after one with hunks. */
	assert_numbered("@@ -1 +1 @@\n-a\n+b\ndiff --git c d\n-a\n", 40,
			"...@@ -1 +1 @@\n.1 -a\n.1 +b\n...diff --git c d\n"
			"...-a\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changed_lines_have_signs_and_context),
		cmocka_unit_test(lines_in_between_are_added_or_removed),
		cmocka_unit_test(both_texts_are_in_the_rows),
		cmocka_unit_test(lines_that_moved_are_removed_and_added),
		cmocka_unit_test(a_missing_line_break_is_told),
		cmocka_unit_test(a_last_line_that_others_follow_is_the_same),
		cmocka_unit_test(words_that_changed_are_marked),
		cmocka_unit_test(a_long_line_goes_on_below_no_sign),
		cmocka_unit_test(a_unified_diff_keeps_its_heads),
		cmocka_unit_test(a_unified_diff_is_known_by_its_first_lines),
		cmocka_unit_test(
			lines_of_a_patch_have_the_numbers_of_its_hunks),
		cmocka_unit_test(what_no_hunk_tells_has_no_number),
		cmocka_unit_test(a_line_diff_is_right_and_least),
		cmocka_unit_test(
			large_texts_without_anything_in_common_are_bounded),
		cmocka_unit_test(a_small_change_in_a_large_text_is_found),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("diff", tests, NULL, NULL);
}
