#ifndef JPD_TEXT_CODE_H
#define JPD_TEXT_CODE_H

#include "ui/text/wrap.h"

/*
 * Highlights code: a face for each kind of token, line by line, using the
 * tables in code-languages.c. It is a guess to help reading; the text is never
 * changed, and the cost is linear in the input.
 */
struct code_language;

/*
 * Find a language by the word after a fence: "C++", "rs", "python3". Or NULL.
 */
const struct code_language *code_language_find(struct slice name);
bool code_language_is_diff(const struct code_language *language);

/* State carried from line to line; plain data, so a copy allows going back. */
struct code_state {
	const struct code_language *language; /* NULL: all is plain */
	/* private to code*.c */
	uint8_t mode;
	char quote;     /* that ends the open string */
	uint16_t depth; /* of comments, braces, or signs after the quote */
};

void code_state_init(struct code_state *state,
		     const struct code_language *language);
/*
 * Append a sanitised line, without its line break, to the rows of `ws`, whose
 * face changes.
 */
void code_add_line(struct code_state *state, struct wrap_stream *ws,
		   struct rows *rows, struct slice line);

#endif
