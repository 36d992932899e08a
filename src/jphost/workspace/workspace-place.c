#include "config.h"

#include "src/jphost/workspace/workspace-place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/file.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-names.h"
#include "src/jphost/workspace/workspace-owner.h"

/* How often a search restarts when directories are renamed under it. */
#define SEARCH_TRIES 4
/* 19 digits fit into jp's signed 64-bit number. */
#define ID_DIGITS_MAX 19

#define OPEN_DIR (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

const char *workspace_conversation_digits(const char *id)
{
	size_t len;

	if (!id)
		return NULL;
	if (!strncmp(id, "jp-c", 4))
		id += 4;
	len = strspn(id, "0123456789");
	if (!len || len > ID_DIGITS_MAX || id[len] || id[0] == '0')
		return NULL;
	return id;
}

size_t workspace_place_id_len(const char *name)
{
	size_t len = strspn(name, "0123456789");

	if (len > ID_DIGITS_MAX || name[0] == '0' ||
	    (name[len] && name[len] != '-'))
		return 0;
	return len;
}

int workspace_root_open(const struct workspace *ws, enum workspace_root root)
{
	const char *path;
	int root_fd, fd, saved;
	struct stat st;

	if (root == ROOT_SILO)
		workspace_look_for_silo(ws);
	path = root == ROOT_SILO ? ws->silo : ws->storage;
	if (!path) {
		errno = root == ROOT_SILO && ws->silo_hidden ? ws->silo_hidden
							     : ENOENT;
		return -1;
	}
	root_fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root_fd < 0)
		return -1;
	fd = openat(root_fd, "conversations", OPEN_DIR);
	saved = errno;
	close(root_fd);
	if (fd >= 0 && (fstat(fd, &st) || !workspace_owner_is_ours(&st))) {
		close(fd);
		fd = -1;
		saved = EPERM;
	}
	errno = saved;
	return fd;
}

int workspace_place_add(struct workspace_place *place, int root_fd,
			enum workspace_root root, const char *name)
{
	struct workspace_place_dir *dir = &place->dirs[root];
	int fd = openat(root_fd, name, OPEN_DIR);
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) || !workspace_owner_is_ours(&st)) {
		place->foreign = true;
		close(fd);
		errno = EPERM;
		return -1;
	}
	if (dir->fd >= 0)
		close(dir->fd);
	free(dir->name);
	dir->fd = fd;
	dir->name = xstrdup(name);
	return 0;
}

/* Modification time in nanoseconds; -1 if the file is missing. */
static int64_t file_mtime(int dir_fd, const char *name, struct stat *st)
{
	if (fstatat(dir_fd, name, st, AT_SYMLINK_NOFOLLOW))
		return -1;
	return (int64_t)st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec;
}

/* Without descriptors or memory we cannot know what exists. */
static void note_shortage(struct workspace_place *place)
{
	if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
		place->shortage = errno;
}

static void search_root(struct workspace_place *place,
			const struct workspace *ws, enum workspace_root root,
			const char *digits)
{
	int root_fd = workspace_root_open(ws, root);
	struct timespec now;

	if (root_fd < 0) {
		note_shortage(place);
		return;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	for (int i = 0; i < SEARCH_TRIES; i++) {
		char *name = workspace_names_find(ws->names, root, root_fd,
						  digits, now);
		int ret = -1;

		if (name)
			ret = workspace_place_add(place, root_fd, root, name);
		if (ret)
			note_shortage(place);
		free(name);
		if (!name || !ret || errno != ENOENT)
			break;
		/* Renamed between the look and the open: look again. */
		workspace_names_forget(ws->names, root);
	}
	close(root_fd);
}

/* As workspace_place_is_taken(), for `root_fd` or its directory `sub`. */
static int has_id(int root_fd, const char *sub, const char *digits)
{
	int sub_fd = openat(root_fd, sub, OPEN_DIR), saved;
	char *name;

	if (sub_fd < 0)
		return errno == ENOENT ? 0 : -1;
	errno = 0;
	name = workspace_names_search(sub_fd, digits);
	saved = name ? 0 : errno;
	close(sub_fd);
	free(name);
	errno = saved;
	return name ? 1 : saved ? -1 : 0;
}

int workspace_place_is_taken(const struct workspace *ws, const char *digits)
{
	static const char *const subs[] = { ".", ".archive", ".trash" };
	int taken = 0;

	for (int root = 0; root < ROOT_COUNT && !taken; root++) {
		int fd = workspace_root_open(ws, root), saved;

		if (fd < 0 && errno != ENOENT)
			return -1;
		for (size_t i = 0; fd >= 0 && i < ARRAY_SIZE(subs) && !taken;
		     i++)
			taken = has_id(fd, subs[i], digits);
		saved = errno;
		if (fd >= 0)
			close(fd);
		errno = saved;
	}
	return taken;
}

int workspace_place_open(struct workspace_place *place,
			 const struct workspace *ws, const char *id,
			 struct strbuf *err)
{
	const char *digits = workspace_conversation_digits(id);

	if (digits) {
		search_root(place, ws, ROOT_STORAGE, digits);
		search_root(place, ws, ROOT_SILO, digits);
	}
	if (place->dirs[ROOT_STORAGE].fd >= 0 || place->dirs[ROOT_SILO].fd >= 0)
		return 0;
	if (place->shortage)
		strbuf_setf(err, "cannot look for the conversation: %s",
			    strerror(place->shortage));
	else if (place->foreign)
		strbuf_setf(err, "the conversation '%s' is another user's", id);
	else
		strbuf_setf(err, "conversation not found: %.40s", id ? id : "");
	return -1;
}

void workspace_place_close(struct workspace_place *place)
{
	for (int root = 0; root < ROOT_COUNT; root++) {
		if (place->dirs[root].fd >= 0)
			close(place->dirs[root].fd);
		free(place->dirs[root].name);
		place->dirs[root].fd = -1;
		place->dirs[root].name = NULL;
	}
}

enum workspace_root workspace_place_newest(const struct workspace_place *place,
					   const char *file, struct stat *st)
{
	enum workspace_root newest = ROOT_COUNT;
	int64_t newest_at = -1;

	for (int root = 0; root < ROOT_COUNT; root++) {
		struct stat got;
		int64_t at;

		if (place->dirs[root].fd < 0)
			continue;
		at = file_mtime(place->dirs[root].fd, file, &got);
		if (at < 0 || at < newest_at)
			continue;
		newest = root;
		newest_at = at;
		if (st)
			*st = got;
	}
	return newest;
}

int workspace_place_read(const struct workspace_place *place, const char *file,
			 struct strbuf *text, struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;
	enum workspace_root root;
	int ret = -1;

	root = workspace_place_newest(place, file, NULL);
	if (root == ROOT_COUNT) {
		strbuf_setf(err, "%s is missing", file);
	} else if (workspace_file_read(place->dirs[root].fd, file, text, err)) {
		/* `err` has the reason. */
	} else if (json_check(strbuf_slice(text), NULL, &why)) {
		strbuf_setf(err, "%s is damaged: %s", file, why.buf);
	} else {
		ret = 0;
	}
	strbuf_release(&why);
	return ret;
}

static int read_all(int fd, size_t size, struct strbuf *text)
{
	/* One byte more, to reach the end of file in the same call. */
	size_t room = size + 1;

	strbuf_reset(text);
	for (;;) {
		size_t len = text->len;
		ssize_t got;

		strbuf_addchars(text, '\0', room);
		got = read(fd, text->buf + len, room);
		strbuf_setlen(text, len + (got > 0 ? (size_t)got : 0));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got ? -1 : 0;
		if ((off_t)text->len > WORKSPACE_FILE_MAX) {
			errno = EFBIG;
			return -1;
		}
		room = (size_t)got < room ? room - (size_t)got : 65536;
	}
}

int workspace_file_read(int dir_fd, const char *name, struct strbuf *text,
			struct strbuf *err)
{
	/* Nonblocking, because a FIFO of that name must not hang us. */
	int fd = openat(dir_fd, name,
			O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	int ret = -1, saved;

	if (fd < 0) {
		if (errno == ELOOP)
			strbuf_setf(err, "%s is a symbolic link", name);
		else
			strbuf_setf(err, "cannot open '%s': %s", name,
				    strerror(errno));
		return -1;
	}
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		strbuf_setf(err, "%s is not a regular file", name);
		errno = EINVAL;
	} else if (st.st_size > WORKSPACE_FILE_MAX) {
		strbuf_setf(err, "%s is too large: %lld bytes", name,
			    (long long)st.st_size);
		errno = EFBIG;
	} else if (read_all(fd, (size_t)st.st_size, text)) {
		strbuf_setf(err, "cannot read '%s': %s", name, strerror(errno));
	} else {
		ret = 0;
	}
	saved = errno;
	close(fd);
	errno = saved;
	return ret;
}

/* Not *.tmp: jp takes those for its own and removes them when it starts. */
static void tmp_name(struct strbuf *out, const char *name)
{
	strbuf_addf(out, ".%s.new", name);
}

int workspace_file_prepare(int dir_fd, const char *name, struct slice text,
			   struct strbuf *err)
{
	struct strbuf tmp = STRBUF_INIT;
	struct stat st;
	int fd, ret = -1;

	tmp_name(&tmp, name);
	/* Left by a killed writer; our lock excludes a live one. */
	unlinkat(dir_fd, tmp.buf, 0);
	fd = openat(dir_fd, tmp.buf,
		    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	if (fd < 0) {
		strbuf_setf(err, "cannot create '%s': %s", tmp.buf,
			    strerror(errno));
		goto out;
	}
	if (!fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) &&
	    S_ISREG(st.st_mode))
		fchmod(fd, st.st_mode & 0777);
	ret = file_write(fd, text) || fsync(fd) ? -1 : 0;
	if (ret)
		strbuf_setf(err, "cannot write '%s': %s", tmp.buf,
			    strerror(errno));
	close(fd);
	if (ret)
		unlinkat(dir_fd, tmp.buf, 0);
out:
	strbuf_release(&tmp);
	return ret;
}

int workspace_file_commit(int dir_fd, const char *name, struct strbuf *err)
{
	struct strbuf tmp = STRBUF_INIT;
	int ret;

	tmp_name(&tmp, name);
	ret = renameat(dir_fd, tmp.buf, dir_fd, name);
	if (ret)
		strbuf_setf(err, "cannot rename '%s': %s", tmp.buf,
			    strerror(errno));
	else
		fsync(dir_fd);
	strbuf_release(&tmp);
	return ret;
}

void workspace_file_discard(int dir_fd, const char *name)
{
	struct strbuf tmp = STRBUF_INIT;

	tmp_name(&tmp, name);
	unlinkat(dir_fd, tmp.buf, 0);
	strbuf_release(&tmp);
}
