#ifndef JPD_BASE_STRBUF_H
#define JPD_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

#include "src/base/slice.h"

/*
 * A string that grows. `buf` is never NULL and always ends with a NUL at
 * buf[len]; the text itself may contain NULs. While nothing is allocated, `buf`
 * points to a shared empty byte, so write only through these functions or below
 * `len`.
 */
struct strbuf {
	char *buf;
	size_t len;
	size_t cap; /* bytes allocated; 0 for the shared empty byte */
};

extern char strbuf_empty[1];
#define STRBUF_INIT                \
	{                          \
		strbuf_empty, 0, 0 \
	}

void strbuf_init(struct strbuf *sb);
void strbuf_release(struct strbuf *sb);
/* Give the text (to free()) to the caller and start again empty. */
char *strbuf_detach(struct strbuf *sb);
/* Make room for `extra` more bytes. */
void strbuf_grow(struct strbuf *sb, size_t extra);
/* Cut to `len`, which must not exceed the length. */
void strbuf_setlen(struct strbuf *sb, size_t len);
static inline void strbuf_reset(struct strbuf *sb)
{
	strbuf_setlen(sb, 0);
}

void strbuf_add(struct strbuf *sb, const void *mem, size_t len);
void strbuf_addch(struct strbuf *sb, char c);
void strbuf_addchars(struct strbuf *sb, char c, size_t count);
void strbuf_addf(struct strbuf *sb, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void strbuf_vaddf(struct strbuf *sb, const char *fmt, va_list args)
	__attribute__((format(printf, 2, 0)));
static inline void strbuf_addstr(struct strbuf *sb, const char *str)
{
	strbuf_add(sb, str, strlen(str));
}
static inline void strbuf_addslice(struct strbuf *sb, struct slice s)
{
	strbuf_add(sb, s.ptr, s.len);
}
/* End an unfinished line. */
static inline void strbuf_end_line(struct strbuf *sb)
{
	if (sb->len && sb->buf[sb->len - 1] != '\n')
		strbuf_addch(sb, '\n');
}
/* Insert `mem` before byte `pos`; remove `len` bytes at `pos`. */
void strbuf_insert(struct strbuf *sb, size_t pos, const void *mem, size_t len);
void strbuf_remove(struct strbuf *sb, size_t pos, size_t len);

static inline struct slice strbuf_slice(const struct strbuf *sb)
{
	return slice_of(sb->buf, sb->len);
}

/* Replace the content: for sentences in an `err`. */
void strbuf_setf(struct strbuf *sb, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
