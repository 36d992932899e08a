#include "config.h"

#include "ui/text/sanitize.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>
#include <wchar.h>
#include <wctype.h>

#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static void assert_reads(struct slice text, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	sanitize_all(&out, text);
	assert_string_equal(out.buf, want);
	strbuf_release(&out);
}

static void escape_sequences_are_taken_out_whole(void **state)
{
	(void)state;
	assert_reads(SLICE("\033[1;31mred\033[0m"), "red");
	assert_reads(SLICE("a\033]0;title\007b"), "ab");
	assert_reads(SLICE("a\033]52;c;AAAA\033\\b"), "ab");
	assert_reads(SLICE("a\033Pq#0\033\\b\033_x\033\\c\033^y\033\\d"),
		     "abcd");
	assert_reads(SLICE("a\xc2\x9b"
			   "2Jb\xc2\x9d"
			   "0;t\xc2\x9c"
			   "c"),
		     "abc");
	assert_reads(SLICE("a\033(Bb\033#8c\0337d"), "abcd");
	assert_reads(SLICE("a\033[\033[31mb"), "ab");
	assert_reads(SLICE("a\xc2\x85"
			   "b"),
		     "ab");
}

static void an_escape_string_without_end_hides_nothing(void **state)
{
	struct strbuf text = STRBUF_INIT, want = STRBUF_INIT;

	(void)state;
	assert_reads(SLICE("a\033]0;never ends\nb"),
		     "a\xef\xbf\xbd]0;never ends\nb");
	assert_reads(SLICE("a\033] after"), "a\xef\xbf\xbd] after");
	assert_reads(SLICE("a\033P after\033[1mx\033_y\030z"),
		     "a\xef\xbf\xbdP afterx\xef\xbf\xbd_y\xef\xbf\xbdz");
	assert_reads(SLICE("a\xc2\x90 after \xc3\xa9\001\033"),
		     "a\xef\xbf\xbd after \xc3\xa9");
	/* One that is too long is not a string. */
	strbuf_addstr(&text, "\033]");
	strbuf_addstr(&want, "\xef\xbf\xbd]");
	strbuf_addchars(&text, 'x', 5000);
	strbuf_addchars(&want, 'x', 5000);
	assert_reads(strbuf_slice(&text), want.buf);
	strbuf_reset(&text);
	strbuf_reset(&want);
	strbuf_addstr(&text, "\033[");
	strbuf_addstr(&want, "\xef\xbf\xbd[");
	strbuf_addchars(&text, '7', 5000);
	strbuf_addchars(&want, '7', 5000);
	assert_reads(strbuf_slice(&text), want.buf);
	strbuf_release(&text);
	strbuf_release(&want);
	assert_reads(SLICE("a\033[12"), "a");
	assert_reads(SLICE("a\033[12\nb"), "a\xef\xbf\xbd[12\nb");
	assert_reads(SLICE("a\033[1 2 3 4 b"), "a\xef\xbf\xbd[1 2 3 4 b");
	assert_reads(SLICE("a\033"), "a");
}

static void assert_output(struct slice text, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	sanitize_output(&out, text);
	assert_string_equal(out.buf, want);
	strbuf_release(&out);
}

static void a_lone_carriage_return_hides_no_text(void **state)
{
	(void)state;
	assert_reads(SLICE("early\rlate"), "early\xef\xbf\xbdlate");
	assert_reads(SLICE("a\r\nb"), "a\nb");
	assert_reads(SLICE("last\r"), "last");
	assert_reads(SLICE("a\r\r\nb"), "a\nb");
	assert_reads(SLICE("rm x\r\033[2Kls"), "rm x\xef\xbf\xbdls");
	assert_reads(SLICE("a\r\xcc\x81"), "a\xef\xbf\xbd\xcc\x81");
}

static void of_what_a_program_wrote_the_last_state_stays(void **state)
{
	(void)state;
	assert_output(SLICE("x\n10%\r20%\r100%\nDone"), "x\n100%\nDone");
	assert_output(SLICE("a\r\nb"), "a\nb");
	assert_output(SLICE("last\r"), "last");
	assert_output(SLICE("a\r\r\nb"), "a\nb");
	assert_output(SLICE("10%\r\033[K20%"), "20%");
	assert_output(SLICE("longer\rx"), "x");
	/* screen's title sequence is not text. */
	assert_output(SLICE("a\033kTITLE\033\\b"), "ab");
	/* Columns aligned by cursor movements stay apart. */
	assert_output(SLICE("OS:\033[3CDebian"), "OS:   Debian");
	assert_output(SLICE("nginx\033[20Grunning\nx\033[4Gy"),
		      "nginx              running\nx  y");
	assert_output(SLICE("long word\033[3Gx\033[Cy"), "long word x y");
	assert_reads(SLICE("a\033[3Cb"), "ab");
}

static void controls_and_bad_bytes_become_replacements(void **state)
{
	(void)state;
	assert_reads(SLICE("a\0b\x08"
			   "c\x7f"),
		     "a\xef\xbf\xbd"
		     "b\xef\xbf\xbd"
		     "c\xef\xbf\xbd");
	assert_reads(SLICE("\xff\xe6\x97z"),
		     "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz");
	assert_reads(SLICE("a\tb\nc"), "a\tb\nc");
}

static void what_terminals_disagree_about_goes(void **state)
{
	(void)state;
	/* ZWSP, RLO, soft hyphen, BOM, tag, heart + VS16, thumb + tone. */
	assert_reads(SLICE("a\xe2\x80\x8b\xe2\x80\xae\xc2\xad\xef\xbb\xbf"
			   "\xf3\xa0\x81\x81"
			   "b"),
		     "ab");
	assert_reads(SLICE("\xe2\x9d\xa4\xef\xb8\x8f"), "\xe2\x9d\xa4");
	assert_reads(SLICE("\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd"),
		     "\xf0\x9f\x91\x8d");
	/* One flag, and half of one. */
	assert_reads(SLICE("\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa"
			   "\xf0\x9f\x87\xa9x"),
		     "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa\xef\xbf\xbdx");
	/* U+FFFFF is not a character. */
	assert_reads(SLICE("\xf3\xbf\xbf\xbf"), "\xef\xbf\xbd");
}

static void marks_join_their_letters(void **state)
{
	(void)state;
	assert_reads(SLICE("e\xcc\x81"), "\xc3\xa9");
	/* Decomposed Hangul: three Jamo, one syllable. */
	assert_reads(SLICE("\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab"),
		     "\xed\x95\x9c");
	/* x has no form with an acute; a fifth mark is one too many. */
	assert_reads(SLICE("x\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81y"),
		     "x\xcc\x81\xcc\x81\xcc\x81\xcc\x81y");
	/* A mark without a letter gets a dotted circle. */
	assert_reads(SLICE("\xcc\x81"), "\xe2\x97\x8c\xcc\x81");
}

static void a_line_has_no_breaks(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	sanitize_line(&out, SLICE("a\nb\tc\r\nd"));
	assert_string_equal(out.buf, "a b c d");
	strbuf_release(&out);
}

static const char *const parts[] = {
	"word",
	"\r",
	"\n",
	"\r\n",
	"\t",
	"\033",
	"\033[",
	"31m",
	"\033]0;t",
	"\007",
	"\033\\",
	"\033P",
	"\033k",
	"\033[7G",
	"3C",
	"\030",
	"\x90",
	"\xc2\x9b",
	"\xc2\x9d",
	"\xc2\x9c",
	"e",
	"\xcc\x81",
	"\xcc\xa3",
	"\xe1\x84\x92",
	"\xe1\x85\xa1",
	"\xe1\x86\xab",
	"\xed\x95\x98",
	"\xe6\x97\xa5",
	"\xe6",
	"\x97\xa5",
	"\xf0\x9f",
	"\x87\xa9",
	"\xf0\x9f\x87\xaa",
	"\xe2\x80\x8d",
	"\xf0",
	"\xed\xa0\x80",
	"\xf4\x90",
	"\xe0\x80",
	"\x80",
	"\xff",
	"\x01",
	"\xef\xb8\x8f",
	"\xe0\xa7\x87",
	"\xe0\xa6\xbe",
	"[",
	"\\",
	"x",
	"plain text of some length, longer than a word of eight bytes",
};

static void random_text(struct strbuf *out, uint64_t *seed)
{
	uint32_t count = random_below(seed, 40);

	while (count--) {
		uint32_t i = random_below(seed, sizeof(parts) / sizeof(*parts));

		strbuf_addstr(out, parts[i]);
		if (!random_below(seed, 30))
			strbuf_addch(out, (char)random_below(seed, 256));
	}
}

/* `kept` guarantees that the bytes before it did not change. */
static void add_piece(struct sanitizer *s, struct strbuf *out,
		      struct slice piece)
{
	struct strbuf before = STRBUF_INIT;

	strbuf_addslice(&before, strbuf_slice(out));
	sanitize(s, out, piece);
	assert_true(s->kept <= before.len && s->kept <= out->len);
	if (s->kept)
		assert_memory_equal(out->buf, before.buf, s->kept);
	strbuf_release(&before);
}

static void pieces_give_what_the_whole_gives(void **state)
{
	uint64_t seed = 96;

	(void)state;
	for (int round = 0; round < 50000; round++) {
		struct strbuf text = STRBUF_INIT, whole = STRBUF_INIT;
		struct strbuf pieces = STRBUF_INIT;
		struct sanitizer s = SANITIZER_INIT;
		size_t pos = 0;

		random_text(&text, &seed);
		s.terminal = round % 2;
		if (s.terminal)
			sanitize_output(&whole, strbuf_slice(&text));
		else
			sanitize_all(&whole, strbuf_slice(&text));
		while (pos < text.len) {
			size_t n = 1 + random_below(&seed, 6);

			n = n < text.len - pos ? n : text.len - pos;
			add_piece(&s, &pieces, slice_of(text.buf + pos, n));
			pos += n;
		}
		sanitize_end(&s, &pieces);
		assert_int_equal(pieces.len, whole.len);
		assert_memory_equal(pieces.buf, whole.buf, whole.len);
		strbuf_release(&text);
		strbuf_release(&whole);
		strbuf_release(&pieces);
	}
}

static void whatever_comes_out_can_be_measured(void **state)
{
	uint64_t seed = 72;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
		size_t pos = 0;

		random_text(&text, &seed);
		sanitize_all(&out, strbuf_slice(&text));
		while (pos < out.len) {
			uint32_t cp;
			size_t took;

			assert_true(utf8_decode_valid(
				out.buf + pos, out.len - pos, &cp, &took));
			if (cp != '\n' && cp != '\t')
				assert_true(wcwidth((wchar_t)cp) >= 0);
			pos += took;
		}
		strbuf_release(&text);
		strbuf_release(&out);
	}
}

static void assert_shows(struct slice text, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	sanitize_visible(&out, text, NULL);
	assert_string_equal(out.buf, want);
	strbuf_release(&out);
}

static void nothing_hides_from_who_decides(void **state)
{
	(void)state;
	assert_shows(SLICE("rm \xe2\x80\xae-rf"), "rm \\u{202E}-rf");
	assert_shows(SLICE("a\033[0mb\rc\0"), "a\\x1B[0mb\\x0Dc\\x00");
	assert_shows(SLICE("a\xc2\x9b"
			   "b\xff"),
		     "a\\u{9B}b\\xFF");
	assert_shows(SLICE("a\xe2\x80\x8b"
			   "b\xc2\xa0"
			   "c\xe3\x85\xa4"),
		     "a\\u{200B}b\\u{A0}c\\u{3164}");
	assert_shows(SLICE("\xe2\xa0\x80\xee\x80\x80\xf3\xa0\x81\x81"),
		     "\\u{2800}\\u{E000}\\u{E0041}");
	assert_shows(SLICE("\xe2\x80\xa8"), "\\u{2028}");
	assert_shows(SLICE("plain \xc3\xa9 \xe6\x97\xa5"),
		     "plain \xc3\xa9 \xe6\x97\xa5");
}

static void runs_of_blanks_are_counted(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	assert_shows(SLICE("a        b"), "a        b");
	assert_shows(SLICE("a         b"), "a<9 spaces>b");
	assert_shows(
		SLICE("a\n         b"),
		"a\n\u00b7\u00b7\u00b7\u00b7\u00b7\u00b7\u00b7\u00b7\u00b7b");
	assert_shows(SLICE("a\tb"), "a<tab>b");
	strbuf_addch(&text, 'a');
	strbuf_addchars(&text, '\n', 60);
	strbuf_addch(&text, 'b');
	assert_shows(strbuf_slice(&text), "a<60 line breaks>\nb");
	strbuf_release(&text);
}

static void too_many_marks_are_told(void **state)
{
	(void)state;
	assert_shows(SLICE("x\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81"),
		     "x\xcc\x81\xcc\x81\xcc\x81\xcc\x81\\u{301}\\u{301}");
	assert_shows(SLICE("\xcc\x81"), "\\u{301}");
}

/* Whether `cp` is escaped after `base`. */
static bool is_escaped(uint32_t base, uint32_t cp)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;
	char bytes[4], want[16];
	bool escaped;

	strbuf_add(&text, bytes, utf8_encode(base, bytes));
	strbuf_add(&text, bytes, utf8_encode(cp, bytes));
	sanitize_visible(&out, strbuf_slice(&text), NULL);
	snprintf(want, sizeof(want), "\\u{%X}", (unsigned)cp);
	escaped = strstr(out.buf, want) != NULL;
	assert_true(escaped || out.len == text.len);
	strbuf_release(&text);
	strbuf_release(&out);
	return escaped;
}

/* The marks into which letters decompose, according to utf8proc. */
static void find_common_marks(bool *common)
{
	for (uint32_t cp = 0xc0; cp < 0x2000; cp++) {
		utf8proc_int32_t pieces[8];
		utf8proc_ssize_t n;

		if (!iswalpha((wint_t)cp))
			continue;
		n = utf8proc_decompose_char((utf8proc_int32_t)cp, pieces, 8,
					    UTF8PROC_DECOMPOSE, NULL);
		for (utf8proc_ssize_t i = 1; i < n; i++)
			if (pieces[i] < 0x370)
				common[pieces[i]] = true;
	}
}

static void
what_has_no_width_is_seen_but_for_marks_of_their_letter(void **state)
{
	/* Latin, Cyrillic, Hebrew, Han, Hangul, both ways; and non-letters. */
	static const uint32_t bases[] = { 'a',    0x430,  0x5d0, 0x4e00,
					  0x1100, 0xac00, '/',   '1' };
	bool common[0x370] = { false };
	size_t tried = 0;

	(void)state;
	find_common_marks(common);
	for (uint32_t cp = 0x80; cp < 0x110000; cp++) {
		if (wcwidth((wchar_t)cp) != 0)
			continue;
		tried++;
		assert_int_equal(is_escaped('a', cp),
				 cp >= 0x370 || !common[cp]);
		for (size_t i = 1; i < ARRAY_SIZE(bases); i++) {
			if (is_escaped(bases[i], cp) ||
			    (bases[i] >= 0x80 && cp < 0x370 && common[cp]))
				continue;
			/* Its own: Cyrillic, Hebrew, Han, Hangul, none. */
			assert_true((bases[i] == 0x430 &&
				     ((cp >= 0x483 && cp <= 0x489) ||
				      (cp >= 0x1c80 && cp <= 0x1dff) ||
				      (cp >= 0x2de0 && cp <= 0x2e43) ||
				      (cp >= 0xa66f && cp <= 0xa69f) ||
				      cp >= 0xfe2e || cp == 0x20f0)) ||
				    (bases[i] == 0x5d0 && cp >= 0x591 &&
				     cp <= 0x5c7) ||
				    (bases[i] == 0x5d0 && cp == 0xfb1e) ||
				    (bases[i] == 0x4e00 && cp >= 0x302a &&
				     cp <= 0x302d));
		}
	}
	assert_true(tried > 1900);
}

static void marks_of_a_script_stay_with_its_letters(void **state)
{
	(void)state;
	/* Arabic, Hebrew, Hindi, Thai, Cyrillic with an accent. */
	assert_shows(SLICE("\u0628\u064e"), "\u0628\u064e");
	assert_shows(SLICE("\u05e9\u05c1\u05b8"), "\u05e9\u05c1\u05b8");
	assert_shows(SLICE("\u0939\u093f\u0928\u094d\u0926\u0940"),
		     "\u0939\u093f\u0928\u094d\u0926\u0940");
	assert_shows(SLICE("\u0e17\u0e35\u0e48"), "\u0e17\u0e35\u0e48");
	assert_shows(SLICE("\u0430\u0301"), "\u0430\u0301");
	/* But not with those of other scripts. */
	assert_shows(SLICE("a\u064e"), "a\\u{64E}");
	assert_shows(SLICE("\u0628\u05b8"), "\u0628\\u{5B8}");
	assert_shows(SLICE("ma\u1161in\u302a.\ufe20"),
		     "ma\\u{1161}in\\u{302A}.\\u{FE20}");
	/* Decomposed Hangul takes two columns, or three, or four. */
	assert_shows(SLICE("\u1112\u1161\u11ab"), "\u1112\\u{1161}\\u{11AB}");
}

static void escapes_tell_where_they_stand(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct escape_list list = { 0 };

	(void)state;
	sanitize_visible(&out,
			 SLICE("ab\033\x01"
			       "c\td"),
			 &list);
	assert_string_equal(out.buf, "ab\\x1B\\x01c<tab>d");
	assert_int_equal(list.count, 2);
	assert_int_equal(list.spans[0].start, 2);
	assert_int_equal(list.spans[0].len, 8);
	assert_int_equal(list.spans[1].start, 11);
	assert_int_equal(list.spans[1].len, 5);
	escape_list_release(&list);
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escape_sequences_are_taken_out_whole),
		cmocka_unit_test(an_escape_string_without_end_hides_nothing),
		cmocka_unit_test(a_lone_carriage_return_hides_no_text),
		cmocka_unit_test(of_what_a_program_wrote_the_last_state_stays),
		cmocka_unit_test(controls_and_bad_bytes_become_replacements),
		cmocka_unit_test(what_terminals_disagree_about_goes),
		cmocka_unit_test(marks_join_their_letters),
		cmocka_unit_test(a_line_has_no_breaks),
		cmocka_unit_test(pieces_give_what_the_whole_gives),
		cmocka_unit_test(whatever_comes_out_can_be_measured),
		cmocka_unit_test(nothing_hides_from_who_decides),
		cmocka_unit_test(runs_of_blanks_are_counted),
		cmocka_unit_test(too_many_marks_are_told),
		cmocka_unit_test(
			what_has_no_width_is_seen_but_for_marks_of_their_letter),
		cmocka_unit_test(marks_of_a_script_stay_with_its_letters),
		cmocka_unit_test(escapes_tell_where_they_stand),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("sanitize", tests, NULL, NULL);
}
