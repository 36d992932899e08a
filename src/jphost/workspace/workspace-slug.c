#include "config.h"

#include "src/jphost/workspace/workspace-slug.h"

#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wctype.h>

#include "src/base/regex.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/* Characters of a title that are used. */
#define MAX_CHARACTERS 60

struct slug {
	struct regex *space, *other; /* leading blanks; what becomes a dash */
	locale_t utf8;
	struct slice title;
	struct strbuf text;
};

static struct regex *pattern(const char *text, unsigned flags)
{
	struct strbuf err = STRBUF_INIT;
	struct regex *re = regex_new(slice_str(text), flags, &err);

	if (!re)
		die("the pattern of a title: %s", err.buf);
	return re;
}

static struct slice first_characters(struct slice text)
{
	size_t at = 0;

	for (int i = 0; i < MAX_CHARACTERS && at < text.len; i++)
		at = utf8_next(text.ptr, text.len, at);
	return slice_of(text.ptr, at);
}

/* A sigma that ends a word has its own lowercase letter. */
static bool is_last_sigma(const struct slug *slug, uint32_t cp,
			  struct slice rest)
{
	static const char letter[] = "\\p{Alphabetic}";
	struct regex *re;
	struct regex_match match;
	bool last;

	if (cp != 0x3a3 || !slug->text.len ||
	    slug->text.buf[slug->text.len - 1] == '-')
		return false;
	re = pattern(letter, REGEX_ANCHORED);
	last = regex_find(re, rest, 0, &match) != REGEX_MATCH;
	regex_free(re);
	return last;
}

static void add_character(struct slug *slug, uint32_t cp)
{
	char bytes[4];

	strbuf_add(&slug->text, bytes, utf8_encode(cp, bytes));
}

/* `rest` is the text after the word. */
static void add_lower(struct slug *slug, struct slice word, struct slice rest)
{
	while (word.len) {
		uint32_t cp;

		word = slice_skip(word, utf8_decode(word.ptr, word.len, &cp));
		if (is_last_sigma(slug, cp, word.len ? word : rest)) {
			add_character(slug, 0x3c2);
		} else if (cp == 0x130) { /* dotted capital I: the dot stays */
			add_character(slug, 'i');
			add_character(slug, 0x307);
		} else {
			wint_t lower =
				slug->utf8 ? towlower_l((wint_t)cp, slug->utf8)
					   : towlower((wint_t)cp);

			add_character(slug, (uint32_t)lower);
		}
	}
}

static void add_words(struct slug *slug)
{
	struct slice text = slug->title;
	struct regex_match match;

	while (text.len &&
	       regex_find(slug->other, text, 0, &match) == REGEX_MATCH) {
		add_lower(slug, slice_of(text.ptr, match.start),
			  slice_skip(text, match.start));
		strbuf_addch(&slug->text, '-');
		text = slice_skip(text, match.end);
	}
	add_lower(slug, text, slice_skip(text, text.len));
	while (slug->text.len && slug->text.buf[slug->text.len - 1] == '-')
		strbuf_setlen(&slug->text, slug->text.len - 1);
}

void workspace_slug_add(struct strbuf *out, const char *title)
{
	struct slug slug = {
		.space = pattern("\\p{White_Space}+", REGEX_ANCHORED),
		.other = pattern("[^\\p{Alphabetic}\\p{N}]", 0),
		.utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0),
		.title = slice_str(title),
		.text = STRBUF_INIT,
	};
	struct regex_match match;
	size_t begin = out->len;

	if (regex_find(slug.space, slug.title, 0, &match) == REGEX_MATCH)
		slug.title = slice_skip(slug.title, match.end);
	slug.title = first_characters(slug.title);
	add_words(&slug);
	if (slug.text.len) {
		const char *dash;

		strbuf_addch(out, '-');
		strbuf_addslice(out, strbuf_slice(&slug.text));
		/* jp cuts a long slug at a word, and measures bytes here. */
		dash = strrchr(out->buf + begin, '-');
		if (strlen(title) > MAX_CHARACTERS)
			strbuf_setlen(out, (size_t)(dash - out->buf));
	}
	regex_free(slug.space);
	regex_free(slug.other);
	if (slug.utf8)
		freelocale(slug.utf8);
	strbuf_release(&slug.text);
}
