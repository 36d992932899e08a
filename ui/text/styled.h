#ifndef JPD_TEXT_STYLED_H
#define JPD_TEXT_STYLED_H

#include "src/base/strbuf.h"
#include "ui/text/face.h"
#include "ui/text/wrap.h"

/* Sanitised text with faces, not yet cut into rows. */
struct styled_run {
	size_t end; /* in the text; it begins where the previous one ends */
	enum face face;
	uint32_t line; /* of the source, or 0 */
};

struct styled {
	struct strbuf text;
	struct styled_run *runs;
	size_t count, cap;
	uint32_t line; /* line of the text that is added from now on */
};

#define STYLED_INIT                        \
	{                                  \
		STRBUF_INIT, NULL, 0, 0, 0 \
	}

void styled_init(struct styled *styled);
void styled_release(struct styled *styled);
void styled_reset(struct styled *styled); /* keeps the memory */
void styled_add(struct styled *styled, struct slice text, enum face face);
/* Append bytes `start` to `end` of another text. */
void styled_copy(struct styled *styled, const struct styled *from, size_t start,
		 size_t end);
/* The width of the widest line in bytes `start` to `end`. */
int styled_cols(const struct styled *styled, size_t start, size_t end);
/*
 * Wrap bytes `start` to `end`; the face of the options is unused. Rows of text
 * with a known line show that line, others those that `rows` was set to.
 */
void styled_wrap(const struct styled *styled, size_t start, size_t end,
		 struct rows *rows, const struct wrap_options *options);

#endif
