#include "config.h"

#include "src/store/search-pass.h"

#include <string.h>

#include "src/base/ascii.h"
#include "src/store/item-text.h"

#define FENCE_WITHIN 600 /* raw bytes before a result's first fence */
#define ENTITY_MAX   40  /* bytes of "&name;" */

void search_pass_init(struct search_pass *pass)
{
	*pass = (struct search_pass){ .drawn = STRBUF_INIT,
				      .text = STRBUF_INIT };
}

void search_pass_release(struct search_pass *pass)
{
	strbuf_release(&pass->drawn);
	strbuf_release(&pass->text);
	strmap_release(&pass->told);
	search_pass_init(pass);
}

void search_pass_trim(struct search_pass *pass, size_t most)
{
	if (pass->drawn.cap + pass->text.cap + pass->told.count * 32 > most)
		search_pass_release(pass);
}

/* --- text drawn as received --- */

/* Whether the character, by its first bytes, is not drawn, is joined with the
 * one before, or is drawn as another. */
static bool is_drawn_otherwise(const unsigned char *at, size_t len)
{
	unsigned char second = len > 1 ? at[1] : 0, third = len > 2 ? at[2] : 0;

	switch (at[0]) {
	case 0xc2: /* C1, soft hyphen */
		return second < 0xa0 || second == 0xad;
	case 0xcc: /* marks */
	case 0xcd:
	case 0xe1: /* Jamo, Khmer and Mongolian signs, marks */
	case 0xf3: /* tags, selectors */
		return true;
	case 0xd8:
		return second == 0x9c;
	case 0xe2: /* zero widths, separators, bidi */
		return (second == 0x80 &&
			((third >= 0x8b && third <= 0x8f) || third >= 0xa8) &&
			third <= 0xae) ||
		       (second == 0x81 && third >= 0xa0) || second == 0x83;
	case 0xe3: /* voiced marks, Hangul filler */
		return second == 0x82 || second == 0x85;
	case 0xef: /* selectors, BOM, half-width filler */
		return second == 0xb8 || second == 0xbb || second == 0xbe ||
		       second == 0xbf;
	case 0xf0: /* skin tones, regional indicators */
		return second == 0x9f && (third == 0x8f || third == 0x87);
	default:
		return false;
	}
}

/* Whether the bytes begin a block of common characters, none of them unassigned
 * or private: others are drawn as escapes in arguments. */
static bool is_common(const unsigned char *at, size_t len)
{
	unsigned char second = len > 1 ? at[1] : 0, third = len > 2 ? at[2] : 0;

	switch (at[0]) {
	case 0xc2:
		return second > 0xa0 && second != 0xad;
	case 0xe2: /* dashes and quotes; arrows; lines */
		return (second == 0x80 && third >= 0x90 && third <= 0xa7) ||
		       second == 0x86 || second == 0x94 || second == 0x95;
	case 0xe3: /* Kana, except for marks */
		return second == 0x81 || second == 0x83;
	default: /* Latin, Cyrillic; Han */
		return (at[0] >= 0xc3 && at[0] <= 0xcb) || at[0] == 0xd0 ||
		       at[0] == 0xd1 || (at[0] >= 0xe4 && at[0] <= 0xe9) ||
		       (at[0] < 0xc0 && at[0] >= 0x80);
	}
}

/* Whether it is a call's request: in its arguments all but common characters
 * are drawn as escapes, which contain letters. */
static bool has_escapes(const struct item *item, size_t raw)
{
	return item->kind == ITEM_TOOL_CALL && item->record != NO_RECORD &&
	       !raw;
}

/* Whether it has no escapes except of line breaks, tabs, quotes, backslashes
 * and slashes, and no character that is drawn differently. */
static bool is_plain(struct slice raw, bool escapes)
{
	const unsigned char *at = (const unsigned char *)raw.ptr;

	for (size_t i = 0; i < raw.len; i++) {
		if (at[i] == '\\' && i + 1 < raw.len) {
			if (!strchr("nt\"\\/", raw.ptr[++i]))
				return false;
		} else if (at[i] >= 0x7f &&
			   (at[i] == 0x7f ||
			    (escapes && !is_common(at + i, raw.len - i)) ||
			    is_drawn_otherwise(at + i, raw.len - i))) {
			return false;
		}
	}
	return true;
}

/* Whether a result is drawn in a special form: as JSON, or with code blocks. */
static bool has_form(struct slice raw)
{
	struct event_peek peek;
	struct slice text;

	if (!event_peek(&peek, raw) || peek.kind != EVENT_TOOL_CALL_RESPONSE)
		return false;
	text = peek.text;
	if (text.len > FENCE_WITHIN)
		text.len = FENCE_WITHIN;
	if (text.len < 2 || text.ptr[0] != '"')
		return true;
	text = slice_skip_space(slice_skip(text, 1));
	return (text.len && (*text.ptr == '{' || *text.ptr == '[')) ||
	       memmem(text.ptr, text.len, "```", 3);
}

bool search_pass_differs(const struct item *item, const struct slice *raws,
			 size_t count)
{
	if (item->kind == ITEM_DATA || item->kind == ITEM_OTHER)
		return false;
	if (item->kind != ITEM_TOOL_CALL || !count)
		return true;
	for (size_t i = 0; i < count; i++) {
		if (!is_plain(raws[i], has_escapes(item, i)) ||
		    has_form(raws[i]))
			return true;
	}
	return false;
}

/* --- the common part of both --- */

/* Collected in pieces: adding single bytes costs more than reading them. */
struct letters {
	struct strbuf *out;
	size_t count;
	char piece[256];
};

static void add_letter(struct letters *letters, char c)
{
	letters->piece[letters->count++] = c;
	if (letters->count == sizeof(letters->piece)) {
		strbuf_add(letters->out, letters->piece, letters->count);
		letters->count = 0;
	}
}

void search_loose_add(struct strbuf *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (ascii_is_alnum(text.ptr[i]))
			strbuf_addch(out, text.ptr[i]);
	}
}

/* Whether a Markdown entity begins here, which is drawn as other letters. */
static bool is_entity(struct slice raw)
{
	size_t n = 1;

	if (raw.len < 3 || raw.ptr[0] != '&')
		return false;
	n += raw.ptr[1] == '#';
	while (n < raw.len && n < ENTITY_MAX && ascii_is_alnum(raw.ptr[n]))
		n++;
	return n < raw.len && raw.ptr[n] == ';';
}

static bool add_letters(struct strbuf *out, struct slice raw, bool escapes)
{
	struct letters letters = { .out = out };

	for (size_t i = 0; i < raw.len; i++) {
		unsigned char c = (unsigned char)raw.ptr[i];

		if (ascii_is_alnum(raw.ptr[i]))
			add_letter(&letters, raw.ptr[i]);
		/* \u may be any letter, \b and \f are drawn as one. */
		else if (c == '\\' && ++i < raw.len &&
			 memchr("ubf", raw.ptr[i], 3))
			return false;
		/* A mark changes the letter before it. */
		else if (c == 0xcc || c == 0xcd ||
			 is_entity(slice_skip(raw, i)))
			return false;
		else if (c >= 0x7f && escapes &&
			 !is_common((const unsigned char *)raw.ptr + i,
				    raw.len - i))
			return false;
	}
	strbuf_add(out, letters.piece, letters.count);
	return true;
}

bool search_loose_add_raw(struct strbuf *out, const struct item *item,
			  const struct slice *raws, size_t i)
{
	return add_letters(out, raws[i], has_escapes(item, i));
}

/* --- one text after another --- */

void search_pass_begin(struct search_pass *pass, search_shown *shown,
		       const struct conversation *conv, const struct item *item)
{
	struct slice raws[ITEM_RAWS];

	strbuf_reset(&pass->drawn);
	strbuf_reset(&pass->text);
	strmap_release(&pass->told);
	pass->last = 0;
	item_text_search(&pass->text, conv, item);
	pass->has_drawn =
		shown &&
		search_pass_differs(item, raws,
				    item_text_raw(raws, conv, item)) &&
		shown(&pass->drawn, conv, item) &&
		!slice_equal(strbuf_slice(&pass->drawn),
			     strbuf_slice(&pass->text));
	pass->in_drawn = pass->has_drawn;
	pass->scan = regex_scan_of(
		strbuf_slice(pass->in_drawn ? &pass->drawn : &pass->text));
}

/* A hash of the match's letters and digits; of all of it if it has none. */
static uint64_t hash_of(struct slice text)
{
	struct strbuf letters = STRBUF_INIT;
	uint64_t hash;

	for (size_t i = 0; i < text.len; i++) {
		if (ascii_is_alnum(text.ptr[i]) ||
		    (unsigned char)text.ptr[i] >= 0x80)
			strbuf_addch(&letters, text.ptr[i]);
	}
	if (letters.len)
		text = strbuf_slice(&letters);
	hash = hash_bytes(text.ptr, text.len, 1);
	strbuf_release(&letters);
	return hash;
}

static bool was_told(const struct search_pass *pass, uint64_t hash)
{
	return (pass->told.count && hash == pass->last) ||
	       strmap_get(&pass->told,
			  slice_of((const char *)&hash, sizeof(hash)));
}

static void tell(struct search_pass *pass, uint64_t hash)
{
	if (was_told(pass, hash))
		return;
	strmap_put(&pass->told, slice_of((const char *)&hash, sizeof(hash)),
		   pass);
	pass->last = hash;
}

enum regex_result search_pass_next(struct search_pass *pass, struct regex *re,
				   struct regex_match *match)
{
	enum regex_result result;
	uint64_t hash;

	if (pass->window)
		pass->scan.window = pass->window;
	result = regex_scan_next(re, &pass->scan, match);
	if (!pass->has_drawn || result == REGEX_GAVE_UP || result == REGEX_MORE)
		return result;
	if (result == REGEX_NO_MATCH && pass->in_drawn) {
		pass->in_drawn = false;
		pass->scan = regex_scan_of(strbuf_slice(&pass->text));
		return REGEX_MORE;
	}
	if (result == REGEX_NO_MATCH)
		return result;
	hash = hash_of(slice_of(pass->scan.text.ptr + match->start,
				match->end - match->start));
	if (pass->in_drawn) {
		tell(pass, hash);
		return result;
	}
	return was_told(pass, hash) ? REGEX_MORE : result;
}
