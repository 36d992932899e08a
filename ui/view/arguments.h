#ifndef JPD_VIEW_ARGUMENTS_H
#define JPD_VIEW_ARGUMENTS_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/text/rows.h"

/*
 * A tool's arguments, raw JSON, as rows to base a decision on: nothing hidden
 * (sanitize_visible()), and nothing omitted except what a row reports as
 * folded. Members follow one another: short values beside their name,
 * multi-line texts below it with a bar before each line, so that no text can
 * pass for a member; an old and a new text as a diff; a patch in colour; nested
 * values indented; paths with their place in the workspace. Anything but an
 * object is shown as it is.
 */
struct arguments_options {
	int cols;
	const char *root; /* of the workspace, or NULL */
	bool raw;         /* the JSON itself, laid out */
	bool unfolded;    /* large values too are shown in full */
	/* For the record of a call, not for a decision: tabs and blanks are
	 * blanks (sanitize_record()), and short lists are on one row. */
	bool reading;
};

struct arguments_facts {
	size_t bytes;             /* of the raw text */
	size_t hidden;            /* hidden characters shown as escapes */
	size_t duplicates;        /* duplicate names in objects */
	bool malformed;           /* not an object, or not JSON */
	size_t folded_rows;       /* not shown */
	struct strbuf lookalikes; /* some of the words, described */
};

void arguments_facts_init(struct arguments_facts *facts);
void arguments_facts_release(struct arguments_facts *facts);
/* Whether they may differ from what they look like. */
bool arguments_suspicious(const struct arguments_facts *facts);

/* Collect only the facts; nothing counts as folded. */
void arguments_inspect(struct arguments_facts *facts, struct slice raw);
/* The facts about any text, such as a name. */
void arguments_inspect_text(struct arguments_facts *facts, struct slice text);
/* A warning; a long one takes several rows. */
void arguments_warning_row(struct rows *rows, int cols, const char *text);
/* Facts to show above the rows; none if the arguments are what they look
 * like. */
void arguments_warning_rows(struct rows *rows, int cols,
			    const struct arguments_facts *facts);

/* Append the rows; `facts` may be NULL. */
void arguments_rows(struct rows *rows, struct slice raw,
		    const struct arguments_options *options,
		    struct arguments_facts *facts);
/* Any text, such as a question, with the same care. A fenced or bare diff in it
 * is coloured. */
void arguments_text_rows(struct rows *rows, struct slice text, int cols,
			 struct arguments_facts *facts);
/* A name or a title on one line, with the same care; line breaks are "\n". */
void arguments_add_line(struct strbuf *out, struct slice text);
/* A name: quoted if it is empty, or could be mistaken for more than a name. */
bool arguments_is_plain_name(struct slice name);
void arguments_add_name(struct strbuf *out, struct slice name);
/* The changes between two texts of arguments, both laid out, line by line, with
 * all lines. */
void arguments_change_rows(struct rows *rows, struct slice before,
			   struct slice after, int cols);

#endif
