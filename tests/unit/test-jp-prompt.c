#include "config.h"

#include "src/jphost/jp/jp-prompt.h"

#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* Rows as drawn by the real jp; a "_" at the end of a text is the cursor. */
#define ROWS 8

struct shown {
	struct jp_row rows[ROWS];
	struct jp_view view;
	struct jp_prompt prompt;
};

static void show(struct shown *shown, size_t cols, const char *const *rows,
		 size_t count)
{
	memset(shown, 0, sizeof(*shown));
	jp_prompt_init(&shown->prompt);
	shown->view.rows = shown->rows;
	shown->view.cols = cols;
	shown->view.count = count;
	for (size_t i = 0; i < count; i++) {
		size_t len = strlen(rows[i]);

		if (len && rows[i][len - 1] == '_') {
			shown->view.cursor_row = i;
			shown->view.cursor_col = --len;
		}
		while (len && rows[i][len - 1] == ' ')
			len--;
		shown->rows[i].text = slice_of(rows[i], len);
		shown->rows[i].used = len;
	}
	jp_prompt_find(&shown->prompt, &shown->view);
}

static void check(size_t cols, const char *const *rows, size_t count,
		  enum jp_prompt_kind kind, const char *text)
{
	struct shown shown;

	show(&shown, cols, rows, count);
	assert_string_equal(jp_prompt_kind_name(shown.prompt.kind),
			    jp_prompt_kind_name(kind));
	assert_true(slice_is(strbuf_slice(&shown.prompt.text), text));
	jp_prompt_release(&shown.prompt);
}

#define SHOWS(cols, kind, text, ...)                                     \
	do {                                                             \
		const char *const rows_[] = { __VA_ARGS__ };             \
		check((cols), rows_, ARRAY_SIZE(rows_), (kind), (text)); \
	} while (0)

static void a_permission_is_known_at_any_width(void **state)
{
	(void)state;
	SHOWS(200, JP_PROMPT_PERMISSION, "shell",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,?] _");
	SHOWS(80, JP_PROMPT_PERMISSION, "shell",
	      "Calling tool shell with arguments:", "",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,?] _");
	SHOWS(30, JP_PROMPT_PERMISSION, "shell",
	      "? Run local shell tool? [y,Y,n", ",N,p,r,e,?] _");
	SHOWS(20, JP_PROMPT_PERMISSION, "shell", "```", "? Run local shell to",
	      "ol? [y,Y,n,N,p,r,e,?", "] _");
	/* The cursor is on the next row if the text fills one. */
	SHOWS(42, JP_PROMPT_PERMISSION, "shell",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,?]", "_");
	/* A line break replaces the blank. */
	SHOWS(24, JP_PROMPT_PERMISSION, "shell", "? Run local shell tool?",
	      "[y,Y,n,N,p,r,e,?] _");
}

static void each_source_of_a_tool_is_known(void **state)
{
	struct shown shown;
	static const char *const mcp[] = {
		"? Run mcp create_issue tool from github server? "
		"[y,Y,n,N,p,r,e,?] _"
	};

	(void)state;
	SHOWS(80, JP_PROMPT_PERMISSION, "inner",
	      "? Run built-in inner tool? [y,Y,n,N,p,r,e,?] _");
	show(&shown, 100, mcp, 1);
	assert_int_equal(shown.prompt.kind, JP_PROMPT_PERMISSION);
	assert_true(slice_is(strbuf_slice(&shown.prompt.text), "create_issue"));
	assert_true(slice_is(strbuf_slice(&shown.prompt.server), "github"));
	jp_prompt_release(&shown.prompt);
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Run remote shell tool? [y,Y,n,N,p,r,e,?] _");
	SHOWS(120, JP_PROMPT_NONE, "",
	      "? Run mcp a tool from b tool from c server? "
	      "[y,Y,n,N,p,r,e,?] _");
}

static void the_other_prompts_are_known(void **state)
{
	(void)state;
	SHOWS(80, JP_PROMPT_DELIVERY, "shell",
	      "? Deliver shell result to assistant? [y,n,e,?] (y) _");
	SHOWS(20, JP_PROMPT_DELIVERY, "deliver", "? Deliver deliver re",
	      "sult to assistant? [", "y,n,e,?] (y) _");
	SHOWS(80, JP_PROMPT_YES_NO, "Overwrite the file?",
	      "? Overwrite the file? [y,Y,n,N,?] _");
	SHOWS(80, JP_PROMPT_YES_NO, "Overwrite the file?",
	      "? Overwrite the file? [y,Y,n,N,?] (n) _");
	SHOWS(80, JP_PROMPT_LIST, "Which colour?", "? Which colour? _", "> red",
	      "  green",
	      "[\xe2\x86\x91\xe2\x86\x93 to move, enter to select, type to "
	      "filter]");
	SHOWS(80, JP_PROMPT_TEXT, "Which name?", "? Which name? _");
	SHOWS(80, JP_PROMPT_INTERRUPT, "Interrupted",
	      "? Interrupted [c,r,s,a,?] _");
	SHOWS(80, JP_PROMPT_INTERRUPT, "Interrupted",
	      "? Interrupted [c,r,s,t,?] _");
	SHOWS(80, JP_PROMPT_LOCK_LIST,
	      "Conversation jp-c17 is locked (pid 5, session 4)",
	      "? Conversation jp-c17 is locked (pid 5, session 4) _",
	      "> Continue waiting", "  Cancel",
	      "[\xe2\x86\x91\xe2\x86\x93 to move, enter to select, type to "
	      "filter]");
	SHOWS(80, JP_PROMPT_LOCK_WAIT, "(pid: 5, session: 4) (9.9s)",
	      "\xe2\x8f\xb1 Pending conversation lock (pid: 5, session: 4) "
	      "(9.9s)_");
}

static void what_is_not_word_for_word_is_no_prompt(void **state)
{
	(void)state;
	/* Half drawn, answered, with something typed. */
	SHOWS(80, JP_PROMPT_NONE, "", "? Run local shell tool? [y,Y,n,N_");
	SHOWS(80, JP_PROMPT_NONE, "",
	      "> Run local shell tool? [y,Y,n,N,p,r,e,?] y_");
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,?] x_");
	/* The cursor is elsewhere. */
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,?]", "_");
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,?]  _");
	/* A different menu, a preset that jp does not have. */
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,x,?] _");
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Run local shell tool? [y,Y,n,N,p,r,e,?] (y) _");
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Deliver shell result to assistant? [y,n,e,?] (n) _");
	SHOWS(80, JP_PROMPT_NONE, "",
	      "? Deliver shell result to assistant? [y,n,e,?] _");
	/* Not at the edge, where jp does not draw it. */
	SHOWS(80, JP_PROMPT_NONE, "",
	      "ok ? Run local shell tool? [y,Y,n,N,p,r,e,?] _");
	SHOWS(80, JP_PROMPT_NONE, "", "_");
}

static void a_text_of_two_readings_is_no_prompt(void **state)
{
	(void)state;
	/* Two questions, or one whose second row looks like another. */
	SHOWS(20, JP_PROMPT_NONE, "", "? Remove these fil??",
	      "? Sure? [y,Y,n,N,?] ", "_");
	/* A question above it is not part of it. */
	SHOWS(80, JP_PROMPT_YES_NO, "Sure?", "? Remove these?",
	      "? Sure? [y,Y,n,N,?] _");
}

static void an_edited_text_is_read_to_its_end(void **state)
{
	static const struct jp_row rows[] = {
		{ { "Reason for skipping", 19 }, 19 },
		{ { "(optional) because n", 20 }, 20 },
		{ { "ot", 2 }, 2 },
	};
	const struct jp_view view = {
		.rows = rows,
		.count = 3,
		.cols = 20,
		.cursor_row = 2,
		.cursor_col = 2,
		.drawn = true,
	};
	struct jp_prompt prompt;

	(void)state;
	jp_prompt_init(&prompt);
	jp_prompt_find(&prompt, &view);
	assert_int_equal(prompt.kind, JP_PROMPT_WIDGET);
	assert_true(slice_is(strbuf_slice(&prompt.value), "because not"));
	jp_prompt_release(&prompt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_permission_is_known_at_any_width),
		cmocka_unit_test(each_source_of_a_tool_is_known),
		cmocka_unit_test(the_other_prompts_are_known),
		cmocka_unit_test(what_is_not_word_for_word_is_no_prompt),
		cmocka_unit_test(a_text_of_two_readings_is_no_prompt),
		cmocka_unit_test(an_edited_text_is_read_to_its_end),
	};

	return cmocka_run_group_tests_name("jp-prompt", tests, NULL, NULL);
}
