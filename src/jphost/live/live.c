#include "config.h"

#include "src/jphost/live/live.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/jphost/net/line-peer.h"

static void add_top(struct strbuf *path)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");

	if (runtime && *runtime == '/')
		strbuf_addf(path, "%s/jphost", runtime);
	else
		strbuf_addf(path, "/tmp/jphost-%lu", (unsigned long)geteuid());
}

/*
 * Two clones share one id, and so do their conversations: only the folder
 * itself distinguishes them.
 */
static int add_workspace(struct strbuf *path, const struct workspace *ws,
			 struct strbuf *err)
{
	struct stat st;

	if (stat(ws->root, &st)) {
		strbuf_setf(err, "cannot open '%s': %s", ws->root,
			    strerror(errno));
		return -1;
	}
	strbuf_addf(path, "/%s-%jx-%jx", ws->id, (uintmax_t)st.st_dev,
		    (uintmax_t)st.st_ino);
	return 0;
}

char *live_path(const struct workspace *ws, const char *conversation)
{
	const char *digits = workspace_conversation_digits(conversation);
	struct strbuf path = STRBUF_INIT, ignored = STRBUF_INIT;

	if (!digits)
		return NULL;
	add_top(&path);
	if (add_workspace(&path, ws, &ignored)) {
		strbuf_release(&path);
		strbuf_release(&ignored);
		return NULL;
	}
	strbuf_addf(&path, "/%s.sock", digits);
	return strbuf_detach(&path);
}

/* Below /tmp another user may have created it first: then it is refused. */
static int make_private(const char *path, struct strbuf *err)
{
	struct stat st;

	if (mkdir(path, 0700) && errno != EEXIST) {
		strbuf_setf(err, "cannot create '%s': %s", path,
			    strerror(errno));
		return -1;
	}
	if (lstat(path, &st)) {
		strbuf_setf(err, "cannot open '%s': %s", path, strerror(errno));
		return -1;
	}
	if (!S_ISDIR(st.st_mode) || st.st_uid != geteuid() ||
	    (st.st_mode & 077)) {
		strbuf_setf(err, "'%s' is not a directory of this user alone",
			    path);
		return -1;
	}
	return 0;
}

char *live_directory(const struct workspace *ws, struct strbuf *err)
{
	struct strbuf path = STRBUF_INIT;

	add_top(&path);
	if (make_private(path.buf, err))
		goto fail;
	if (add_workspace(&path, ws, err) || make_private(path.buf, err))
		goto fail;
	return strbuf_detach(&path);
fail:
	strbuf_release(&path);
	return NULL;
}

int live_connect(const char *path)
{
	struct sockaddr_un address;
	int fd = -1, error = ENAMETOOLONG;

	if (line_peer_address(&address, path)) {
		fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
			    0);
		if (fd >= 0 && !connect(fd, (const struct sockaddr *)&address,
					sizeof(address)))
			return fd;
		error = errno;
	}
	if (fd >= 0)
		close(fd);
	errno = error;
	return -1;
}

int live_lock(const char *path, int how)
{
	struct strbuf directory = STRBUF_INIT;
	int fd;

	strbuf_add(&directory, path, (size_t)(strrchr(path, '/') - path));
	fd = open(directory.buf, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	strbuf_release(&directory);
	if (fd >= 0 && flock(fd, how)) {
		close(fd);
		fd = -1;
	}
	return fd;
}
