#include "config.h"

#include "src/base/url.h"

#include <string.h>

#include "src/base/hex.h"

/* No login is longer; so that a text with many "://" takes linear time. */
#define LOGIN_MAX 512

static const char SEPARATOR[] = "://";

static bool is_delimiter(char c)
{
	return (unsigned char)c <= ' ' || c == 0x7f || strchr("\"'<>\\`", c);
}

/* "host:port" or "[address]:port" */
static bool is_place(struct slice text)
{
	const char *colon = text.len && text.ptr[0] == '['
				    ? memchr(text.ptr, ']', text.len)
				    : memchr(text.ptr, ':', text.len);

	if (!colon)
		return true;
	text = slice_skip(text, (size_t)(colon + 1 - text.ptr));
	for (size_t i = 0; i < text.len; i++) {
		if ((text.ptr[i] < '0' || text.ptr[i] > '9') &&
		    (i || text.ptr[i] != ':'))
			return false;
	}
	return true;
}

struct slice url_login(struct slice text)
{
	const struct slice none = slice_of(text.ptr, 0);
	size_t authority = 0, len = 0;
	const char *end;

	if (!slice_starts_with(text, SLICE(SEPARATOR)))
		return none;
	text = slice_skip(text, strlen(SEPARATOR));
	while (len < text.len && len < LOGIN_MAX &&
	       !is_delimiter(text.ptr[len]))
		len++;
	while (authority < len && !strchr("/?#", text.ptr[authority]))
		authority++;
	end = memrchr(text.ptr, '@', authority);
	if (!end && authority < len && !is_place(slice_of(text.ptr, authority)))
		end = memrchr(text.ptr, '@', len);
	return end ? slice_of(text.ptr, (size_t)(end - text.ptr)) : none;
}

int url_byte(struct slice text)
{
	if (text.len < 3 || text.ptr[0] != '%')
		return -1;
	return hex_read(text.ptr + 1, 2);
}

void url_hide_logins(char *text)
{
	const size_t skipped = strlen(SEPARATOR);
	const char *end = text + strlen(text);

	while ((text = memmem(text, (size_t)(end - text), SEPARATOR,
			      skipped))) {
		struct slice rest = slice_of(text, (size_t)(end - text));

		text += skipped;
		memset(text, '*', url_login(rest).len);
	}
}
