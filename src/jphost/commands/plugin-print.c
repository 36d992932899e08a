#include "config.h"

#include "src/jphost/commands/plugin-print.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"

#define DIM   "\033[2m"
#define PLAIN "\033[0m"

static bool is(const char *word, const char *name)
{
	return word && !strcmp(word, name);
}

static void add_json(struct strbuf *out, const struct plugin_message *msg)
{
	strbuf_addch(out, '{');
	json_write_member(out, "channel",
			  slice_str(msg->channel ? msg->channel : "content"));
	json_write_member(out, "format",
			  slice_str(msg->format ? msg->format : "plain"));
	if (msg->language)
		json_write_member(out, "language", slice_str(msg->language));
	json_write_member(out, "text", slice_str(msg->text));
	strbuf_addstr(out, "}\n");
}

static void end_line(struct strbuf *out, size_t from)
{
	if (out->len > from && out->buf[out->len - 1] != '\n')
		strbuf_addch(out, '\n');
}

static void add_format(const struct plugin_print *print, struct strbuf *out,
		       const struct plugin_message *msg, bool dim)
{
	struct slice text = slice_str(msg->text);
	bool rich = print->look.cols > 0;
	size_t from = out->len;

	if (is(msg->format, "json") && json_is_valid(text)) {
		struct strbuf json = STRBUF_INIT;

		json_write_pretty(rich ? &json : out, text, 0);
		if (rich)
			terminal_add_code(out, strbuf_slice(&json), "json",
					  &print->look);
		end_line(out, from);
		strbuf_release(&json);
	} else if (is(msg->format, "markdown") && rich) {
		terminal_add_markdown(out, text, dim ? FACE_DIM : FACE_DEFAULT,
				      &print->look);
	} else if (is(msg->format, "code") && rich) {
		terminal_add_code(out, text, msg->language, &print->look);
	} else {
		strbuf_addslice(out, text);
		if (is(msg->format, "code"))
			end_line(out, from);
	}
}

void plugin_print_add(const struct plugin_print *print, struct strbuf *out,
		      const struct plugin_message *msg)
{
	bool main = !msg->channel || is(msg->channel, "content") ||
		    is(msg->channel, "error");
	bool dim = print->look.cols > 0 && (is(msg->channel, "chrome") ||
					    is(msg->channel, "reasoning"));

	if (msg->text && print->raw) {
		strbuf_addstr(out, msg->text);
		return;
	}
	if (!msg->text || (print->quiet && !main))
		return;
	if (print->json) {
		add_json(out, msg);
		return;
	}
	if (dim)
		strbuf_addstr(out, DIM);
	add_format(print, out, msg, dim);
	if (dim)
		strbuf_addstr(out, PLAIN);
}
