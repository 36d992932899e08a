#include "config.h"

#include "tests/unit/vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

static void read_all(struct strbuf *out, const char *name)
{
	const char *srcdir = getenv("srcdir");
	struct strbuf path = STRBUF_INIT;
	char part[4096];
	size_t got;
	FILE *file;

	strbuf_addf(&path, "%s/tests/vectors/%s", srcdir ? srcdir : ".", name);
	file = fopen(path.buf, "rb");
	if (!file)
		fail_msg("cannot open '%s'", path.buf);
	while ((got = fread(part, 1, sizeof(part), file)))
		strbuf_add(out, part, got);
	fclose(file);
	strbuf_release(&path);
}

static struct slice take_line(struct slice *rest)
{
	const char *end = memchr(rest->ptr, '\n', rest->len);
	size_t len = end ? (size_t)(end - rest->ptr) : rest->len;
	struct slice line = slice_of(rest->ptr, len);

	*rest = slice_skip(*rest, len + 1);
	return line;
}

static size_t each_case(const char *name, vectors_dump *dump, bool compare)
{
	struct strbuf file = STRBUF_INIT;
	struct slice rest;
	size_t cases = 0;

	read_all(&file, name);
	rest = strbuf_slice(&file);
	while (rest.len) {
		struct strbuf want = STRBUF_INIT, got = STRBUF_INIT;
		struct slice input = take_line(&rest), line;

		if (!input.len || input.ptr[0] == '#')
			continue;
		while ((line = take_line(&rest)).len)
			strbuf_addf(&want, "%.*s\n", (int)line.len, line.ptr);
		dump(&got, input);
		if (compare && strcmp(want.buf, got.buf))
			fail_msg("%.*s\ngives\n%snot\n%s", (int)input.len,
				 input.ptr, got.buf, want.buf);
		cases++;
		strbuf_release(&want);
		strbuf_release(&got);
	}
	strbuf_release(&file);
	return cases;
}

size_t vectors_check(const char *name, vectors_dump *dump)
{
	return each_case(name, dump, true);
}

size_t vectors_each(const char *name, vectors_dump *dump)
{
	return each_case(name, dump, false);
}

void dump_raw(struct strbuf *out, const char *key, struct slice raw)
{
	if (!raw.ptr || !raw.len)
		return;
	strbuf_addf(out, "%s=", key);
	for (size_t i = 0; i < raw.len; i++) {
		if (raw.ptr[i] == '\n')
			strbuf_addstr(out, "\\n");
		else
			strbuf_addch(out, raw.ptr[i]);
	}
	strbuf_addch(out, '\n');
}

void dump_text(struct strbuf *out, const char *key, const char *text)
{
	if (text && !*text)
		strbuf_addf(out, "%s=\n", key);
	dump_raw(out, key, slice_str(text));
}

void dump_int(struct strbuf *out, const char *key, long long n, long long none)
{
	if (n != none)
		strbuf_addf(out, "%s=%lld\n", key, n);
}

void dump_bool(struct strbuf *out, const char *key, bool b)
{
	if (b)
		strbuf_addf(out, "%s=yes\n", key);
}

void dump_word(struct strbuf *out, const char *key, int word, const char *name)
{
	if (word)
		dump_text(out, key, name ? name : "?");
}

void dump_texts(struct strbuf *out, const char *key, char **texts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		dump_text(out, key, texts[i]);
}
