#ifndef JPD_SERVE_KNOWN_EVENTS_H
#define JPD_SERVE_KNOWN_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "src/jphost/workspace/workspace.h"

/*
 * What is known of a conversation's events: a hash of each, so that changes can
 * be found in a file that is always rewritten as a whole.
 */
struct known_events {
	uint64_t *hashes;
	size_t count;
	bool known;      /* the events were read */
	bool unreadable; /* the events could not be read */
	/* The file's state; all zero if it was missing. */
	struct timespec mtime;
	off_t size;
	ino_t inode;
};

enum known_events_change {
	BASELINE_SAME,
	BASELINE_APPENDED, /* events from `*from` on are new */
	BASELINE_REWRITTEN,
};

void known_events_release(struct known_events *baseline);

/*
 * Record the file's present state without reading it. Returns true if it has
 * changed.
 */
bool known_events_look(struct known_events *baseline,
		       const struct workspace *ws, const char *id);

/* Compare with `history`, which becomes the baseline. */
enum known_events_change known_events_update(struct known_events *baseline,
					     const struct history *history,
					     size_t *from);

/* The same hash for a single event, compact or not. */
uint64_t known_events_hash(struct slice event);

#endif
