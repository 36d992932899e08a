#ifndef JPD_WORKSPACE_WORKSPACE_PLACE_H
#define JPD_WORKSPACE_WORKSPACE_PLACE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Where conversations lie on disk: in `conversations` of the workspace and
 * of the user's silo, each in a directory `<id>[-<slug>]` that may be renamed
 * at any time. So a directory is opened once and then used by descriptor.
 * No symbolic link below a root is followed: a workspace is foreign data.
 */
enum workspace_root { ROOT_STORAGE, ROOT_SILO, ROOT_COUNT };

#define EVENTS_FILE      "events.json"
#define METADATA_FILE    "metadata.json"
#define BASE_CONFIG_FILE "base_config.json"

/* Bytes of one file; above it nothing of jp's can be meant. */
#define WORKSPACE_FILE_MAX ((off_t)1 << 30)

/* The root's `conversations`; -1, with errno, where it is missing. */
int workspace_root_open(const struct workspace *ws, enum workspace_root root);

/*
 * Bytes of the id that a directory's name begins with; 0 where the name is
 * not that of a conversation.
 */
size_t workspace_place_id_len(const char *name);

/* The directories of one conversation; fd -1 where a root has none. */
struct workspace_place {
	struct workspace_place_dir {
		int fd;
		char *name;
	} dirs[ROOT_COUNT];
	int shortage; /* errno, where the search was not possible */
};

#define WORKSPACE_PLACE_INIT                      \
	{                                         \
		{ { -1, NULL }, { -1, NULL } }, 0 \
	}

/*
 * Find it; `id` with or without "jp-c". -1 with a sentence in `err` where
 * neither root has it.
 */
int workspace_place_open(struct workspace_place *place,
			 const struct workspace *ws, const char *id,
			 struct strbuf *err);
/* Open the directory `name` of a root; -1 with errno. */
int workspace_place_add(struct workspace_place *place, int root_fd,
			enum workspace_root root, const char *name);
/* Whether a root has this id: live, archived or thrown away. */
bool workspace_place_is_taken(const struct workspace *ws, const char *digits);
void workspace_place_close(struct workspace_place *place);

/*
 * The root whose copy of `file` counts: the newest, the silo's on ties.
 * ROOT_COUNT where none has it. `st` may be NULL.
 */
enum workspace_root workspace_place_newest(const struct workspace_place *place,
					   const char *file, struct stat *st);

/*
 * Read the copy that counts, replacing `text`, and check that it is JSON.
 * -1 with a sentence in `err` that names the file.
 */
int workspace_place_read(const struct workspace_place *place, const char *file,
			 struct strbuf *text, struct strbuf *err);

/*
 * The configuration that the conversation began with, laid out as jp does
 * it: its base_config.json or, in older ones, its first event. False, with
 * nothing appended, where there is none.
 */
bool workspace_place_base_config(const struct workspace_place *place,
				 struct strbuf *out);

/*
 * How many events a client sees of the array in events.json. -1 with a
 * sentence where it is none, or holds something else than objects.
 */
int workspace_place_count(const struct workspace_place *place,
			  struct slice array, int64_t *count,
			  struct strbuf *err);

/*
 * Read a regular file below a directory. -1 with a sentence in `err`, and
 * errno ENOENT where there is none.
 */
int workspace_file_read(int dir_fd, const char *name, struct strbuf *text,
			struct strbuf *err);

/*
 * Write `.<name>.new` and sync it; workspace_file_commit() renames it to
 * `name`, workspace_file_discard() removes it.
 */
int workspace_file_prepare(int dir_fd, const char *name, struct slice text,
			   struct strbuf *err);
int workspace_file_commit(int dir_fd, const char *name, struct strbuf *err);
void workspace_file_discard(int dir_fd, const char *name);

#endif
