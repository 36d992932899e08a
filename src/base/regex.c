#include "config.h"

#include "src/base/regex.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"

enum {
	/* A bomb such as (a+)+$ stops after about a millisecond. */
	MATCH_LIMIT = 100000,
	HEAP_LIMIT_KIB = 8192,
	JIT_STACK_MIN = 32 << 10,
	JIT_STACK_MAX = 512 << 10,
	NEST_LIMIT = 100, /* parentheses */
	LONG_WORD_WINDOW = 16,
};

struct regex {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	uint32_t options; /* of each match */
	int count;        /* groups of the last match */
};

/* The end of the escape whose "\" is at `at`, \p{Lu} or \x{1F} for example. */
static size_t skip_escape(struct slice text, size_t at)
{
	const char *end;

	if (++at >= text.len)
		return at;
	if (!strchr("pPxoNgk", text.ptr[at]) || at + 1 >= text.len ||
	    text.ptr[at + 1] != '{')
		return utf8_next(text.ptr, text.len, at);
	end = memchr(text.ptr + at, '}', text.len - at);
	return end ? (size_t)(end - text.ptr) + 1 : text.len;
}

static bool has_capital(struct slice text, bool literal)
{
	for (size_t at = 0; at < text.len;) {
		uint32_t cp;

		if (text.ptr[at] == '\\' && !literal) {
			at = skip_escape(text, at);
			continue;
		}
		at += utf8_decode(text.ptr + at, text.len - at, &cp);
		if (iswupper((wint_t)cp))
			return true;
	}
	return false;
}

static uint32_t compile_options(struct slice pattern, unsigned flags)
{
	bool literal = flags & REGEX_LITERAL;
	uint32_t options =
		PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_USE_OFFSET_LIMIT;

	if (literal)
		options |= PCRE2_LITERAL;
	else
		options |=
			PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;
	if (flags & REGEX_ANCHORED)
		options |= PCRE2_ANCHORED;
	if (flags & REGEX_CASELESS ||
	    (flags & REGEX_SMART_CASE && !has_capital(pattern, literal)))
		options |= PCRE2_CASELESS;
	return options;
}

static void set_error(struct strbuf *err, struct slice pattern, int code,
		      size_t offset)
{
	PCRE2_UCHAR message[128];
	size_t place = 1;

	if (offset > pattern.len)
		offset = pattern.len;
	for (size_t at = 0; at < offset;
	     at = utf8_next(pattern.ptr, pattern.len, at))
		place++;
	pcre2_get_error_message(code, message, sizeof(message));
	strbuf_setf(err, "%s at character %zu", (const char *)message, place);
}

static pcre2_code *compile(struct slice pattern, unsigned flags,
			   struct strbuf *err)
{
	pcre2_compile_context *context = pcre2_compile_context_create(NULL);
	pcre2_code *code;
	PCRE2_SIZE offset;
	int error;

	if (!context)
		die("out of memory");
	pcre2_set_newline(context, PCRE2_NEWLINE_ANYCRLF);
	pcre2_set_parens_nest_limit(context, NEST_LIMIT);
	pcre2_set_max_pattern_length(context, REGEX_PATTERN_MAX);
	code = pcre2_compile((PCRE2_SPTR)(pattern.len ? pattern.ptr : ""),
			     pattern.len, compile_options(pattern, flags),
			     &error, &offset, context);
	pcre2_compile_context_free(context);
	if (!code)
		set_error(err, pattern, error, offset);
	return code;
}

struct regex *regex_new(struct slice pattern, unsigned flags,
			struct strbuf *err)
{
	pcre2_code *code = compile(pattern, flags, err);
	struct regex *re;

	if (!code)
		return NULL;
	re = xcalloc(1, sizeof(*re));
	re->code = code;
	re->options = flags & REGEX_NOT_EMPTY ? PCRE2_NOTEMPTY : 0;
	re->data = pcre2_match_data_create(REGEX_GROUPS, NULL);
	re->context = pcre2_match_context_create(NULL);
	if (!re->data || !re->context)
		die("out of memory");
	pcre2_set_match_limit(re->context, MATCH_LIMIT);
	pcre2_set_heap_limit(re->context, HEAP_LIMIT_KIB);
	/* Some systems forbid memory that is writable and executable. */
	if (!pcre2_jit_compile(code, PCRE2_JIT_COMPLETE)) {
		re->stack = pcre2_jit_stack_create(JIT_STACK_MIN, JIT_STACK_MAX,
						   NULL);
		if (re->stack)
			pcre2_jit_stack_assign(re->context, NULL, re->stack);
	}
	return re;
}

void regex_free(struct regex *re)
{
	if (!re)
		return;
	pcre2_code_free(re->code);
	pcre2_match_data_free(re->data);
	pcre2_match_context_free(re->context);
	pcre2_jit_stack_free(re->stack);
	free(re);
}

bool regex_is_caseless(const struct regex *re)
{
	uint32_t options = 0;

	pcre2_pattern_info(re->code, PCRE2_INFO_ARGOPTIONS, &options);
	return options & PCRE2_CASELESS;
}

/* Find a match that begins in [from, last]. */
static enum regex_result run(struct regex *re, struct slice text, size_t from,
			     size_t last, uint32_t options,
			     struct regex_match *match)
{
	pcre2_set_offset_limit(re->context, last);
	re->count = pcre2_match(
		re->code, (PCRE2_SPTR)(text.len ? text.ptr : ""), text.len,
		from, options | re->options, re->data, re->context);
	if (re->count == PCRE2_ERROR_NOMATCH)
		return REGEX_NO_MATCH;
	if (re->count == PCRE2_ERROR_NOMEMORY)
		die("out of memory");
	if (re->count < 0)
		return REGEX_GAVE_UP;
	if (!re->count) /* more groups than are reported */
		re->count = REGEX_GROUPS;
	regex_group(re, 0, match);
	return REGEX_MATCH;
}

enum regex_result regex_find(struct regex *re, struct slice text, size_t from,
			     struct regex_match *match)
{
	if (from > text.len)
		return REGEX_NO_MATCH;
	return run(re, text, from, PCRE2_UNSET, 0, match);
}

bool regex_group(const struct regex *re, unsigned n, struct regex_match *match)
{
	const PCRE2_SIZE *places = pcre2_get_ovector_pointer(re->data);

	if (re->count < 0 || n >= (unsigned)re->count ||
	    places[2 * n] == PCRE2_UNSET)
		return false;
	/* \K in a look-ahead can put the start after the end. */
	match->start = places[2 * n];
	match->end = places[2 * n + 1] < match->start ? match->start
						      : places[2 * n + 1];
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/*
 * Where in [from, last] a word longer than REGEX_SCAN_WORD begins or continues;
 * SIZE_MAX: nowhere. Reads only a few bytes if words have the usual length.
 */
static size_t long_word(struct slice text, size_t from, size_t last)
{
	while (from <= last && text.len - from > REGEX_SCAN_WORD) {
		size_t at = from + REGEX_SCAN_WORD;

		while (at > from && !is_blank(text.ptr[at - 1]))
			at--;
		if (at == from)
			return from;
		from = at;
	}
	return SIZE_MAX;
}

/*
 * The text that a search of the window up to `last` may read. If it is cut, it
 * ends at a line break if there is one.
 */
static struct slice reach_of(struct slice text, size_t last, size_t reach,
			     bool *cut)
{
	const char *end;

	*cut = text.len - last > reach;
	if (!*cut)
		return text;
	text.len = last + reach;
	end = memrchr(text.ptr + last, '\n', text.len - last);
	if (end)
		text.len = (size_t)(end - text.ptr) + 1;
	else
		while (text.len > last &&
		       ((unsigned char)text.ptr[text.len] & 0xc0) == 0x80)
			text.len--;
	return text;
}

enum regex_result regex_scan_next(struct regex *re, struct regex_scan *scan,
				  struct regex_match *match)
{
	size_t last = scan->text.len, reach = REGEX_SCAN_REACH, word;
	enum regex_result result;
	struct slice text;
	bool cut;

	if (scan->pos > scan->text.len)
		return REGEX_NO_MATCH;
	if (last - scan->pos > scan->window)
		last = scan->pos + scan->window;
	word = long_word(scan->text, scan->pos, last);
	scan->slow = word == scan->pos;
	if (scan->slow) {
		reach = REGEX_SCAN_WORD;
		if (last - scan->pos > LONG_WORD_WINDOW)
			last = scan->pos + LONG_WORD_WINDOW;
	} else if (word != SIZE_MAX) {
		last = word - 1;
	}
	text = reach_of(scan->text, last, reach, &cut);
	result = run(re, text, scan->pos, last,
		     (cut ? PCRE2_NOTEOL : 0) |
			     (scan->after_empty ? PCRE2_NOTEMPTY_ATSTART : 0),
		     match);
	if (result == REGEX_MATCH) {
		/* \K may report a match before the position. */
		if (match->end < scan->pos)
			match->start = match->end = scan->pos;
		else if (match->start < scan->pos)
			match->start = scan->pos;
		scan->pos = match->end;
		scan->after_empty = match->start == match->end;
		return REGEX_MATCH;
	}
	/* One past the window, where the next call begins. */
	scan->pos = last + 1;
	while (scan->pos < scan->text.len &&
	       ((unsigned char)scan->text.ptr[scan->pos] & 0xc0) == 0x80)
		scan->pos++;
	scan->after_empty = false;
	if (result == REGEX_NO_MATCH && scan->pos <= scan->text.len)
		return REGEX_MORE;
	return result;
}
