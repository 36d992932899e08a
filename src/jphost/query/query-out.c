#include "config.h"

#include "src/jphost/query/query-out.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

void query_out_release(struct query_out *out)
{
	strbuf_release(&out->text);
	free(out->runs);
	*out = (struct query_out)QUERY_OUT_INIT;
}

struct strbuf *query_out_to(struct query_out *out, enum query_out_kind kind)
{
	struct query_out_run *last =
		out->count ? &out->runs[out->count - 1] : NULL;

	if (last && (last->kind == kind || last->start == out->text.len)) {
		last->kind = kind;
		return &out->text;
	}
	ALLOC_GROW(out->runs, out->count + 1, out->cap);
	out->runs[out->count++] = (struct query_out_run){ out->text.len, kind };
	return &out->text;
}

struct slice query_out_first(const struct query_out *out,
			     enum query_out_kind *kind)
{
	size_t end = out->count > 1 ? out->runs[1].start : out->text.len;

	if (out->text.len == out->dropped)
		return slice_of(NULL, 0);
	*kind = out->runs[0].kind;
	return slice_of(out->text.buf + out->dropped, end - out->dropped);
}

/* Move what is left to the front, unless it is more than was dropped. */
static void tidy(struct query_out *out)
{
	if (out->dropped < out->text.len - out->dropped)
		return;
	strbuf_remove(&out->text, 0, out->dropped);
	for (size_t i = 0; i < out->count; i++)
		out->runs[i].start -= out->runs[i].start < out->dropped
					      ? out->runs[i].start
					      : out->dropped;
	out->dropped = 0;
}

void query_out_drop(struct query_out *out, size_t len)
{
	size_t gone = 0;

	out->dropped += len;
	/* The last run that starts there or before is the one in front. */
	while (gone + 1 < out->count &&
	       out->runs[gone + 1].start <= out->dropped)
		gone++;
	out->count -= gone;
	if (gone)
		memmove(out->runs, out->runs + gone,
			out->count * sizeof(*out->runs));
	tidy(out);
}

void query_out_move(struct query_out *out, struct query_out *from)
{
	enum query_out_kind kind;
	struct slice text;

	while ((text = query_out_first(from, &kind)).len) {
		strbuf_addslice(query_out_to(out, kind), text);
		query_out_drop(from, text.len);
	}
}
