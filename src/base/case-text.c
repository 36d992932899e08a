#include "config.h"

#include "src/base/case-text.h"

void case_text_escape(struct strbuf *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '\n' || c == '\t' || c == '\\')
			strbuf_addch(out, '\\');
		strbuf_addch(out, c == '\n' ? 'n' : c == '\t' ? 't' : c);
	}
}

void case_text_unescape(struct strbuf *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];

		if (c == '\\' && i + 1 < text.len) {
			c = text.ptr[++i];
			c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
		}
		strbuf_addch(out, c);
	}
}

struct slice case_text_take(struct slice *text)
{
	const char *blank =
		text->len ? memchr(text->ptr, ' ', text->len) : NULL;
	size_t len = blank ? (size_t)(blank - text->ptr) : text->len;
	struct slice word = slice_of(text->ptr, len);

	*text = slice_skip(*text, len + (blank != NULL));
	return word;
}
