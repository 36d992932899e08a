#ifndef JPD_QUERY_QUERY_OUT_H
#define JPD_QUERY_QUERY_OUT_H

#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Pending output in the order in which it was produced. The answer goes to
 * standard output, so that `x=$(jphost query ...)` contains just that, and
 * everything else goes to standard error.
 */
enum query_out_kind { OUT_ANSWER, OUT_NEWS };

struct query_out_run {
	size_t start;
	enum query_out_kind kind;
};

struct query_out {
	struct strbuf text;
	size_t dropped; /* bytes at its front: moved away only now and then */
	struct query_out_run *runs;
	size_t count, cap;
};

#define QUERY_OUT_INIT                     \
	{                                  \
		STRBUF_INIT, 0, NULL, 0, 0 \
	}

void query_out_release(struct query_out *out);
/* The buffer for text of this kind, until the next call. */
struct strbuf *query_out_to(struct query_out *out, enum query_out_kind kind);
/* Move everything from `from` to the end of `out`. */
void query_out_move(struct query_out *out, struct query_out *from);
/* The first bytes, all of one kind; empty if there are none. */
struct slice query_out_first(const struct query_out *out,
			     enum query_out_kind *kind);
/* Drop bytes that were written, or cannot be. */
void query_out_drop(struct query_out *out, size_t len);

#endif
