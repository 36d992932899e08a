#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/clock.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/jphost/workspace/workspace.h"

/* A holder removes the file to unlock; our lock may then be on no file. */
#define LOCK_TRIES 8
/* Seconds after which an unheld lock must have been left by a crash. */
#define LEFT_AFTER_S 60

/*
 * jp locks in the silo or, if there is none yet, in .jp. A second process may
 * know of a silo that the first did not, so a lock in either place counts.
 */
static char *lock_path(const struct workspace *ws, enum workspace_root root,
		       const char *digits)
{
	const char *place = root == ROOT_SILO ? ws->silo : ws->storage;
	struct strbuf path = STRBUF_INIT;

	if (!place)
		return NULL;
	strbuf_addf(&path, "%s/locks/jp-c%s.lock", place, digits);
	return strbuf_detach(&path);
}

/* Describe the holder as jp does. This is for people; nothing relies on it. */
static void describe_holder(int fd)
{
	struct strbuf text = STRBUF_INIT, at = STRBUF_INIT;

	timestamp_add_rfc3339(&at, clock_wall_ms());
	if (at.len && at.buf[at.len - 1] == 'Z') {
		strbuf_setlen(&at, at.len - 1);
		strbuf_addstr(&at, "+00:00");
	}
	strbuf_addch(&text, '{');
	json_write_member_int(&text, "pid", getpid());
	json_write_member(&text, "session", SLICE("jphost"));
	json_write_member(&text, "acquired_at", strbuf_slice(&at));
	strbuf_addch(&text, '}');
	if (ftruncate(fd, 0) ||
	    pwrite(fd, text.buf, text.len, 0) != (ssize_t)text.len) {
		/* The lock is the flock, not this text. */
	}
	strbuf_release(&text);
	strbuf_release(&at);
}

/* Whether `path` still names the file that `fd` has locked. */
static bool is_same_file(int fd, const char *path)
{
	struct stat held, there;

	return !fstat(fd, &held) && !stat(path, &there) &&
	       held.st_dev == there.st_dev && held.st_ino == there.st_ino;
}

static enum lock_result lock_once(const char *path, int *fd_out)
{
	int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
	enum lock_result result = LOCK_ERROR;
	int saved;

	if (fd < 0)
		return LOCK_ERROR;
	if (!flock(fd, LOCK_EX | LOCK_NB)) {
		*fd_out = fd;
		return LOCK_TAKEN;
	}
	if (errno == EWOULDBLOCK)
		result = LOCK_ELSEWHERE;
	saved = errno;
	close(fd);
	errno = saved;
	return result;
}

/* Refuses a symbolic link, which would put the lock and its text elsewhere. */
static int make_folder(char *path)
{
	char *slash = strrchr(path, '/');
	struct stat st;
	bool elsewhere;

	*slash = '\0';
	mkdir(path, 0777);
	elsewhere = !lstat(path, &st) && S_ISLNK(st.st_mode);
	*slash = '/';
	if (elsewhere)
		errno = ELOOP;
	return elsewhere ? -1 : 0;
}

static bool is_lock_name(const char *name)
{
	size_t digits;

	if (strncmp(name, "jp-c", 4) != 0)
		return false;
	digits = strspn(name + 4, "0123456789");
	return digits && !strcmp(name + 4 + digits, ".lock");
}

static void remove_left(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name,
			O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat held, there;

	if (fd < 0)
		return;
	/* Remove it only under its lock, and only if it is the locked file. */
	if (!fstat(fd, &held) && S_ISREG(held.st_mode) &&
	    held.st_mtime + LEFT_AFTER_S < clock_wall_ms() / 1000 &&
	    !flock(fd, LOCK_EX | LOCK_NB) &&
	    !fstatat(dir_fd, name, &there, AT_SYMLINK_NOFOLLOW) &&
	    there.st_dev == held.st_dev && there.st_ino == held.st_ino)
		unlinkat(dir_fd, name, 0);
	close(fd);
}

/* Remove lock files beside ours that killed processes have left. */
static void sweep(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = xmemdupz(path, (size_t)(slash - path));
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (is_lock_name(entry->d_name) &&
		    strcmp(entry->d_name, slash + 1) != 0)
			remove_left(dirfd(dir), entry->d_name);
	}
	if (dir)
		closedir(dir);
	free(folder);
}

/* Take the lock in one place. Takes ownership of `path`. */
static enum lock_result lock_in(struct conversation_lock_file *file, char *path,
				struct strbuf *err)
{
	enum lock_result result = LOCK_ERROR;
	bool made = !make_folder(path);
	int fd = -1;

	for (int i = 0; made && i < LOCK_TRIES; i++) {
		result = lock_once(path, &fd);
		if (result != LOCK_TAKEN || is_same_file(fd, path))
			break;
		close(fd);
		result = LOCK_ELSEWHERE;
	}
	if (result == LOCK_TAKEN) {
		describe_holder(fd);
		*file = (struct conversation_lock_file){ fd, path };
		sweep(path);
		return result;
	}
	if (result == LOCK_ERROR)
		strbuf_setf(err, "cannot lock '%s': %s", path, strerror(errno));
	free(path);
	return result;
}

/* Whether someone holds the lock at `path`, tried on another descriptor. */
static bool is_held(const char *path)
{
	int fd = path ? open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
	bool held = false;

	if (fd >= 0) {
		held = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
		close(fd);
	}
	return held;
}

/*
 * Lock our place first, then check the other one: of two processes that do
 * this at the same time, at least one sees the other.
 */
static enum lock_result lock_both(const struct workspace *ws,
				  const char *digits,
				  struct conversation_lock *lock,
				  struct strbuf *err)
{
	bool had_silo = ws->silo;
	enum lock_result result = lock_in(
		&lock->files[0],
		lock_path(ws, had_silo ? ROOT_SILO : ROOT_STORAGE, digits),
		err);
	char *other;

	if (result != LOCK_TAKEN)
		return result;
	if (!had_silo) {
		workspace_look_for_silo(ws);
		return ws->silo ? lock_in(&lock->files[1],
					  lock_path(ws, ROOT_SILO, digits), err)
				: LOCK_TAKEN;
	}
	other = lock_path(ws, ROOT_STORAGE, digits);
	if (is_held(other))
		result = LOCK_ELSEWHERE;
	free(other);
	return result;
}

enum lock_result workspace_lock(const struct workspace *ws, const char *id,
				struct conversation_lock *lock,
				struct strbuf *err)
{
	const char *digits = workspace_conversation_digits(id);
	enum lock_result result;

	if (!digits) {
		strbuf_setf(err, "conversation not found: %.40s", id ? id : "");
		return LOCK_ERROR;
	}
	workspace_look_for_silo(ws);
	if (ws->silo_hidden) {
		/* Locks in the silo would not be seen. */
		strbuf_setf(err, "cannot look for the locks: %s",
			    strerror(ws->silo_hidden));
		return LOCK_ERROR;
	}
	result = lock_both(ws, digits, lock, err);
	if (result == LOCK_TAKEN)
		return result;
	workspace_unlock(lock);
	if (result == LOCK_ELSEWHERE)
		strbuf_setf(err, "conversation is locked by another process");
	return result;
}

static void unlock_file(struct conversation_lock_file *file)
{
	if (file->fd >= 0) {
		/* Before unlocking, so that it is still ours. */
		if (is_same_file(file->fd, file->path))
			unlink(file->path);
		close(file->fd);
	}
	free(file->path);
}

int workspace_lock_keep(struct conversation_lock *lock, struct strbuf *err)
{
	enum lock_result result = LOCK_TAKEN;

	for (size_t i = 0; i < ARRAY_SIZE(lock->files); i++) {
		struct conversation_lock_file *file = &lock->files[i];
		struct conversation_lock_file again;

		if (file->fd < 0 || is_same_file(file->fd, file->path))
			continue;
		result = lock_in(&again, xstrdup(file->path), err);
		if (result != LOCK_TAKEN)
			break;
		unlock_file(file);
		*file = again;
	}
	if (result == LOCK_ELSEWHERE)
		strbuf_setf(err, "another process has taken over the lock of "
				 "the conversation");
	return result == LOCK_TAKEN ? 0 : -1;
}

void workspace_unlock(struct conversation_lock *lock)
{
	for (size_t i = 0; i < ARRAY_SIZE(lock->files); i++)
		unlock_file(&lock->files[i]);
	*lock = (struct conversation_lock)CONVERSATION_LOCK_INIT;
}

/* The pid that the holder wrote into the file, or 0. */
static int64_t told_pid(const char *path)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct json_member member;
	int64_t pid = 0;
	char text[1024];
	ssize_t len;

	if (fd < 0)
		return 0;
	len = read(fd, text, sizeof(text));
	close(fd);
	if (len > 0 && json_find(slice_of(text, (size_t)len), "pid", &member) &&
	    json_int64(member.value, &pid) && pid > 0)
		return pid;
	return 0;
}

/*
 * Look for the file in /proc/locks:
 * "3: FLOCK ADVISORY WRITE 4711 08:01:1234567 0 EOF". Returns 1 if another
 * process holds a lock on it, 0 if none does, -1 if that cannot be known.
 */
static int in_proc_locks(const struct stat *st, int64_t pid_told)
{
	FILE *file = fopen("/proc/locks", "re");
	char line[256];
	int held = 0;

	if (!file)
		return -1;
	while (!held && fgets(line, sizeof(line), file)) {
		unsigned long long inode;
		unsigned major, minor;
		bool same_device;
		long pid;

		if (sscanf(line, "%*[^:]: FLOCK %*s %*s %ld %x:%x:%llu", &pid,
			   &major, &minor, &inode) != 4 ||
		    inode != (unsigned long long)st->st_ino)
			continue;
		/* Some file systems report another device number there. */
		same_device = major == major(st->st_dev) &&
			      minor == minor(st->st_dev);
		held = pid != (long)getpid() &&
		       (same_device || pid == pid_told);
	}
	fclose(file);
	return held;
}

/* Whether another process holds it. `pid` is the one in the file, or 0. */
static bool is_busy_at(const char *path, int64_t *pid)
{
	bool busy = false;
	struct stat st;

	*pid = 0;
	if (path && !lstat(path, &st) && S_ISREG(st.st_mode)) {
		int held;

		*pid = told_pid(path);
		held = in_proc_locks(&st, *pid);
		busy = held > 0;
		if (held < 0 && *pid && *pid != (int64_t)getpid())
			busy = !kill((pid_t)*pid, 0) || errno == EPERM;
	}
	return busy;
}

/* Check both places. */
bool workspace_busy(const struct workspace *ws, const char *id, int64_t *pid)
{
	const char *digits = workspace_conversation_digits(id);
	int64_t holder = 0;
	bool busy = false;

	if (pid)
		*pid = 0;
	if (!digits)
		return false;
	workspace_look_for_silo(ws);
	for (int root = 0; root < ROOT_COUNT && !busy; root++) {
		char *path = lock_path(ws, root, digits);

		busy = is_busy_at(path, &holder);
		free(path);
	}
	if (pid && busy)
		*pid = holder;
	return busy;
}
