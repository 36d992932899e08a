#ifndef JPD_WORKSPACE_WORKSPACE_WATCH_H
#define JPD_WORKSPACE_WORKSPACE_WATCH_H

#include <stdbool.h>

#include "src/base/strmap.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Notices of what changes in a workspace: by inotify on directories, because
 * jp replaces files (a watch on a file would be on one that is gone).
 */
struct host_watch {
	const struct workspace *ws;
	int fd;              /* to poll for reading; -1: nothing is noticed */
	bool incomplete;     /* some could not be watched: look yourself */
	char *live_dir;      /* or NULL */
	struct strmap marks; /* from watch descriptors */
};

/* What happened. Ids are digits; each may come more often than it is true. */
struct host_watch_sink {
	void *user;
	/* Conversations came, went or were renamed. */
	void (*set_changed)(void *user);
	void (*events_changed)(void *user, const char *id);
	void (*metadata_changed)(void *user, const char *id);
	/* A lock was taken or let go of. */
	void (*lock_changed)(void *user, const char *id);
	/* A socket of a turn appeared. */
	void (*live_appeared)(void *user, const char *id);
	/* Notices were lost: look at everything. */
	void (*overflowed)(void *user);
};

/* `live_dir` may be NULL. */
void host_watch_init(struct host_watch *watch, const struct workspace *ws,
		     const char *live_dir);
void host_watch_release(struct host_watch *watch);
/* Where it is `incomplete`: try to watch what could not be watched. */
void host_watch_again(struct host_watch *watch);
/* Read what is there; new directories are watched before it is told. */
void host_watch_ready(struct host_watch *watch,
		      const struct host_watch_sink *sink);

#endif
