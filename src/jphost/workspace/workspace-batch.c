#include "config.h"

#include "src/jphost/workspace/workspace-batch.h"

#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"

#define BATCH_FILES ARRAY_SIZE(((struct workspace_batch *)0)->files)
#define STEPS       (BATCH_FILES * ROOT_COUNT)

/* The descriptor and file of a step. False if the step has nothing to do. */
static bool step_of(const struct workspace_batch *batch,
		    const struct workspace_place *place, size_t step, int *fd,
		    const struct workspace_batch_file **file)
{
	*fd = place->dirs[step % ROOT_COUNT].fd;
	*file = &batch->files[step / ROOT_COUNT];
	return *fd >= 0 && (*file)->text;
}

/*
 * Rename each file's copies in turn, the events last. Once the first copy of
 * the events is in place they are stored, because the newer copy counts. A
 * second copy that fails stays old and is rewritten with the next event.
 */
static int commit(const struct workspace_batch *batch,
		  const struct workspace_place *place, struct strbuf *err)
{
	const struct workspace_batch_file *file;
	bool stored = false;
	int ret = 0, fd;

	for (size_t i = 0; i < STEPS; i++) {
		bool last = i / ROOT_COUNT == BATCH_FILES - 1;

		if (!step_of(batch, place, i, &fd, &file))
			continue;
		if (!ret && !workspace_file_commit(fd, file->name, err)) {
			stored |= last;
			continue;
		}
		workspace_file_discard(fd, file->name);
		if (!stored)
			ret = -1;
	}
	if (!ret)
		strbuf_reset(err);
	return ret;
}

int workspace_batch_write(const struct workspace_batch *batch,
			  const struct workspace_place *place,
			  struct strbuf *err)
{
	const struct workspace_batch_file *file;
	size_t done = 0;
	int ret = 0, fd;

	for (; done < STEPS && !ret; done++) {
		if (step_of(batch, place, done, &fd, &file))
			ret = workspace_file_prepare(
				fd, file->name, strbuf_slice(file->text), err);
	}
	if (!ret)
		return commit(batch, place, err);
	while (done-- > 0) {
		if (step_of(batch, place, done, &fd, &file))
			workspace_file_discard(fd, file->name);
	}
	return -1;
}

void workspace_batch_add_silo(struct workspace_place *place,
			      const struct workspace *ws)
{
	const struct workspace_place_dir *ours = &place->dirs[ROOT_STORAGE];
	struct strbuf base = STRBUF_INIT, ignored = STRBUF_INIT;
	int root_fd;

	if (place->dirs[ROOT_SILO].fd >= 0)
		return;
	root_fd = workspace_root_open(ws, ROOT_SILO);
	if (root_fd < 0)
		return;
	if (!mkdirat(root_fd, ours->name, 0777) &&
	    !workspace_place_add(place, root_fd, ROOT_SILO, ours->name) &&
	    !workspace_file_read(ours->fd, BASE_CONFIG_FILE, &base, &ignored)) {
		int fd = place->dirs[ROOT_SILO].fd;

		if (!workspace_file_prepare(fd, BASE_CONFIG_FILE,
					    strbuf_slice(&base), &ignored) &&
		    workspace_file_commit(fd, BASE_CONFIG_FILE, &ignored))
			workspace_file_discard(fd, BASE_CONFIG_FILE);
	}
	close(root_fd);
	strbuf_release(&base);
	strbuf_release(&ignored);
}
