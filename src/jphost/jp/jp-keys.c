#include "config.h"

#include "src/jphost/jp/jp-keys.h"

#include <string.h>

enum { ESC = 0x1b, BEL = 0x07 };

/* What a sequence is so far. */
enum part { PART_OPEN, PART_TYPED, PART_REPLY };

static enum part judge_csi(const char *text, size_t len)
{
	char last = text[len - 1];
	bool private = len > 2 && text[2] && strchr("?>=", text[2]);

	if (len == 2 || last < '@' || last > '~')
		return PART_OPEN;
	/*
	 * Reports of cursor, device, modes, sizes and focus. F3 with a modifier
	 * looks like a cursor report; jp does not use that key.
	 */
	if (strchr("Rcnty", last) && (private || last != 't' || len > 3))
		return PART_REPLY;
	if (last == 'u' && private)
		return PART_REPLY;
	return (last == 'I' || last == 'O') && len == 3 ? PART_REPLY
							: PART_TYPED;
}

static enum part judge_string(const char *text, size_t len)
{
	if (text[len - 1] == BEL ||
	    (len > 3 && text[len - 2] == ESC && text[len - 1] == '\\'))
		return PART_REPLY;
	return PART_OPEN;
}

static enum part judge(const char *text, size_t len)
{
	if (text[0] != ESC)
		return PART_TYPED;
	if (len == 1)
		return PART_OPEN;
	switch (text[1]) {
	case '[':
		return judge_csi(text, len);
	case ']':
	case 'P':
	case '_':
		return judge_string(text, len);
	case 'O':
		return len == 2 ? PART_OPEN : PART_TYPED;
	default:
		return PART_TYPED;
	}
}

void jp_keys_settle(struct jp_keys *keys, struct strbuf *typed)
{
	strbuf_add(typed, keys->open, keys->len);
	keys->len = 0;
}

bool jp_keys_is_open(const struct jp_keys *keys)
{
	return keys->len > 0;
}

void jp_keys_take(struct jp_keys *keys, struct slice bytes,
		  struct strbuf *typed, struct strbuf *replies)
{
	for (size_t i = 0; i < bytes.len; i++) {
		enum part part;

		keys->open[keys->len++] = bytes.ptr[i];
		part = judge(keys->open, keys->len);
		if (part == PART_OPEN && keys->len < sizeof(keys->open))
			continue;
		strbuf_add(part == PART_REPLY ? replies : typed, keys->open,
			   keys->len);
		keys->len = 0;
	}
}
