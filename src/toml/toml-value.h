#ifndef JPD_TOML_TOML_VALUE_H
#define JPD_TOML_TOML_VALUE_H

#include <stddef.h>

#include "src/base/strbuf.h"

/* What the two files of the TOML reader share; nobody else includes it. */
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

/* -1, with the line and the sentence in `err`. */
int toml_fail(const struct toml_reader *reader, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * The bytes of a line's end here, "\n" or "\r\n"; 0 where there is none.
 */
size_t toml_newline(const struct toml_reader *reader);

/* At a quote: a string of any of the four kinds, its text onto `text`. */
int toml_read_string(struct toml_reader *reader, struct strbuf *text);
/* At a quote: one of a single line, as keys are. */
int toml_read_line_string(struct toml_reader *reader, struct strbuf *text);

/* A boolean, a number, or a date or time, which becomes a string: as JSON. */
int toml_read_scalar(struct toml_reader *reader, struct strbuf *json);

#endif
