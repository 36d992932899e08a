#ifndef JPD_QUERY_QUERY_CALL_H
#define JPD_QUERY_QUERY_CALL_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/terminal-rows.h"
#include "ui/text/rows.h"

/*
 * What a person is asked about, as rows: with the dashboard's own care
 * (ui/view/arguments.h), and what is to be known of it above.
 */

/* "> name", its size and arguments: those of the event, or these. */
void query_call_rows(struct rows *rows, struct slice event,
		     struct slice arguments, const struct terminal_look *look);
/* Whether its arguments may be other than they look. */
bool query_call_is_suspicious(struct slice event);
/* "? text", and the options by their numbers. */
void query_question_rows(struct rows *rows, struct slice event,
			 const struct terminal_look *look);
/* Write rows `from` to `to`, each with its end. */
void query_rows_write(struct strbuf *out, const struct rows *rows, size_t from,
		      size_t to, const struct terminal_look *look);

/* The arguments as JSON, on lines of their own. */
void query_call_add_json(struct strbuf *out, struct slice arguments);
/* What each key does at the question whether to run it. */
void query_call_add_help(struct strbuf *out);

#endif
