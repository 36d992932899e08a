#ifndef JPD_QUERY_QUERY_OUT_H
#define JPD_QUERY_QUERY_OUT_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Text on its way out, in the order in which it came: the answer goes to
 * standard output, so that `x=$(jphost query ...)` has that and no more, and
 * all that is told besides to standard error.
 */
enum query_out_kind { OUT_ANSWER, OUT_NEWS };

struct query_out_run {
	size_t start;
	enum query_out_kind kind;
};

struct query_out {
	struct strbuf text;
	struct query_out_run *runs;
	size_t count, cap;
};

#define QUERY_OUT_INIT                  \
	{                               \
		STRBUF_INIT, NULL, 0, 0 \
	}

void query_out_release(struct query_out *out);
/* What is appended to this from now on is of this kind. */
struct strbuf *query_out_to(struct query_out *out, enum query_out_kind kind);
/* Take all of `from` over. */
void query_out_move(struct query_out *out, struct query_out *from);
/* The first bytes, which are of one kind; empty where there are none. */
struct slice query_out_first(const struct query_out *out,
			     enum query_out_kind *kind);
/* They were written, or cannot be. */
void query_out_drop(struct query_out *out, size_t len);

#endif
