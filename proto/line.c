#include "config.h"

#include "proto/line.h"

#include "proto/json-scan.h"
#include "proto/json-token.h"
#include "proto/json-write.h"
#include "proto/member.h"

void line_begin(struct strbuf *out, const char *type, const char *id)
{
	strbuf_addch(out, '{');
	line_text(out, "type", type);
	line_text(out, "id", id);
}

void line_end(struct strbuf *out)
{
	strbuf_addstr(out, "}\n");
}

void line_text(struct strbuf *out, const char *key, const char *text)
{
	if (!text)
		return;
	json_write_key(out, key);
	if (member_is_id(slice_str(key)))
		json_write_id(out, slice_str(text));
	else
		json_write_string(out, slice_str(text));
}

void line_value(struct strbuf *out, struct slice json)
{
	if (!json_add_compact(out, json))
		strbuf_addstr(out, "null");
}

void line_raw(struct strbuf *out, const char *key, struct slice json)
{
	json_write_key(out, key);
	line_value(out, json);
}

/* The text between two tokens: white space, a comma, a colon. */
static void add_gap(struct strbuf *out, const char *from, const char *to)
{
	for (; from < to; from++)
		strbuf_addch(out, json_is_space(*from) ? ' ' : *from);
}

void line_exact(struct strbuf *out, const char *key, struct slice json)
{
	struct strbuf err = STRBUF_INIT;
	struct json_tokens tokens;
	const char *from;

	json_write_key(out, key);
	if (json_check(json, NULL, &err)) {
		strbuf_release(&err);
		strbuf_addstr(out, "null");
		return;
	}
	from = json_skip_space(json.ptr, json_end_of(json));
	json_tokens_init(&tokens, json);
	while (json_tokens_next(&tokens) != JSON_TOKEN_END) {
		add_gap(out, from, tokens.text.ptr);
		json_add_utf8(out, tokens.text);
		from = tokens.text.ptr + tokens.text.len;
	}
}
