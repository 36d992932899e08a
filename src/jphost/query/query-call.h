#ifndef JPD_QUERY_QUERY_CALL_H
#define JPD_QUERY_QUERY_CALL_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/query/terminal-rows.h"
#include "ui/text/rows.h"

/*
 * What the user is asked about, as rows: displayed as in the dashboard
 * (ui/view/arguments.h), with warnings above.
 */

/* Add "> name", its size, and the arguments: `arguments`, or the event's. */
void query_call_rows(struct rows *rows, struct slice event,
		     struct slice arguments, const struct terminal_look *look);
/* Whether its arguments contain look-alike or hidden characters. */
bool query_call_is_suspicious(struct slice event);
/* Add "? text", and the numbered options. */
void query_question_rows(struct rows *rows, struct slice event,
			 const struct terminal_look *look);
/* Write rows `from` up to `to`, each with its newline. */
void query_rows_write(struct strbuf *out, const struct rows *rows, size_t from,
		      size_t to, const struct terminal_look *look);

/* Write the arguments as JSON, on lines of their own. */
void query_call_add_json(struct strbuf *out, struct slice arguments);
/* Write what each key does at the approval prompt. */
void query_call_add_help(struct strbuf *out);

#endif
