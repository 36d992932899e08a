#ifndef JPD_TEXT_CODE_H
#define JPD_TEXT_CODE_H

#include "ui/text/wrap.h"

/*
 * Code with a face for each kind of token: line by line, by the tables of
 * code-languages.c. A guess made for reading; the text is never changed, and
 * no input costs more than its length.
 */
struct code_language;

/* By what stands behind a fence ("C++", "rs", "python3"), or NULL. */
const struct code_language *code_language_find(struct slice name);
bool code_language_is_diff(const struct code_language *language);

/* What a line leaves to the next one; plain data, a copy is a way back. */
struct code_state {
	const struct code_language *language; /* NULL: all is plain */
	/* code*.c's own */
	uint8_t mode;
	char quote;     /* that ends the string we are in */
	uint16_t depth; /* of comments, braces, or signs behind the quote */
};

void code_state_init(struct code_state *state,
		     const struct code_language *language);
/*
 * Append a sanitised line, without its line break, to the rows that `ws`
 * makes; its face changes.
 */
void code_add_line(struct code_state *state, struct wrap_stream *ws,
		   struct rows *rows, struct slice line);

#endif
