#ifndef JPD_VIEW_ARGUMENTS_H
#define JPD_VIEW_ARGUMENTS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/rows.h"

/*
 * A tool's arguments, raw JSON, as rows to decide on: nothing hidden
 * (sanitize_visible()), and nothing left out but what a row says is folded.
 * One member after the other: short values beside their name, texts of
 * several lines below it with a bar in front of each line, so that no text
 * can pass for a member; an old and a new text as a diff; a patch with its
 * colours; nested values indented; paths with what they are within the
 * workspace. What is no object is shown as it is.
 */
struct arguments_options {
	int cols;
	const char *root; /* of the workspace, or NULL */
	bool raw;         /* the JSON itself, laid out */
	bool unfolded;    /* large values too are shown whole */
	/* The record of a call, not one to decide on: tabs and blanks are
	 * blanks (sanitize_record()), and short lists stand on one row. */
	bool reading;
};

struct arguments_facts {
	size_t bytes;             /* of the raw text */
	size_t hidden;            /* places where hidden characters are shown */
	size_t duplicates;        /* names that stand twice in an object */
	bool malformed;           /* no object, or no JSON at all */
	size_t folded_rows;       /* not shown */
	struct strbuf lookalikes; /* the words, described; a few of them */
};

void arguments_facts_init(struct arguments_facts *facts);
void arguments_facts_release(struct arguments_facts *facts);
/* Whether they may be other than they look. */
bool arguments_suspicious(const struct arguments_facts *facts);

/* The facts alone; what is folded is none. */
void arguments_inspect(struct arguments_facts *facts, struct slice raw);
/* Those of any text: a name, say. */
void arguments_inspect_text(struct arguments_facts *facts, struct slice text);
/* A warning; it takes more rows where it is long. */
void arguments_warning_row(struct rows *rows, int cols, const char *text);
/* What is to be known of them, for above their rows: none, where they are
 * what they look like. */
void arguments_warning_rows(struct rows *rows, int cols,
			    const struct arguments_facts *facts);

/* Append the rows; `facts` may be NULL. */
void arguments_rows(struct rows *rows, struct slice raw,
		    const struct arguments_options *options,
		    struct arguments_facts *facts);
/* Any text with the same care: a question, say. A fenced or bare diff in it
 * has its colours. */
void arguments_text_rows(struct rows *rows, struct slice text, int cols,
			 struct arguments_facts *facts);
/* A name or a title as one line, with the same care; line breaks are "\n". */
void arguments_add_line(struct strbuf *out, struct slice text);
/* A name: in quotes if it is empty, or could pass for a name and more. */
bool arguments_is_plain_name(struct slice name);
void arguments_add_name(struct strbuf *out, struct slice name);
/* What changed between two texts of arguments, line by line of both laid
 * out, all lines shown. */
void arguments_change_rows(struct rows *rows, struct slice before,
			   struct slice after, int cols);

#endif
