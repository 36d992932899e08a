#ifndef JPD_SERVE_KNOWN_EVENTS_H
#define JPD_SERVE_KNOWN_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "src/jphost/workspace/workspace.h"

/*
 * What was known of a conversation's events: a hash of each, so that a file
 * that is written anew as a whole tells what is new in it.
 */
struct host_baseline {
	uint64_t *hashes;
	size_t count;
	bool known;      /* the events were read */
	bool unreadable; /* or could not be */
	/* How the file looked; all zero where it was missing. */
	struct timespec mtime;
	off_t size;
	ino_t inode;
};

enum host_baseline_change {
	BASELINE_SAME,
	BASELINE_APPENDED, /* events from `*from` on are new */
	BASELINE_REWRITTEN,
};

void host_baseline_release(struct host_baseline *baseline);

/*
 * Note how the file looks now, without reading it. True where that is not
 * how it looked before.
 */
bool host_baseline_look(struct host_baseline *baseline,
			const struct workspace *ws, const char *id);

/* Compare with `history`, and know that from now on. */
enum host_baseline_change host_baseline_update(struct host_baseline *baseline,
					       const struct history *history,
					       size_t *from);

/* The same hash for a single event, compact or not. */
uint64_t host_baseline_hash(struct slice event);

#endif
