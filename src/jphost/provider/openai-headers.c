#include "config.h"

#include "src/jphost/provider/openai-headers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "proto/secrets.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/secret-env.h"
#include "src/jphost/provider/secret-filter.h"

static void free_texts(char **texts)
{
	for (size_t i = 0; texts && texts[i]; i++) {
		explicit_bzero(texts[i], strlen(texts[i]));
		free(texts[i]);
	}
	free(texts);
}

void openai_headers_release(struct openai_headers *headers)
{
	free_texts(headers->lines);
	free_texts(headers->secrets);
	*headers = (struct openai_headers)OPENAI_HEADERS_INIT;
}

static int by_length(const void *a, const void *b)
{
	size_t left = strlen(*(char *const *)a);
	size_t right = strlen(*(char *const *)b);

	return left > right ? -1 : left < right;
}

void openai_headers_hide(struct openai_headers *headers, struct slice secret)
{
	if (secret.len < SECRET_MIN)
		return;
	ALLOC_GROW(headers->secrets, headers->secret_count + 2,
		   headers->secret_cap);
	headers->secrets[headers->secret_count++] =
		xmemdupz(secret.ptr, secret.len);
	headers->secrets[headers->secret_count] = NULL;
	/* Search longer secrets first: one may contain another. */
	qsort(headers->secrets, headers->secret_count,
	      sizeof(*headers->secrets), by_length);
}

static bool is_name(struct slice name)
{
	for (size_t i = 0; i < name.len; i++) {
		unsigned char c = (unsigned char)name.ptr[i];

		if (!isalnum(c) && !(c && strchr("!#$%&'*+-.^_`|~", c)))
			return false;
	}
	return name.len > 0;
}

/* Headers about the request's framing, which only libcurl can set. */
static bool frames_it(struct slice name)
{
	static const char *const names[] = { "Connection", "Content-Encoding",
					     "Content-Length",
					     "Transfer-Encoding" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (slice_is_caseless(name, names[i]))
			return true;
	}
	return false;
}

static bool is_value(struct slice value)
{
	for (size_t i = 0; i < value.len; i++) {
		unsigned char c = (unsigned char)value.ptr[i];

		if ((c < ' ' && c != '\t') || c == 0x7f)
			return false;
	}
	return true;
}

static size_t length_of_name(struct slice text)
{
	size_t len = 0;

	if (text.len && isdigit((unsigned char)text.ptr[0]))
		return 0;
	while (len < text.len &&
	       (isalnum((unsigned char)text.ptr[len]) || text.ptr[len] == '_'))
		len++;
	return len;
}

/* Read the variable name after a dollar. Returns its length; 0 if none. */
static size_t read_variable(struct slice rest, struct strbuf *name)
{
	bool braced = rest.len && rest.ptr[0] == '{';
	struct slice text = slice_skip(rest, braced);
	size_t len = length_of_name(text);

	if (!len || (braced && (len == text.len || text.ptr[len] != '}')))
		return 0;
	strbuf_reset(name);
	strbuf_add(name, text.ptr, len);
	return len + (braced ? 2 : 0);
}

void openai_headers_take(struct slice text)
{
	struct strbuf name = STRBUF_INIT;
	const char *dollar;

	while (text.len && (dollar = memchr(text.ptr, '$', text.len))) {
		size_t len;

		text = slice_skip(text, (size_t)(dollar + 1 - text.ptr));
		len = read_variable(text, &name);
		if (len && !secret_env_is_plain(name.buf))
			secret_env_variable(name.buf);
		if (!len)
			len = text.len && text.ptr[0] == '$';
		text = slice_skip(text, len);
	}
	strbuf_release(&name);
}

static int expand(struct openai_headers *headers, struct strbuf *out,
		  struct slice value, struct strbuf *err)
{
	struct strbuf name = STRBUF_INIT;
	int ret = 0;

	while (value.len && !ret) {
		const char *set, *dollar = memchr(value.ptr, '$', value.len);
		size_t plain =
			dollar ? (size_t)(dollar - value.ptr) : value.len;
		size_t len;

		strbuf_add(out, value.ptr, plain);
		value = slice_skip(value, plain);
		if (!value.len)
			break;
		value = slice_skip(value, 1);
		len = read_variable(value, &name);
		if (!len) {
			/* `$$` is a dollar; so is one before anything else. */
			strbuf_addch(out, '$');
			value = slice_skip(value,
					   value.len && value.ptr[0] == '$');
			continue;
		}
		value = slice_skip(value, len);
		set = secret_env_variable(name.buf);
		if (!set) {
			strbuf_setf(err, "$%s is not set", name.buf);
			ret = -1;
		} else {
			struct slice text = slice_trim(slice_str(set));

			strbuf_addslice(out, text);
			if (!secret_env_is_plain(name.buf))
				openai_headers_hide(headers, text);
		}
	}
	strbuf_release(&name);
	return ret;
}

static bool is_secret_name(struct slice name)
{
	return secrets_is_name(name) ||
	       (name.len >= 3 &&
		!strncasecmp(name.ptr + name.len - 3, "key", 3));
}

/* Hide the whole value, and the part after a scheme such as "Bearer". */
static void hide_value(struct openai_headers *headers, struct slice value)
{
	const char *blank = memchr(value.ptr, ' ', value.len);

	openai_headers_hide(headers, value);
	if (blank)
		openai_headers_hide(
			headers, slice_trim(slice_skip(
					 value, (size_t)(blank - value.ptr))));
}

static size_t find(const struct openai_headers *headers, struct slice name)
{
	size_t i = 0;

	while (i < headers->count &&
	       (strncasecmp(headers->lines[i], name.ptr, name.len) != 0 ||
		headers->lines[i][name.len] != ':'))
		i++;
	return i;
}

static void put(struct openai_headers *headers, struct slice name,
		struct slice value)
{
	struct strbuf line = STRBUF_INIT;
	size_t at = find(headers, name);

	strbuf_addslice(&line, name);
	strbuf_addstr(&line, ": ");
	strbuf_addslice(&line, value);
	if (at == headers->count) {
		ALLOC_GROW(headers->lines, headers->count + 2, headers->cap);
		headers->count++;
		headers->lines[headers->count] = NULL;
	} else {
		explicit_bzero(headers->lines[at], strlen(headers->lines[at]));
		free(headers->lines[at]);
	}
	headers->lines[at] = strbuf_detach(&line);
}

int openai_headers_add(struct openai_headers *headers, struct slice name,
		       struct slice value, bool expands, struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT, why = STRBUF_INIT;
	struct slice text;
	int ret = -1;

	if (!is_name(name)) {
		strbuf_setf(err, "'%.*s' is not the name of a header",
			    (int)name.len, name.ptr ? name.ptr : "");
		return -1;
	}
	if (!expands)
		strbuf_addslice(&whole, value);
	else if (expand(headers, &whole, value, &why))
		strbuf_setf(err, "the header '%.*s': %s", (int)name.len,
			    name.ptr, why.buf);
	text = slice_trim(strbuf_slice(&whole));
	if (why.len)
		goto out;
	if (frames_it(name)) {
		strbuf_setf(err, "the header '%.*s' cannot be set",
			    (int)name.len, name.ptr);
	} else if (!is_value(text)) {
		strbuf_setf(err, "the header '%.*s' has a control character",
			    (int)name.len, name.ptr);
	} else {
		if (is_secret_name(name))
			hide_value(headers, text);
		put(headers, name, text);
		ret = 0;
	}
out:
	if (whole.len)
		explicit_bzero(whole.buf, whole.len);
	strbuf_release(&whole);
	strbuf_release(&why);
	return ret;
}

int openai_headers_add_line(struct openai_headers *headers, struct slice line,
			    bool expands, const char *what, struct strbuf *err)
{
	const char *colon = memchr(line.ptr, ':', line.len);
	size_t len = colon ? (size_t)(colon - line.ptr) : 0;

	if (expands)
		openai_headers_take(line);
	if (!is_name(slice_of(line.ptr, len))) {
		/* Do not quote the line, which may be a secret. */
		strbuf_setf(err, "%s is not 'Name: value'", what);
		return -1;
	}
	return openai_headers_add(headers, slice_of(line.ptr, len),
				  slice_trim(slice_skip(line, len + 1)),
				  expands, err);
}

bool openai_headers_have(const struct openai_headers *headers, const char *name)
{
	return find(headers, slice_str(name)) < headers->count;
}
