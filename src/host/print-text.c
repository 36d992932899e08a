#include "config.h"

#include "src/host/print-text.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"

#define BOLD   "\033[1m"
#define DIM    "\033[2m"
#define ITALIC "\033[3m"
#define CODE   "\033[36m"
#define PLAIN  "\033[0m"

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

/* What is between two marks, in a face; else the mark as it is. */
static const char *add_marked(struct strbuf *out, const char *at,
			      const char *end, const char *mark,
			      const char *face)
{
	size_t len = strlen(mark);
	const char *close =
		memmem(at + len, (size_t)(end - at) - len, mark, len);

	if (!close || close == at + len || at[len] == ' ') {
		strbuf_add(out, at, len);
		return at + len;
	}
	strbuf_addf(out, "%s%.*s%s", face, (int)(close - at - (int)len),
		    at + len, PLAIN);
	return close + len;
}

static void add_inline(struct strbuf *out, const char *at, const char *end)
{
	while (at < end) {
		if (*at == '`')
			at = add_marked(out, at, end, "`", CODE);
		else if (end - at > 2 && !strncmp(at, "**", 2))
			at = add_marked(out, at, end, "**", BOLD);
		else if (*at == '*' && end - at > 1)
			at = add_marked(out, at, end, "*", ITALIC);
		else
			strbuf_addch(out, *at++);
	}
}

/* A line of Markdown: headings, lists and what is within the line. */
static void add_line(struct strbuf *out, const char *line, const char *end)
{
	size_t hashes = strspn(line, "#"), blanks = strspn(line, " ");

	if (hashes && hashes <= 6 && line[hashes] == ' ') {
		strbuf_addf(out, "%s%.*s%s", BOLD,
			    (int)(end - line - (int)hashes - 1),
			    line + hashes + 1, PLAIN);
		return;
	}
	if (end - line > (int)blanks + 1 && strchr("-*+", line[blanks]) &&
	    line[blanks + 1] == ' ') {
		strbuf_addchars(out, ' ', blanks);
		strbuf_addstr(out, "•");
		line += blanks + 1;
	}
	add_inline(out, line, end);
}

static void add_markdown(struct strbuf *out, const char *text)
{
	bool code = false;

	while (*text) {
		const char *end = text + strcspn(text, "\n");
		bool fence = !strncmp(text, "```", 3);

		if (fence)
			code = !code;
		else if (code)
			strbuf_addf(out, "    %s%.*s%s", CODE,
				    (int)(end - text), text, PLAIN);
		else
			add_line(out, text, end);
		if (*end && !fence)
			strbuf_addch(out, '\n');
		text = end + (*end == '\n');
	}
}

static void end_line(struct strbuf *out, size_t from)
{
	if (out->len > from && out->buf[out->len - 1] != '\n')
		strbuf_addch(out, '\n');
}

static void add_format(const struct print_text *print, struct strbuf *out,
		       const struct plugin_message *msg)
{
	struct slice text = slice_str(msg->text);
	struct strbuf why = STRBUF_INIT;
	size_t from = out->len;

	if (is(msg->format, "json") && !json_check(text, NULL, &why)) {
		json_write_pretty(out, text, 0);
		end_line(out, from);
	} else if (is(msg->format, "markdown") && print->color) {
		add_markdown(out, msg->text);
	} else {
		strbuf_addslice(out, text);
		if (is(msg->format, "code"))
			end_line(out, from);
	}
	strbuf_release(&why);
}

void print_text_add(const struct print_text *print, struct strbuf *out,
		    const struct plugin_message *msg)
{
	bool main = !msg->channel || is(msg->channel, "content") ||
		    is(msg->channel, "error");
	bool dim = print->color && (is(msg->channel, "chrome") ||
				    is(msg->channel, "reasoning"));

	if (!msg->text || (print->quiet && !main))
		return;
	if (print->json) {
		add_json(out, msg);
		return;
	}
	if (dim)
		strbuf_addstr(out, DIM);
	add_format(print, out, msg);
	if (dim)
		strbuf_addstr(out, PLAIN);
}
