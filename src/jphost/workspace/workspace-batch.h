#ifndef JPD_WORKSPACE_WORKSPACE_BATCH_H
#define JPD_WORKSPACE_WORKSPACE_BATCH_H

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace-place.h"

/*
 * Files to write into every copy of a conversation; one whose `text` is NULL
 * is skipped. The last one holds the events.
 */
struct workspace_batch {
	struct workspace_batch_file {
		const char *name;
		const struct strbuf *text;
	} files[3];
};

/*
 * Write every file to disk under a temporary name, then rename them all, so
 * that a full disk changes nothing. The order is jp's: metadata, base config,
 * events. Returns -1 if no copy of the last file was replaced.
 */
int workspace_batch_write(const struct workspace_batch *batch,
			  const struct workspace_place *place,
			  struct strbuf *err);

/*
 * jp always writes the silo's copy, and creates one if the silo has none yet
 * (a workspace fresh from version control). So do we, together with the base
 * config that belongs to it, but only if the silo keeps conversations.
 */
void workspace_batch_add_silo(struct workspace_place *place,
			      const struct workspace *ws);

#endif
