#ifndef JPD_VIEW_ARGUMENTS_PRIVATE_H
#define JPD_VIEW_ARGUMENTS_PRIVATE_H

#include "proto/json-scan.h"
#include "ui/text/sanitize.h"
#include "ui/view/arguments.h"

/* Between the files of arguments*.c only. */

#define ARGUMENTS_INDENT 2

/* Where the rows go, how wide they are, and what was found. */
struct arguments_writer {
	struct rows *rows;
	const struct arguments_options *options;
	struct arguments_facts *facts; /* or NULL */
	bool prose; /* the text is read; else it is run, or names something */
};

enum { ARGUMENTS_NESTING_MAX = 32 }; /* deeper values stay on one line */

/* --- arguments-facts.c --- */

void arguments_facts_reset(struct arguments_facts *facts, size_t bytes);
/* Names whose values are code to run: never folded. */
bool arguments_is_command(struct slice key);
/* Names whose values are read, neither run nor a place. */
bool arguments_is_prose(struct slice key);
/* How many names stand twice: programs differ in which one they take. */
size_t arguments_count_twice(struct slice value);
/* Of an object with names that stand twice nothing may be put together. */
bool arguments_may_have_edits(struct slice object);
/* The new text of an edit whose old one is `m`, in the same object. */
bool arguments_find_new(struct slice object, const struct json_member *m,
			struct json_member *found);

/* How the lines of a text look. */
enum arguments_style {
	ARGUMENTS_NAME,
	ARGUMENTS_TEXT, /* a question: diffs in it have their colours */
	ARGUMENTS_RAW,
	ARGUMENTS_CODE, /* a value: with bars, as the next ones */
	ARGUMENTS_SHELL,
	ARGUMENTS_PATCH,
};

/*
 * Add to the open row, going on in new ones at the edge: nothing is left out
 * and no blank is lost, so what is read is what is there. `bar`: the rows
 * that go on begin with ":".
 */
void arguments_put(struct arguments_writer *w, struct slice text, int indent,
		   bool bar, enum face face);
/* A text: beside what stands in the open row where it is of one line, else
 * in rows of its own with a "|" before each line. */
void arguments_put_text(struct arguments_writer *w, struct slice text,
			int indent, enum arguments_style style);
/* Make `text` visible into `out`, and note what the facts are to tell of it.
 * `escapes` gets where escapes stand, `lookalikes` where such words do, unless
 * it is NULL. */
void arguments_make_visible(struct arguments_writer *w, struct strbuf *out,
			    struct slice text, struct escape_list *escapes,
			    struct escape_list *lookalikes);

/* Note lines of `after` that only look like those of `before`. */
void arguments_note_same(struct arguments_writer *w, struct slice before,
			 struct slice after);

/* Whether a member of this name holds a path. */
bool arguments_names_path(struct slice key);
/* arguments-path.c: what a path is within the workspace, if it is one; at the open row. */
void arguments_put_path(struct arguments_writer *w, struct slice key,
			struct slice path, int indent);

/* arguments-edit.c: whether these two names are an old text and its new one. */
bool arguments_is_edit(struct slice old_key, struct slice new_key);
void arguments_put_edit(struct arguments_writer *w, struct slice before,
			struct slice after, int indent);
/* A patch. */
void arguments_put_patch(struct arguments_writer *w, struct strbuf *visible,
			 struct escape_list *escapes, int indent);

#endif
