#include "config.h"

#include "src/jphost/turn/notices.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

#define MAX_FILES 64

void notices_forget(struct notices *notices)
{
	for (size_t i = 0; i < notices->count; i++)
		free(notices->messages[i]);
	notices->count = 0;
	notices->dropped = 0;
}

void notices_release(struct notices *notices)
{
	notices_forget(notices);
	for (size_t i = 0; i < notices->file_count; i++)
		free(notices->files[i].path);
	free(notices->files);
}

/*
 * Read `notifications` in our plugin options: `enable`, and kinds by name.
 * Older files have it in `conversation`, where jp does not know it.
 */
bool notices_want(struct slice config, const char *kind)
{
	struct json_member member, kinds;

	if (!json_find_path(config, &member, "plugins", "command", "jphost",
			    "options", "notifications", NULL) &&
	    !json_find_path(config, &member, "conversation", "notifications",
			    NULL))
		return true;
	if (json_find(member.value, "enable", &kinds) &&
	    kinds.type == JSON_FALSE)
		return false;
	if (!json_find(member.value, "kinds", &kinds) ||
	    !json_find(kinds.value, kind, &member))
		return true;
	return member.type != JSON_FALSE;
}

void notices_push(struct notices *notices, struct slice message)
{
	char *line = xmemdupz(message.ptr, message.len);

	/* A message must not look like more than one line of the list. */
	for (char *at = line; *at; at++) {
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			*at = ' ';
	}
	if (notices->count == NOTICES_MAX) {
		free(notices->messages[0]);
		memmove(notices->messages, notices->messages + 1,
			(NOTICES_MAX - 1) * sizeof(*notices->messages));
		notices->count--;
		notices->dropped++;
	}
	notices->messages[notices->count++] = line;
}

/* The wording is that of RFD 011. */
void notices_deliver(struct notices *notices, struct strbuf *out)
{
	if (!notices->count)
		return;
	strbuf_addstr(out,
		      "---\n"
		      "**system notifications**\n"
		      "\n"
		      "These are automated system messages from JP, unrelated "
		      "to the response\n"
		      "which follows below. They are delivered in this message "
		      "to make you aware\n"
		      "of them. You can ignore irrelevant notifications — they "
		      "will NOT be\n"
		      "delivered again.\n"
		      "\n");
	if (notices->dropped)
		strbuf_addf(out, "- %zu older notifications were dropped.\n",
			    notices->dropped);
	for (size_t i = 0; i < notices->count; i++)
		strbuf_addf(out, "- %s\n", notices->messages[i]);
	strbuf_addstr(out, "\n---\n\n");
	notices_forget(notices);
}

/* Whether a path stays inside any directory that it is joined to. */
static bool is_inside(const char *path)
{
	if (!*path || *path == '/')
		return false;
	for (const char *at = path; at; at = strchr(at, '/')) {
		at += *at == '/';
		if (!strncmp(at, "..", 2) && (!at[2] || at[2] == '/'))
			return false;
	}
	return true;
}

/* Record a file's state; a missing or special file counts as empty. */
static void look(struct notices_file *file, const char *root)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st;

	strbuf_addf(&path, "%s/%s", root, file->path);
	if (lstat(path.buf, &st) || !S_ISREG(st.st_mode))
		memset(&st, 0, sizeof(st));
	file->mtime = st.st_mtim;
	file->size = st.st_size;
	strbuf_release(&path);
}

static bool is_watched(const struct notices *notices, const char *path)
{
	for (size_t i = 0; i < notices->file_count; i++) {
		if (!strcmp(notices->files[i].path, path))
			return true;
	}
	return false;
}

void notices_watch(struct notices *notices, const char *root,
		   struct slice attachments)
{
	struct json_walk walk = json_walk_begin(attachments);
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		struct strbuf text = STRBUF_INIT;
		struct notices_file *file;

		if (!json_find_text(member.value, "path", &text) ||
		    !is_inside(text.buf) || is_watched(notices, text.buf) ||
		    notices->file_count == MAX_FILES) {
			strbuf_release(&text);
			continue;
		}
		ALLOC_GROW(notices->files, notices->file_count + 1,
			   notices->file_cap);
		file = &notices->files[notices->file_count++];
		file->path = strbuf_detach(&text);
		look(file, root);
	}
}

const char *notices_changed(struct notices *notices, const char *root)
{
	for (size_t i = 0; i < notices->file_count; i++) {
		struct notices_file *file = &notices->files[i];
		struct notices_file before = *file;

		look(file, root);
		if (file->size != before.size ||
		    file->mtime.tv_sec != before.mtime.tv_sec ||
		    file->mtime.tv_nsec != before.mtime.tv_nsec)
			return file->path;
	}
	return NULL;
}
