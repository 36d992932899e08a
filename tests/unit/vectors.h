#ifndef JPD_TESTS_UNIT_VECTORS_H
#define JPD_TESTS_UNIT_VECTORS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Cases in tests/vectors/NAME: a line that is decoded, then what must come
 * of it as "key=value" lines, all that is set and in this order, up to an
 * empty line. A line that is refused gives "error=sentence". Lines that
 * start with # are comments.
 */
typedef void vectors_dump(struct strbuf *out, struct slice line);

/* Fails the running test at the first difference. Returns the cases. */
size_t vectors_check(const char *name, vectors_dump *dump);
/* Calls `dump` for each line that is decoded, and compares nothing. */
size_t vectors_each(const char *name, vectors_dump *dump);

/* For a dump: nothing where `text` is NULL; newlines become \n. */
void dump_text(struct strbuf *out, const char *key, const char *text);
void dump_raw(struct strbuf *out, const char *key, struct slice raw);
void dump_int(struct strbuf *out, const char *key, long long n, long long none);
void dump_bool(struct strbuf *out, const char *key, bool b);
/* A word of an enum; `name` NULL: one that we do not know. */
void dump_word(struct strbuf *out, const char *key, int word, const char *name);
void dump_texts(struct strbuf *out, const char *key, char **texts,
		size_t count);

#endif
