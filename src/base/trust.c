#include "config.h"

#include "src/base/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/state-folder.h"
#include "src/base/xalloc.h"

#define FILE_NAME     "trust"
#define LOCK_NAME     "trust.lock"
#define MAX_FILE_SIZE ((size_t)16 << 20)

static void release_answer(struct trust_answer *answer)
{
	free(answer->place);
	free(answer->name);
	free(answer->value);
}

void trust_release(struct trust *trust)
{
	for (size_t i = 0; i < trust->count; i++)
		release_answer(&trust->answers[i]);
	free(trust->answers);
	*trust = (struct trust)TRUST_INIT;
}

static bool is_about(const struct trust_answer *answer, const char *place,
		     const char *name, const char *value)
{
	return !strcmp(answer->place, place) && !strcmp(answer->name, name) &&
	       !strcmp(answer->value, value);
}

enum trust_word trust_find(const struct trust *trust, const char *place,
			   const char *name, const char *value)
{
	for (size_t i = 0; i < trust->count; i++) {
		if (is_about(&trust->answers[i], place, name, value))
			return trust->answers[i].allowed ? TRUST_ALLOWED
							 : TRUST_DENIED;
	}
	return TRUST_UNASKED;
}

static void remove_at(struct trust *trust, size_t i)
{
	release_answer(&trust->answers[i]);
	trust->count--;
	memmove(&trust->answers[i], &trust->answers[i + 1],
		(trust->count - i) * sizeof(*trust->answers));
}

static void forget_place(struct trust *trust, const char *place)
{
	for (size_t i = trust->count; i--;) {
		if (!strcmp(trust->answers[i].place, place))
			remove_at(trust, i);
	}
}

void trust_set(struct trust *trust, const char *place, const char *name,
	       const char *value, enum trust_word word)
{
	for (size_t i = trust->count; i--;) {
		if (is_about(&trust->answers[i], place, name, value))
			remove_at(trust, i);
	}
	if (word == TRUST_UNASKED)
		return;
	ALLOC_GROW(trust->answers, trust->count + 1, trust->cap);
	trust->answers[trust->count++] = (struct trust_answer){
		.place = xstrdup(place),
		.name = xstrdup(name),
		.value = xstrdup(value),
		.allowed = word == TRUST_ALLOWED,
	};
}

/* --- The lines: WORD, place, name and value, separated by tabs --- */

static void add_field(struct strbuf *out, const char *text)
{
	strbuf_addch(out, '\t');
	for (; *text; text++) {
		if (*text == '\t')
			strbuf_addstr(out, "\\t");
		else if (*text == '\n')
			strbuf_addstr(out, "\\n");
		else if (*text == '\\')
			strbuf_addstr(out, "\\\\");
		else
			strbuf_addch(out, *text);
	}
}

void trust_format(struct strbuf *out, const struct trust *trust)
{
	for (size_t i = 0; i < trust->count; i++) {
		const struct trust_answer *answer = &trust->answers[i];

		strbuf_addstr(out, answer->allowed ? "allow" : "deny");
		add_field(out, answer->place);
		add_field(out, answer->name);
		add_field(out, answer->value);
		strbuf_addch(out, '\n');
	}
}

/* Remove and return the next field; NULL if it is missing or has a NUL. */
static char *take_field(struct slice *line)
{
	const char *tab = line->len ? memchr(line->ptr, '\t', line->len) : NULL;
	struct slice raw = slice_of(line->ptr, tab ? (size_t)(tab - line->ptr)
						   : line->len);
	struct strbuf text = STRBUF_INIT;

	*line = slice_skip(*line, raw.len + (tab != NULL));
	if (!raw.len || memchr(raw.ptr, '\0', raw.len))
		return NULL;
	for (size_t i = 0; i < raw.len; i++) {
		char c = raw.ptr[i];

		if (c == '\\' && i + 1 < raw.len) {
			c = raw.ptr[++i];
			c = c == 't' ? '\t' : c == 'n' ? '\n' : c;
		}
		strbuf_addch(&text, c);
	}
	return strbuf_detach(&text);
}

static void parse_line(struct trust *trust, struct slice line)
{
	char *word = take_field(&line), *place = take_field(&line);
	char *name = take_field(&line), *value = take_field(&line);

	if (word && place && name && value && !line.len) {
		if (!strcmp(word, "allow"))
			trust_set(trust, place, name, value, TRUST_ALLOWED);
		else if (!strcmp(word, "deny"))
			trust_set(trust, place, name, value, TRUST_DENIED);
	}
	free(word);
	free(place);
	free(name);
	free(value);
}

void trust_parse(struct trust *trust, struct slice text)
{
	while (text.len)
		parse_line(trust, slice_take_line(&text));
}

/* --- The file --- */

/* The folder, which only its owner may write to; -1 with errno. */
static int open_folder(bool make)
{
	int fd = state_folder_open("jphost", make);
	struct stat st;

	if (fd < 0 || (!fstat(fd, &st) && !(st.st_mode & 022)))
		return fd;
	close(fd);
	errno = EPERM;
	return -1;
}

/* -1 with errno; a missing file means no answers. */
static int read_in(int folder, struct strbuf *text)
{
	int fd = openat(folder, FILE_NAME,
			O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	int ret = -1, saved;

	if (fd < 0)
		return errno == ENOENT ? 0 : -1;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_uid != geteuid() ||
	    (st.st_mode & 022))
		errno = EPERM;
	else
		ret = file_read(fd, text, MAX_FILE_SIZE);
	saved = errno;
	close(fd);
	errno = saved;
	return ret;
}

static int load_in(struct trust *trust, int folder)
{
	struct strbuf text = STRBUF_INIT;
	int ret = read_in(folder, &text);

	if (!ret)
		trust_parse(trust, strbuf_slice(&text));
	strbuf_release(&text);
	return ret;
}

static int tell(struct strbuf *err)
{
	strbuf_setf(err, "the answers about workspaces cannot be used: %s",
		    errno == EPERM ? "others may write the file"
				   : strerror(errno));
	return -1;
}

int trust_load(struct trust *trust, struct strbuf *err)
{
	int folder = open_folder(false);
	int ret;

	if (folder < 0)
		return errno == ENOENT ? 0 : tell(err);
	ret = load_in(trust, folder) ? tell(err) : 0;
	close(folder);
	return ret;
}

int trust_save(const char *place, const char *name, const char *value,
	       enum trust_word word, struct strbuf *err)
{
	struct trust trust = TRUST_INIT;
	struct strbuf text = STRBUF_INIT;
	int folder = open_folder(true), lock = -1, ret = -1;

	if (folder >= 0)
		lock = openat(folder, LOCK_NAME,
			      O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (lock < 0 || flock(lock, LOCK_EX) || load_in(&trust, folder)) {
		tell(err);
		goto out;
	}
	if (name)
		trust_set(&trust, place, name, value, word);
	else
		forget_place(&trust, place);
	trust_format(&text, &trust);
	file_sweep(folder, FILE_NAME);
	ret = file_replace(folder, FILE_NAME, strbuf_slice(&text)) ? tell(err)
								   : 0;
out:
	if (lock >= 0)
		close(lock);
	if (folder >= 0)
		close(folder);
	trust_release(&trust);
	strbuf_release(&text);
	return ret;
}
