#include "config.h"

#include "ui/view/editor.h"

#include <locale.h>
#include <stdlib.h>

#include "src/base/xalloc.h"
#include "tests/unit/editor-press.h"
#include "tests/unit/test.h"

static void typing_inserts_at_the_cursor(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	assert_int_equal(press(&ed, "ac<Left>b"), EDITOR_EDITED);
	assert_editor(&ed, "ab|c");
	press(&ed, "<Space>é日");
	assert_editor(&ed, "ab é日|c");
	editor_release(&ed);
}

static void what_is_not_its_own_is_left_to_the_caller(void **state)
{
	static const char *const keys[] = { "<Enter>", "<Esc>",    "<Tab>",
					    "<S-Tab>", "<C-z>",    "<F2>",
					    "<C-x>",   "<PageUp>", "<Up>",
					    "<Down>",  "<C-l>" };
	struct editor ed = new_editor("abc");

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		assert_int_equal(press(&ed, keys[i]), EDITOR_IGNORED);
	assert_editor(&ed, "abc|");
	editor_release(&ed);
}

static void emacs_keys_move(void **state)
{
	struct editor ed = new_editor("one two\nthree");

	(void)state;
	assert_int_equal(press(&ed, "<C-a>"), EDITOR_MOVED);
	assert_editor(&ed, "one two\n|three");
	press(&ed, "<C-b>");
	assert_editor(&ed, "one two|\nthree");
	press(&ed, "<M-b>");
	assert_editor(&ed, "one |two\nthree");
	press(&ed, "<M-b><M-f>");
	assert_editor(&ed, "one| two\nthree");
	press(&ed, "<C-f><C-f><C-n>");
	assert_editor(&ed, "one two\nthree|");
	press(&ed, "<C-p>");
	assert_editor(&ed, "one t|wo\nthree");
	press(&ed, "<C-e>");
	assert_editor(&ed, "one two|\nthree");
	press(&ed, "<Home>");
	assert_editor(&ed, "|one two\nthree");
	press(&ed, "<C-End>");
	assert_editor(&ed, "one two\nthree|");
	editor_release(&ed);
}

static void emacs_keys_erase(void **state)
{
	struct editor ed = new_editor("one two three\nfour");

	(void)state;
	press(&ed, "<C-w>");
	assert_editor(&ed, "one two three\n|");
	press(&ed, "<BS>");
	assert_editor(&ed, "one two three|");
	press(&ed, "<C-w><C-w>");
	assert_editor(&ed, "one |");
	press(&ed, "two");
	press(&ed, "<C-a><M-d>");
	assert_editor(&ed, "| two");
	press(&ed, "<C-d><C-f><C-k>");
	assert_editor(&ed, "t|");
	press(&ed, "<C-u>");
	assert_editor(&ed, "|");
	editor_release(&ed);
}

static void killing_at_the_end_of_a_line_takes_its_break(void **state)
{
	struct editor ed = new_editor("ab\ncd");

	(void)state;
	press(&ed, "<C-Home><C-k>");
	assert_editor(&ed, "|\ncd");
	press(&ed, "<C-k>");
	assert_editor(&ed, "|cd");
	editor_release(&ed);
}

static void lines_break_by_meta_enter_and_control_j(void **state)
{
	struct editor ed = new_editor("a");

	(void)state;
	assert_int_equal(press(&ed, "<M-Enter>"), EDITOR_EDITED);
	press(&ed, "b<C-j>c");
	assert_editor(&ed, "a\nb\nc|");
	editor_release(&ed);
}

static void in_one_line_breaks_become_blanks(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	ed.one_line = true;
	editor_paste(&ed, SLICE("a\r\nb\nc\rd"));
	press(&ed, "<C-j>");
	assert_editor(&ed, "a b c d |");
	assert_int_equal(editor_rows(&ed, 3), 1);
	assert_int_equal(press(&ed, "<Up>"), EDITOR_IGNORED);
	editor_release(&ed);
}

static void pasted_line_breaks_and_bad_bytes_are_made_right(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	editor_paste(&ed, SLICE("a\r\nb\rc\n\xff\xed\xa0\x80z"));
	assert_string_equal(ed.text.buf,
			    "a\nb\nc\n\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
			    "\xef\xbf\xbdz");
	editor_release(&ed);
}

static void a_base_and_its_marks_move_together(void **state)
{
	struct editor ed = new_editor("ae\u0301\u0302b");

	(void)state;
	press(&ed, "<Left><Left>");
	assert_editor(&ed, "a|e\u0301\u0302b");
	press(&ed, "<Right>");
	assert_editor(&ed, "ae\u0301\u0302|b");
	press(&ed, "<BS>");
	assert_editor(&ed, "a|b");
	editor_release(&ed);
}

static void a_flag_moves_as_one(void **state)
{
	struct editor ed = new_editor("\U0001F1E6\U0001F1F9"
				      "\U0001F1E9\U0001F1EA");

	(void)state;
	press(&ed, "<Left>");
	assert_editor(&ed, "\U0001F1E6\U0001F1F9|\U0001F1E9\U0001F1EA");
	press(&ed, "<BS>");
	assert_editor(&ed, "|\U0001F1E9\U0001F1EA");
	editor_release(&ed);
}

static void undo_takes_words_back(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	press(&ed, "one<Space>two<Space><Space>three");
	press(&ed, "<C-_>");
	assert_editor(&ed, "one two  |");
	press(&ed, "<C-_>");
	assert_editor(&ed, "one |");
	press(&ed, "<C-_>");
	assert_editor(&ed, "|");
	assert_int_equal(press(&ed, "<C-_>"), EDITOR_MOVED);
	press(&ed, "<M-_><M-_><M-_>");
	assert_editor(&ed, "one two  three|");
	assert_int_equal(press(&ed, "<M-_>"), EDITOR_MOVED);
	editor_release(&ed);
}

static void moving_ends_a_group(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	press(&ed, "ab<Left><Right>cd<C-_>");
	assert_editor(&ed, "ab|");
	editor_release(&ed);
}

static void erased_characters_come_back_together(void **state)
{
	struct editor ed = new_editor("abcdef");

	(void)state;
	press(&ed, "<BS><BS><BS>");
	assert_editor(&ed, "abc|");
	press(&ed, "<C-_>");
	assert_editor(&ed, "abcdef|");
	press(&ed, "<C-a><Del><Del><C-_>");
	assert_editor(&ed, "|abcdef");
	editor_release(&ed);
}

static void a_new_edit_ends_what_could_be_done_again(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	press(&ed, "one<C-_>two<M-_>");
	assert_editor(&ed, "two|");
	editor_release(&ed);
}

static void setting_forgets_undo(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	press(&ed, "one");
	editor_set(&ed, SLICE("two"));
	press(&ed, "<C-_>");
	assert_editor(&ed, "two|");
	editor_set(&ed, strbuf_slice(&ed.text));
	assert_editor(&ed, "two|");
	editor_release(&ed);
}

static void the_oldest_steps_are_dropped_at_the_limit(void **state)
{
	struct editor ed = new_editor("");
	size_t undone = 0;

	(void)state;
	for (int i = 0; i < 2500; i++)
		editor_paste(&ed, SLICE("x"));
	while (press(&ed, "<C-_>") == EDITOR_EDITED)
		undone++;
	assert_int_equal(ed.text.len, 2500 - undone);
	assert_true(undone >= 900 && undone <= 1000);
	editor_release(&ed);
}

static void random_edits_are_undone_to_the_start(void **state)
{
	static const char *const keys[] = { "a",      "<Space>", "<BS>",
					    "<Del>",  "<C-w>",   "<C-k>",
					    "<Left>", "<C-j>",   "日",
					    "<M-b>",  "<C-a>",   "<Up>",
					    "e",      "<M-d>" };
	uint32_t seed = 7;

	(void)state;
	for (int round = 0; round < 50; round++) {
		struct editor ed = new_editor("start\nof it\u0301");
		char *end;

		ed.cols = 4;
		for (int i = 0; i < 200; i++) {
			seed = seed * 1664525 + 1013904223;
			press(&ed, keys[(seed >> 16) % ARRAY_SIZE(keys)]);
		}
		end = xstrdup(ed.text.buf);
		while (press(&ed, "<C-_>") == EDITOR_EDITED)
			;
		assert_string_equal(ed.text.buf, "start\nof it\u0301");
		while (press(&ed, "<M-_>") == EDITOR_EDITED)
			;
		assert_string_equal(ed.text.buf, end);
		free(end);
		editor_release(&ed);
	}
}

static void a_secret_leaves_nothing_behind_what_is_there(void **state)
{
	struct editor ed;

	(void)state;
	editor_init(&ed);
	ed.secret = true;
	editor_paste(&ed, SLICE("hunter2hunter2"));
	press(&ed, "<C-u>pw");
	assert_editor(&ed, "pw|");
	for (size_t i = ed.text.len; i < ed.text.cap; i++)
		assert_int_equal(ed.text.buf[i], 0);
	editor_release(&ed);
	assert_int_equal(ed.text.len, 0);
}

static void positions_count_lines_and_characters(void **state)
{
	struct editor ed = new_editor("{\n \"é\": ?\n}");
	int line, col;

	(void)state;
	editor_position(&ed, 0, &line, &col);
	assert_int_equal(line, 1);
	assert_int_equal(col, 1);
	editor_position(&ed, (size_t)(strchr(ed.text.buf, '?') - ed.text.buf),
			&line, &col);
	assert_int_equal(line, 2);
	assert_int_equal(col, 7);
	editor_position(&ed, 9999, &line, &col);
	assert_int_equal(line, 3);
	assert_int_equal(col, 2);
	editor_release(&ed);
}

static void a_paste_is_one_edit(void **state)
{
	struct editor ed = new_editor("");

	(void)state;
	press(&ed, "ab");
	editor_paste(&ed, SLICE("one\ntwo\nthree"));
	press(&ed, "c<C-_>");
	assert_editor(&ed, "abone\ntwo\nthree|");
	press(&ed, "<C-_>");
	assert_editor(&ed, "ab|");
	editor_release(&ed);
}

/* What terminals send once unambiguous keys are enabled (D16). */
static void shift_changes_neither_backspace_nor_delete(void **state)
{
	struct editor ed;

	(void)state;
	editor_init(&ed);
	editor_set(&ed, SLICE("one two three"));
	assert_int_equal(editor_key(&ed, (struct key){ KEY_SYM_BACKSPACE, 0,
						       KEY_SHIFT }),
			 EDITOR_EDITED);
	assert_string_equal(ed.text.buf, "one two thre");
	assert_int_equal(
		editor_key(&ed, (struct key){ KEY_SYM_BACKSPACE, 0, KEY_CTRL }),
		EDITOR_EDITED);
	assert_string_equal(ed.text.buf, "one two ");
	assert_int_equal(
		editor_key(&ed, (struct key){ KEY_SYM_ENTER, 0, KEY_SHIFT }),
		EDITOR_EDITED);
	assert_string_equal(ed.text.buf, "one two \n");
	editor_key(&ed, (struct key){ KEY_SYM_HOME, 0, KEY_CTRL });
	editor_key(&ed, (struct key){ KEY_SYM_DELETE, 0, KEY_SHIFT });
	assert_string_equal(ed.text.buf, "ne two \n");
	editor_release(&ed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shift_changes_neither_backspace_nor_delete),
		cmocka_unit_test(typing_inserts_at_the_cursor),
		cmocka_unit_test(what_is_not_its_own_is_left_to_the_caller),
		cmocka_unit_test(emacs_keys_move),
		cmocka_unit_test(emacs_keys_erase),
		cmocka_unit_test(killing_at_the_end_of_a_line_takes_its_break),
		cmocka_unit_test(lines_break_by_meta_enter_and_control_j),
		cmocka_unit_test(in_one_line_breaks_become_blanks),
		cmocka_unit_test(
			pasted_line_breaks_and_bad_bytes_are_made_right),
		cmocka_unit_test(a_base_and_its_marks_move_together),
		cmocka_unit_test(a_flag_moves_as_one),
		cmocka_unit_test(undo_takes_words_back),
		cmocka_unit_test(moving_ends_a_group),
		cmocka_unit_test(erased_characters_come_back_together),
		cmocka_unit_test(a_new_edit_ends_what_could_be_done_again),
		cmocka_unit_test(setting_forgets_undo),
		cmocka_unit_test(the_oldest_steps_are_dropped_at_the_limit),
		cmocka_unit_test(random_edits_are_undone_to_the_start),
		cmocka_unit_test(a_secret_leaves_nothing_behind_what_is_there),
		cmocka_unit_test(positions_count_lines_and_characters),
		cmocka_unit_test(a_paste_is_one_edit),
	};

	if (!setlocale(LC_CTYPE, "C.UTF-8"))
		return 1;
	return cmocka_run_group_tests_name("editor", tests, NULL, NULL);
}
