#include "config.h"

#include "src/toml/toml-value.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-write.h"
#include "src/base/ascii.h"
#include "src/base/hex.h"
#include "src/base/slice.h"
#include "src/base/utf8.h"

int toml_fail(const struct toml_reader *reader, const char *fmt, ...)
{
	va_list args;

	strbuf_setf(reader->err, "line %zu: ", reader->line);
	va_start(args, fmt);
	strbuf_vaddf(reader->err, fmt, args);
	va_end(args);
	return -1;
}

size_t toml_newline(const struct toml_reader *reader)
{
	if (toml_peek(reader) == '\n')
		return 1;
	return reader->end - reader->at >= 2 && reader->at[0] == '\r' &&
			       reader->at[1] == '\n'
		       ? 2
		       : 0;
}

/* --- Strings --- */

static bool has_three(const struct toml_reader *reader, char quote)
{
	return reader->end - reader->at >= 3 && reader->at[0] == quote &&
	       reader->at[1] == quote && reader->at[2] == quote;
}

static int hex_value(int c)
{
	const char digit = (char)c;

	return hex_read(&digit, 1);
}

/* Read the digits after \x, \u or \U: a Unicode scalar value. */
static int read_code(struct toml_reader *reader, int digits,
		     struct strbuf *text)
{
	uint32_t code = 0;
	char bytes[4];

	for (int i = 0; i < digits; i++, reader->at++) {
		int value = hex_value(toml_peek(reader));

		if (value < 0)
			return toml_fail(reader, "\\%c needs %d hex digits",
					 digits == 2   ? 'x'
					 : digits == 4 ? 'u'
						       : 'U',
					 digits);
		code = code << 4 | (uint32_t)value;
	}
	if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		return toml_fail(reader, "there is no character U+%04X",
				 (unsigned)code);
	strbuf_add(text, bytes, utf8_encode(code, bytes));
	return 0;
}

/* A backslash at a line's end: skip white space and lines to the next text. */
static bool skip_line_end(struct toml_reader *reader)
{
	const char *at = reader->at;
	size_t lines = 0;

	while (at < reader->end &&
	       (*at == ' ' || *at == '\t' || *at == '\n' ||
		(*at == '\r' && at + 1 < reader->end && at[1] == '\n'))) {
		lines += *at == '\n';
		at++;
	}
	if (!lines)
		return false;
	reader->at = at;
	reader->line += lines;
	return true;
}

/* Read what follows a backslash. */
static int read_escape(struct toml_reader *reader, bool lines,
		       struct strbuf *text)
{
	static const char names[] = "btnfre\"\\";
	static const char values[] = "\b\t\n\f\r\x1b\"\\";
	int c = toml_peek(reader);
	const char *found = c > 0 ? strchr(names, c) : NULL;

	if (lines && skip_line_end(reader))
		return 0;
	reader->at += c >= 0;
	if (found)
		strbuf_addch(text, values[found - names]);
	else if (c == 'x' || c == 'u' || c == 'U')
		return read_code(reader, c == 'x' ? 2 : c == 'u' ? 4 : 8, text);
	else
		return toml_fail(reader, "a string has an unknown escape");
	return 0;
}

/*
 * Whether a multi-line string ends here. Up to two quotes may precede the three
 * that end it, and belong to it.
 */
static bool ends_lines(struct toml_reader *reader, char quote,
		       struct strbuf *text)
{
	if (!has_three(reader, quote))
		return false;
	for (int i = 0; i < 2; i++) {
		if (reader->end - reader->at == 3 || reader->at[3] != quote)
			break;
		strbuf_addch(text, quote);
		reader->at++;
	}
	reader->at += 3;
	return true;
}

static int read_quoted(struct toml_reader *reader, bool lines,
		       struct strbuf *text)
{
	size_t opened = reader->line;
	char quote = *reader->at;

	reader->at += lines ? 3 : 1;
	if (lines && toml_newline(reader)) {
		reader->at += toml_newline(reader);
		reader->line++;
	}
	for (;;) {
		size_t newline = toml_newline(reader);
		int c = toml_peek(reader);

		if (c < 0 || (newline && !lines)) {
			reader->line = opened;
			return toml_fail(reader, "a string does not end");
		}
		if (lines ? ends_lines(reader, quote, text) : c == quote) {
			reader->at += !lines;
			return 0;
		}
		if (newline) {
			/* Line ends are normalized, as TOML allows. */
			strbuf_addch(text, '\n');
			reader->at += newline;
			reader->line++;
			continue;
		}
		if ((c < ' ' && c != '\t') || c == 0x7f)
			return toml_fail(reader,
					 "a string has the control "
					 "character U+%04X",
					 (unsigned)c);
		reader->at++;
		if (c != '\\' || quote == '\'')
			strbuf_addch(text, (char)c);
		else if (read_escape(reader, lines, text))
			return -1;
	}
}

int toml_read_string(struct toml_reader *reader, struct strbuf *text)
{
	return read_quoted(reader, has_three(reader, *reader->at), text);
}

int toml_read_line_string(struct toml_reader *reader, struct strbuf *text)
{
	if (has_three(reader, *reader->at))
		return toml_fail(reader, "a key has more than one line");
	return read_quoted(reader, false, text);
}

/* --- Numbers --- */

/*
 * Read digits of a base, which single underscores may separate; `out` gets them
 * without underscores. False if there are none, or an underscore is misplaced.
 */
static bool take_digits(struct slice *token, int base, struct strbuf *out)
{
	bool digit = false;

	for (; token->len; *token = slice_skip(*token, 1)) {
		int value = hex_value((unsigned char)token->ptr[0]);

		if (value >= 0 && value < base) {
			strbuf_addch(out, token->ptr[0]);
			digit = true;
		} else if (token->ptr[0] == '_' && digit) {
			digit = false;
		} else {
			break;
		}
	}
	return digit;
}

static bool take_byte(struct slice *token, char byte)
{
	if (!token->len || token->ptr[0] != byte)
		return false;
	*token = slice_skip(*token, 1);
	return true;
}

/* Read 0x, 0o or 0b with at most 64 bits, as in TOML. False: it is not one. */
static bool read_based(struct slice token, struct strbuf *json)
{
	struct strbuf digits = STRBUF_INIT;
	int base = 0;
	bool good;

	if (token.len > 2 && token.ptr[0] == '0')
		base = token.ptr[1] == 'x'   ? 16
		       : token.ptr[1] == 'o' ? 8
		       : token.ptr[1] == 'b' ? 2
					     : 0;
	if (!base)
		return false;
	token = slice_skip(token, 2);
	good = take_digits(&token, base, &digits) && !token.len;
	if (good) {
		unsigned long long value;

		errno = 0;
		value = strtoull(digits.buf, NULL, base);
		good = !errno && value <= INT64_MAX;
		if (good)
			strbuf_addf(json, "%llu", value);
	}
	strbuf_release(&digits);
	return good;
}

static bool fits(const char *integer)
{
	long long value;

	errno = 0;
	value = strtoll(integer, NULL, 10);
	return !errno && value <= INT64_MAX && value >= INT64_MIN;
}

/* A decimal integer or a float, which JSON writes the same way. */
static bool read_decimal(struct slice token, struct strbuf *json)
{
	struct strbuf text = STRBUF_INIT;
	bool good, is_float = false;
	size_t sign;

	if (take_byte(&token, '-'))
		strbuf_addch(&text, '-');
	else
		take_byte(&token, '+');
	sign = text.len;
	good = take_digits(&token, 10, &text);
	/* Leading zeros are invalid, as in JSON. */
	good = good && (text.buf[sign] != '0' || text.len == sign + 1);
	if (good && take_byte(&token, '.')) {
		strbuf_addch(&text, '.');
		is_float = true;
		good = take_digits(&token, 10, &text);
	}
	if (good && (take_byte(&token, 'e') || take_byte(&token, 'E'))) {
		strbuf_addch(&text, 'e');
		is_float = true;
		if (take_byte(&token, '-'))
			strbuf_addch(&text, '-');
		else
			take_byte(&token, '+');
		good = take_digits(&token, 10, &text);
	}
	good = good && !token.len && (is_float || fits(text.buf));
	if (good)
		strbuf_addslice(json, strbuf_slice(&text));
	strbuf_release(&text);
	return good;
}

/* --- Dates and times of RFC 3339 --- */

static bool take_number(struct slice *token, size_t digits, int min, int max,
			int *number)
{
	int value = 0;

	if (token->len < digits)
		return false;
	for (size_t i = 0; i < digits; i++) {
		if (!ascii_is_digit(token->ptr[i]))
			return false;
		value = value * 10 + token->ptr[i] - '0';
	}
	*token = slice_skip(*token, digits);
	*number = value;
	return value >= min && value <= max;
}

static int days_of(int year, int month)
{
	bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

	if (month == 2)
		return leap ? 29 : 28;
	return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

static bool take_date(struct slice *token)
{
	int year, month, day;

	return take_number(token, 4, 0, 9999, &year) && take_byte(token, '-') &&
	       take_number(token, 2, 1, 12, &month) && take_byte(token, '-') &&
	       take_number(token, 2, 1, days_of(year, month), &day);
}

static bool take_time(struct slice *token)
{
	int number;

	if (!take_number(token, 2, 0, 23, &number) || !take_byte(token, ':') ||
	    !take_number(token, 2, 0, 59, &number))
		return false;
	/* TOML 1.1: the seconds are optional. */
	if (!take_byte(token, ':'))
		return true;
	if (!take_number(token, 2, 0, 60, &number))
		return false;
	if (!take_byte(token, '.'))
		return true;
	if (!token->len || !ascii_is_digit(token->ptr[0]))
		return false;
	while (token->len && ascii_is_digit(token->ptr[0]))
		*token = slice_skip(*token, 1);
	return true;
}

static bool take_offset(struct slice *token)
{
	int number;

	if (take_byte(token, 'Z') || take_byte(token, 'z'))
		return true;
	return (take_byte(token, '+') || take_byte(token, '-')) &&
	       take_number(token, 2, 0, 23, &number) && take_byte(token, ':') &&
	       take_number(token, 2, 0, 59, &number);
}

static bool is_date_or_time(struct slice token)
{
	if (token.len > 2 && token.ptr[2] == ':')
		return take_time(&token) && !token.len;
	if (!take_date(&token))
		return false;
	if (!token.len)
		return true;
	return (take_byte(&token, 'T') || take_byte(&token, 't') ||
		take_byte(&token, ' ')) &&
	       take_time(&token) &&
	       (!token.len || (take_offset(&token) && !token.len));
}

/* --- Any scalar --- */

static bool is_token_byte(char c)
{
	return ascii_is_alnum(c) || strchr("_+-.:", c);
}

/* The text up to the value's end. A blank may separate a date and its time. */
static struct slice take_token(struct toml_reader *reader)
{
	const char *start = reader->at;

	for (; reader->at < reader->end && *reader->at; reader->at++) {
		if (is_token_byte(*reader->at))
			continue;
		if (*reader->at != ' ' || reader->at - start != 10 ||
		    start[4] != '-' || reader->end - reader->at < 2 ||
		    !ascii_is_digit(reader->at[1]))
			break;
	}
	return slice_of(start, (size_t)(reader->at - start));
}

/* Whether it is inf or nan, which JSON does not have. */
static bool is_no_number(struct slice token)
{
	if (token.len == 4 && (token.ptr[0] == '+' || token.ptr[0] == '-'))
		token = slice_skip(token, 1);
	return slice_is(token, "inf") || slice_is(token, "nan");
}

int toml_read_scalar(struct toml_reader *reader, struct strbuf *json)
{
	struct slice token = take_token(reader);

	if (!token.len)
		return toml_fail(reader, "there is no value");
	if (slice_is(token, "true") || slice_is(token, "false"))
		strbuf_addslice(json, token);
	else if (is_date_or_time(token) || is_no_number(token))
		json_write_string(json, token);
	else if (!read_based(token, json) && !read_decimal(token, json))
		return toml_fail(reader, "'%.*s' is not a value",
				 (int)(token.len < 40 ? token.len : 40),
				 token.ptr);
	return 0;
}
