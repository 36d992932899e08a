#include "config.h"

/*
 * Writes ui/text/unicode/unicode-data.c from ICU's Unicode data: which
 * characters look like ASCII ones (UTS #39, confusables) and which script
 * letters and their marks belong to. unicode-data.tap builds it, compares, and
 * says how to update the file.
 */
#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { LAST = 0x10ffff, SAME_MAX = 32, WIDTH = 70 };

struct found {
	UChar32 cp;
	char text[SAME_MAX];
};

static struct found found[8192];
static int found_count;
static int column;

/* Write an element of a list, on this line or the next. */
static void put(const char *piece)
{
	int len = (int)strlen(piece);

	if (column && column + 1 + len > WIDTH) {
		putchar('\n');
		column = 0;
	}
	column += printf("%s%s", column ? " " : "\t", piece);
}

static void end_list(void)
{
	puts("\n};");
	column = 0;
}

static int is_ascii(const char *text)
{
	for (; *text; text++)
		if (*text < 0x21 || *text > 0x7e)
			return 0;
	return 1;
}

/* The character of which it is a form: fullwidth, small, mathematical. */
static void add_form(UChar32 cp, char *text)
{
	int32_t type = u_getIntPropertyValue(cp, UCHAR_DECOMPOSITION_TYPE);
	UErrorCode err = U_ZERO_ERROR;
	const UNormalizer2 *nfkd = unorm2_getNFKDInstance(&err);
	UChar raw[SAME_MAX];
	int len;

	if (type != U_DT_WIDE && type != U_DT_SMALL && type != U_DT_FONT)
		return;
	len = unorm2_getDecomposition(nfkd, cp, raw, SAME_MAX, &err);
	if (U_SUCCESS(err) && len == 1 && raw[0] > 0x20 && raw[0] < 0x7f)
		sprintf(text, "%c", (char)raw[0]);
}

static int is_drawn(UChar32 cp)
{
	switch (u_charType(cp)) {
	case U_UNASSIGNED:
	case U_CONTROL_CHAR:
	case U_FORMAT_CHAR:
	case U_PRIVATE_USE_CHAR:
	case U_SURROGATE:
	case U_SPACE_SEPARATOR:
	case U_LINE_SEPARATOR:
	case U_PARAGRAPH_SEPARATOR:
	case U_NON_SPACING_MARK:
	case U_ENCLOSING_MARK:
		return 0;
	default:
		return 1;
	}
}

static void find_lookalikes(void)
{
	UErrorCode err = U_ZERO_ERROR;
	USpoofChecker *spoof = uspoof_open(&err);

	for (UChar32 cp = 0x80; cp <= LAST; cp++) {
		char utf8[8], text[SAME_MAX] = "";
		int len = 0;

		if (!is_drawn(cp))
			continue;
		U8_APPEND_UNSAFE(utf8, len, cp);
		err = U_ZERO_ERROR;
		len = uspoof_getSkeletonUTF8(spoof, 0, utf8, len, text,
					     SAME_MAX - 1, &err);
		if (U_FAILURE(err) || len < 1)
			continue;
		text[len] = '\0';
		if (!is_ascii(text))
			text[0] = '\0';
		if (!text[0])
			add_form(cp, text);
		/* Separate letters in languages of Latin script: "cœur". */
		if (!text[0] || (text[1] && cp < 0x250))
			continue;
		found[found_count].cp = cp;
		strcpy(found[found_count++].text, text);
	}
	uspoof_close(spoof);
}

static void put_char(char *out, char c)
{
	sprintf(out + strlen(out), c == '"' || c == '\\' ? "\\%c" : "%c", c);
}

/* Write runs of consecutive characters, each like an ASCII one. */
static void write_runs(void)
{
	puts("const struct unicode_run unicode_lookalikes[] = {");
	for (int i = 0; i < found_count;) {
		char piece[128], text[96] = "";
		int n = 0;

		while (i + n < found_count && n < 30 && !found[i + n].text[1] &&
		       found[i + n].cp == found[i].cp + n)
			put_char(text, found[i + n++].text[0]);
		sprintf(piece, "{ 0x%04x, %d, \"%s\" },", (unsigned)found[i].cp,
			n, text);
		if (n)
			put(piece);
		i += n ? n : 1;
	}
	end_list();
	puts("const size_t unicode_lookalike_count =\n"
	     "\tARRAY_SIZE(unicode_lookalikes);\n\n"
	     "const struct unicode_run unicode_long_lookalikes[] = {");
	for (int i = 0; i < found_count; i++) {
		char piece[128], text[96] = "";

		if (!found[i].text[1])
			continue;
		for (const char *c = found[i].text; *c; c++)
			put_char(text, *c);
		sprintf(piece, "{ 0x%04x, 1, \"%s\" },", (unsigned)found[i].cp,
			text);
		put(piece);
	}
	end_list();
	puts("const size_t unicode_long_lookalike_count =\n"
	     "\tARRAY_SIZE(unicode_long_lookalikes);\n");
}

static int is_letter_or_mark(UChar32 cp)
{
	return (U_GET_GC_MASK(cp) &
		(U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0;
}

/* The script of a letter, digit or mark that has a particular one. */
static int script_of(UChar32 cp)
{
	UErrorCode err = U_ZERO_ERROR;
	int script = uscript_getScript(cp, &err);

	if (!is_letter_or_mark(cp) || script <= USCRIPT_INHERITED)
		return 0;
	return script;
}

static void write_scripts(void)
{
	UChar32 first = 0, last = 0;
	int script = 0;

	puts("const struct unicode_script unicode_scripts[] = {");
	for (UChar32 cp = 0; cp <= LAST + 1; cp++) {
		int here = cp <= LAST ? script_of(cp) : -1;
		char piece[64];

		if (!here || here == script) {
			last = here ? cp : last;
			continue;
		}
		sprintf(piece, "{ 0x%04x, 0x%04x, %d },", (unsigned)first,
			(unsigned)last, script);
		if (script)
			put(piece);
		first = last = cp;
		script = here;
	}
	end_list();
	puts("const size_t unicode_script_count =\n"
	     "\tARRAY_SIZE(unicode_scripts);\n");
}

/* Write marks shared by several scripts, one row for each. Those of Latin are
 * the common ones, which have another rule. */
static void write_shared_marks(void)
{
	puts("const struct unicode_script unicode_shared_marks[] = {");
	for (UChar32 cp = 0x80; cp <= LAST; cp++) {
		UErrorCode err = U_ZERO_ERROR;
		UScriptCode all[64];
		int n = uscript_getScriptExtensions(cp, all, 64, &err);

		if (u_charType(cp) != U_NON_SPACING_MARK || U_FAILURE(err))
			continue;
		for (int i = 0; i < n; i++) {
			char piece[64];

			if (all[i] <= USCRIPT_INHERITED ||
			    all[i] == USCRIPT_LATIN || all[i] == script_of(cp))
				continue;
			sprintf(piece, "{ 0x%04x, 0x%04x, %d },", (unsigned)cp,
				(unsigned)cp, all[i]);
			put(piece);
		}
	}
	end_list();
	puts("const size_t unicode_shared_mark_count =\n"
	     "\tARRAY_SIZE(unicode_shared_marks);");
}

int main(void)
{
	puts("/*\n"
	     " * Unicode " U_UNICODE_VERSION
	     ". Made by tests/house/unicode-data.c from data that is\n"
	     " * Copyright (c) 1991-2022 Unicode, Inc., under the Unicode "
	     "License V3\n"
	     " * (https://www.unicode.org/license.txt). Do not edit.\n"
	     " */\n"
	     "#include \"config.h\"\n\n"
	     "#include \"ui/text/unicode/unicode-data.h\"\n\n"
	     "#include \"src/base/xalloc.h\"\n\n"
	     "/* clang-format off */");
	find_lookalikes();
	write_runs();
	write_scripts();
	write_shared_marks();
	return 0;
}
