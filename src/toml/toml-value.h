#ifndef JPD_TOML_TOML_VALUE_H
#define JPD_TOML_TOML_VALUE_H

#include <stddef.h>

#include "src/base/strbuf.h"

/* Shared by the two files of the TOML reader; private to them. */
struct toml_reader {
	const char *at, *end;
	size_t line; /* from 1 */
	struct strbuf *err;
};

/* The next byte, or -1 at the end. */
static inline int toml_peek(const struct toml_reader *reader)
{
	return reader->at < reader->end ? (unsigned char)*reader->at : -1;
}

/* Returns -1, with the line and the sentence in `err`. */
int toml_fail(const struct toml_reader *reader, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Bytes of the line end at this position, "\n" or "\r\n"; 0 if there is none.
 */
size_t toml_newline(const struct toml_reader *reader);

/* At a quote: read a string of any of the four kinds, and append its text. */
int toml_read_string(struct toml_reader *reader, struct strbuf *text);
/* At a quote: read a single-line string, as in keys. */
int toml_read_line_string(struct toml_reader *reader, struct strbuf *text);

/* Append as JSON a boolean, a number, or a date or time (as a string). */
int toml_read_scalar(struct toml_reader *reader, struct strbuf *json);

#endif
