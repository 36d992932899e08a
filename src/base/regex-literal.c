#include "config.h"

#include "src/base/regex-literal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "src/base/ascii.h"
#include "src/base/utf8.h"

/* The next part of a pattern. */
enum part {
	PART_CHARACTER, /* the text must have it here; `ch` */
	PART_BREAK,     /* something else, of any length */
	PART_MAYBE,     /* the part before it is optional */
	PART_AGAIN,     /* the part before it may repeat */
	PART_UNKNOWN,
};

struct reader {
	struct slice pattern;
	size_t at;
	struct slice ch;
};

/* A byte of the pattern, or NUL past its end. */
static char byte_at(const struct reader *r, size_t at)
{
	return at < r->pattern.len ? r->pattern.ptr[at] : '\0';
}

static enum part take_character(struct reader *r)
{
	size_t next = utf8_next(r->pattern.ptr, r->pattern.len, r->at);

	r->ch = slice_of(r->pattern.ptr + r->at, next - r->at);
	r->at = next;
	return PART_CHARACTER;
}

/* \d, \b and so on take no argument; of the others only \p does. */
static enum part take_escape(struct reader *r)
{
	char c = byte_at(r, r->at + 1);
	const char *end;

	r->at++;
	if (r->at >= r->pattern.len)
		return PART_UNKNOWN;
	if (c == 'p' || c == 'P') {
		r->at++;
		if (byte_at(r, r->at) != '{') {
			r->at++;
			return PART_BREAK;
		}
		end = memchr(r->pattern.ptr + r->at, '}',
			     r->pattern.len - r->at);
		if (!end)
			return PART_UNKNOWN;
		r->at = (size_t)(end - r->pattern.ptr) + 1;
		return PART_BREAK;
	}
	if (strchr("dDwWsSbBhHvVRXAzZGnrtfea", c)) {
		r->at++;
		return PART_BREAK;
	}
	if (ascii_is_alnum(c))
		return PART_UNKNOWN;
	return take_character(r);
}

/* Skip a class; false if its end is not easily found. */
static bool skip_class(struct reader *r)
{
	r->at++;
	if (byte_at(r, r->at) == '^')
		r->at++;
	if (byte_at(r, r->at) == ']')
		r->at++;
	while (r->at < r->pattern.len) {
		char c = r->pattern.ptr[r->at];

		if (c == ']') {
			r->at++;
			return true;
		}
		/* [:alpha:] and so on, and \Q with brackets in it. */
		if (c == '[' || (c == '\\' && byte_at(r, r->at + 1) == 'Q'))
			return false;
		r->at += c == '\\' ? 2 : 1;
	}
	return false;
}

/* Groups with an option or a condition have effects of their own. */
static bool is_plain_group(const struct reader *r)
{
	char c = byte_at(r, r->at + 2);

	return byte_at(r, r->at + 1) != '?' || (c && strchr(":=!<>|'", c));
}

static bool skip_group(struct reader *r)
{
	size_t depth = 0;

	while (r->at < r->pattern.len) {
		switch (r->pattern.ptr[r->at]) {
		case '\\':
			if (take_escape(r) == PART_UNKNOWN)
				return false;
			continue;
		case '[':
			if (!skip_class(r))
				return false;
			continue;
		case '(':
			if (!is_plain_group(r))
				return false;
			depth++;
			break;
		case ')':
			depth--;
			break;
		default:
			break;
		}
		r->at++;
		if (!depth)
			return true;
	}
	return false;
}

/* Skip {2}, {2,} and {2,5}, and whatever looks like one. */
static enum part take_braces(struct reader *r)
{
	size_t at = r->at + 1;

	while (at < r->pattern.len && strchr("0123456789, ", byte_at(r, at)))
		at++;
	r->at = byte_at(r, at) == '}' ? at + 1 : r->at + 1;
	return PART_MAYBE;
}

static enum part take_part(struct reader *r)
{
	switch (r->pattern.ptr[r->at]) {
	case '\\':
		return take_escape(r);
	case '[':
		return skip_class(r) ? PART_BREAK : PART_UNKNOWN;
	case '(':
		return skip_group(r) ? PART_BREAK : PART_UNKNOWN;
	case '{':
		return take_braces(r);
	case '|':
	case ')':
		return PART_UNKNOWN;
	case '?':
	case '*':
		r->at++;
		return PART_MAYBE;
	case '+':
		r->at++;
		return PART_AGAIN;
	case '.':
	case '^':
	case '$':
		r->at++;
		return PART_BREAK;
	default:
		return take_character(r);
	}
}

/* Whether this character may be part of a run. */
static bool is_wanted(struct slice ch, const char *without)
{
	uint32_t cp;

	utf8_decode(ch.ptr, ch.len, &cp);
	return cp > ' ' && cp != 0x7f && cp != UTF8_REPLACEMENT &&
	       !(cp < 0x80 && strchr(without, (int)cp));
}

/* The run being read: bytes, characters, and where its last one begins. */
struct run {
	struct strbuf text;
	size_t count, last;
};

static void end_run(struct run *run, struct strbuf *best)
{
	if (run->count >= 2 && run->text.len > best->len) {
		strbuf_reset(best);
		strbuf_addslice(best, strbuf_slice(&run->text));
	}
	strbuf_reset(&run->text);
	run->count = 0;
}

static void drop_last(struct run *run)
{
	if (!run->count)
		return;
	strbuf_setlen(&run->text, run->last);
	run->count--;
}

static bool read_runs(struct reader *r, struct run *run, struct strbuf *best,
		      const char *without)
{
	while (r->at < r->pattern.len) {
		enum part part = take_part(r);

		if (part == PART_UNKNOWN)
			return false;
		if (part == PART_CHARACTER && is_wanted(r->ch, without)) {
			run->last = run->text.len;
			strbuf_addslice(&run->text, r->ch);
			run->count++;
			continue;
		}
		if (part == PART_MAYBE)
			drop_last(run);
		end_run(run, best);
	}
	end_run(run, best);
	return true;
}

enum regex_needs regex_literal(struct strbuf *out, struct slice pattern,
			       const char *without)
{
	struct run run = { .text = STRBUF_INIT };
	struct strbuf best = STRBUF_INIT;
	struct reader reader = { .pattern = pattern };
	enum regex_needs needs = REGEX_NEEDS_NOTHING;

	/* Verbs such as (*ACCEPT) end a match wherever they are. */
	if (!(pattern.len && memmem(pattern.ptr, pattern.len, "(*", 2)) &&
	    read_runs(&reader, &run, &best, without) && best.len) {
		/* A run as long as the pattern is all of it. */
		needs = best.len == pattern.len ? REGEX_IS_RUN
						: REGEX_NEEDS_RUN;
		strbuf_addslice(out, strbuf_slice(&best));
	}
	strbuf_release(&run.text);
	strbuf_release(&best);
	return needs;
}
