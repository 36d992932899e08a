#include "config.h"

#include "src/jphost/config/config-attachment.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/config/attachment-url.h"
#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

/* --- An entry --- */

static void a_path_is_one_of_the_workspace(void **state)
{
	static const struct {
		const char *text, *path;
	} paths[] = {
		{ "file:a.txt", "a.txt" },
		{ "file:/a.txt", "a.txt" },
		{ "file:///a.txt", "a.txt" },
		{ "file:////a.txt", "a.txt" },
		{ "FILE:a.txt", "a.txt" },
		{ " file:a.txt ", "a.txt" },
		{ "file://d/b.c", "d/b.c" },
		{ "file://D/B.c", "d/B.c" },
		{ "file://localhost/a.txt", "a.txt" },
		{ "file:a.txt#part", "a.txt" },
		{ "file:a.txt?b=c#d", "a.txt" },
		{ "file:d/./b.c", "d/b.c" },
		{ "file:d/e/../b.c", "d/b.c" },
		{ "file:../../a.txt", "a.txt" },
		{ "file:d/%2e%2E/a.txt", "a.txt" },
		{ "file:d/.%2e", "" },
		{ "file:d\\b.c", "d/b.c" },
		{ "file:d/...", "d/..." },
		{ "file:d//b.c", "d//b.c" },
		{ "file:d/", "d/" },
		{ "file:", "" },
		{ "file:///", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		struct attachment_url url = ATTACHMENT_URL_INIT;

		attachment_url_read(&url, slice_str(paths[i].text));
		assert_string_equal(url.scheme.buf, "file");
		assert_string_equal(url.path.buf, paths[i].path);
		assert_false(url.exclude);
		assert_false(url.host_only);
		attachment_url_release(&url);
	}
}

static void the_word_exclude_is_found_in_a_query(void **state)
{
	static const struct {
		const char *text;
		bool exclude;
	} queries[] = {
		{ "file:a?exclude", true },      { "file:a?exclude=", true },
		{ "file:a?exclude=true", true }, { "file:a?exclude=0", true },
		{ "file:a?b&exclude", true },    { "file:a?b=exclude", false },
		{ "file:a?excluded", false },    { "file:a#?exclude", false },
		{ "file:exclude", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(queries); i++) {
		struct attachment_url url = ATTACHMENT_URL_INIT;

		attachment_url_read(&url, slice_str(queries[i].text));
		assert_int_equal(url.exclude, queries[i].exclude);
		attachment_url_release(&url);
	}
}

static void what_is_no_path_is_known(void **state)
{
	struct attachment_url url = ATTACHMENT_URL_INIT;

	(void)state;
	attachment_url_read(&url, SLICE("file://a.txt"));
	assert_true(url.host_only);
	attachment_url_release(&url);

	url = (struct attachment_url)ATTACHMENT_URL_INIT;
	attachment_url_read(&url, SLICE("CMD://date"));
	assert_string_equal(url.scheme.buf, "cmd");
	attachment_url_release(&url);

	url = (struct attachment_url)ATTACHMENT_URL_INIT;
	attachment_url_read(&url, SLICE("a/b:c"));
	assert_string_equal(url.scheme.buf, "");
	attachment_url_release(&url);
}

static void an_escape_is_a_byte_but_never_a_new_meaning(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	attachment_url_decode(&out, SLICE("a%20b%C3%bc%2F%2a%5B%00%zz%4"));
	assert_string_equal(out.buf, "a b\xc3\xbc%2F%2a%5B%00%zz%4");
	strbuf_release(&out);
}

/* --- Files --- */

static void write_bytes(const struct host_fixture *fx, const char *path,
			const char *bytes, size_t len)
{
	char name[256];
	FILE *file;

	snprintf(name, sizeof(name), "%s/%s", fx->dir, path);
	file = fopen(name, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static void open_files(struct host_fixture *fx)
{
	static const char *const files[] = { "a.txt",   "d/b.c",    "d/e/c.c",
					     "a b.txt", "p%20.txt", ".env",
					     ".h/x.c",  "[z].txt" };
	struct strbuf path = STRBUF_INIT, link = STRBUF_INIT;

	host_fixture_open(fx, false);
	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		strbuf_setf(&path, "w/%s", files[i]);
		host_fixture_write(fx, path.buf, "text");
	}
	host_fixture_write(fx, "secret", "of the person");
	strbuf_setf(&path, "%s/secret", fx->dir);
	strbuf_setf(&link, "%s/w/link.txt", fx->dir);
	assert_int_equal(symlink(path.buf, link.buf), 0);
	write_bytes(fx, "w/i.png", "\x89PNG\r\n\x1a\n\0", 9);
	write_bytes(fx, "w/i.webp", "RIFF\0\0\0\0WEBPVP8", 15);
	write_bytes(fx, "w/a.out",
		    "\x7f"
		    "ELF\0\1",
		    6);
	write_bytes(fx, "w/latin", "caf\xe9", 4);
	strbuf_release(&path);
	strbuf_release(&link);
}

/*
 * What a list attaches: sources separated by blanks; pictures with their type.
 */
static void assert_attached(const struct host_fixture *fx, const char *list,
			    const char *expected, const char *left_out)
{
	struct config_attachments attached = CONFIG_ATTACHMENTS_INIT;
	struct strbuf config = STRBUF_INIT, got = STRBUF_INIT;

	strbuf_setf(&config, "{\"conversation\":{\"attachments\":[%s]}}", list);
	config_attachments_read(&attached, strbuf_slice(&config), fx->ws.root);
	for (size_t i = 0; i < attached.count; i++) {
		const struct config_attachment *file = &attached.list[i];

		strbuf_addf(&got, "%s%s%s%s", got.len ? "|" : "", file->source,
			    file->media ? "=" : "",
			    file->media ? file->media : "");
	}
	assert_string_equal(got.buf, expected);
	assert_string_equal(attached.left_out.buf, left_out);
	config_attachments_release(&attached);
	strbuf_release(&config);
	strbuf_release(&got);
}

static void entries_attach_what_jp_attaches(void **state)
{
	struct host_fixture fx;

	(void)state;
	open_files(&fx);
	assert_attached(&fx, "\"file:///a.txt\",\"file:///d/b.c\"",
			"a.txt|d/b.c", "");
	assert_attached(&fx, "\"file:a.txt\",\"file:/a.txt\"", "a.txt|a.txt",
			"");
	assert_attached(&fx, "\"file:///d/**/*.c\"", "d/b.c|d/e/c.c", "");
	assert_attached(&fx, "\"file:*.c\"", "d/b.c|d/e/c.c", "");
	assert_attached(&fx, "\"file:d/*\"", "d/b.c", "");
	assert_attached(&fx, "\"file:.h/*\",\"file:.env\"", ".h/x.c|.env", "");
	assert_attached(&fx, "{\"type\":\"file\",\"path\":\"d/b.c\"}", "d/b.c",
			"");
	assert_attached(&fx, "{\"type\":\"file\",\"path\":\"/d/b.c\"}", "d/b.c",
			"");
	/* jp looks for these under a name that no file has. */
	assert_attached(&fx, "\"file:///a%20b.txt\",\"file:a b.txt\"",
			"a b.txt|a b.txt", "");
	assert_attached(&fx, "\"file:p%20.txt\"", "p%20.txt", "");
	assert_attached(&fx, "\"file:///%5Bz%5D.txt\"", "",
			"not attached: 'file:///%5Bz%5D.txt' "
			"(there is no such file)");
	host_fixture_close(&fx);
}

static void what_is_excluded_is_not_attached(void **state)
{
	struct host_fixture fx;

	(void)state;
	open_files(&fx);
	assert_attached(&fx, "\"file:a.txt?exclude\"", "", "");
	assert_attached(&fx, "\"file:d/*.c?exclude=true\",\"file:a.txt\"",
			"a.txt", "");
	assert_attached(&fx,
			"{\"type\":\"file\",\"path\":\"a.txt\","
			"\"params\":{\"exclude\":\"\"}}",
			"", "");
	host_fixture_close(&fx);
}

static void pictures_are_told_from_text_and_from_the_rest(void **state)
{
	struct host_fixture fx;

	(void)state;
	open_files(&fx);
	assert_attached(&fx, "\"file:i.png\",\"file:i.webp\"",
			"i.png=image/png|i.webp=image/webp", "");
	assert_attached(&fx, "\"file:a.out\",\"file:latin\",\"file:a.txt\"",
			"a.txt",
			"not attached: 'a.out' (it is neither text nor a "
			"picture that models take)\n"
			"not attached: 'latin' (it is neither text nor a "
			"picture that models take)");
	host_fixture_close(&fx);
}

static void what_is_left_out_is_told(void **state)
{
	static const char *const entries[][2] = {
		{ "\"cmd://date\"",
		  "'cmd://date' (jphost attaches files only)" },
		{ "\"https://x.org/\"",
		  "'https://x.org/' (jphost attaches files only)" },
		{ "\"mcp+s://x\"", "'mcp+s://x' (jphost attaches files only)" },
		{ "{\"type\":\"cmd\",\"path\":\"ls\"}",
		  "'cmd://ls' (jphost attaches files only)" },
		{ "\"file:none\"", "'file:none' (there is no such file)" },
		{ "\"file:none/*\"", "'file:none/*' (no file is meant by it)" },
		{ "\"file:d\"",
		  "'d' (a directory: add /** to attach what is in it)" },
		{ "\"file:link.txt\"",
		  "'link.txt' (it is outside of the workspace)" },
		{ "\"file://a.txt\"", "'file://a.txt' (that is the name of a "
				      "host: write file:PATH)" },
		{ "\"a.txt\"",
		  "'a.txt' (it is not a URL: file:PATH attaches a file)" },
		{ "\"file:\"", "'file:' (it names no file)" },
		{ "3", "'3' (it is not a URL: file:PATH attaches a file)" },
	};
	struct strbuf expected = STRBUF_INIT;
	struct host_fixture fx;

	(void)state;
	open_files(&fx);
	for (size_t i = 0; i < ARRAY_SIZE(entries); i++) {
		strbuf_setf(&expected, "not attached: %s", entries[i][1]);
		assert_attached(&fx, entries[i][0], "", expected.buf);
	}
	assert_attached(&fx,
			"\"x:1\",\"x:2\",\"x:3\",\"x:4\",\"x:5\",\"x:6\","
			"\"x:7\",\"x:8\",\"file:a.txt\"",
			"a.txt",
			"not attached: 'x:1' (jphost attaches files only)\n"
			"not attached: 'x:2' (jphost attaches files only)\n"
			"not attached: 'x:3' (jphost attaches files only)\n"
			"not attached: 'x:4' (jphost attaches files only)\n"
			"not attached: 'x:5' (jphost attaches files only)\n"
			"not attached: 'x:6' (jphost attaches files only)\n"
			"and 2 more");
	strbuf_release(&expected);
	host_fixture_close(&fx);
}

static void one_that_is_too_large_is_left_out(void **state)
{
	struct host_fixture fx;
	char path[256];

	(void)state;
	open_files(&fx);
	snprintf(path, sizeof(path), "%s/w/a.txt", fx.dir);
	assert_int_equal(truncate(path, (10 << 20) + 1), 0);
	assert_attached(&fx, "\"file:a.txt\",\"file:d/b.c\"", "d/b.c",
			"not attached: 'a.txt' (more than 10 MiB)");
	host_fixture_close(&fx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_is_one_of_the_workspace),
		cmocka_unit_test(the_word_exclude_is_found_in_a_query),
		cmocka_unit_test(what_is_no_path_is_known),
		cmocka_unit_test(an_escape_is_a_byte_but_never_a_new_meaning),
		cmocka_unit_test(entries_attach_what_jp_attaches),
		cmocka_unit_test(what_is_excluded_is_not_attached),
		cmocka_unit_test(pictures_are_told_from_text_and_from_the_rest),
		cmocka_unit_test(what_is_left_out_is_told),
		cmocka_unit_test(one_that_is_too_large_is_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
