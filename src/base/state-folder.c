#include "config.h"

#include "src/base/state-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/strbuf.h"

/* Make every missing folder of the path. */
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

int state_folder_open(const char *program, bool make)
{
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	struct strbuf path = STRBUF_INIT;
	struct stat st;
	int fd;

	if (state && *state == '/') {
		strbuf_addf(&path, "%s/%s", state, program);
	} else if (home && *home == '/') {
		strbuf_addf(&path, "%s/.local/state/%s", home, program);
	} else {
		errno = ENOENT;
		return -1;
	}
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
