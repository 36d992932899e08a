#include "config.h"

#include "src/jphost/serve/jp-words.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"
#include "tests/unit/test.h"

/* A workspace with a file, and another one beside it. */
static char root[] = "/tmp/jpd-words-XXXXXX";

static void put(const char *name, const char *text)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", root, name);
	assert_int_equal(file_replace(AT_FDCWD, path.buf, slice_str(text)), 0);
	strbuf_release(&path);
}

static int make_workspace(void **state)
{
	char path[64];

	(void)state;
	assert_non_null(mkdtemp(root));
	snprintf(path, sizeof(path), "%s/w", root);
	assert_int_equal(mkdir(path, 0700), 0);
	put("w/a.md", "text\n");
	put("w/b c.md", "text\n");
	put("w/[x].md", "text\n");
	put("secret", "text\n");
	snprintf(path, sizeof(path), "%s/w/link", root);
	assert_int_equal(symlink("../secret", path), 0);
	return 0;
}

static int remove_workspace(void **state)
{
	static const char *const names[] = { "w/a.md", "w/b c.md", "w/[x].md",
					     "w/link", "secret",   "w",
					     "" };
	char path[64];

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		snprintf(path, sizeof(path), "%s/%s", root, names[i]);
		remove(path);
	}
	return 0;
}

/* `want`: each word in brackets. */
static void check_message(const char *message, const char *want)
{
	struct jp_words words = JP_WORDS_INIT;
	struct strbuf got = STRBUF_INIT;

	jp_words_add_message(&words, message);
	for (size_t i = 0; i < words.count; i++)
		strbuf_addf(&got, "[%s]", words.list[i]);
	assert_string_equal(got.buf, want);
	jp_words_release(&words);
	strbuf_release(&got);
}

static void a_message_is_no_file(void **state)
{
	(void)state;
	check_message("Do it @now", "[Do it @now]");
	check_message("@ann do it\n@ now", "[@ann][do it\n@ now]");
	check_message("@/etc/passwd", "[@/etc/passwd][]");
	check_message("@ ", "[@][]");
	check_message("@", "[@][]");
}

/* `want`: the words, separated by blanks, or the beginning of a sentence. */
static void check(const char *attachments, const char *schema, const char *want)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct jp_words words = JP_WORDS_INIT;
	struct strbuf said = STRBUF_INIT, all = STRBUF_INIT;
	char folder[64];

	snprintf(folder, sizeof(folder), "%s/w", root);
	msg.attachments = slice_str(attachments);
	msg.schema = slice_str(schema);
	if (!jp_words_add_attached(&words, folder, &msg, &said)) {
		for (size_t i = 0; i < words.count; i++)
			strbuf_addf(&all, "%s%s", i ? " " : "", words.list[i]);
		assert_string_equal(all.len ? all.buf : "", want);
	} else {
		said.buf[strlen(want)] = '\0';
		assert_string_equal(said.buf, want);
	}
	jp_words_release(&words);
	strbuf_release(&said);
	strbuf_release(&all);
}

#define FILE_(path, text)                                                      \
	"{\"type\":\"file_content\",\"path\":\"" path "\",\"content\":\"" text \
	"\"}"

static void a_file_of_the_workspace_is_attached_by_its_name(void **state)
{
	(void)state;
	check("", "", "");
	check("[" FILE_("a.md", "text\\n") "]", "", "--attachment file:a.md");
	check("[" FILE_("./a.md", "text\\n") "," FILE_("a.md", "text\\n") "]",
	      "{\"type\":\"object\"}",
	      "--attachment file:a.md --attachment file:a.md --schema "
	      "{\"type\":\"object\"}");
}

static void what_jp_would_read_otherwise_is_refused(void **state)
{
	(void)state;
	/* It has changed since, is elsewhere, or does not exist. */
	check("[" FILE_("a.md", "text") "]", "", "jp attaches files of its");
	check("[" FILE_("a.md", "text\\nand more") "]", "",
	      "jp attaches files of its");
	check("[" FILE_("../secret", "text\\n") "]", "",
	      "jp attaches files of its");
	check("[" FILE_("link", "text\\n") "]", "", "jp attaches files of its");
	check("[" FILE_("/etc/passwd", "x") "]", "",
	      "jp attaches files of its");
	check("[" FILE_("", "") "]", "", "jp attaches only files");
	check("[" FILE_("a.md\\u0000", "text\\n") "]", "",
	      "jp attaches files of its");
	check("[{\"type\":\"image\"}]", "", "jp attaches only files");
	check("[7]", "", "jp attaches only files");
}

static void a_name_that_jp_takes_for_a_pattern_is_refused(void **state)
{
	(void)state;
	check("[" FILE_("b c.md", "text\\n") "]", "",
	      "jp attaches no file with such a name: 'b c.md'");
	check("[" FILE_("[x].md", "text\\n") "]", "",
	      "jp attaches no file with such a name");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_message_is_no_file),
		cmocka_unit_test(
			a_file_of_the_workspace_is_attached_by_its_name),
		cmocka_unit_test(what_jp_would_read_otherwise_is_refused),
		cmocka_unit_test(a_name_that_jp_takes_for_a_pattern_is_refused),
	};

	return cmocka_run_group_tests_name("jp-words", tests, make_workspace,
					   remove_workspace);
}
