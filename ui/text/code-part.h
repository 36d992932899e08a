#ifndef JPD_TEXT_CODE_PART_H
#define JPD_TEXT_CODE_PART_H

#include "ui/text/code.h"

/* Shared by the files of code. */

enum code_mode {
	CODE_MODE_NONE, /* start of a line with nothing open */
	CODE_MODE_COMMENT,
	CODE_MODE_STRING,     /* ends at `quote` */
	CODE_MODE_RAW_STRING, /* ends at `quote` and `depth` signs # */
	CODE_MODE_TRIPLE,     /* ends at three `quote` */
	CODE_MODE_RAW_TRIPLE, /* the same, and \ is an ordinary character */
	CODE_MODE_TAG,        /* between < and > */
};

enum code_flag {
	CODE_DIRECTIVES = 1,    /* #include */
	CODE_CAPITAL_TYPES = 2, /* a Word like This is a type */
	CODE_TRIPLE_QUOTES = 4,
	CODE_PREFIXED = 8,         /* r"..", f".." */
	CODE_RAW_SIGNS = 16,       /* r#".."# */
	CODE_LIFETIMES = 32,       /* 'a is not a string */
	CODE_NESTED = 64,          /* nested comments */
	CODE_ANY_CASE = 128,       /* keywords ignore case */
	CODE_VARIABLES = 256,      /* $name */
	CODE_DOUBLED = 512,        /* '' in a string, and no \ */
	CODE_COMMENT_APART = 1024, /* a comment must follow a blank */
};

struct code_line {
	struct code_state *state;
	const struct code_language *language;
	struct wrap_stream *ws;
	struct rows *rows;
	struct slice text;
	size_t done; /* bytes already in the rows */
};

/*
 * Each family of languages has one function that reads a line; the rest is
 * data.
 */
struct code_words {
	const char *const *words; /* sorted */
	size_t count;
};

struct code_language {
	const char *names; /* in lower case, each after a blank */
	void (*scan)(struct code_line *line);
	struct code_words keywords, types;
	const char *comment;      /* to the end of the line, or NULL */
	const char *open, *close; /* of a comment, or NULL */
	const char *quotes;       /* of strings that end with the line */
	const char *long_quotes;  /* of strings that may span lines */
	unsigned flags;           /* enum code_flag */
};

const struct code_language *code_languages(size_t *count);

/* Give bytes `start` to `end` a face; unmarked bytes before them are plain. */
void code_token(struct code_line *line, size_t start, size_t end,
		enum face face);
bool code_has_word(const struct code_words *list, struct slice word);
bool code_starts(const struct code_line *line, size_t pos, const char *what);
size_t code_skip_blanks(const struct code_line *line, size_t pos);
/* The end of the word at `pos`; `also`: further characters of words. */
size_t code_word_end(const struct code_line *line, size_t pos,
		     const char *also);

/* These take a token and return its end. */
size_t code_take_number(struct code_line *line, size_t pos);
size_t code_take_string(struct code_line *line, size_t pos);
size_t code_take_comment(struct code_line *line, size_t pos);
/* Take what the previous line left open; returns its end. */
size_t code_take_open(struct code_line *line);

/* code.c, code-data.c: one for each family. */
void code_scan_program(struct code_line *line);
void code_scan_json(struct code_line *line);
void code_scan_yaml(struct code_line *line);
void code_scan_toml(struct code_line *line);
void code_scan_css(struct code_line *line);
void code_scan_markup(struct code_line *line);
void code_scan_diff(struct code_line *line);

#endif
