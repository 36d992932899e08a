#include "config.h"

#include "ui/text/code.h"

#include <string.h>

#include "src/base/ascii.h"
#include "ui/text/code-part.h"

enum {
	WORD_MAX = 24, /* bytes; no keyword is longer */
	DEPTH_MAX = 60000,
};

void code_state_init(struct code_state *state,
		     const struct code_language *language)
{
	*state = (struct code_state){ .language = language };
}

static void add(struct code_line *line, size_t end, enum face face)
{
	if (end <= line->done)
		return;
	wrap_stream_face(line->ws, face);
	wrap_stream_add(
		line->ws, line->rows,
		slice_of(line->text.ptr + line->done, end - line->done));
	line->done = end;
}

void code_token(struct code_line *line, size_t start, size_t end,
		enum face face)
{
	add(line, start, FACE_CODE);
	add(line, end, face);
}

bool code_has_word(const struct code_words *list, struct slice word)
{
	size_t low = 0, high = list->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = list->words[middle][0] - word.ptr[0];

		if (!order)
			order = strncmp(list->words[middle], word.ptr,
					word.len);
		if (!order && !list->words[middle][word.len])
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

bool code_starts(const struct code_line *line, size_t pos, const char *what)
{
	return what &&
	       slice_starts_with(slice_skip(line->text, pos), slice_str(what));
}

size_t code_skip_blanks(const struct code_line *line, size_t pos)
{
	while (pos < line->text.len &&
	       (line->text.ptr[pos] == ' ' || line->text.ptr[pos] == '\t'))
		pos++;
	return pos;
}

static bool is_word(char c)
{
	return ascii_is_alnum(c) || c == '_' || (unsigned char)c >= 0x80;
}

static char at(const struct code_line *line, size_t pos)
{
	return pos < line->text.len ? line->text.ptr[pos] : '\0';
}

size_t code_word_end(const struct code_line *line, size_t pos, const char *also)
{
	while (pos < line->text.len &&
	       (is_word(line->text.ptr[pos]) ||
		(also && strchr(also, line->text.ptr[pos]))))
		pos++;
	return pos;
}

size_t code_take_number(struct code_line *line, size_t pos)
{
	size_t start = pos;
	bool hex = at(line, pos) == '0' && (at(line, pos + 1) | 0x20) == 'x';

	while (pos < line->text.len) {
		char c = line->text.ptr[pos];
		bool sign = (c == '+' || c == '-') && !hex && pos > start &&
			    (line->text.ptr[pos - 1] | 0x20) == 'e';

		if (!is_word(c) && !sign &&
		    !(c == '.' && ascii_is_digit(at(line, pos + 1))))
			break;
		pos++;
	}
	code_token(line, start, pos, FACE_CODE_NUMBER);
	return pos;
}

/* How many bytes at `pos` end the string that is open. */
static size_t string_end(const struct code_line *line, size_t pos)
{
	const struct code_state *state = line->state;
	size_t n = 0;

	if (at(line, pos) != state->quote)
		return 0;
	if (state->mode == CODE_MODE_TRIPLE ||
	    state->mode == CODE_MODE_RAW_TRIPLE)
		return at(line, pos + 1) == state->quote &&
				       at(line, pos + 2) == state->quote
			       ? 3
			       : 0;
	if (state->mode == CODE_MODE_RAW_STRING) {
		while (n < state->depth && at(line, pos + 1 + n) == '#')
			n++;
		return n == state->depth ? n + 1 : 0;
	}
	return 1;
}

static bool is_quote(const struct code_language *language, char c)
{
	return c &&
	       (strchr(language->quotes, c) ||
		(language->long_quotes && strchr(language->long_quotes, c)));
}

/* Whether a string continues after the end of the line. */
static bool goes_on(const struct code_line *line)
{
	const struct code_state *state = line->state;
	const char *long_quotes = line->language->long_quotes;

	return state->mode == CODE_MODE_TRIPLE ||
	       state->mode == CODE_MODE_RAW_TRIPLE ||
	       (long_quotes && strchr(long_quotes, state->quote));
}

/* Take the rest of the string that began at `start`; `pos` is inside it. */
static size_t finish_string(struct code_line *line, size_t start, size_t pos)
{
	struct code_state *state = line->state;
	unsigned flags = line->language->flags;
	bool escapes = !(flags & CODE_DOUBLED) &&
		       state->mode != CODE_MODE_RAW_STRING &&
		       state->mode != CODE_MODE_RAW_TRIPLE;
	size_t n = 0;

	while (pos < line->text.len && !(n = string_end(line, pos)))
		pos += escapes && line->text.ptr[pos] == '\\' ? 2 : 1;
	if (pos > line->text.len)
		pos = line->text.len;
	pos += n;
	code_token(line, start, pos, FACE_CODE_STRING);
	if (n || !goes_on(line)) {
		state->mode = CODE_MODE_NONE;
		state->depth = 0;
	}
	return pos;
}

/* Take a string at `quote`, whose prefix (r, b, f, ...) begins at `start`. */
static size_t take_prefixed(struct code_line *line, size_t start, size_t quote)
{
	struct code_state *state = line->state;
	unsigned flags = line->language->flags;
	char c = line->text.ptr[quote];
	bool raw = false;

	for (size_t i = start; i < quote; i++)
		raw |= (line->text.ptr[i] | 0x20) == 'r';
	state->quote = c;
	state->mode = raw ? CODE_MODE_RAW_STRING : CODE_MODE_STRING;
	if ((flags & CODE_TRIPLE_QUOTES) && at(line, quote + 1) == c &&
	    at(line, quote + 2) == c) {
		state->mode = raw ? CODE_MODE_RAW_TRIPLE : CODE_MODE_TRIPLE;
		return finish_string(line, start, quote + 3);
	}
	state->depth = 0;
	while (quote > start && line->text.ptr[quote - 1 - state->depth] == '#')
		state->depth++;
	return finish_string(line, start, quote + 1);
}

/* 'a is one; 'a' is a string. */
static bool is_lifetime(const struct code_line *line, size_t pos)
{
	size_t end = code_word_end(line, pos + 1, NULL);

	return end > pos + 1 && at(line, end) != '\'' &&
	       !ascii_is_digit(at(line, pos + 1));
}

size_t code_take_string(struct code_line *line, size_t pos)
{
	if ((line->language->flags & CODE_LIFETIMES) &&
	    line->text.ptr[pos] == '\'' && is_lifetime(line, pos))
		return code_word_end(line, pos + 1, NULL);
	return take_prefixed(line, pos, pos);
}

/* Take a comment to its end; `pos` is after its opening. */
static size_t finish_comment(struct code_line *line, size_t start, size_t pos)
{
	const struct code_language *language = line->language;
	struct code_state *state = line->state;
	bool nested = language->flags & CODE_NESTED;

	while (pos < line->text.len && state->depth) {
		if (code_starts(line, pos, language->close)) {
			state->depth--;
			pos += strlen(language->close);
		} else if (nested && state->depth < DEPTH_MAX &&
			   code_starts(line, pos, language->open)) {
			state->depth++;
			pos += strlen(language->open);
		} else {
			pos++;
		}
	}
	if (!state->depth)
		state->mode = CODE_MODE_NONE;
	code_token(line, start, pos, FACE_CODE_COMMENT);
	return pos;
}

/* 0: no comment begins here. */
size_t code_take_comment(struct code_line *line, size_t pos)
{
	const struct code_language *language = line->language;
	char before = pos ? line->text.ptr[pos - 1] : ' ';

	if (code_starts(line, pos, language->comment) &&
	    (!(language->flags & CODE_COMMENT_APART) || before == ' ' ||
	     before == '\t')) {
		code_token(line, pos, line->text.len, FACE_CODE_COMMENT);
		return line->text.len;
	}
	if (!code_starts(line, pos, language->open))
		return 0;
	line->state->mode = CODE_MODE_COMMENT;
	line->state->depth = 1;
	return finish_comment(line, pos, pos + strlen(language->open));
}

size_t code_take_open(struct code_line *line)
{
	switch (line->state->mode) {
	case CODE_MODE_COMMENT:
		return finish_comment(line, 0, 0);
	case CODE_MODE_STRING:
	case CODE_MODE_RAW_STRING:
	case CODE_MODE_TRIPLE:
	case CODE_MODE_RAW_TRIPLE:
		return finish_string(line, 0, 0);
	default:
		return 0;
	}
}

static bool is_capital_type(struct slice word)
{
	return word.len > 1 && word.ptr[0] >= 'A' && word.ptr[0] <= 'Z' &&
	       word.ptr[1] >= 'a' && word.ptr[1] <= 'z';
}

static enum face word_face(const struct code_language *language,
			   struct slice word)
{
	char lower[WORD_MAX];

	if (language->flags & CODE_ANY_CASE) {
		if (word.len > WORD_MAX)
			return FACE_CODE;
		for (size_t i = 0; i < word.len; i++)
			lower[i] = word.ptr[i] >= 'A' && word.ptr[i] <= 'Z'
					   ? (char)(word.ptr[i] | 0x20)
					   : word.ptr[i];
		word.ptr = lower;
	}
	if (code_has_word(&language->keywords, word))
		return FACE_CODE_KEYWORD;
	if (code_has_word(&language->types, word))
		return FACE_CODE_TYPE;
	if ((language->flags & CODE_CAPITAL_TYPES) && is_capital_type(word))
		return FACE_CODE_TYPE;
	return FACE_CODE;
}

/* Where a string begins that has this word as its prefix, or 0. */
static size_t prefixed_quote(const struct code_line *line, size_t start,
			     size_t end)
{
	unsigned flags = line->language->flags;

	if (!(flags & CODE_PREFIXED) || end - start > 2)
		return 0;
	for (size_t i = start; i < end; i++)
		if (!strchr("rbfuRBFU", line->text.ptr[i]))
			return 0;
	if (flags & CODE_RAW_SIGNS)
		while (at(line, end) == '#')
			end++;
	return is_quote(line->language, at(line, end)) ? end : 0;
}

static size_t take_word(struct code_line *line, size_t pos)
{
	size_t end = code_word_end(line, pos, NULL);
	size_t quote = prefixed_quote(line, pos, end);
	enum face face;

	if (quote)
		return take_prefixed(line, pos, quote);
	face = word_face(line->language,
			 slice_of(line->text.ptr + pos, end - pos));
	if (face != FACE_CODE)
		code_token(line, pos, end, face);
	return end;
}

/* $name, ${name} */
static size_t take_variable(struct code_line *line, size_t pos)
{
	size_t end = code_word_end(line, pos + 1, NULL);

	if (at(line, pos + 1) == '{') {
		end = code_word_end(line, pos + 2, NULL);
		end += at(line, end) == '}';
	}
	if (end > pos + 1)
		code_token(line, pos, end, FACE_CODE_TYPE);
	return end;
}

/* "#include <stdio.h>": returns where the rest of the line begins. */
static size_t take_directive(struct code_line *line)
{
	size_t start = code_skip_blanks(line, 0), end;
	const char *close;

	if (at(line, start) != '#')
		return 0;
	end = code_word_end(line, code_skip_blanks(line, start + 1), NULL);
	code_token(line, start, end, FACE_CODE_KEYWORD);
	start = code_skip_blanks(line, end);
	if (at(line, start) != '<' || line->text.ptr[end - 1] != 'e')
		return end;
	close = memchr(line->text.ptr + start, '>', line->text.len - start);
	if (!close)
		return end;
	end = (size_t)(close - line->text.ptr) + 1;
	code_token(line, start, end, FACE_CODE_STRING);
	return end;
}

void code_scan_program(struct code_line *line)
{
	const struct code_language *language = line->language;
	bool begins = line->state->mode == CODE_MODE_NONE;
	size_t pos = code_take_open(line), end;

	if (begins && (language->flags & CODE_DIRECTIVES))
		pos = take_directive(line);
	while (pos < line->text.len) {
		char c = line->text.ptr[pos];

		if (ascii_is_digit(c))
			pos = code_take_number(line, pos);
		else if (is_word(c))
			pos = take_word(line, pos);
		else if (c == ' ')
			pos++;
		else if ((end = code_take_comment(line, pos)))
			pos = end;
		else if (is_quote(language, c))
			pos = code_take_string(line, pos);
		else if (c == '$' && (language->flags & CODE_VARIABLES))
			pos = take_variable(line, pos);
		else
			pos++;
	}
}

void code_add_line(struct code_state *state, struct wrap_stream *ws,
		   struct rows *rows, struct slice text)
{
	struct code_line line = {
		.state = state,
		.language = state->language,
		.ws = ws,
		.rows = rows,
		.text = text,
	};

	if (line.language)
		line.language->scan(&line);
	add(&line, text.len, FACE_CODE);
}
