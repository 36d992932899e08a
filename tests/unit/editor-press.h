#ifndef JPD_TESTS_UNIT_EDITOR_PRESS_H
#define JPD_TESTS_UNIT_EDITOR_PRESS_H

#include "tests/unit/test.h"
#include "ui/view/editor.h"

/* Press keys written as text; returns the last one's result. */
static inline enum editor_result press(struct editor *ed, const char *keys)
{
	struct slice rest = slice_str(keys);
	enum editor_result result = EDITOR_IGNORED;
	struct key key;

	while (rest.len) {
		assert_true(key_parse(&rest, &key));
		result = editor_key(ed, key);
	}
	return result;
}

static inline struct editor new_editor(const char *text)
{
	struct editor ed;

	editor_init(&ed);
	editor_set(&ed, slice_str(text));
	return ed;
}

/* The text with a bar at the cursor. */
#define assert_editor(ed, want)                                     \
	do {                                                        \
		struct strbuf got = STRBUF_INIT;                    \
                                                                    \
		strbuf_add(&got, (ed)->text.buf, (ed)->cursor);     \
		strbuf_addch(&got, '|');                            \
		strbuf_addstr(&got, (ed)->text.buf + (ed)->cursor); \
		assert_string_equal(got.buf, want);                 \
		strbuf_release(&got);                               \
	} while (0)

#endif
