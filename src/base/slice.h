#ifndef JPD_BASE_SLICE_H
#define JPD_BASE_SLICE_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/*
 * Bytes with another owner. Passed by value; `ptr` may be NULL if `len` is 0,
 * and there is no NUL at the end.
 */
struct slice {
	const char *ptr;
	size_t len;
};

#define SLICE_INIT      \
	{               \
		NULL, 0 \
	}
/* A slice of a string literal. */
#define SLICE(literal) ((struct slice){ (literal), sizeof(literal) - 1 })

static inline struct slice slice_of(const char *ptr, size_t len)
{
	return (struct slice){ ptr, len };
}

static inline struct slice slice_str(const char *str)
{
	return slice_of(str, str ? strlen(str) : 0);
}

static inline bool slice_equal(struct slice a, struct slice b)
{
	return a.len == b.len && (!a.len || !memcmp(a.ptr, b.ptr, a.len));
}

static inline bool slice_is(struct slice a, const char *str)
{
	return slice_equal(a, slice_str(str));
}

/* Whether it is one of these words. */
static inline bool slice_is_one_of(struct slice a, const char *const *words,
				   size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (slice_is(a, words[i]))
			return true;
	}
	return false;
}

static inline bool slice_starts_with(struct slice a, struct slice prefix)
{
	return a.len >= prefix.len &&
	       (!prefix.len || !memcmp(a.ptr, prefix.ptr, prefix.len));
}

/* Whether `a` is `str`, ignoring the case of its letters. */
static inline bool slice_is_caseless(struct slice a, const char *str)
{
	return a.len == strlen(str) &&
	       (!a.len || !strncasecmp(a.ptr, str, a.len));
}

/* Where `str` begins in `a`, ignoring the case of its letters, or NULL. */
static inline const char *slice_find_caseless(struct slice a, const char *str)
{
	size_t len = strlen(str);

	for (size_t i = 0; i + len <= a.len; i++) {
		if (!strncasecmp(a.ptr + i, str, len))
			return a.ptr + i;
	}
	return NULL;
}

/* `a` without its first `n` bytes, or empty. */
static inline struct slice slice_skip(struct slice a, size_t n)
{
	if (n > a.len)
		n = a.len;
	return slice_of(n ? a.ptr + n : a.ptr, a.len - n);
}

static inline struct slice slice_skip_blanks(struct slice a)
{
	while (a.len && a.ptr[0] == ' ')
		a = slice_skip(a, 1);
	return a;
}

/* Skip white space of any kind. */
static inline struct slice slice_skip_space(struct slice a)
{
	while (a.len && isspace((unsigned char)a.ptr[0]))
		a = slice_skip(a, 1);
	return a;
}

/* Skip the byte order mark with which some editors and servers begin a text. */
static inline struct slice slice_skip_mark(struct slice a)
{
	const struct slice mark = SLICE("\xef\xbb\xbf");

	return slice_starts_with(a, mark) ? slice_skip(a, mark.len) : a;
}

/* Remove `start` if `a` begins with it. */
static inline bool slice_cut_start(struct slice *a, const char *start)
{
	struct slice prefix = slice_str(start);

	if (!slice_starts_with(*a, prefix))
		return false;
	*a = slice_skip(*a, prefix.len);
	return true;
}

/* How many `c` there are in a row from `pos` on. */
static inline size_t slice_count(struct slice a, size_t pos, char c)
{
	size_t n = 0;

	while (pos + n < a.len && a.ptr[pos + n] == c)
		n++;
	return n;
}

/* Remove the blanks at both ends. */
static inline struct slice slice_trim(struct slice a)
{
	a = slice_skip_blanks(a);
	while (a.len && a.ptr[a.len - 1] == ' ')
		a.len--;
	return a;
}

/* Remove and return the first line, without its end; `text` is not empty. */
static inline struct slice slice_take_line(struct slice *text)
{
	const char *nl = (const char *)memchr(text->ptr, '\n', text->len);
	size_t len = nl ? (size_t)(nl - text->ptr) : text->len;
	struct slice line = slice_of(text->ptr, len);

	*text = slice_skip(*text, len + (nl != NULL));
	return line;
}

#endif
