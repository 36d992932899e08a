#ifndef JPD_UNICODE_UNICODE_DATA_H
#define JPD_UNICODE_UNICODE_DATA_H

#include <stddef.h>
#include <stdint.h>

/* Tables made by tests/house/unicode-data.c, each sorted by code points. */

/* The scripts named in rules, by their numbers in the tables. */
enum {
	SCRIPT_NONE, /* common to several, or not a letter */
	SCRIPT_BOPOMOFO = 5,
	SCRIPT_HAN = 17,
	SCRIPT_HANGUL = 18,
	SCRIPT_HIRAGANA = 20,
	SCRIPT_KATAKANA = 22,
	SCRIPT_LATIN = 25,
};

/* `count` characters from `first` on, each of which looks like one of `text`.
 * If `text` is longer, `first` alone looks like all of it. */
struct unicode_run {
	uint32_t first, count;
	const char *text;
};
extern const struct unicode_run unicode_lookalikes[];
extern const size_t unicode_lookalike_count;
extern const struct unicode_run unicode_long_lookalikes[];
extern const size_t unicode_long_lookalike_count;

/* Letters, digits and marks of a script. */
struct unicode_script {
	uint32_t first, last, script;
};
extern const struct unicode_script unicode_scripts[];
extern const size_t unicode_script_count;
/* Marks used in several scripts, one row for each. */
extern const struct unicode_script unicode_shared_marks[];
extern const size_t unicode_shared_mark_count;

#endif
