/*
 * The lines of tests/vectors, mutated from a fixed seed, through the same
 * checks as in the fuzzers.
 */
#include "config.h"

#include "tests/fuzz/wire-check.h"

#include <string.h>

#include "src/base/strbuf.h"
#include "tests/unit/test.h"
#include "tests/unit/vectors.h"

static uint64_t random_state = 20260318;

static size_t roll(size_t below)
{
	random_state = random_state * UINT64_C(6364136223846793005) +
		       UINT64_C(1442695040888963407);
	return (size_t)(random_state >> 33) % below;
}

/* Mutate once: a byte, a deletion, a piece of grammar, a repetition. */
static void mutate(struct strbuf *text)
{
	static const char *const pieces[] = {
		"\"",         "\\",        "{",    "}",     "[",
		"]",          ",",         ":",    "\n",    " ",
		"\\u0000",    "\\ud800",   "\\",   "\xff",  "\xe2\x82",
		"\"data\":[", "\"type\":", "null", "1e999", "-",
	};
	const char *piece = pieces[roll(sizeof(pieces) / sizeof(pieces[0]))];
	size_t at = roll(text->len + 1), len = text->len - at;

	switch (roll(4)) {
	case 0:
		if (len)
			text->buf[at] = (char)roll(256);
		break;
	case 1:
		strbuf_remove(text, at, len ? roll(len < 8 ? len : 8) : 0);
		break;
	case 2:
		strbuf_insert(text, at, piece, strlen(piece));
		break;
	default:
		if (len) {
			struct strbuf copy = STRBUF_INIT;

			strbuf_add(&copy, text->buf + at, roll(len) + 1);
			strbuf_insert(text, roll(text->len + 1), copy.buf,
				      copy.len);
			strbuf_release(&copy);
		}
	}
}

static void make_noise(struct strbuf *out, struct slice line)
{
	struct strbuf stream = STRBUF_INIT;

	(void)out;
	for (int round = 0; round < 60; round++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addslice(&text, line);
		for (size_t changes = roll(4); changes; changes--)
			mutate(&text);
		wire_check_value(strbuf_slice(&text));
		strbuf_addslice(&stream, strbuf_slice(&text));
		strbuf_addch(&stream, '\n');
		strbuf_addstr(&stream, "{\"type\":\"events\",\"data\":[");
		strbuf_addslice(&stream, strbuf_slice(&text));
		strbuf_addch(&stream, ',');
		strbuf_addslice(&stream, line);
		strbuf_addstr(&stream, " ]}\n");
		strbuf_release(&text);
	}
	wire_check_stream(strbuf_slice(&stream), roll(1 << 20));
	strbuf_release(&stream);
}

static void changed_lines_break_no_rule(void **state)
{
	static const char *const files[] = { "events.txt", "host-messages.txt",
					     "plugin-messages.txt" };

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		assert_in_range(vectors_each(files[i], make_noise), 30, 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changed_lines_break_no_rule),
	};

	return cmocka_run_group_tests_name("wire-noise", tests, NULL, NULL);
}
