#ifndef JPD_VIEW_ARGUMENTS_PRIVATE_H
#define JPD_VIEW_ARGUMENTS_PRIVATE_H

#include "proto/json-scan.h"
#include "ui/text/sanitize.h"
#include "ui/view/arguments.h"

/* Private to arguments*.c. */

#define ARGUMENTS_INDENT 2

/* Where the rows go, their width, and what was found. */
struct arguments_writer {
	struct rows *rows;
	const struct arguments_options *options;
	struct arguments_facts *facts; /* or NULL */
	bool prose; /* the text is read, not run, and names nothing */
	bool words; /* break rows between words */
};

enum { ARGUMENTS_NESTING_MAX = 32 }; /* deeper values stay on one line */

/* --- arguments-facts.c --- */

void arguments_facts_reset(struct arguments_facts *facts, size_t bytes);
/* Names whose values are code to run, which is never folded. */
bool arguments_is_command(struct slice key);
/* Names whose values are read, neither run nor used as a path. */
bool arguments_is_prose(struct slice key);
/* Number of duplicate names: programs differ in which one they use. */
size_t arguments_count_twice(struct slice value);
/* Whether members may be combined: not in an object with duplicate names. */
bool arguments_may_have_edits(struct slice object);
/* The new text of the edit whose old text is `m`, in the same object. */
bool arguments_find_new(struct slice object, const struct json_member *m,
			struct json_member *found);

/* The look of a text's lines. */
enum arguments_style {
	ARGUMENTS_NAME,
	ARGUMENTS_TEXT, /* a question: diffs in it are coloured */
	ARGUMENTS_RAW,
	ARGUMENTS_CODE, /* a value: with bars, like the following ones */
	ARGUMENTS_SHELL,
	ARGUMENTS_PATCH,
};

/*
 * Add to the open row, continuing in new rows at the edge: nothing is omitted
 * and no blank is lost. `bar`: continued rows begin with "↪".
 */
void arguments_put(struct arguments_writer *w, struct slice text, int indent,
		   bool bar, enum face face);
/* Add a text: in the open row if it is one line, otherwise in rows below with a
 * "|" before each line. */
void arguments_put_text(struct arguments_writer *w, struct slice text,
			int indent, enum arguments_style style);
/* Append `text`, made visible, to `out`, and record facts about it. `escapes`
 * gets the places of escapes; `lookalikes`, unless NULL, those of look-alike
 * words. */
void arguments_make_visible(struct arguments_writer *w, struct strbuf *out,
			    struct slice text, struct escape_list *escapes,
			    struct escape_list *lookalikes);

/* Record lines of `after` that only look like those of `before`. */
void arguments_note_same(struct arguments_writer *w, struct slice before,
			 struct slice after);

/* Whether a member of this name is a path. */
bool arguments_names_path(struct slice key);
/* arguments-path.c: add a path's place in the workspace to the open row. */
void arguments_put_path(struct arguments_writer *w, struct slice key,
			struct slice path, int indent);

/* arguments-edit.c: whether these names mean an old text and its new one. */
bool arguments_is_edit(struct slice old_key, struct slice new_key);
void arguments_put_edit(struct arguments_writer *w, struct slice before,
			struct slice after, int indent);
/* Add a patch. */
void arguments_put_patch(struct arguments_writer *w, struct strbuf *visible,
			 struct escape_list *escapes, int indent);

#endif
