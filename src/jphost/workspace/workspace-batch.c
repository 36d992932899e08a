#include "config.h"

#include "src/jphost/workspace/workspace-batch.h"

#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"

#define BATCH_FILES ARRAY_SIZE(((struct workspace_batch *)0)->files)

int workspace_batch_write(const struct workspace_batch *batch,
			  const struct workspace_place *place,
			  struct strbuf *err)
{
	size_t steps = ROOT_COUNT * BATCH_FILES, done = 0;
	int ret = 0;

	for (; done < steps && !ret; done++) {
		int fd = place->dirs[done / BATCH_FILES].fd;
		const struct workspace_batch_file *file =
			&batch->files[done % BATCH_FILES];

		if (fd >= 0 && file->text)
			ret = workspace_file_prepare(
				fd, file->name, strbuf_slice(file->text), err);
	}
	for (size_t i = 0; i < done; i++) {
		int fd = place->dirs[i / BATCH_FILES].fd;
		const struct workspace_batch_file *file =
			&batch->files[i % BATCH_FILES];

		if (fd < 0 || !file->text)
			continue;
		if (ret || workspace_file_commit(fd, file->name, err)) {
			workspace_file_discard(fd, file->name);
			ret = -1;
		}
	}
	return ret;
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
					    strbuf_slice(&base), &ignored))
			workspace_file_commit(fd, BASE_CONFIG_FILE, &ignored);
	}
	close(root_fd);
	strbuf_release(&base);
	strbuf_release(&ignored);
}
