#ifndef JPD_TESTS_UNIT_VECTORS_H
#define JPD_TESTS_UNIT_VECTORS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Cases in tests/vectors/NAME: a line to decode, then the expected result as
 * "key=value" lines, all members that are set in this order, up to an empty
 * line. A refused line gives "error=sentence". Lines that start with # are
 * comments.
 */
typedef void vectors_dump(struct strbuf *out, struct slice line);

/* Fails the running test at the first difference. Returns the cases. */
size_t vectors_check(const char *name, vectors_dump *dump);
/* Call `dump` for each line that is decoded, without comparing. */
size_t vectors_each(const char *name, vectors_dump *dump);

/* For a dump: nothing if `text` is NULL; newlines become \n. */
void dump_text(struct strbuf *out, const char *key, const char *text);
void dump_raw(struct strbuf *out, const char *key, struct slice raw);
void dump_int(struct strbuf *out, const char *key, long long n, long long none);
void dump_bool(struct strbuf *out, const char *key, bool b);
/* A word of an enum; `name` NULL: an unknown one. */
void dump_word(struct strbuf *out, const char *key, int word, const char *name);
void dump_texts(struct strbuf *out, const char *key, char **texts,
		size_t count);

#endif
