#include "config.h"

#include "src/jphost/serve/known-events.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-place.h"

void known_events_release(struct known_events *baseline)
{
	free(baseline->hashes);
	memset(baseline, 0, sizeof(*baseline));
}

bool known_events_look(struct known_events *baseline,
		       const struct workspace *ws, const char *id)
{
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct strbuf ignored = STRBUF_INIT;
	struct stat st;
	bool changed;

	if (workspace_place_open(&place, ws, id, &ignored) ||
	    workspace_place_newest(&place, EVENTS_FILE, &st) == ROOT_COUNT)
		memset(&st, 0, sizeof(st));
	workspace_place_close(&place);
	strbuf_release(&ignored);
	changed = st.st_mtim.tv_sec != baseline->mtime.tv_sec ||
		  st.st_mtim.tv_nsec != baseline->mtime.tv_nsec ||
		  st.st_size != baseline->size || st.st_ino != baseline->inode;
	baseline->mtime = st.st_mtim;
	baseline->size = st.st_size;
	baseline->inode = st.st_ino;
	return changed;
}

uint64_t known_events_hash(struct slice event)
{
	struct strbuf compact = STRBUF_INIT;
	uint64_t hash;

	json_write_compact(&compact, event);
	hash = hash_bytes(compact.buf, compact.len, 0);
	strbuf_release(&compact);
	return hash;
}

enum known_events_change known_events_update(struct known_events *baseline,
					     const struct history *history,
					     size_t *from)
{
	uint64_t *hashes = xcalloc(history->count, sizeof(*hashes));
	enum known_events_change change = BASELINE_SAME;

	/* workspace_read() returns compact events. */
	for (size_t i = 0; i < history->count; i++)
		hashes[i] = hash_bytes(history->events[i].ptr,
				       history->events[i].len, 0);
	if (!baseline->known || baseline->count > history->count ||
	    (baseline->count && memcmp(hashes, baseline->hashes,
				       baseline->count * sizeof(*hashes)))) {
		change = BASELINE_REWRITTEN;
	} else if (history->count > baseline->count) {
		change = BASELINE_APPENDED;
		*from = baseline->count;
	}
	free(baseline->hashes);
	baseline->hashes = hashes;
	baseline->count = history->count;
	baseline->known = true;
	baseline->unreadable = false;
	return change;
}
