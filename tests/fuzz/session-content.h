#ifndef JPD_TESTS_FUZZ_SESSION_CONTENT_H
#define JPD_TESTS_FUZZ_SESSION_CONTENT_H

#include <stdbool.h>

#include "src/base/strbuf.h"

/*
 * What a request may ask for, by number. All of it comes from the number, so
 * that who makes a session and who judges it mean the same.
 */
enum content_kind {
	CONTENT_TEXT,  /* strange characters, and up to 40 rows */
	CONTENT_WORDS, /* a command: two words, then what is its own */
	CONTENT_PATH,  /* a file in one of some directories */
	CONTENT_KINDS,
};

struct session_content {
	enum content_kind kind;
	const char *head; /* two words, or a directory */
	/* Why a rule for its like may not answer it; "": nothing. */
	const char *trap;
	bool others; /* it has another argument besides */
};

struct session_content session_content_of(int content);

/* Words that nothing else contains; each content begins and ends with one. */
#define CONTENT_MARKS 2
void session_content_mark(char out[16], int content, int which);

/* As the text of a JSON string, without its quotes. */
void session_content_add_text(struct strbuf *out, int content);
/* As an object of arguments, in one of several spellings. */
void session_content_add_arguments(struct strbuf *out, int content,
				   unsigned spelling);

/* Whether something in it has to be asked for, whatever the rule. */
bool session_content_is_suspicious(int content);

#endif
