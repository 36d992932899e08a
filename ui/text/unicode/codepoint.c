#include "config.h"

#include "ui/text/unicode/codepoint.h"

#include <stddef.h>
#include <utf8proc.h>
#include <wchar.h>

#include "src/base/xalloc.h"
#include "ui/text/unicode/unicode-data.h"

/* DerivedCoreProperties.txt, Default_Ignorable_Code_Point; and FFF9-FFFB. */
static const struct {
	uint32_t first, last;
} ignorable[] = {
	{ 0x00ad, 0x00ad },   { 0x034f, 0x034f },   { 0x061c, 0x061c },
	{ 0x115f, 0x1160 },   { 0x17b4, 0x17b5 },   { 0x180b, 0x180f },
	{ 0x200b, 0x200f },   { 0x202a, 0x202e },   { 0x2060, 0x206f },
	{ 0x3164, 0x3164 },   { 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },
	{ 0xffa0, 0xffa0 },   { 0xfff0, 0xfffb },   { 0x1bca0, 0x1bca3 },
	{ 0x1d173, 0x1d17a }, { 0xe0000, 0xe0fff },
};

bool codepoint_is_ignorable(uint32_t cp)
{
	size_t low = 0, high = ARRAY_SIZE(ignorable);

	if (cp < ignorable[0].first)
		return false;
	while (low < high) {
		size_t mid = (low + high) / 2;

		if (cp > ignorable[mid].last)
			low = mid + 1;
		else if (cp < ignorable[mid].first)
			high = mid;
		else
			return true;
	}
	return false;
}

bool codepoint_is_regional(uint32_t cp)
{
	return cp >= 0x1f1e6 && cp <= 0x1f1ff;
}

bool codepoint_is_skin_tone(uint32_t cp)
{
	return cp >= 0x1f3fb && cp <= 0x1f3ff;
}

/* No blank to Unicode, but drawn as one: a Braille cell without dots, what
 * stands for an object, a filler, a note without a head. */
static bool is_blank(uint32_t cp)
{
	return cp == 0x2800 || cp == 0xfffc || cp == 0x16fe4 || cp == 0x1d159;
}

bool codepoint_is_hidden(uint32_t cp)
{
	if (codepoint_is_ignorable(cp) || codepoint_is_skin_tone(cp) ||
	    is_blank(cp) || wcwidth((wchar_t)cp) < 0)
		return true;
	switch (utf8proc_category((utf8proc_int32_t)cp)) {
	case UTF8PROC_CATEGORY_CN:
	case UTF8PROC_CATEGORY_CC:
	case UTF8PROC_CATEGORY_CF:
	case UTF8PROC_CATEGORY_CS:
	case UTF8PROC_CATEGORY_CO:
	case UTF8PROC_CATEGORY_ZL:
	case UTF8PROC_CATEGORY_ZP:
		return true;
	case UTF8PROC_CATEGORY_ZS:
		return cp != ' ';
	default:
		return false;
	}
}

uint32_t codepoint_script(uint32_t cp)
{
	size_t low = 0, high = unicode_script_count;

	while (low < high) {
		const struct unicode_script *at;
		size_t mid = (low + high) / 2;

		at = &unicode_scripts[mid];
		if (cp > at->last)
			low = mid + 1;
		else if (cp < at->first)
			high = mid;
		else
			return at->script;
	}
	return SCRIPT_NONE;
}

static bool is_shared_mark(uint32_t mark, uint32_t script)
{
	for (size_t i = 0; i < unicode_shared_mark_count; i++) {
		const struct unicode_script *at = &unicode_shared_marks[i];

		if (at->first > mark)
			break;
		if (mark <= at->last && at->script == script)
			return true;
	}
	return false;
}

/* Marks without a script in canonical decompositions of letters. */
static bool is_common_mark(uint32_t mark)
{
	return (mark >= 0x300 && mark <= 0x304) ||
	       (mark >= 0x306 && mark <= 0x30c) || mark == 0x30f ||
	       mark == 0x311 || mark == 0x313 || mark == 0x314 ||
	       mark == 0x31b || (mark >= 0x323 && mark <= 0x328) ||
	       mark == 0x32d || mark == 0x32e || mark == 0x330 ||
	       mark == 0x331 || mark == 0x342 || mark == 0x345;
}

static bool is_letter(uint32_t cp)
{
	utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)cp);

	return category >= UTF8PROC_CATEGORY_LU &&
	       category <= UTF8PROC_CATEGORY_LO;
}

bool codepoint_mark_fits(uint32_t letter, uint32_t mark)
{
	uint32_t script;

	if (!is_letter(letter))
		return false;
	if (is_common_mark(mark))
		return true;
	script = codepoint_script(letter);
	switch (utf8proc_category((utf8proc_int32_t)mark)) {
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_ME:
		return script != SCRIPT_NONE &&
		       (codepoint_script(mark) == script ||
			is_shared_mark(mark, script));
	default:
		return false;
	}
}

uint32_t codepoint_compose(uint32_t base, uint32_t mark)
{
	utf8proc_int32_t pair[3] = { (utf8proc_int32_t)base,
				     (utf8proc_int32_t)mark };

	if (utf8proc_normalize_utf32(pair, 2,
				     UTF8PROC_COMPOSE | UTF8PROC_STABLE) != 1)
		return 0;
	return wcwidth((wchar_t)pair[0]) == wcwidth((wchar_t)base)
		       ? (uint32_t)pair[0]
		       : 0;
}

bool codepoint_is_word(uint32_t cp)
{
	utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)cp);

	return category >= UTF8PROC_CATEGORY_LU &&
	       category <= UTF8PROC_CATEGORY_NO;
}

size_t codepoint_decompose(uint32_t cp, uint32_t parts[CODEPOINT_PARTS_MAX])
{
	utf8proc_int32_t got[CODEPOINT_PARTS_MAX] = { (utf8proc_int32_t)cp };
	utf8proc_ssize_t n = utf8proc_decompose_char((utf8proc_int32_t)cp, got,
						     CODEPOINT_PARTS_MAX,
						     UTF8PROC_DECOMPOSE, NULL);

	if (n < 1 || n > CODEPOINT_PARTS_MAX)
		n = 1;
	for (utf8proc_ssize_t i = 0; i < n; i++)
		parts[i] = (uint32_t)got[i];
	return (size_t)n;
}

bool codepoint_is_unusual(uint32_t prev, uint32_t cp)
{
	uint32_t parts[CODEPOINT_PARTS_MAX];

	if (cp < 0x300)
		return false;
	if (prev && wcwidth((wchar_t)cp) == 0)
		return codepoint_compose(prev, cp) != 0;
	return codepoint_decompose(cp, parts) == 1 && parts[0] != cp;
}
