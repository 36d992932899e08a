#ifndef JPD_TEXT_CODE_PART_H
#define JPD_TEXT_CODE_PART_H

#include "ui/text/code.h"

/* What the files of code share. */

enum code_mode {
	CODE_MODE_NONE, /* what a line begins with, if nothing is open */
	CODE_MODE_COMMENT,
	CODE_MODE_STRING,     /* ends at `quote` */
	CODE_MODE_RAW_STRING, /* at `quote` and `depth` signs # */
	CODE_MODE_TRIPLE,     /* at three `quote` */
	CODE_MODE_RAW_TRIPLE, /* and \ is nothing special */
	CODE_MODE_TAG,        /* between < and > */
};

enum code_flag {
	CODE_DIRECTIVES = 1,    /* #include */
	CODE_CAPITAL_TYPES = 2, /* a Word like This is a type */
	CODE_TRIPLE_QUOTES = 4,
	CODE_PREFIXED = 8,         /* r"..", f".." */
	CODE_RAW_SIGNS = 16,       /* r#".."# */
	CODE_LIFETIMES = 32,       /* 'a is no string */
	CODE_NESTED = 64,          /* comments in comments */
	CODE_ANY_CASE = 128,       /* of keywords */
	CODE_VARIABLES = 256,      /* $name */
	CODE_DOUBLED = 512,        /* '' in a string, and no \ */
	CODE_COMMENT_APART = 1024, /* a comment begins behind a blank only */
};

struct code_line {
	struct code_state *state;
	const struct code_language *language;
	struct wrap_stream *ws;
	struct rows *rows;
	struct slice text;
	size_t done; /* bytes that are in the rows */
};

/*
 * One family of languages each has a function that reads a line; the rest is
 * data.
 */
struct code_words {
	const char *const *words; /* sorted */
	size_t count;
};

struct code_language {
	const char *names; /* in lower case, each behind a blank */
	void (*scan)(struct code_line *line);
	struct code_words keywords, types;
	const char *comment;      /* up to the end of the line, or NULL */
	const char *open, *close; /* of a comment, or NULL */
	const char *quotes;       /* of strings that end with the line */
	const char *long_quotes;  /* of others */
	unsigned flags;           /* enum code_flag */
};

const struct code_language *code_languages(size_t *count);

/* Bytes `start` to `end` have a face; what is before them is plain. */
void code_token(struct code_line *line, size_t start, size_t end,
		enum face face);
bool code_has_word(const struct code_words *list, struct slice word);
bool code_starts(const struct code_line *line, size_t pos, const char *what);
size_t code_skip_blanks(const struct code_line *line, size_t pos);
/* Where the word at `pos` ends; `also`: characters of words besides. */
size_t code_word_end(const struct code_line *line, size_t pos,
		     const char *also);

/* These take a token and return where it ends. */
size_t code_take_number(struct code_line *line, size_t pos);
size_t code_take_string(struct code_line *line, size_t pos);
size_t code_take_comment(struct code_line *line, size_t pos);
/* What the line before left open; where it ends. */
size_t code_take_open(struct code_line *line);

/* code.c, code-data.c: by family. */
void code_scan_program(struct code_line *line);
void code_scan_json(struct code_line *line);
void code_scan_yaml(struct code_line *line);
void code_scan_toml(struct code_line *line);
void code_scan_css(struct code_line *line);
void code_scan_markup(struct code_line *line);
void code_scan_diff(struct code_line *line);

#endif
