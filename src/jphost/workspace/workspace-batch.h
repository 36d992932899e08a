#ifndef JPD_WORKSPACE_WORKSPACE_BATCH_H
#define JPD_WORKSPACE_WORKSPACE_BATCH_H

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace-place.h"

/*
 * Files to be written into every copy; those with `text` NULL are not. The
 * last one is that of the events.
 */
struct workspace_batch {
	struct workspace_batch_file {
		const char *name;
		const struct strbuf *text;
	} files[3];
};

/*
 * First every byte is on disk under a temporary name, then all are renamed,
 * so that a full disk leaves things as they were. The order is jp's:
 * metadata, base config, events. -1: no copy of the last file was replaced.
 */
int workspace_batch_write(const struct workspace_batch *batch,
			  const struct workspace_place *place,
			  struct strbuf *err);

/*
 * jp writes the silo's copy always; where there is a silo but no copy yet
 * (a workspace fresh from version control) it makes one. So do we, with the
 * base config that belongs to it. Only where the silo keeps conversations.
 */
void workspace_batch_add_silo(struct workspace_place *place,
			      const struct workspace *ws);

#endif
