#include "config.h"

#include "tests/unit/search-check.h"

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/store/search.h"
#include "tests/unit/test.h"

uint32_t search_random(uint32_t *seed, uint32_t most)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % most;
}

/* Pieces to put into a pattern: between two characters, or replacing one. */
static const char *const PIECES[] = {
	"?",        "*",     "+",     "{0,2}", "{2}",     ".",       ".*",
	"\\w",      "\\s+",  "\\b",   "^",     "$",       "|",       "(ab)?",
	"[^x]",     "[a-z]", "\\",    "(",     ")",       "(?:x|y)", "\\.",
	"(?i)",     "K",     "\\n",   "n",     "u",       "A",       " ",
	"\xc3\xa9", "(?=.)", "(?!q)", "\\d*",  "\\p{L}",  "\\x41",   "[]x]",
	"x{,3}",    "\\/",   "\\\\",  "\"",    "(?<a>.)", "\\Qa\\E", "++",
};

void search_pattern(struct strbuf *out, struct slice text, uint32_t *seed)
{
	size_t at = text.len ? search_random(seed, (uint32_t)text.len) : 0;
	size_t left = 1 + search_random(seed, 9);
	uint32_t odds = 1 + search_random(seed, 8);

	while (at < text.len && ((unsigned char)text.ptr[at] & 0xc0) == 0x80)
		at++;
	for (; left && at < text.len; left--) {
		size_t next = utf8_next(text.ptr, text.len, at);
		uint32_t dice = search_random(seed, odds * 4);

		if (dice != 0)
			strbuf_add(out, text.ptr + at, next - at);
		if (dice < 2)
			strbuf_addstr(out, PIECES[search_random(
						   seed, ARRAY_SIZE(PIECES))]);
		at = next;
	}
	if (!search_random(seed, 8) && out->len)
		out->buf[search_random(seed, (uint32_t)out->len)] ^= 0x20;
}

/* -1: it gave up on some part, and may have missed matches. */
static int64_t slow_hits(const struct search *search, const struct item *item)
{
	enum regex_result result;
	struct regex_match match;
	struct search_pass pass;
	int64_t hits = 0;

	search_pass_init(&pass);
	search_pass_begin(&pass, search->shown, search->conv, item);
	while ((result = search_pass_next(&pass, search->re, &match))) {
		if (result == REGEX_GAVE_UP) {
			hits = -1;
			break;
		}
		hits += result == REGEX_MATCH;
	}
	search_pass_release(&pass);
	return hits;
}

bool search_check(const struct conversation *conv, search_shown *shown,
		  struct slice pattern)
{
	struct strbuf err = STRBUF_INIT;
	struct search search;

	search_init(&search, shown);
	if (search_set(&search, pattern, &err)) {
		search_release(&search);
		strbuf_release(&err);
		return false;
	}
	search_begin(&search, conv, conv->item_count / 2);
	while (search_step(&search, 4096))
		continue;
	for (size_t i = 0; i < conv->item_count; i++) {
		int64_t slow = slow_hits(&search, &conv->items[i]);

		if (slow >= 0 && slow != search_hits_in(&search, i))
			fail_msg("'%.*s' in item %zu: %lld, found %u",
				 (int)pattern.len, pattern.ptr, i,
				 (long long)slow, search_hits_in(&search, i));
	}
	search_release(&search);
	strbuf_release(&err);
	return true;
}
