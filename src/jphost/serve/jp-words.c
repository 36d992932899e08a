#include "config.h"

#include "src/jphost/serve/jp-words.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/file.h"
#include "src/base/xalloc.h"

/* The system limits the length of an argument. */
#define SCHEMA_MAX ((size_t)100 << 10)

/* jp reads a name as a pattern in a URL, so only these are safe. */
#define PLAIN                        \
	"abcdefghijklmnopqrstuvwxyz" \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ" \
	"0123456789._+-/"

void jp_words_add(struct jp_words *words, const char *word)
{
	ALLOC_GROW(words->list, words->count + 2, words->cap);
	words->list[words->count++] = xstrdup(word);
	words->list[words->count] = NULL;
}

void jp_words_release(struct jp_words *words)
{
	free_strings(words->list, words->count);
	*words = (struct jp_words)JP_WORDS_INIT;
}

void jp_words_add_message(struct jp_words *words, const char *message)
{
	const char *blank = strchr(message, ' ');
	char *first;

	if (*message != '@' || !blank) {
		jp_words_add(words, message);
		if (*message == '@')
			jp_words_add(words, "");
		return;
	}
	first = xmemdupz(message, (size_t)(blank - message));
	jp_words_add(words, first);
	jp_words_add(words, blank + 1);
	free(first);
}

static bool holds(const char *path, struct slice content)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct strbuf text = STRBUF_INIT;
	struct stat st;
	bool same = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) &&
		    !file_read(fd, &text, content.len) &&
		    slice_equal(strbuf_slice(&text), content);

	if (fd >= 0)
		close(fd);
	strbuf_release(&text);
	return same;
}

/* The path relative to `root`, to free(); NULL if it is not below it. */
static char *name_in(const char *root, const char *path)
{
	struct strbuf joined = STRBUF_INIT;
	char *real, *top = realpath(root, NULL), *name = NULL;
	size_t len = top ? strlen(top) : 0;

	if (*path != '/')
		strbuf_addf(&joined, "%s/", root);
	strbuf_addstr(&joined, path);
	real = realpath(joined.buf, NULL);
	if (top && real && !strncmp(real, top, len) && real[len] == '/')
		name = xstrdup(real + len + 1);
	free(top);
	free(real);
	strbuf_release(&joined);
	return name;
}

static int add_file(struct jp_words *words, const char *root, const char *path,
		    struct slice content, struct strbuf *err)
{
	struct strbuf word = STRBUF_INIT, whole = STRBUF_INIT;
	char *name = name_in(root, path);
	int ret = -1;

	if (name)
		strbuf_addf(&whole, "%s/%s", root, name);
	if (!name || !holds(whole.buf, content)) {
		strbuf_setf(err,
			    "jp attaches files of its workspace as they "
			    "are there: '%s' is none",
			    path);
	} else if (name[strspn(name, PLAIN)]) {
		strbuf_setf(err, "jp attaches no file with such a name: '%s'",
			    path);
	} else {
		strbuf_addf(&word, "file:%s", name);
		jp_words_add(words, "--attachment");
		jp_words_add(words, word.buf);
		ret = 0;
	}
	strbuf_release(&word);
	strbuf_release(&whole);
	free(name);
	return ret;
}

static int add_attachment(struct jp_words *words, const char *root,
			  struct slice entry, struct strbuf *err)
{
	struct strbuf path = STRBUF_INIT, content = STRBUF_INIT;
	struct json_member type, at, text;
	int ret = -1;

	if (!json_find(entry, "type", &type) ||
	    !json_string_is(type.value, "file_content") ||
	    !json_find(entry, "path", &at) ||
	    !json_find(entry, "content", &text) ||
	    !json_string_add(&path, at.value) ||
	    !json_string_add(&content, text.value) || !path.len ||
	    strlen(path.buf) != path.len)
		strbuf_setf(err, "jp attaches only files");
	else
		ret = add_file(words, root, path.buf, strbuf_slice(&content),
			       err);
	strbuf_release(&path);
	strbuf_release(&content);
	return ret;
}

int jp_words_add_attached(struct jp_words *words, const char *root,
			  const struct plugin_message *msg, struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(msg->attachments);
	struct json_member entry;

	while (msg->attachments.len && json_walk_next(&walk, &entry)) {
		if (add_attachment(words, root, entry.value, err))
			return -1;
	}
	if (msg->schema.len > SCHEMA_MAX) {
		strbuf_setf(err, "the schema is too long for jp");
		return -1;
	}
	if (msg->schema.len) {
		char *schema = xmemdupz(msg->schema.ptr, msg->schema.len);

		jp_words_add(words, "--schema");
		jp_words_add(words, schema);
		free(schema);
	}
	return 0;
}
