#include "config.h"

#include "src/base/strbuf.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/base/xalloc.h"

char strbuf_empty[1];

void strbuf_init(struct strbuf *sb)
{
	*sb = (struct strbuf)STRBUF_INIT;
}

void strbuf_release(struct strbuf *sb)
{
	if (!sb)
		return;
	if (sb->cap)
		free(sb->buf);
	strbuf_init(sb);
}

char *strbuf_detach(struct strbuf *sb)
{
	char *text = sb->cap ? sb->buf : xmemdupz("", 0);

	strbuf_init(sb);
	return text;
}

void strbuf_grow(struct strbuf *sb, size_t extra)
{
	size_t need = sb->len + extra + 1;

	if (need <= extra)
		die("out of memory: a string of %zu more bytes", extra);
	if (need <= sb->cap)
		return;
	if (!sb->cap)
		sb->buf = NULL;
	ALLOC_GROW(sb->buf, need, sb->cap);
	sb->buf[sb->len] = '\0';
}

void strbuf_setlen(struct strbuf *sb, size_t len)
{
	assert(len <= sb->len);
	sb->len = len;
	if (sb->cap)
		sb->buf[len] = '\0';
}

void strbuf_add(struct strbuf *sb, const void *mem, size_t len)
{
	if (!len)
		return;
	strbuf_grow(sb, len);
	memcpy(sb->buf + sb->len, mem, len);
	sb->len += len;
	sb->buf[sb->len] = '\0';
}

void strbuf_addch(struct strbuf *sb, char c)
{
	strbuf_add(sb, &c, 1);
}

void strbuf_addchars(struct strbuf *sb, char c, size_t count)
{
	if (!count)
		return;
	strbuf_grow(sb, count);
	memset(sb->buf + sb->len, c, count);
	sb->len += count;
	sb->buf[sb->len] = '\0';
}

void strbuf_vaddf(struct strbuf *sb, const char *fmt, va_list args)
{
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, fmt, args);
	if (len < 0)
		die("cannot format '%s'", fmt);
	strbuf_grow(sb, (size_t)len);
	vsnprintf(sb->buf + sb->len, (size_t)len + 1, fmt, again);
	sb->len += (size_t)len;
	va_end(again);
}

void strbuf_addf(struct strbuf *sb, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	strbuf_vaddf(sb, fmt, args);
	va_end(args);
}

void strbuf_setf(struct strbuf *sb, const char *fmt, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list args;

	/* An argument may point into `sb`: "cannot read 'x': " before err. */
	va_start(args, fmt);
	strbuf_vaddf(&text, fmt, args);
	va_end(args);
	strbuf_release(sb);
	*sb = text;
}

void strbuf_insert(struct strbuf *sb, size_t pos, const void *mem, size_t len)
{
	assert(pos <= sb->len);
	if (!len)
		return;
	strbuf_grow(sb, len);
	memmove(sb->buf + pos + len, sb->buf + pos, sb->len - pos + 1);
	memcpy(sb->buf + pos, mem, len);
	sb->len += len;
}

void strbuf_remove(struct strbuf *sb, size_t pos, size_t len)
{
	assert(pos <= sb->len && len <= sb->len - pos);
	if (!len)
		return;
	memmove(sb->buf + pos, sb->buf + pos + len, sb->len - pos - len + 1);
	sb->len -= len;
}
