#include "config.h"

#include "ui/text/code.h"

#include <locale.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"
#include "ui/text/code-part.h"

static void mark_face(struct strbuf *out, enum face face, struct slice text)
{
	static const struct {
		enum face face;
		char mark;
	} marks[] = {
		{ FACE_CODE_KEYWORD, 'k' }, { FACE_CODE_TYPE, 't' },
		{ FACE_CODE_STRING, 's' },  { FACE_CODE_NUMBER, 'n' },
		{ FACE_CODE_COMMENT, 'c' }, { FACE_DIFF_ADD, '+' },
		{ FACE_DIFF_DEL, '-' },     { FACE_DIFF_HUNK, '@' },
	};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		if (marks[i].face == face) {
			strbuf_addf(out, "%c{%.*s}", marks[i].mark,
				    (int)text.len, text.ptr);
			return;
		}
	}
	assert_int_equal(face, FACE_CODE);
	strbuf_addslice(out, text);
}

/* The lines of `code`, with k{keyword}, t{type} and so on. */
static void assert_code(const char *language, const char *code,
			const char *want)
{
	const struct wrap_options options = { .cols = 1000,
					      .keep_blanks = true };
	struct code_state state;
	struct rows rows = ROWS_INIT;
	struct strbuf got = STRBUF_INIT;

	code_state_init(&state, code_language_find(slice_str(language)));
	assert_non_null(state.language);
	while (*code) {
		size_t len = strcspn(code, "\n");
		struct wrap_stream ws;

		wrap_stream_init(&ws, &options);
		rows_clear(&rows);
		code_add_line(&state, &ws, &rows, slice_of(code, len));
		for (size_t i = 0; i < rows.span_count; i++)
			mark_face(&got, rows.spans[i].face,
				  slice_of(rows.text.buf + rows.spans[i].start,
					   rows.spans[i].len));
		code += len;
		if (*code == '\n') {
			strbuf_addch(&got, '\n');
			code++;
		}
	}
	assert_string_equal(got.buf, want);
	strbuf_release(&got);
	rows_release(&rows);
}

static void c_is_read(void **state)
{
	(void)state;
	assert_code("c", "#include <a.h> // x\nint f(void) { return 0x1f; }",
		    "k{#include} s{<a.h>} c{// x}\n"
		    "t{int} f(t{void}) { k{return} n{0x1f}; }");
	assert_code("C", "/* a\nint */ int returned; '\\'' \"a\\\"\nif",
		    "c{/* a}\nc{int */} t{int} returned; s{'\\''} s{\"a\\\"}\n"
		    "k{if}");
	assert_code("c++", "std::Thing x = 1.5e-3f + a1;",
		    "std::t{Thing} x = n{1.5e-3f} + a1;");
}

static void rust_is_read(void **state)
{
	(void)state;
	assert_code("rs", "fn f<'a>(x: &'a str) -> 'b' { 0..10 }",
		    "k{fn} f<'a>(x: &'a t{str}) -> s{'b'} { n{0}..n{10} }");
	assert_code("rust", "r#\"a \"b\" c\"# b\"x\" \"more\nlines\" let",
		    "s{r#\"a \"b\" c\"#} s{b\"x\"} s{\"more}\n"
		    "s{lines\"} k{let}");
	assert_code("rust", "/* a /* b */ c\n*/ mut",
		    "c{/* a /* b */ c}\nc{*/} k{mut}");
}

static void python_is_read(void **state)
{
	(void)state;
	assert_code("py", "def f(x: int):  # 'c'\n\"\"\"a\nb\"\"\" if rf'\\d'",
		    "k{def} f(x: t{int}):  c{# 'c'}\ns{\"\"\"a}\n"
		    "s{b\"\"\"} k{if} s{rf'\\d'}");
	assert_code("python", "'open\nif r'open\nelse",
		    "s{'open}\nk{if} s{r'open}\nk{else}");
}

static void scripts_are_read(void **state)
{
	(void)state;
	assert_code("tsx", "const a: string = `b\nc`; // d",
		    "k{const} a: t{string} = s{`b}\ns{c`}; c{// d}");
	assert_code("go", "func f() error { return `a\\` }",
		    "k{func} f() t{error} { k{return} s{`a\\` }}");
	assert_code("java", "public int x = 'c'; List<String> y;",
		    "k{public} t{int} x = s{'c'}; t{List}<t{String}> y;");
	assert_code("bash", "# a\nif [ $x = a#b ]; then echo \"$y\" # c",
		    "c{# a}\nk{if} [ t{$x} = a#b ]; k{then} k{echo} "
		    "s{\"$y\"} c{# c}");
	assert_code("sql", "Select 'it''s' from t -- c",
		    "k{Select} s{'it''s'} k{from} t c{-- c}");
}

static void data_are_read(void **state)
{
	(void)state;
	assert_code("json", "{\"a\\\"b\": \"c:\", \"d\" : [-1.5, true]}",
		    "{t{\"a\\\"b\"}: s{\"c:\"}, t{\"d\"} : "
		    "[-n{1.5}, k{true}]}");
	assert_code("yml", "- a: 1 # c\n  b c: don't\nurl: http://x",
		    "- t{a}: n{1} c{# c}\n  t{b c}: don't\n"
		    "t{url}: http://x");
	assert_code("toml", "[a]\nb = \"c\" # d\ne = '''\nf'''",
		    "k{[a]}\nt{b }= s{\"c\"} c{# d}\nt{e }= s{'''}\n"
		    "s{f'''}");
}

static void documents_are_read(void **state)
{
	(void)state;
	assert_code("html",
		    "<!-- a\nb --><p class=\"x\"\nid=y>a &lt; b < c</p>",
		    "c{<!-- a}\nc{b -->}k{<p} t{class}=s{\"x\"}\n"
		    "t{id}=t{y}k{>}a n{&lt;} b < ck{</p>}");
	assert_code("css", "#a { color: #fff; top: -5px; } /* c\n*/ @media",
		    "#a { t{color}: n{#fff}; t{top}: -n{5px}; } c{/* c}\n"
		    "c{*/} k{@media}");
	assert_code("diff", "--- a\n@@ -1 +1 @@\n-a\n+b\n c",
		    "k{--- a}\n@{@@ -1 +1 @@}\n-{-a}\n+{+b}\n c");
}

static void a_language_has_many_names(void **state)
{
	(void)state;
	assert_ptr_equal(code_language_find(SLICE("RS")),
			 code_language_find(SLICE("rust")));
	assert_ptr_equal(code_language_find(SLICE("c++")),
			 code_language_find(SLICE("hpp")));
	assert_null(code_language_find(SLICE("")));
	assert_null(code_language_find(SLICE(" ")));
	assert_null(code_language_find(SLICE("nosuch")));
	assert_null(code_language_find(SLICE("c h")));
	assert_null(code_language_find(SLICE("cccccccccccccccccccccccccccc")));
}

static void assert_sorted(const struct code_words *words)
{
	for (size_t i = 1; i < words->count; i++)
		assert_true(strcmp(words->words[i - 1], words->words[i]) < 0);
}

static void lists_of_words_are_sorted(void **state)
{
	size_t count;
	const struct code_language *languages = code_languages(&count);

	(void)state;
	assert_true(count > 10);
	for (size_t i = 0; i < count; i++) {
		assert_sorted(&languages[i].keywords);
		assert_sorted(&languages[i].types);
		for (size_t k = 0; k < languages[i].keywords.count; k++)
			assert_true(code_has_word(
				&languages[i].keywords,
				slice_str(languages[i].keywords.words[k])));
	}
}

static void no_language_changes_the_text(void **state)
{
	static const char *const parts[] = {
		"\"",
		"'",
		"`",
		"\"\"\"",
		"'''",
		"/*",
		"*/",
		"//",
		"#",
		"--",
		"<!--",
		"-->",
		"<a",
		">",
		"\\",
		"r#\"",
		"\"#",
		"0x",
		"1.",
		"e+",
		"if",
		"$",
		"${",
		"}",
		"@",
		":",
		"=",
		" ",
		" ",
		"-",
		"&a",
		";",
		"[",
		"]",
		"+",
		"\xc3\xa9",
		"\xe6\x97\xa5",
		"Word",
		"b'",
	};
	const struct wrap_options options = { .cols = 100000,
					      .keep_blanks = true };
	size_t count;
	const struct code_language *languages = code_languages(&count);
	struct strbuf line = STRBUF_INIT;
	struct rows rows = ROWS_INIT;
	uint64_t seed = 3;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		struct code_state code;

		code_state_init(
			&code,
			&languages[random_below(&seed, (uint32_t)count)]);
		for (int lines = 0; lines < 4; lines++) {
			struct wrap_stream ws;

			strbuf_reset(&line);
			rows_clear(&rows);
			for (uint32_t n = random_below(&seed, 12); n; n--)
				strbuf_addstr(&line,
					      parts[random_below(
						      &seed,
						      sizeof(parts) /
							      sizeof(*parts))]);
			wrap_stream_init(&ws, &options);
			code_add_line(&code, &ws, &rows, strbuf_slice(&line));
			assert_string_equal(rows.text.buf, line.buf);
		}
	}
	strbuf_release(&line);
	rows_release(&rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c_is_read),
		cmocka_unit_test(rust_is_read),
		cmocka_unit_test(python_is_read),
		cmocka_unit_test(scripts_are_read),
		cmocka_unit_test(data_are_read),
		cmocka_unit_test(documents_are_read),
		cmocka_unit_test(a_language_has_many_names),
		cmocka_unit_test(lists_of_words_are_sorted),
		cmocka_unit_test(no_language_changes_the_text),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("code", tests, NULL, NULL);
}
