#include "config.h"

#include <string.h>

#include "ui/text/code-part.h"

/* Languages of data and documents: a word's position decides its face. */

static char at(const struct code_line *line, size_t pos)
{
	return pos < line->text.len ? line->text.ptr[pos] : '\0';
}

static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static bool is_number(const struct code_line *line, size_t pos)
{
	char c = at(line, pos);

	if (c == '-' || c == '+' || c == '.')
		c = at(line, pos + 1);
	return c >= '0' && c <= '9';
}

static size_t take_number(struct code_line *line, size_t pos)
{
	size_t start = pos + !(at(line, pos) >= '0' && at(line, pos) <= '9');

	return code_take_number(line, start);
}

/* A word of the language's list, or plain text, to its end: it's. */
static size_t take_word(struct code_line *line, size_t pos)
{
	size_t end = code_word_end(line, pos, "-'");

	if (end == pos)
		return pos + 1;
	if (code_has_word(&line->language->keywords,
			  slice_of(line->text.ptr + pos, end - pos)))
		code_token(line, pos, end, FACE_CODE_KEYWORD);
	return end;
}

/* Take values up to the end of the line: strings, numbers, comments, words. */
static void take_values(struct code_line *line, size_t pos)
{
	while (pos < line->text.len) {
		size_t end;

		if ((end = code_take_comment(line, pos)))
			pos = end;
		else if (is_one_of(at(line, pos), line->language->quotes))
			pos = code_take_string(line, pos);
		else if (is_number(line, pos))
			pos = take_number(line, pos);
		else
			pos = take_word(line, pos);
	}
}

/* Find the end of the string at `pos` without taking it. */
static size_t quoted_end(const struct code_line *line, size_t pos)
{
	char quote = at(line, pos++);

	while (pos < line->text.len && line->text.ptr[pos] != quote)
		pos += line->text.ptr[pos] == '\\' ? 2 : 1;
	return pos < line->text.len ? pos + 1 : line->text.len;
}

void code_scan_json(struct code_line *line)
{
	size_t pos = code_take_open(line), end;

	while (pos < line->text.len) {
		if ((end = code_take_comment(line, pos))) {
			pos = end;
		} else if (at(line, pos) == '"') {
			end = quoted_end(line, pos);
			code_token(line, pos, end,
				   at(line, code_skip_blanks(line, end)) == ':'
					   ? FACE_CODE_TYPE
					   : FACE_CODE_STRING);
			pos = end;
		} else if (is_number(line, pos)) {
			pos = take_number(line, pos);
		} else {
			pos = take_word(line, pos);
		}
	}
}

void code_scan_yaml(struct code_line *line)
{
	size_t pos = code_skip_blanks(line, 0), end;

	while (at(line, pos) == '-' && at(line, pos + 1) == ' ')
		pos = code_skip_blanks(line, pos + 1);
	end = pos;
	if (at(line, pos) == '"' || at(line, pos) == '\'')
		end = quoted_end(line, pos);
	else
		while (end < line->text.len &&
		       !(line->text.ptr[end] == ':' &&
			 (end + 1 == line->text.len ||
			  line->text.ptr[end + 1] == ' ')) &&
		       line->text.ptr[end] != '#')
			end++;
	if (at(line, end) == ':') {
		code_token(line, pos, end, FACE_CODE_TYPE);
		pos = end + 1;
	}
	take_values(line, pos);
}

void code_scan_toml(struct code_line *line)
{
	size_t pos = code_take_open(line), end = pos;

	if (!pos) {
		pos = code_skip_blanks(line, 0);
		end = pos;
		if (at(line, pos) == '[') {
			while (end < line->text.len &&
			       line->text.ptr[end] != '#')
				end++;
			code_token(line, pos, end, FACE_CODE_KEYWORD);
		} else {
			while (end < line->text.len &&
			       !strchr("=#", line->text.ptr[end]))
				end++;
			if (at(line, end) == '=')
				code_token(line, pos, end, FACE_CODE_TYPE);
			else
				end = pos;
		}
	}
	take_values(line, end);
}

void code_scan_css(struct code_line *line)
{
	size_t pos = code_take_open(line), end;

	while (pos < line->text.len) {
		char c = at(line, pos);

		end = code_word_end(line, pos, "-@#");
		if (is_one_of(c, line->language->quotes)) {
			pos = code_take_string(line, pos);
		} else if (is_number(line, pos)) {
			pos = take_number(line, pos);
		} else if (end > pos) {
			char next = at(line, code_skip_blanks(line, end));

			if (c == '@')
				code_token(line, pos, end, FACE_CODE_KEYWORD);
			else if (next == ':' && c != '#')
				code_token(line, pos, end, FACE_CODE_TYPE);
			else if (c == '#' && next != '{' && next != ',')
				code_token(line, pos, end, FACE_CODE_NUMBER);
			pos = end;
		} else if ((end = code_take_comment(line, pos))) {
			pos = end;
		} else {
			pos++;
		}
	}
}

/* <name, </name, <?xml, <!DOCTYPE: returns where the tag's attributes begin. */
static size_t open_tag(struct code_line *line, size_t pos)
{
	size_t end = pos + 1;

	if (is_one_of(at(line, end), "/?!"))
		end++;
	end = code_word_end(line, end, "-:.");
	if (end <= pos + 1 || at(line, end) == '<')
		return pos + 1;
	code_token(line, pos, end, FACE_CODE_KEYWORD);
	line->state->mode = CODE_MODE_TAG;
	return end;
}

static size_t take_in_tag(struct code_line *line, size_t pos)
{
	size_t end = code_word_end(line, pos, "-:.@");

	if (at(line, pos) == '>') {
		code_token(line, pos, pos + 1, FACE_CODE_KEYWORD);
		line->state->mode = CODE_MODE_NONE;
		return pos + 1;
	}
	if (at(line, pos) == '"' || at(line, pos) == '\'') {
		end = quoted_end(line, pos);
		code_token(line, pos, end, FACE_CODE_STRING);
		return end;
	}
	if (end == pos)
		return pos + 1;
	code_token(line, pos, end, FACE_CODE_TYPE);
	return end;
}

void code_scan_markup(struct code_line *line)
{
	size_t pos = 0, end;

	if (line->state->mode == CODE_MODE_COMMENT)
		pos = code_take_open(line);
	while (pos < line->text.len) {
		if (line->state->mode == CODE_MODE_TAG) {
			pos = take_in_tag(line, pos);
		} else if ((end = code_take_comment(line, pos))) {
			pos = end;
		} else if (at(line, pos) == '<') {
			pos = open_tag(line, pos);
		} else if (at(line, pos) == '&') {
			end = code_word_end(line, pos + 1, "#");
			if (at(line, end) == ';')
				code_token(line, pos, ++end, FACE_CODE_NUMBER);
			pos = end;
		} else {
			pos++;
		}
	}
}

void code_scan_diff(struct code_line *line)
{
	enum face face = FACE_CODE;

	if (code_starts(line, 0, "@@"))
		face = FACE_DIFF_HUNK;
	else if (code_starts(line, 0, "+++") || code_starts(line, 0, "---") ||
		 code_starts(line, 0, "diff ") ||
		 code_starts(line, 0, "index "))
		face = FACE_CODE_KEYWORD;
	else if (at(line, 0) == '+')
		face = FACE_DIFF_ADD;
	else if (at(line, 0) == '-')
		face = FACE_DIFF_DEL;
	code_token(line, 0, line->text.len, face);
}
