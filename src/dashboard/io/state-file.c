#include "config.h"

#include "src/dashboard/io/state-file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/state-folder.h"
#include "src/base/strmap.h"

#define FILE_MAX_BYTES ((size_t)16 << 20)
#define ASIDE_MAX      9

int own_state_open(bool make)
{
	return state_folder_open("jp-dashboard", make);
}

void state_file_init(struct state_file *file, struct slice workspace)
{
	/* A path of any length and bytes becomes a file name; the file itself
	 * says whose it is. */
	snprintf(file->name, sizeof(file->name),
		 "workspace-%016" PRIx64 ".json",
		 hash_bytes(workspace.ptr, workspace.len, 0));
}

/* Check that no one else put it there or can change it. */
static int check(int fd, struct strbuf *err)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		strbuf_setf(err, _("not a regular file"));
	else if (st.st_uid != geteuid() || st.st_mode & 022)
		strbuf_setf(err, _("others may write it"));
	else if (st.st_size > (off_t)FILE_MAX_BYTES)
		strbuf_setf(err, _("it is too large"));
	else
		return 0;
	return -1;
}

enum state_found state_file_read(struct state_file *file, struct strbuf *text,
				 struct strbuf *err)
{
	int folder = own_state_open(false), fd;
	enum state_found found = STATE_BAD;

	if (folder < 0)
		return STATE_NONE;
	fd = openat(folder, file->name,
		    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	close(folder);
	if (fd < 0 && errno == ENOENT)
		return STATE_NONE;
	if (fd < 0)
		strbuf_setf(err, "%s", strerror(errno));
	else if (!check(fd, err)) {
		if (file_read(fd, text, FILE_MAX_BYTES))
			strbuf_setf(err, "%s", strerror(errno));
		else
			found = text->len ? STATE_FOUND : STATE_NONE;
	}
	if (fd >= 0)
		close(fd);
	return found;
}

int state_file_write(const struct state_file *file, struct slice text,
		     struct strbuf *err)
{
	int folder = own_state_open(true);
	int ret = -1;

	if (folder < 0 || file_replace(folder, file->name, text))
		strbuf_setf(err, "%s", strerror(errno));
	else
		ret = 0;
	if (folder >= 0)
		close(folder);
	return ret;
}

int state_file_set_aside(const struct state_file *file, struct strbuf *name)
{
	int folder = own_state_open(false);
	int ret = -1;

	for (int i = 1; folder >= 0 && ret && i <= ASIDE_MAX; i++) {
		strbuf_setf(name, "%s.bad%d", file->name, i);
		/* linkat() refuses an existing name. */
		ret = linkat(folder, file->name, folder, name->buf, 0);
	}
	if (!ret)
		ret = unlinkat(folder, file->name, 0);
	if (!ret)
		fsync(folder);
	if (folder >= 0)
		close(folder);
	return ret;
}
