#ifndef JPD_WORKSPACE_WORKSPACE_PLACE_H
#define JPD_WORKSPACE_WORKSPACE_PLACE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Where conversations are on disk: in `conversations` of the workspace and of
 * the user's silo, each in a directory `<id>[-<slug>]` that may be renamed at
 * any time. So a directory is opened once and then used by descriptor. No
 * symbolic link below a root is followed, because a workspace is foreign data.
 */
enum workspace_root { ROOT_STORAGE, ROOT_SILO, ROOT_COUNT };

#define EVENTS_FILE      "events.json"
#define METADATA_FILE    "metadata.json"
#define BASE_CONFIG_FILE "base_config.json"

/* Limit of one file in bytes; no real file of jp's is larger. */
#define WORKSPACE_FILE_MAX ((off_t)1 << 30)

/* The root's `conversations`; -1 with errno if it is missing. */
int workspace_root_open(const struct workspace *ws, enum workspace_root root);

/*
 * Length in bytes of the id that a directory's name begins with; 0 if the name
 * is not that of a conversation.
 */
size_t workspace_place_id_len(const char *name);

/* The directories of one conversation; fd is -1 if a root has none. */
struct workspace_place {
	struct workspace_place_dir {
		int fd;
		char *name;
	} dirs[ROOT_COUNT];
	int shortage; /* errno, if the search was not possible */
	bool foreign; /* another user's was found */
};

#define WORKSPACE_PLACE_INIT                             \
	{                                                \
		{ { -1, NULL }, { -1, NULL } }, 0, false \
	}

/*
 * Find a conversation by `id`, with or without "jp-c". -1 with a sentence in
 * `err` if neither root has it.
 */
int workspace_place_open(struct workspace_place *place,
			 const struct workspace *ws, const char *id,
			 struct strbuf *err);
/*
 * Open the directory `name` of a root; -1 with errno. Another user's, EPERM, is
 * not used: in a folder with the sticky bit others can add some, to be
 * continued with their configuration and read by them.
 */
int workspace_place_add(struct workspace_place *place, int root_fd,
			enum workspace_root root, const char *name);
/* Whether a root has this id: live, archived or in the trash. -1 with errno. */
int workspace_place_is_taken(const struct workspace *ws, const char *digits);
void workspace_place_close(struct workspace_place *place);

/*
 * The root whose copy of `file` counts: the newest, or the silo's on a tie.
 * ROOT_COUNT if neither has it. `st` may be NULL.
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
 * The configuration that the conversation began with, laid out as jp does: its
 * base_config.json or, in older ones, its first event. Returns false, with
 * nothing appended, if there is none.
 */
bool workspace_place_base_config(const struct workspace_place *place,
				 struct strbuf *out);

/*
 * Count the events of the array in events.json that a client sees. -1 with a
 * sentence if it is not an array, or holds anything but objects.
 */
int workspace_place_count(const struct workspace_place *place,
			  struct slice array, int64_t *count,
			  struct strbuf *err);

/*
 * Read a regular file below a directory. -1 with a sentence in `err`, and
 * errno ENOENT if the file does not exist.
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
