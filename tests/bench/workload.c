#include "config.h"

#include "tests/bench/workload.h"

#include "proto/json-write.h"
#include "src/base/xalloc.h"

#define STAMP "\"timestamp\":\"2026-03-18 13:19:06.8\""

/* A number below `most`: Numerical Recipes' generator, its upper bits. */
static uint32_t below(uint32_t *seed, uint32_t most)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % most;
}

static const char *word(uint32_t *seed)
{
	static const char *const WORDS[] = {
		"the",    "of",      "and",    "to",     "in",     "is",
		"that",   "for",     "it",     "was",    "on",     "are",
		"with",   "as",      "be",     "this",   "parser", "buffer",
		"stream", "token",   "render", "pane",   "event",  "config",
		"plugin", "handler", "state",  "thread", "error",  "cache",
		"index",  "module",  "struct", "größe",  "naïve",  "→",
	};

	return WORDS[below(seed, ARRAY_SIZE(WORDS))];
}

static void words(struct strbuf *out, uint32_t count, uint32_t *seed)
{
	for (uint32_t i = 0; i < count; i++) {
		strbuf_addstr(out, i ? " " : "");
		strbuf_addstr(out, word(seed));
	}
}

static void block(struct strbuf *out, uint32_t *seed)
{
	uint32_t kind = below(seed, 10);

	if (kind == 0) {
		strbuf_addstr(out, "## ");
		words(out, 5, seed);
	} else if (kind < 3) {
		for (int i = 0; i < 4; i++) {
			strbuf_addf(out, "- **%s**: ", word(seed));
			words(out, 12, seed);
			strbuf_addstr(out, i < 3 ? "\n" : "");
		}
	} else if (kind == 3) {
		strbuf_addstr(out, "```c\n");
		for (int i = 0; i < 6; i++)
			strbuf_addf(out, "\tint %s = %s(%u, \"%s\");\n",
				    word(seed), word(seed), below(seed, 1000),
				    word(seed));
		strbuf_addstr(out, "```");
	} else {
		words(out, 30 + below(seed, 60), seed);
		strbuf_addf(out, " `%s` *%s*.", word(seed), word(seed));
	}
	strbuf_addstr(out, "\n\n");
}

void workload_markdown(struct strbuf *out, size_t bytes, uint32_t *seed)
{
	size_t end = out->len + bytes;

	while (out->len < end)
		block(out, seed);
}

void workload_chunk(struct strbuf *out, const char *sub_id, struct slice text)
{
	strbuf_addf(out,
		    "{\"type\":\"event\",\"sub_id\":\"%s\",\"data\":{" STAMP
		    ",\"type\":\"chat_response\",\"message\":",
		    sub_id);
	json_write_string(out, text);
	strbuf_addstr(out, "}}\n");
}

/* The end of a piece of `text` at `at`: about 4 bytes, whole characters. */
static size_t piece_end(const struct strbuf *text, size_t at, uint32_t *seed)
{
	size_t end = at + 1 + below(seed, 7);

	while (end < text->len && (text->buf[end] & 0xc0) == 0x80)
		end++;
	return end < text->len ? end : text->len;
}

void workload_chunks(struct strbuf *out, const char *sub_id, size_t count,
		     uint32_t *seed)
{
	struct strbuf text = STRBUF_INIT;
	size_t at = 0;

	for (size_t i = 0; i < count; i++) {
		size_t end;

		if (at == text.len) {
			strbuf_reset(&text);
			workload_markdown(&text, 4000, seed);
			at = 0;
		}
		end = piece_end(&text, at, seed);
		workload_chunk(out, sub_id, slice_of(text.buf + at, end - at));
		at = end;
	}
	strbuf_release(&text);
}

static void add_message(struct strbuf *out, const char *member,
			struct slice text)
{
	strbuf_addf(out,
		    "{" STAMP ",\"type\":\"chat_response\",\"%s\":", member);
	json_write_string(out, text);
	strbuf_addstr(out, "},");
}

static void add_text(struct strbuf *out, struct strbuf *text, size_t bytes,
		     uint32_t *seed)
{
	strbuf_reset(text);
	workload_markdown(text, bytes, seed);
	json_write_string(out, strbuf_slice(text));
}

static void add_call(struct strbuf *out, struct strbuf *text, uint32_t number,
		     uint32_t *seed)
{
	strbuf_addf(out,
		    "{" STAMP ",\"type\":\"tool_call_request\",\"id\":"
		    "\"tc_%u\",\"name\":\"fs_read_file\",\"arguments\":{"
		    "\"path\":\"src/%s.c\",\"pattern\":",
		    number, word(seed));
	add_text(out, text, 400, seed);
	strbuf_addf(out,
		    "}},{" STAMP ",\"type\":\"tool_call_response\",\"id\":"
		    "\"tc_%u\",\"is_error\":false,\"content\":",
		    number);
	add_text(out, text, 500 + below(seed, 8000), seed);
	strbuf_addstr(out, "},");
}

static void add_turn(struct strbuf *out, struct strbuf *text, uint32_t *number,
		     uint32_t *seed)
{
	strbuf_addstr(out, "{" STAMP ",\"type\":\"turn_start\"},{" STAMP
			   ",\"type\":\"chat_request\",\"content\":");
	add_text(out, text, 300, seed);
	strbuf_addstr(out, "},");
	for (int i = 0; i < 8; i++) {
		strbuf_reset(text);
		workload_markdown(text, 1000 + below(seed, 3000), seed);
		add_message(out, i % 4 ? "message" : "reasoning",
			    strbuf_slice(text));
		add_call(out, text, ++*number, seed);
	}
}

static void add_line(struct strbuf *out, struct strbuf *text, uint32_t *seed)
{
	strbuf_reset(text);
	words(text, 4 + below(seed, 20), seed);
	json_write_string(out, strbuf_slice(text));
}

void workload_events(struct strbuf *out, size_t count, const char *end,
		     uint32_t *seed)
{
	/* In cycles of ten. */
	static const char *const EVENTS[] = {
		"turn_start\"",
		"chat_request\",\"content\":",
		"chat_response\",\"reasoning\":",
		"chat_response\",\"message\":",
		"tool_call_request\",\"id\":\"toolu_1\",\"name\":"
		"\"fs_grep_files\",\"arguments\":{\"pattern\":",
		"tool_call_response\",\"id\":\"toolu_1\",\"content\":",
		"chat_response\",\"message\":",
		"tool_call_request\",\"id\":\"toolu_2\",\"name\":"
		"\"fs_read_file\",\"arguments\":{\"path\":",
		"tool_call_response\",\"id\":\"toolu_2\",\"content\":",
		"chat_response\",\"message\":",
	};
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i + 1 < count; i++) {
		size_t place = i % ARRAY_SIZE(EVENTS);

		strbuf_addf(out, "{" STAMP ",\"type\":\"%s", EVENTS[place]);
		if (place)
			add_line(out, &text, seed);
		strbuf_addstr(out, place == 4 || place == 7 ? "}}," : "},");
	}
	add_message(out, "message", slice_str(end));
	strbuf_setlen(out, out->len - 1);
	strbuf_release(&text);
}

void workload_history(struct strbuf *out, size_t bytes, const char *end,
		      uint32_t *seed)
{
	struct strbuf text = STRBUF_INIT;
	size_t until = out->len + bytes;
	uint32_t number = 0;

	while (out->len < until)
		add_turn(out, &text, &number, seed);
	add_message(out, "message", slice_str(end));
	strbuf_setlen(out, out->len - 1);
	strbuf_release(&text);
}
