#include "config.h"

#include "tests/unit/markdown-rows.h"

#include "src/base/xalloc.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

const char *const markdown_texts[] = {
	"# Title\nText with **bold**, *it*, ~~gone~~ and `code`\nand more.\n"
	"\nHead two\n---\n### Three ###\n#\n#no\n",
	"- one\n- two\n  goes on\nlazy\n  - nested\n    - deep\n\n      par\n"
	"\n      ```c\n      int x;\n\n      ```\n  - back\n1. x\n1. y\n\n"
	"7) seven\n- [ ] todo\n- [x] done\n-\n- after\n\n-\n\n  not in it\n",
	"> quote *em*\n> more\n>\n> - item\n>   text\n> > deep\nlazy\n>\n"
	"> ```\n> code\n\nout\n> > > a\n> b\n\n>\n",
	"Before:\n| a | b |\n|--|:-:|\n| `x` | 1 |\n| long long long long "
	"long | b<br>c |\n|only|\nafter\n\n|a|\n|-|\n|b|\n\na|b\n-|-\nc|d\n",
	"    code\n\n      more\n\n\n    end\npar\n    not code\n\n\tcode\n"
	"***\n* * *\n- - -\n___\n",
	"```rust\nfn a() {\n\n}\n```\n~~~\nx\n```\n~~~~\n```a`b\n\n````\n"
	"```\n````\n```\nnever closed\n",
	"[a](http://x.y \"t\") ![b](c) ![](d) <http://e.f> https://g.h/i\n"
	"[r]: http://z\n[r][r] &amp; &eacute; &nosuch; &#x202e; &#27; "
	"&#65;\nwww.x.org me@x.org <b>raw</b> <br> hard\\\nbreak  \nend\\\n",
	"1. a\n\n   b\n\n       code\n\n2. c\n```\nout\n```\n3. d\n10. e\n"
	"2. f\n",
	"a\r\nb\r\n\r\nc\rd\n\x1b[31mred\x1b[0m e\xcc\x81 \xf0\x9f\x87\xa9"
	"\xf0\x9f\x87\xaa\n\xe2\x80\xae\xff\xc3\n\xe6\x97\xa5\xe6\x9c\xac"
	"\xe8\xaa\x9e\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e **\xe6\x97\xa5**\n",
	"**never closed `nor this [nor](this *or that ~~or\n\n**two*\n",
	"- > - > - > - > - > - > - > - > - > - > - > - > deep\nlazy\n\n"
	">>>>>>>>>>>>>>>>>>>>>>>>>>>>>> very\n\n- - - - - - - - - - - - - - - "
	"- - - - - x\n  y\n",
	"-\ttab\n\n\tpar\n >\tquote\n1.\t\tcode\n \t x\n\n\n\n",
	"\n\n\n  first\n\n",
	"",
	"x",
	"```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-one two\n-three\n+one too\n same\n"
	"+x\n-y\n+y z\n\n```\n- ```\n  @@ -1 +1 @@\n  -a\n  +b\n\n```\n--- a/b\n+c",
	"foo\n- bar\n\nfoo\n-\n\nfoo\n2. no\n1. yes\nfoo\n***\nfoo\n>q\n"
	"foo\n```\n",
	"| a |\n|---|\n|||||||||\n> q\n\n|a|b|\n|-|\n\n| \\| | `|` |\n|:-|-:|\n"
	"| **x | y** |\n",
};

const size_t markdown_text_count = ARRAY_SIZE(markdown_texts);

void markdown_random(struct strbuf *out, uint64_t *seed)
{
	static const char *const parts[] = {
		"\n",
		"\n",
		"\n\n",
		"\n- ",
		"\n  ",
		"\n    ",
		"\n1. ",
		"\n> ",
		"> ",
		"- ",
		"10) ",
		"```",
		"\n```\n",
		"~~~",
		"# ",
		"\n## ",
		"---",
		"\n---\n",
		"===",
		"|",
		"| a ",
		"\n|-|-|",
		"\n| a | b |\n",
		"|---|",
		"*",
		"**",
		"_",
		"`",
		"``",
		"~~",
		"[x] ",
		"[a](",
		"](b)",
		"![",
		"<br>",
		"<b>",
		"&amp;",
		"&#x41",
		";",
		"\\",
		"  \n",
		"\t",
		" ",
		" ",
		" ",
		"word",
		"two words",
		"long-compound/word",
		"http://x.y/z",
		"www.a.b",
		"\xc3\xa9",
		"e\xcc\x81",
		"\xe6\x97\xa5\xe6\x9c\xac",
		"\xf0\x9f\x87\xa9",
		"\r",
		"\r\n",
		"\x1b[1m",
		"\xff",
		"\x01",
		"\n```diff\n",
		"\n-a b\n",
		"\n+a c\n",
		"\n@@ -1 +1 @@\n",
		"[r]: x\n",
		"***",
		"    code\n",
	};
	uint32_t count = random_below(seed, 80);

	while (count--)
		strbuf_addstr(out,
			      parts[random_below(seed, ARRAY_SIZE(parts))]);
}

void assert_same_rows(const struct rows *a, const struct rows *b)
{
	assert_int_equal(a->count, b->count);
	assert_int_equal(a->text.len, b->text.len);
	assert_memory_equal(a->text.buf, b->text.buf, a->text.len + 1);
	assert_int_equal(a->span_count, b->span_count);
	for (size_t i = 0; i < a->span_count; i++) {
		assert_int_equal(a->spans[i].start, b->spans[i].start);
		assert_int_equal(a->spans[i].len, b->spans[i].len);
		assert_int_equal(a->spans[i].cols, b->spans[i].cols);
		assert_int_equal(a->spans[i].face, b->spans[i].face);
	}
	for (size_t i = 0; i < a->count; i++) {
		assert_int_equal(a->rows[i].first_span, b->rows[i].first_span);
		assert_int_equal(a->rows[i].span_count, b->rows[i].span_count);
		assert_int_equal(a->rows[i].indent, b->rows[i].indent);
		assert_int_equal(a->rows[i].line, b->rows[i].line);
		assert_int_equal(a->rows[i].last, b->rows[i].last);
	}
}

void assert_rows_fit(const struct rows *rows, int cols)
{
	for (size_t i = 0; i < rows->count; i++)
		assert_in_range(rows_cols(rows, i), 0, cols);
}

void assert_pieces_give_whole(struct slice text,
			      const struct markdown_options *options,
			      uint32_t most, uint64_t *seed)
{
	struct rows whole = ROWS_INIT, pieces = ROWS_INIT;
	struct markdown *md = markdown_new(&pieces, options);

	markdown_all(&whole, text, options);
	assert_rows_fit(&whole, options->cols);
	while (text.len) {
		size_t n = 1 + random_below(seed, most);

		n = n < text.len ? n : text.len;
		markdown_add(md, &pieces, slice_of(text.ptr, n));
		text = slice_skip(text, n);
		if (most > 1)
			assert_rows_fit(&pieces, options->cols);
	}
	markdown_end(md, &pieces);
	assert_same_rows(&whole, &pieces);
	markdown_free(md);
	rows_release(&whole);
	rows_release(&pieces);
}
