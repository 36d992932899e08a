#include "config.h"

#include "src/jphost/config/attachment-url.h"

#include <string.h>

#include "src/base/url.h"

void attachment_url_release(struct attachment_url *url)
{
	strbuf_release(&url->scheme);
	strbuf_release(&url->path);
}

bool attachment_url_is_pattern(struct slice path)
{
	for (size_t i = 0; i < path.len; i++) {
		if (strchr("*?[", path.ptr[i]))
			return true;
	}
	return false;
}

void attachment_url_decode(struct strbuf *out, struct slice path)
{
	while (path.len) {
		int byte = url_byte(path);

		if (byte > 0 && !strchr("*?[]\\/", byte)) {
			strbuf_addch(out, (char)byte);
			path = slice_skip(path, 3);
			continue;
		}
		strbuf_addch(out, path.ptr[0]);
		path = slice_skip(path, 1);
	}
}

/* 1 for ".", 2 for "..", in any spelling; otherwise 0. */
static int dots_of(struct slice name)
{
	int dots = 0;

	while (name.len && dots < 3) {
		if (name.ptr[0] == '.')
			name = slice_skip(name, 1);
		else if (url_byte(name) == '.')
			name = slice_skip(name, 3);
		else
			return 0;
		dots++;
	}
	return dots < 3 ? dots : 0;
}

static bool is_slash(char c)
{
	return c == '/' || c == '\\';
}

/* Append one name to a path; ".." never goes above the root. */
static void add_name(struct strbuf *path, struct slice name, bool last)
{
	int dots = dots_of(name);
	size_t len = path->len;

	if (dots == 2) {
		len -= len > 0;
		while (len && path->buf[len - 1] != '/')
			len--;
		strbuf_setlen(path, len);
	}
	if (dots)
		return;
	strbuf_addslice(path, name);
	if (!last)
		strbuf_addch(path, '/');
}

static void add_path(struct strbuf *path, struct slice text)
{
	while (text.len) {
		size_t len = 0;

		while (len < text.len && !is_slash(text.ptr[len]))
			len++;
		if (len || path->len)
			add_name(path, slice_of(text.ptr, len),
				 len == text.len);
		text = slice_skip(text, len + 1);
	}
}

/* Append the name after "//", in lower case as in any URL; returns the rest. */
static struct slice add_host(struct strbuf *path, struct slice text)
{
	size_t len = 0;

	while (len < text.len && !is_slash(text.ptr[len]))
		len++;
	if (!slice_is_caseless(slice_of(text.ptr, len), "localhost")) {
		for (size_t i = 0; i < len; i++)
			strbuf_addch(path,
				     (char)tolower((unsigned char)text.ptr[i]));
		if (len)
			strbuf_addch(path, '/');
	}
	return slice_skip(text, len + 1);
}

/* Whether the query has this parameter, with or without a value. */
static bool has_word(struct slice query, const char *word)
{
	while (query.len) {
		const char *and = memchr(query.ptr, '&', query.len);
		size_t len = and? (size_t)(and-query.ptr) : query.len;
		const char *is = memchr(query.ptr, '=', len);

		if (slice_is(slice_of(query.ptr,
				      is ? (size_t)(is - query.ptr) : len),
			     word))
			return true;
		query = slice_skip(query, len + 1);
	}
	return false;
}

static struct slice cut_at(struct slice *text, char c)
{
	const char *at = memchr(text->ptr, c, text->len);
	struct slice rest = SLICE_INIT;

	if (!at)
		return rest;
	rest = slice_skip(*text, (size_t)(at - text->ptr) + 1);
	text->len = (size_t)(at - text->ptr);
	return rest;
}

void attachment_url_read(struct attachment_url *url, struct slice text)
{
	struct slice query;
	size_t len = 0;

	text = slice_trim(text);
	while (len < text.len && (isalnum((unsigned char)text.ptr[len]) ||
				  strchr("+-.", text.ptr[len])))
		len++;
	if (!len || len == text.len || text.ptr[len] != ':' ||
	    !isalpha((unsigned char)text.ptr[0]))
		return;
	for (size_t i = 0; i < len; i++)
		strbuf_addch(&url->scheme,
			     (char)tolower((unsigned char)text.ptr[i]));
	text = slice_skip(text, len + 1);
	if (!slice_is(strbuf_slice(&url->scheme), "file"))
		return;
	cut_at(&text, '#');
	query = cut_at(&text, '?');
	url->exclude = has_word(query, "exclude");
	if (text.len > 1 && is_slash(text.ptr[0]) && is_slash(text.ptr[1])) {
		text = add_host(&url->path, slice_skip(text, 2));
		url->host_only = url->path.len && !text.len;
	}
	add_path(&url->path, text);
}
