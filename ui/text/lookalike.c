#include "config.h"

#include "ui/text/lookalike.h"

#include <string.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"

/* Cyrillic, Greek, Armenian and Latin-like letters that are drawn as a Latin
 * one is, sorted. */
static const uint16_t letters[] = {
	0x0131, 0x0251, 0x0261, 0x0269, 0x028f, 0x02bb, 0x0391, 0x0392, 0x0395,
	0x0396, 0x0397, 0x0399, 0x039a, 0x039c, 0x039d, 0x039f, 0x03a1, 0x03a4,
	0x03a5, 0x03a7, 0x03b1, 0x03b3, 0x03b9, 0x03ba, 0x03bd, 0x03bf, 0x03c1,
	0x03c3, 0x03c5, 0x03c7, 0x03f2, 0x03f3, 0x03f9, 0x0405, 0x0406, 0x0408,
	0x0410, 0x0412, 0x0415, 0x0417, 0x041a, 0x041c, 0x041d, 0x041e, 0x0420,
	0x0421, 0x0422, 0x0423, 0x0425, 0x0430, 0x0432, 0x0433, 0x0435, 0x043a,
	0x043c, 0x043d, 0x043e, 0x043f, 0x0440, 0x0441, 0x0442, 0x0443, 0x0445,
	0x0455, 0x0456, 0x0457, 0x0458, 0x0475, 0x0499, 0x04ab, 0x04af, 0x04bb,
	0x04c0, 0x04cf, 0x0501, 0x050c, 0x051b, 0x051d, 0x0555, 0x0561, 0x0563,
	0x0566, 0x0570, 0x0578, 0x057a, 0x057c, 0x057d, 0x0581, 0x0582, 0x0585,
};

bool lookalike_letter(uint32_t cp)
{
	size_t low = 0, high = ARRAY_SIZE(letters);

	/* Mathematical and fullwidth letters are Latin ones in disguise, and
	 * so are solidi and full stops that are no path's or host's. */
	if ((cp >= 0x1d400 && cp <= 0x1d7ff) ||
	    (cp >= 0xff0e && cp <= 0xff19) || (cp >= 0xff21 && cp <= 0xff3a) ||
	    (cp >= 0xff41 && cp <= 0xff5a) || cp == 0x2044 || cp == 0x2215 ||
	    cp == 0x29f8 || cp == 0x2024 || cp == 0x2010 || cp == 0x2011)
		return true;
	while (low < high) {
		size_t at = low + (high - low) / 2;

		if (letters[at] == cp)
			return true;
		if (letters[at] < cp)
			low = at + 1;
		else
			high = at;
	}
	return false;
}

static bool is_latin(uint32_t cp)
{
	return (cp >= 'a' && cp <= 'z') || (cp >= 'A' && cp <= 'Z') ||
	       (cp >= 0xc0 && cp <= 0x24f && cp != 0x131);
}

/* What may stand in a word; "." and "/" tie words to a host or a path. */
static bool is_word(uint32_t cp)
{
	return is_latin(cp) || (cp >= '0' && cp <= '9') || cp == '_' ||
	       cp == '-' || cp >= 0x80;
}

static bool is_tie(uint32_t cp)
{
	return cp == '.' || cp == '/' || cp == '@' || cp == ':' || cp == '\\';
}

/* A word, and the host or path that it is part of. */
struct token {
	size_t start, end;
	bool latin, tied, lookalike, other;
};

/* One of another script's own letters tells that it is a word of it. */
static void add_letter(struct token *token, uint32_t cp)
{
	if (is_latin(cp))
		token->latin = true;
	else if (lookalike_letter(cp))
		token->lookalike = true;
	else if (cp >= 0x80)
		token->other = true;
}

static bool is_punycode(struct slice text, const struct token *token)
{
	return token->end - token->start > 4 &&
	       !strncasecmp(text.ptr + token->start, "xn--", 4);
}

static void end_word(struct slice text, const struct token *word,
		     const struct token *whole, lookalike_found *found,
		     void *data)
{
	bool mixed = word->lookalike && word->latin;
	/* A whole word of them, between Latin ones: "docs/сору/x". */
	bool alone =
		word->lookalike && !word->other && whole->tied && whole->latin;

	if (mixed || alone || is_punycode(text, word))
		found(data, word->start, word->end);
}

/* The words of one token, now that all of it is known. */
static void find_in(struct slice text, const struct token *whole,
		    lookalike_found *found, void *data)
{
	struct token word = { .start = whole->start };
	size_t pos = whole->start;

	while (pos < whole->end) {
		uint32_t cp;
		size_t took = utf8_decode(text.ptr + pos, text.len - pos, &cp);

		if (is_tie(cp)) {
			word.end = pos;
			end_word(text, &word, whole, found, data);
			word = (struct token){ .start = pos + took };
		} else {
			add_letter(&word, cp);
		}
		pos += took;
	}
	word.end = whole->end;
	end_word(text, &word, whole, found, data);
}

void lookalike_find(struct slice text, lookalike_found *found, void *data)
{
	struct token whole = { 0 };
	size_t pos = 0;

	while (pos < text.len) {
		uint32_t cp;
		size_t took = utf8_decode(text.ptr + pos, text.len - pos, &cp);

		if (is_word(cp) || is_tie(cp)) {
			whole.tied = whole.tied || is_tie(cp);
			add_letter(&whole, cp);
			pos += took;
			continue;
		}
		whole.end = pos;
		if (whole.end > whole.start)
			find_in(text, &whole, found, data);
		pos += took;
		whole = (struct token){ .start = pos };
	}
	whole.end = text.len;
	if (whole.end > whole.start)
		find_in(text, &whole, found, data);
}

void lookalike_describe(struct strbuf *out, struct slice word)
{
	size_t pos = 0;

	sanitize_visible(out, word, NULL);
	while (pos < word.len) {
		uint32_t cp;

		pos += utf8_decode(word.ptr + pos, word.len - pos, &cp);
		if (lookalike_letter(cp))
			strbuf_addf(out, " U+%04X", (unsigned)cp);
	}
}
