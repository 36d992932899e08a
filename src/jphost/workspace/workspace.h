#ifndef JPD_WORKSPACE_WORKSPACE_H
#define JPD_WORKSPACE_WORKSPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/host-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/base/strmap.h"
#include "src/base/trust.h"

/*
 * A jp workspace on disk: `<root>/.jp` and the user's silo beside it.
 * Conversations are read from both roots; the newer file wins. Only
 * conversations that this process has locked are written, in exactly jp's
 * format, and nothing else is created in jp's directories.
 */
struct workspace {
	char *root;      /* absolute */
	char *storage;   /* <root>/.jp */
	char *id;        /* last line of .jp/.id */
	char *user_data; /* $JP_USER_DATA_DIR, $XDG_DATA_HOME/jp, ~/.local/… */
	char *silo;      /* <user_data>/workspace/<slug>-<id>; NULL: none */
	/* where jp says it is, even if it does not exist yet; or NULL */
	char *told_silo;
	int silo_hidden; /* errno of looking for the silo, or 0 */
	char *config;    /* jp's files, merged (config-load); or NULL */
	bool unread;     /* jp reads files that we did not */
	/* the part of `config` from the user's own files */
	char *own_config;
	struct trust trust;  /* what the user allowed the other files */
	struct strmap *seen; /* cache of workspace_list(): unchanged files */
	struct workspace_names *names; /* cache: directories by conversation */
};

/*
 * The digits of a conversation's id, which may have "jp-c" before them: points
 * to the end of `id` itself. NULL if it is not an id, so an id is never a
 * path.
 */
const char *workspace_conversation_digits(const char *id);

/* The user data directory, to free(). */
char *workspace_user_data(void);

/*
 * Find the workspace that contains `dir`: it or a parent has `.jp`. Like jp at
 * startup, this creates an id if the workspace has none. -1 with a sentence in
 * `err`.
 */
int workspace_open(struct workspace *ws, const char *dir, struct strbuf *err);
/* Use `dir` as the silo, as jp reports it. -1 if it does not exist (yet). */
int workspace_set_silo(struct workspace *ws, const char *dir,
		       struct strbuf *err);
/*
 * Set ws->silo to what exists now: jp creates the silo on its first run, and
 * it may be removed. Call this before anything is locked, listed, read or
 * written.
 */
void workspace_look_for_silo(const struct workspace *ws);
/* Create a workspace in a directory that has no `.jp`. */
int workspace_create(struct workspace *ws, const char *dir, struct strbuf *err);
void workspace_release(struct workspace *ws);

/*
 * All conversations except archived and expired ones, newest first. One that
 * cannot be read is listed with `unreadable` set and whatever is known.
 */
struct conversation_list {
	struct conversation_summary *entries;
	size_t count, cap;
};
int workspace_list(const struct workspace *ws, struct conversation_list *list,
		   struct strbuf *err);
void conversation_list_release(struct conversation_list *list);

/*
 * A conversation's events as they are sent on the wire: each a raw JSON
 * object, compact or not, with base64 fields decoded (protocol(7)). `id` is a
 * number of deciseconds, with or without "jp-c" before it.
 */
struct history {
	struct strbuf text; /* what the slices point into */
	struct slice *events;
	size_t count, cap;
};
#define HISTORY_INIT                    \
	{                               \
		STRBUF_INIT, NULL, 0, 0 \
	}
int workspace_read(const struct workspace *ws, const char *id,
		   struct history *history, struct strbuf *err);
void history_release(struct history *history);

/*
 * Create a conversation with this title (may be NULL) and this text as its
 * base_config.json (made by config-load.h). Returns its id, to free(), or NULL
 * with a sentence in `err`.
 */
char *workspace_new_conversation(const struct workspace *ws, const char *title,
				 const struct strbuf *base_config,
				 int64_t now_ms, struct strbuf *err);

/*
 * The lock that jp itself takes (flock on locks/jp-c<id>.lock), held until it
 * is released or this process exits.
 */
struct conversation_lock {
	/* In the silo, else in .jp; both if the silo was created meanwhile. */
	struct conversation_lock_file {
		int fd; /* -1: not held */
		char *path;
	} files[2];
};
#define CONVERSATION_LOCK_INIT           \
	{                                \
		{                        \
			{ -1, NULL },    \
			{                \
				-1, NULL \
			}                \
		}                        \
	}
enum lock_result { LOCK_TAKEN, LOCK_ELSEWHERE, LOCK_ERROR };
enum lock_result workspace_lock(const struct workspace *ws, const char *id,
				struct conversation_lock *lock,
				struct strbuf *err);
/*
 * To be called before a write. When jp unlocks or ends, it removes lock files
 * by name that it has found free a moment before, so also one that was taken in
 * that moment; the next process would make a new file, and hold the same
 * conversation. Takes such a lock again; -1 if another process has it by now.
 */
int workspace_lock_keep(struct conversation_lock *lock, struct strbuf *err);
void workspace_unlock(struct conversation_lock *lock);
static inline bool
conversation_lock_is_held(const struct conversation_lock *lock)
{
	return lock->files[0].fd >= 0;
}
/*
 * Whether another process works in the conversation; probed without touching
 * the lock. `pid` (may be NULL) is set to that process if the lock file names
 * it, otherwise to 0.
 */
bool workspace_busy(const struct workspace *ws, const char *id, int64_t *pid);

/*
 * Append events (raw JSON as on the wire; base64 is applied where jp stores
 * it) to a conversation that the caller has locked. The file is read again,
 * extended, written to a temporary name, synced and renamed, in both roots if
 * jp would; last_activated_at is set. All or nothing. Events without a
 * `timestamp` get `now_ms`.
 */
int workspace_append(const struct workspace *ws, const char *id,
		     const struct slice *events, size_t count, int64_t now_ms,
		     struct strbuf *err);

/* The path of the conversation's newest directory, to free(). */
char *workspace_conversation_dir(const struct workspace *ws, const char *id,
				 struct strbuf *err);

#endif
