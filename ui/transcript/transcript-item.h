#ifndef JPD_TRANSCRIPT_TRANSCRIPT_ITEM_H
#define JPD_TRANSCRIPT_TRANSCRIPT_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/store/conversation.h"
#include "ui/text/markdown.h"
#include "ui/text/prose.h"
#include "ui/text/rows.h"
#include "ui/transcript/data-uri.h"
#include "ui/transcript/transcript-filter.h"
#include "ui/transcript/transcript-times.h"

enum { ITEM_MORE_MAX = 2 };

/* How much of an item is shown. */
enum fold {
	FOLD_AUTO, /* not chosen by the user */
	FOLD_CLOSED,
	FOLD_PREVIEW, /* the first rows of long text */
	FOLD_ALL,
};

/*
 * One item's rows, and what changes in them over time: states, times and glyphs
 * are not in the rows but drawn over them.
 */
struct transcript_item {
	/* what the rows were made for */
	uint32_t id, revision;
	enum item_kind kind;
	int cols;
	enum fold fold;
	unsigned context; /* CONTEXT_… */
	unsigned renamed; /* agents_renamed() */

	struct rows rows;
	size_t lead; /* leading rows: headers, a call's line */
	size_t skip; /* rows after them that are not shown */
	/* rows drawn specially, or -1 */
	int rule_row; /* a thin line */
	int age_row;  /* shows the age of `at_ms` at its right */
	int fold_row; /* fold glyph at the left, state and time at the right */
	bool unfolded;
	bool more; /* there is more than FOLD_PREVIEW shows */
	/* Rows that say how much, of its arguments and its result. */
	size_t more_rows[ITEM_MORE_MAX], more_count;

	enum tool_state tool_state;
	enum consent consent;
	bool waits;              /* an inquiry without an answer */
	int64_t at_ms;           /* or TIMESTAMP_NONE */
	struct call_times times; /* of a call or a question */

	bool held;  /* set by the caller: keep the rows when it ends */
	bool stale; /* they were kept */

	/* text that still grows */
	bool grows;
	struct prose prose;
	struct markdown *markdown; /* instead of it, or NULL */
	struct data_uri uri;       /* before both */
	size_t fed;                /* bytes of the live text in the rows */
	size_t record, response;

	uint64_t used; /* for transcript-cache.c */
};

/* Whether the assistant says or does it. */
bool transcript_item_is_assistants(enum item_kind kind);

struct transcript_item *transcript_item_new(void);
void transcript_item_free(struct transcript_item *it);

/* What the rows depend on besides the item: the preceding items. */
enum {
	CONTEXT_HEADER = 1, /* the assistant starts to speak */
	CONTEXT_GAP = 2,    /* a request without a turn before it */
	CONTEXT_FIRST = 4,  /* the conversation's first item */
	CONTEXT_OPEN = 8,   /* a call or question that may still be answered */
};

/*
 * Update the rows to item `index` at this width. Free if they are up to date;
 * if the item only grew, the cost is that of the new text.
 */
void transcript_item_update(struct transcript_item *it,
			    const struct conversation *conv, size_t index,
			    int cols, enum fold fold,
			    const struct transcript_filter *filter);

static inline size_t transcript_item_height(const struct transcript_item *it)
{
	return it->rows.count - it->skip;
}

/* The index in `rows` of the item's row `row`. */
static inline size_t transcript_item_row(const struct transcript_item *it,
					 size_t row)
{
	return row < it->lead ? row : row + it->skip;
}

/* Whether this row of `rows` says that there is more. */
static inline bool transcript_item_is_more(const struct transcript_item *it,
					   size_t row)
{
	for (size_t i = 0; i < it->more_count; i++)
		if (it->more_rows[i] == row)
			return true;
	return false;
}

/* The item's main row: the one with a fold glyph, or the first with text. */
static inline size_t transcript_item_chief_row(const struct transcript_item *it)
{
	size_t height = transcript_item_height(it);

	if (it->fold_row >= 0)
		return (size_t)it->fold_row;
	return it->lead < height ? it->lead : 0;
}

/*
 * A position in the text that is independent of the width: the number of
 * non-blank bytes before a row, and the row in which that number is reached.
 */
size_t transcript_item_mark(const struct transcript_item *it, size_t row);
size_t transcript_item_marked_row(const struct transcript_item *it,
				  size_t mark);

/* Private to transcript-item.c and transcript-call.c. */

enum {
	ITEM_INDENT = 2,   /* below a line with a glyph */
	PREVIEW_ROWS = 20, /* of arguments, of a result */
	ALL_ROWS = 20000,  /* further ones are counted, not shown */
};

void transcript_item_add_call(struct transcript_item *it,
			      const struct conversation *conv,
			      const struct item *item);
/* Whether it is a question that waits for its answer. */
bool transcript_item_waits(const struct conversation *conv, size_t index);
void transcript_item_add_inquiry(struct transcript_item *it,
				 const struct conversation *conv,
				 const struct item *item);
/* What became of a question that has no readable answer; the response may be
 * NULL. As received: to be sanitised. */
void transcript_item_no_answer(struct strbuf *out,
			       const struct event *response);
/* A running call's last lines, replacing earlier ones. */
void transcript_item_add_output(struct transcript_item *it,
				const struct item *item);
/* A call's state as a word, and its face. */
const char *transcript_item_state(enum tool_state state, enum face *face);
/* The argument that best describes the call, on one line; may be empty. */
void transcript_item_chief_argument(struct strbuf *out,
				    const struct event *call, int cols);
/* Begin a line with a fold glyph. */
void transcript_item_begin_fold(struct transcript_item *it);
/* Lines of the item's source (item_text_source()); `last` may be its end. */
struct source_range {
	uint32_t line, last;
};

/* A plan as a list of steps, an agent and what it does; false for another
 * event. */
bool transcript_item_add_report(struct transcript_item *it,
				const struct conversation *conv,
				const struct item *item);

/*
 * A long text below it, from these lines of the source: as many rows as the
 * fold allows, then the number of remaining lines.
 */
enum item_long {
	ITEM_LONG_TEXT,
	ITEM_LONG_OUTPUT, /* of a program: cut at the edge, not between words */
};
void transcript_item_add_long(struct transcript_item *it, struct slice text,
			      enum face face, enum item_long kind,
			      struct source_range source);
/* "… 340 more lines", up to line `last`, which it represents. */
void transcript_item_add_more(struct transcript_item *it, size_t lines,
			      uint32_t last);
/* The rows from here on represent the whole item. */
static inline void transcript_item_source_all(struct transcript_item *it)
{
	rows_source(&it->rows, 1, ROWS_SOURCE_END);
}
size_t transcript_item_max_rows(const struct transcript_item *it);

#endif
