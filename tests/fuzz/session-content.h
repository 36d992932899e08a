#ifndef JPD_TESTS_FUZZ_SESSION_CONTENT_H
#define JPD_TESTS_FUZZ_SESSION_CONTENT_H

#include <stdbool.h>

#include "src/base/strbuf.h"

/*
 * The content of a request, by number. Everything follows from the number, so
 * that the maker and the judge of a session agree.
 */
enum content_kind {
	CONTENT_TEXT,  /* strange characters, and up to 40 rows */
	CONTENT_WORDS, /* a command: two words, then its own text */
	CONTENT_PATH,  /* a file in one of several directories */
	CONTENT_KINDS,
};

struct session_content {
	enum content_kind kind;
	const char *head; /* two words, or a directory */
	/* Why a rule for similar requests may not answer it; "": no reason. */
	const char *trap;
	bool others; /* it has an additional argument */
};

struct session_content session_content_of(int content);

/* Unique words; each content begins and ends with one. */
#define CONTENT_MARKS 2
void session_content_mark(char out[16], int content, int which);

/* As the text of a JSON string, without its quotes. */
void session_content_add_text(struct strbuf *out, int content);
/* As an object of arguments, in one of several spellings. */
void session_content_add_arguments(struct strbuf *out, int content,
				   unsigned spelling);

/* Whether it must be asked for in spite of any rule. */
bool session_content_is_suspicious(int content);

#endif
