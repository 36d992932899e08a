#include "config.h"

#include "ui/text/lookalike.h"

#include <string.h>
#include <wchar.h>

#include "src/base/i18n.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/unicode/codepoint.h"
#include "ui/text/unicode/unicode-data.h"

/* Bytes on either side of a word that may reveal its script. */
#define AROUND_MAX 256

enum kind {
	KIND_BREAK, /* ends a word */
	KIND_TIE,   /* joins words to a host or a path */
	KIND_PLAIN, /* a digit and so on */
	KIND_LATIN,
	KIND_OTHER,     /* a letter of another script, unlike ASCII */
	KIND_LOOKALIKE, /* a letter like an ASCII one */
	KIND_SIGN,      /* a sign like an ASCII one */
};

static enum kind kind_of(uint32_t cp)
{
	if (cp < 0x80) {
		if ((cp >= 'a' && cp <= 'z') || (cp >= 'A' && cp <= 'Z'))
			return KIND_LATIN;
		if ((cp >= '0' && cp <= '9') || cp == '_' || cp == '-')
			return KIND_PLAIN;
		return cp && strchr("./@:\\", (int)cp) ? KIND_TIE : KIND_BREAK;
	}
	if (lookalike_of(cp).len)
		return codepoint_is_word(cp) ? KIND_LOOKALIKE : KIND_SIGN;
	if (!codepoint_is_word(cp))
		return KIND_PLAIN;
	return codepoint_script(cp) == SCRIPT_LATIN ? KIND_LATIN : KIND_OTHER;
}

/* Whether it is a character of Chinese, Japanese or Korean writing. */
static bool is_east_asian(uint32_t cp)
{
	switch (codepoint_script(cp)) {
	case SCRIPT_BOPOMOFO:
	case SCRIPT_HAN:
	case SCRIPT_HANGUL:
	case SCRIPT_HIRAGANA:
	case SCRIPT_KATAKANA:
		return true;
	default:
		return cp >= 0x3001 && cp <= 0x303f;
	}
}

static bool is_wide(uint32_t cp)
{
	return wcwidth((wchar_t)cp) == 2;
}

/* A word, or the host or path that it is part of. */
struct token {
	size_t start, end;
	bool latin, other, east_asian;
	bool lookalike; /* a single-column one */
	bool tied, sign, unusual;
	int letters;     /* look-alike letters */
	uint32_t script; /* of the first of them */
};

struct finder {
	struct slice text;
	bool prose;
	lookalike_found *found;
	void *data;
};

/* The code point before `pos`; 0: none. */
static uint32_t before(struct slice text, size_t pos)
{
	uint32_t cp = 0;
	size_t at;

	if (!pos)
		return 0;
	at = utf8_prev(text.ptr, pos);
	utf8_decode(text.ptr + at, pos - at, &cp);
	return cp;
}

static uint32_t behind(struct slice text, size_t pos)
{
	uint32_t cp = 0;

	if (pos < text.len)
		utf8_decode(text.ptr + pos, text.len - pos, &cp);
	return cp;
}

static bool is_blank(uint32_t cp)
{
	return !cp || cp == ' ' || cp == '\n' || cp == '\t';
}

/* Whether it is non-ASCII punctuation in a usual position. */
static bool is_typography(uint32_t cp, uint32_t prev, uint32_t next)
{
	static const uint16_t used[] = {
		0x00d7, 0x2018, 0x2019, 0x201a, 0x201b, 0x201c, 0x201d, 0x201f,
		0x2025, 0x2026, 0x2032, 0x2033, 0x2039, 0x203a, 0x2116
	};

	for (size_t i = 0; i < ARRAY_SIZE(used); i++)
		if (cp == used[i])
			return true;
	/* A dash with a blank only before it begins an option. */
	if (cp == 0x2012 || cp == 0x2013)
		return !is_blank(prev) || is_blank(next);
	return (prev <= ' ' || prev >= 0x7f) && (next <= ' ' || next >= 0x7f);
}

static bool is_told_sign(const struct finder *f, uint32_t cp, size_t pos,
			 size_t end)
{
	uint32_t prev = before(f->text, pos), next = behind(f->text, end);

	if (is_wide(cp) && (is_east_asian(prev) || is_east_asian(next)))
		return false;
	return !f->prose || !is_typography(cp, prev, next);
}

/* Collect facts about the whole token that a word is part of. */
static void add_kind(struct token *token, enum kind kind)
{
	if (kind == KIND_TIE)
		token->tied = true;
	if (kind == KIND_LATIN)
		token->latin = true;
	if (kind == KIND_OTHER)
		token->other = true;
}

static void add_letter(struct token *word, const struct finder *f,
		       enum kind kind, uint32_t cp, size_t pos, size_t end)
{
	add_kind(word, kind);
	if (kind == KIND_SIGN && is_told_sign(f, cp, pos, end))
		word->sign = true;
	if (kind == KIND_LOOKALIKE) {
		if (!word->letters++)
			word->script = codepoint_script(cp);
		word->lookalike |= !is_wide(cp);
	} else if (cp >= 0x80 && is_east_asian(cp)) {
		word->east_asian = true;
	}
	if (cp >= 0x300 && codepoint_is_unusual(before(f->text, pos), cp))
		word->unusual = true;
}

/* What a neighbouring word suggests: 1, it is certainly of the script; -1, it
 * is of another; 0, look further. */
static int tells(uint32_t cp, uint32_t script)
{
	switch (kind_of(cp)) {
	case KIND_OTHER:
		return codepoint_script(cp) == script ? 1 : -1;
	case KIND_LOOKALIKE:
		return codepoint_script(cp) == script ? 0 : -1;
	case KIND_BREAK:
	case KIND_TIE:
		return strchr(" \n\t,.;:!?()\"'", (int)cp) ? 0 : -1;
	case KIND_PLAIN:
	case KIND_SIGN:
		return 0;
	case KIND_LATIN:
		break;
	}
	return -1;
}

/* A word of look-alikes between words of its own script is no disguise. */
static bool is_among_its_own(struct slice text, const struct token *word)
{
	size_t pos = word->start;
	int told = 0;

	if (word->script == SCRIPT_NONE || word->script == SCRIPT_LATIN)
		return false;
	while (!told && pos && word->start - pos < AROUND_MAX) {
		told = tells(before(text, pos), word->script);
		pos = utf8_prev(text.ptr, pos);
	}
	if (told > 0)
		return true;
	told = 0;
	for (pos = word->end;
	     !told && pos < text.len && pos - word->end < AROUND_MAX;) {
		uint32_t cp;

		pos += utf8_decode(text.ptr + pos, text.len - pos, &cp);
		told = tells(cp, word->script);
	}
	return told > 0;
}

static bool is_punycode(struct slice text, const struct token *token)
{
	return token->end - token->start > 4 &&
	       !strncasecmp(text.ptr + token->start, "xn--", 4);
}

static bool is_found(const struct finder *f, const struct token *word,
		     const struct token *whole)
{
	if (word->sign || word->unusual || is_punycode(f->text, word))
		return true;
	if (!word->letters)
		return false;
	if (word->latin)
		return word->lookalike || !word->east_asian;
	if (word->other)
		return false;
	/* A whole word of look-alikes between Latin ones: "docs/сору/x". */
	if (whole->tied && whole->latin)
		return true;
	if (f->prose && word->letters < 2)
		return false;
	return !whole->other && !is_among_its_own(f->text, word);
}

static void end_word(const struct finder *f, const struct token *word,
		     const struct token *whole)
{
	if (is_found(f, word, whole))
		f->found(f->data, word->start, word->end);
}

/* Find words in one token, after all of it was read. */
static void find_in(const struct finder *f, const struct token *whole)
{
	struct token word = { .start = whole->start };
	size_t pos = whole->start;

	while (pos < whole->end) {
		uint32_t cp;
		size_t took =
			utf8_decode(f->text.ptr + pos, f->text.len - pos, &cp);
		enum kind kind = kind_of(cp);

		if (kind == KIND_TIE) {
			word.end = pos;
			end_word(f, &word, whole);
			word = (struct token){ .start = pos + took };
		} else {
			add_letter(&word, f, kind, cp, pos, pos + took);
		}
		pos += took;
	}
	word.end = whole->end;
	end_word(f, &word, whole);
}

static void find_all(const struct finder *f)
{
	struct token whole = { 0 };
	size_t pos = 0;

	while (pos < f->text.len) {
		uint32_t cp;
		size_t took =
			utf8_decode(f->text.ptr + pos, f->text.len - pos, &cp);
		enum kind kind = kind_of(cp);

		if (kind != KIND_BREAK) {
			add_kind(&whole, kind);
			pos += took;
			continue;
		}
		whole.end = pos;
		if (whole.end > whole.start)
			find_in(f, &whole);
		pos += took;
		whole = (struct token){ .start = pos };
	}
	whole.end = f->text.len;
	if (whole.end > whole.start)
		find_in(f, &whole);
}

void lookalike_find(struct slice text, lookalike_found *found, void *data)
{
	const struct finder f = { text, false, found, data };

	find_all(&f);
}

void lookalike_find_in_prose(struct slice text, lookalike_found *found,
			     void *data)
{
	const struct finder f = { text, true, found, data };

	find_all(&f);
}

void lookalike_describe(struct strbuf *out, struct slice word)
{
	size_t pos = 0;
	uint32_t prev = 0;

	sanitize_visible(out, word, NULL);
	while (pos < word.len) {
		uint32_t cp;

		pos += utf8_decode(word.ptr + pos, word.len - pos, &cp);
		if (lookalike_of(cp).len || codepoint_is_unusual(prev, cp))
			strbuf_addf(out, " U+%04X", (unsigned)cp);
		prev = cp;
	}
}

struct listed {
	struct slice text;
	struct strbuf words;
};

static void add_listed(void *data, size_t start, size_t end)
{
	struct listed *l = data;

	if (l->words.len)
		strbuf_addstr(&l->words, ", ");
	lookalike_describe(&l->words,
			   slice_of(l->text.ptr + start, end - start));
}

void lookalike_add_warning(struct strbuf *out, const char *indent,
			   struct slice text)
{
	struct listed listed = { text, STRBUF_INIT };

	lookalike_find(text, add_listed, &listed);
	if (listed.words.len) {
		strbuf_addstr(out, indent);
		strbuf_addf(out,
			    _("! Letters of several scripts that look "
			      "alike: %s"),
			    listed.words.buf);
		strbuf_addch(out, '\n');
	}
	strbuf_release(&listed.words);
}
