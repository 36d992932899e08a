#include "config.h"

#include "ui/text/sanitize.h"

#include <string.h>
#include <wchar.h>

#include "src/base/utf8.h"
#include "ui/text/unicode/codepoint.h"
#include "ui/text/width.h"

enum {
	STATE_TEXT,
	STATE_ESCAPE,       /* after ESC */
	STATE_INTERMEDIATE, /* ESC and 0x20 to 0x2f */
	STATE_CSI,
	STATE_STRING,     /* OSC, DCS, APC, PM, SOS */
	STATE_STRING_ESC, /* ESC in a string: its end, or another sequence */
};

enum {
	CSI_MAX = 64,           /* bytes of a control sequence */
	MARKS_MAX = 4,          /* marks that fit in a cell of the screen */
	GAP_LINE_MAX = 4096,    /* bytes of a line that are measured for it */
	GAP_MAX = 200,          /* columns that a cursor may move */
	DOTTED_CIRCLE = 0x25cc, /* carries a mark that has no letter */
};

#define REPLACEMENT "\xef\xbf\xbd"

/* Shorten the output to `len`. */
static void rewind_to(struct sanitizer *s, struct strbuf *out, size_t len)
{
	strbuf_setlen(out, len);
	if (s->kept > len)
		s->kept = len;
}

static void put_cp(struct strbuf *out, uint32_t cp)
{
	char bytes[4];

	strbuf_add(out, bytes, utf8_encode(cp, bytes));
}

/* Something visible follows: decide about what was held back. */
static void settle(struct sanitizer *s, struct strbuf *out)
{
	if (s->pending_cr && !s->terminal)
		strbuf_addstr(out, REPLACEMENT);
	else if (s->pending_cr && s->line_start < out->len)
		rewind_to(s, out, s->line_start);
	s->pending_cr = false;
	if (s->pending_flag)
		strbuf_addstr(out, REPLACEMENT);
	s->pending_flag = 0;
	s->marks = 0;
}

static void put(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	settle(s, out);
	put_cp(out, cp);
}

static void put_newline(struct sanitizer *s, struct strbuf *out)
{
	s->pending_cr = false; /* \r\n; otherwise the line ends as it is */
	settle(s, out);
	strbuf_addch(out, '\n');
	s->line_start = out->len;
}

static void put_mark(struct sanitizer *s, struct strbuf *out, uint32_t mark)
{
	size_t base_at;
	uint32_t base, both;

	if (s->pending_cr || s->pending_flag)
		settle(s, out);
	if (out->len <= s->line_start) {
		put_cp(out, DOTTED_CIRCLE);
		s->marks = 0;
	}
	if (s->marks == MARKS_MAX)
		return;
	base_at = utf8_prev(out->buf, out->len);
	utf8_decode(out->buf + base_at, out->len - base_at, &base);
	both = codepoint_compose(base, mark);
	if (both) {
		rewind_to(s, out, base_at);
		put_cp(out, both);
		return;
	}
	put_cp(out, mark);
	s->marks++;
}

static void put_regional(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	uint32_t first = s->pending_flag;

	s->pending_flag = 0;
	if (!first) {
		s->pending_flag = cp;
		return;
	}
	put(s, out, first);
	put_cp(out, cp);
}

static void begin_string(struct sanitizer *s, uint32_t by)
{
	s->state = STATE_STRING;
	s->string_len = 0;
	/* The replacement character marks the ESC; keep the other bytes. */
	if (by < 0x80)
		s->string[s->string_len++] = (char)by;
}

static void take_text(struct sanitizer *s, struct strbuf *out, uint32_t cp);
static void begin_csi(struct sanitizer *s, bool by_escape);

/* It was not an escape string: its content is text. */
static void give_back(struct sanitizer *s, struct strbuf *out)
{
	struct slice text = slice_of(s->string, s->string_len);
	size_t pos = 0;

	s->state = STATE_TEXT;
	s->string_len = 0;
	put(s, out, UTF8_REPLACEMENT);
	while (pos < text.len) {
		uint32_t cp;

		pos += utf8_decode(text.ptr + pos, text.len - pos, &cp);
		/* It has no controls, so none starts another sequence. */
		take_text(s, out, cp);
	}
}

/* Add to the escape string; if there is no room left, it is not one. */
static void add_to_string(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	if (s->string_len + 4 > SANITIZE_STRING_MAX) {
		if (s->terminal)
			return;
		give_back(s, out);
		take_text(s, out, cp);
	} else if (cp >= 0x20 && (cp < 0x7f || cp >= 0xa0)) {
		s->string_len =
			(uint16_t)(s->string_len +
				   utf8_encode(cp, s->string + s->string_len));
	}
}

static void take_control(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	switch (cp) {
	case '\n':
		put_newline(s, out);
		break;
	case '\r':
		if (s->pending_flag) {
			s->pending_flag = 0;
			put(s, out, UTF8_REPLACEMENT);
		}
		s->pending_cr = true;
		break;
	case '\t':
		put(s, out, cp);
		break;
	case 0x1b:
		s->state = STATE_ESCAPE;
		break;
	case 0x9b:
		begin_csi(s, false);
		break;
	case 0x90: /* DCS, SOS, OSC, PM, APC */
	case 0x98:
	case 0x9d:
	case 0x9e:
	case 0x9f:
		begin_string(s, cp);
		break;
	default:
		if (cp < 0x80)
			put(s, out, UTF8_REPLACEMENT);
	}
}

/* source.h counts lines by the same characters. */
static bool ends_line(uint32_t cp)
{
	return cp == '\n' || cp == 0x2028 || cp == 0x2029;
}

static void take_text(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	int width;

	if (cp >= 0x20 && cp < 0x7f) {
		put(s, out, cp);
	} else if (cp < 0xa0) {
		take_control(s, out, cp);
	} else if (ends_line(cp)) {
		put_newline(s, out);
	} else if (codepoint_is_ignorable(cp) || codepoint_is_skin_tone(cp)) {
		return;
	} else if (codepoint_is_regional(cp)) {
		put_regional(s, out, cp);
	} else {
		width = wcwidth((wchar_t)cp);
		if (!width)
			put_mark(s, out, cp);
		else
			put(s, out, width < 0 ? UTF8_REPLACEMENT : cp);
	}
}

/* SIZE_MAX if the open line is too long to be aligned. */
static size_t columns_of_line(const struct sanitizer *s,
			      const struct strbuf *out)
{
	size_t start = s->line_start < out->len ? s->line_start : out->len;

	if (out->len - start > GAP_LINE_MAX)
		return SIZE_MAX;
	return (size_t)width_text(slice_of(out->buf + start, out->len - start));
}

/* Replace a program's cursor movement by blanks of the same width. */
static void put_gap(struct sanitizer *s, struct strbuf *out, uint32_t by)
{
	size_t count = s->number ? s->number : 1;
	size_t cols;

	if (s->pending_cr)
		settle(s, out);
	/* Text that is already there is not overwritten. */
	if (by == 'G') {
		cols = columns_of_line(s, out);
		count = count - 1 > cols ? count - 1 - cols : cols > 0;
	}
	while (count--)
		put(s, out, ' ');
}

static void begin_csi(struct sanitizer *s, bool by_escape)
{
	s->state = STATE_CSI;
	s->number = 0;
	s->string_len = 0;
	if (by_escape)
		s->string[s->string_len++] = '[';
}

static bool is_intermediate(uint32_t cp)
{
	return cp >= 0x20 && cp < 0x30;
}

/* Whether a parameter or an intermediate byte may follow those so far. */
static bool may_follow(const struct sanitizer *s, uint32_t cp)
{
	char last = s->string_len ? s->string[s->string_len - 1] : '[';

	return s->string_len < CSI_MAX &&
	       (is_intermediate(cp) || !is_intermediate((unsigned char)last));
}

/* Read on in a control sequence; false: `cp` is not part of it. One that is too
 * long or not well formed hides nothing: it is text. */
static bool take_csi(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	if (cp >= 0x20 && cp < 0x40 && may_follow(s, cp)) {
		s->string[s->string_len++] = (char)cp;
		if (cp < '0' || cp > '9')
			return true;
		/* No terminal is wider. */
		s->number = (uint16_t)(s->number * 10 + (cp - '0'));
		if (s->number > GAP_MAX)
			s->number = GAP_MAX;
		return true;
	}
	if ((cp < 0x40 || cp >= 0x7f) && s->string_len > 1) {
		give_back(s, out);
		return false;
	}
	s->state = STATE_TEXT;
	s->string_len = 0;
	if (cp < 0x40 || cp >= 0x7f)
		return false;
	if (s->terminal && (cp == 'C' || cp == 'G'))
		put_gap(s, out, cp);
	return true;
}

static bool ends_string(uint32_t cp)
{
	return cp == 0x07 || cp == 0x9c;
}

/* Read on in an escape string; false: `cp` is not part of it. CAN, SUB and the
 * end of the line cancel it. */
static bool take_string(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	if (cp == 0x1b) {
		s->state = STATE_STRING_ESC;
	} else if (ends_string(cp)) {
		s->state = STATE_TEXT;
	} else if (cp == 0x18 || cp == 0x1a || ends_line(cp)) {
		give_back(s, out);
		return false;
	} else {
		add_to_string(s, out, cp);
	}
	return true;
}

/* The character after Esc; false: it is not part of a sequence. */
static bool begin_escape(struct sanitizer *s, uint32_t cp)
{
	if (cp == '[')
		begin_csi(s, true);
	else if (cp == ']' || cp == 'P' || cp == 'X' || cp == '^' ||
		 cp == '_' || (cp == 'k' && s->terminal))
		begin_string(s, cp);
	else if (cp >= 0x20 && cp < 0x30)
		s->state = STATE_INTERMEDIATE;
	else
		s->state = STATE_TEXT;
	return cp >= 0x20 && cp < 0x7f;
}

/* Read on in an escape sequence; false: `cp` is not part of it. */
static bool take_escape(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	switch (s->state) {
	case STATE_STRING_ESC:
		if (cp == '\\') {
			s->state = STATE_TEXT;
			return true;
		}
		give_back(s, out);
		return begin_escape(s, cp);
	case STATE_ESCAPE:
		return begin_escape(s, cp);
	case STATE_INTERMEDIATE:
		if (cp >= 0x20 && cp < 0x30)
			return true;
		s->state = STATE_TEXT;
		return cp >= 0x30 && cp < 0x7f;
	case STATE_CSI:
		return take_csi(s, out, cp);
	default: /* STATE_STRING */
		return take_string(s, out, cp);
	}
}

static void take(struct sanitizer *s, struct strbuf *out, uint32_t cp)
{
	if (s->state == STATE_TEXT || !take_escape(s, out, cp))
		take_text(s, out, cp);
}

/* Whether this is the start of a code point that more bytes could complete. */
static bool is_unfinished(const char *s, size_t len)
{
	unsigned char lead = (unsigned char)s[0];
	size_t want = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;

	if (lead < 0xc2 || lead > 0xf4 || len >= want)
		return false;
	for (size_t i = 1; i < len; i++)
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			return false;
	return true;
}

/* Decode the bytes in `partial`, except for an unfinished code point. */
static void drain_partial(struct sanitizer *s, struct strbuf *out, bool at_end)
{
	while (s->partial_len) {
		uint32_t cp;
		size_t took;

		if (!utf8_decode_valid(s->partial, s->partial_len, &cp,
				       &took) &&
		    !at_end && is_unfinished(s->partial, s->partial_len))
			return;
		s->partial_len = (uint8_t)(s->partial_len - took);
		memmove(s->partial, s->partial + took, s->partial_len);
		take(s, out, cp);
	}
}

static bool is_plain(char c)
{
	return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t';
}

/* How many bytes from `pos` on can be copied unchanged. */
static size_t count_plain(struct slice text, size_t pos)
{
	const uint64_t high = 0x8080808080808080u, ones = 0x0101010101010101u;
	size_t start = pos;

	while (text.len - pos >= 8) {
		uint64_t word;

		memcpy(&word, text.ptr + pos, 8);
		/* Whether a byte is over 0x7e or below 0x20. */
		if (((word | (word + ones)) & high) ||
		    ((word - 0x20 * ones) & ~word & high)) {
			for (int i = 0; i < 8; i++, pos++)
				if (!is_plain(text.ptr[pos]))
					return pos - start;
		} else {
			pos += 8;
		}
	}
	while (pos < text.len && is_plain(text.ptr[pos]))
		pos++;
	return pos - start;
}

static void add_plain(struct sanitizer *s, struct strbuf *out,
		      struct slice text)
{
	const char *newline = memrchr(text.ptr, '\n', text.len);

	if (text.ptr[0] == '\n')
		s->pending_cr = false;
	settle(s, out);
	strbuf_addslice(out, text);
	if (newline)
		s->line_start =
			out->len - (size_t)(text.ptr + text.len - newline - 1);
}

void sanitize(struct sanitizer *s, struct strbuf *out, struct slice text)
{
	size_t pos = 0;

	s->kept = out->len;
	while (s->partial_len && pos < text.len) {
		s->partial[s->partial_len++] = text.ptr[pos++];
		drain_partial(s, out, false);
	}
	while (pos < text.len) {
		uint32_t cp;
		size_t took;

		if (s->state == STATE_TEXT && is_plain(text.ptr[pos])) {
			took = count_plain(text, pos);
			add_plain(s, out, slice_of(text.ptr + pos, took));
		} else if (utf8_decode_valid(text.ptr + pos, text.len - pos,
					     &cp, &took) ||
			   !is_unfinished(text.ptr + pos, text.len - pos)) {
			take(s, out, cp);
		} else {
			took = text.len - pos;
			memcpy(s->partial, text.ptr + pos, took);
			s->partial_len = (uint8_t)took;
		}
		pos += took;
	}
}

void sanitize_end(struct sanitizer *s, struct strbuf *out)
{
	s->kept = out->len;
	drain_partial(s, out, true);
	if (s->state == STATE_STRING || s->state == STATE_STRING_ESC)
		give_back(s, out);
	if (s->pending_flag) {
		s->pending_flag = 0;
		put(s, out, UTF8_REPLACEMENT);
	}
	s->state = STATE_TEXT;
	s->pending_cr = false;
	s->marks = 0;
}

void sanitize_all(struct strbuf *out, struct slice text)
{
	struct sanitizer s = SANITIZER_INIT;

	s.line_start = out->len;
	sanitize(&s, out, text);
	sanitize_end(&s, out);
}

void sanitize_output(struct strbuf *out, struct slice text)
{
	struct sanitizer s = { .terminal = true, .line_start = out->len };

	sanitize(&s, out, text);
	sanitize_end(&s, out);
}

void sanitize_line(struct strbuf *out, struct slice text)
{
	size_t start = out->len;

	sanitize_all(out, text);
	for (size_t i = start; i < out->len; i++)
		if (out->buf[i] == '\n' || out->buf[i] == '\t')
			out->buf[i] = ' ';
}
