#include "config.h"

#include "src/jphost/provider/secret-filter.h"

#include <string.h>

static size_t length(const char *secret)
{
	size_t len = secret ? strlen(secret) : 0;

	return len < SECRET_MIN ? 0 : len;
}

/* Count the bytes at the end that may be the start of the secret. */
static size_t open_tail(const struct strbuf *text, const char *secret,
			size_t len)
{
	size_t tail = text->len < len - 1 ? text->len : len - 1;

	while (tail && memcmp(text->buf + text->len - tail, secret, tail) != 0)
		tail--;
	return tail;
}

static void hide(struct strbuf *text, const char *secret)
{
	static const char shown[] = "[key]";
	size_t len = length(secret), from = 0;
	const char *at;

	while (len &&
	       (at = memmem(text->buf + from, text->len - from, secret, len))) {
		size_t pos = (size_t)(at - text->buf);

		strbuf_remove(text, pos, len);
		strbuf_insert(text, pos, shown, strlen(shown));
		/* The replacement may look like the secret: go on after it. */
		from = pos + strlen(shown);
	}
}

void secret_hide(struct strbuf *text, char *const *secrets)
{
	for (; secrets && *secrets; secrets++)
		hide(text, *secrets);
}

void secret_filter_feed(struct secret_filter *filter, struct slice text,
			struct strbuf *out)
{
	size_t tail = 0;

	strbuf_addslice(&filter->held, text);
	secret_hide(&filter->held, filter->secrets);
	for (char *const *each = filter->secrets; each && *each; each++) {
		size_t len = length(*each), open;

		open = len ? open_tail(&filter->held, *each, len) : 0;
		if (open > tail)
			tail = open;
	}
	strbuf_add(out, filter->held.buf, filter->held.len - tail);
	strbuf_remove(&filter->held, 0, filter->held.len - tail);
}

void secret_filter_flush(struct secret_filter *filter, struct strbuf *out)
{
	strbuf_addslice(out, strbuf_slice(&filter->held));
	strbuf_reset(&filter->held);
}
