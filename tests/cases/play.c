#include "config.h"

#include "tests/cases/play.h"

#include <string.h>

/* What the files that play cases share. */

void play_fail(struct play *play, const char *fmt, ...)
{
	va_list args;

	if (play->why.len)
		return;
	strbuf_addf(&play->why, "%s:%d: ", play->file, play->line);
	va_start(args, fmt);
	strbuf_vaddf(&play->why, fmt, args);
	va_end(args);
}

void play_unescape(struct strbuf *out, const char *text)
{
	for (; *text; text++) {
		if (*text != '\\' || !text[1]) {
			strbuf_addch(out, *text);
			continue;
		}
		text++;
		strbuf_addch(out, *text == 'n'   ? '\n'
				  : *text == 't' ? '\t'
						 : *text);
	}
}

struct slice play_word(struct slice *text)
{
	const char *blank = memchr(text->ptr, ' ', text->len);
	size_t len = blank ? (size_t)(blank - text->ptr) : text->len;
	struct slice word = slice_of(text->ptr, len);

	*text = slice_skip(*text, len + (blank != NULL));
	return word;
}
