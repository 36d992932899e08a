#include "config.h"

#include "src/dashboard/io/state-file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/strmap.h"
#include "src/dashboard/io/file.h"

#define FILE_MAX_BYTES ((size_t)16 << 20)
#define ASIDE_MAX      9

/* Every folder of the path that is not there yet. */
static void make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	mkdir(path, 0700);
}

int state_folder_open(bool make)
{
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	struct strbuf path = STRBUF_INIT;
	struct stat st;
	int fd;

	if (state && *state == '/')
		strbuf_addstr(&path, state);
	else if (home && *home == '/')
		strbuf_addf(&path, "%s/.local/state", home);
	else
		return -1;
	strbuf_addstr(&path, "/jp-dashboard");
	if (make)
		make_folders(path.buf);
	fd = open(path.buf, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	strbuf_release(&path);
	if (fd < 0 || (!fstat(fd, &st) && st.st_uid == geteuid()))
		return fd;
	close(fd);
	errno = EPERM;
	return -1;
}

void state_file_init(struct state_file *file, struct slice workspace)
{
	/* A path of any length and bytes must become a file's name; the
	 * file tells whose it is. */
	snprintf(file->name, sizeof(file->name),
		 "workspace-%016" PRIx64 ".json",
		 hash_bytes(workspace.ptr, workspace.len, 0));
}

/* Others may have put it there, or be able to change it. */
static int check(int fd, struct strbuf *err)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		strbuf_setf(err, _("it is no file"));
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
	int folder = state_folder_open(false), fd;
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
	int folder = state_folder_open(true);
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
	int folder = state_folder_open(false);
	int ret = -1;

	for (int i = 1; folder >= 0 && ret && i <= ASIDE_MAX; i++) {
		strbuf_setf(name, "%s.bad%d", file->name, i);
		/* A link refuses a name that is taken. */
		ret = linkat(folder, file->name, folder, name->buf, 0);
	}
	if (!ret)
		ret = unlinkat(folder, file->name, 0);
	if (folder >= 0)
		close(folder);
	return ret;
}
