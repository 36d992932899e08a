#ifndef JPD_WORKSPACE_WORKSPACE_WATCH_H
#define JPD_WORKSPACE_WORKSPACE_WATCH_H

#include <stdbool.h>

#include "src/base/strmap.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Watches a workspace for changes, by inotify on directories: jp replaces
 * files, so a watch on a file would stay on the removed one.
 */
struct workspace_watch {
	const struct workspace *ws;
	int fd; /* to poll for reading; -1: no watch */
	/* some could not be watched: the caller must poll */
	bool incomplete;
	char *live_dir;      /* or NULL */
	struct strmap marks; /* from watch descriptors */
};

/* What happened. Ids are digits. A callback may come without a change. */
struct workspace_watch_sink {
	void *user;
	/* Conversations appeared, disappeared or were renamed. */
	void (*set_changed)(void *user);
	void (*events_changed)(void *user, const char *id);
	void (*metadata_changed)(void *user, const char *id);
	/* A lock was taken or released. */
	void (*lock_changed)(void *user, const char *id);
	/* A turn's socket appeared. */
	void (*live_appeared)(void *user, const char *id);
	/* Events were lost: look at everything. */
	void (*overflowed)(void *user);
};

/* `live_dir` may be NULL. */
void workspace_watch_init(struct workspace_watch *watch,
			  const struct workspace *ws, const char *live_dir);
void workspace_watch_release(struct workspace_watch *watch);
/* If `incomplete` is set: try to watch again what could not be watched. */
void workspace_watch_again(struct workspace_watch *watch);
/* Read pending events; new directories are watched before they are reported. */
void workspace_watch_ready(struct workspace_watch *watch,
			   const struct workspace_watch_sink *sink);

#endif
