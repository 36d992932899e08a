#include "config.h"

#include "src/jphost/workspace/workspace-watch.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-place.h"

#define DIR_FLAGS (IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)
/* In a root, and in `conversations`: names that appear and disappear. */
#define NAMES (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
/* In a conversation: files that are completely written, or removed. */
#define FILES (IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)

/* jp locks before it writes to the lock file; IN_CREATE is too early. */
#define LOCKS (IN_MODIFY | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)

enum mark_kind {
	MARK_ROOT,
	MARK_SET,
	MARK_CONVERSATION,
	MARK_LOCKS,
	MARK_LIVE,
	MARK_ABOVE, /* where the silo will be created */
};

struct mark {
	enum mark_kind kind;
	char id[24]; /* MARK_CONVERSATION */
};

static struct slice wd_key(const int *wd)
{
	return slice_of((const char *)wd, sizeof(*wd));
}

static bool mark_dir(struct workspace_watch *watch, const char *path,
		     uint32_t events, enum mark_kind kind, struct slice id)
{
	int wd = inotify_add_watch(watch->fd, path, events | DIR_FLAGS);
	struct mark *mark;

	if (wd < 0) {
		/* A missing directory is watched from its parent. */
		if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP) {
			trace(TRACE_FILE, "cannot watch %s: %s", path,
			      strerror(errno));
			watch->incomplete = true;
		}
		return false;
	}
	mark = xcalloc(1, sizeof(*mark));
	mark->kind = kind;
	if (id.len)
		memcpy(mark->id, id.ptr, id.len);
	free(strmap_put(&watch->marks, wd_key(&wd), mark));
	return true;
}

/* Watching a directory a second time changes nothing. */
static void mark_set(struct workspace_watch *watch, enum workspace_root root)
{
	const char *base =
		root == ROOT_SILO ? watch->ws->silo : watch->ws->storage;
	struct strbuf path = STRBUF_INIT;
	const struct dirent *entry;
	size_t len;
	DIR *dir;

	if (!base)
		return;
	/* No event will report its return, so the caller must poll. */
	if (!mark_dir(watch, base, NAMES, MARK_ROOT, slice_of(NULL, 0)))
		watch->incomplete = true;
	strbuf_addf(&path, "%s/locks", base);
	mark_dir(watch, path.buf, LOCKS, MARK_LOCKS, slice_of(NULL, 0));
	strbuf_setf(&path, "%s/conversations", base);
	mark_dir(watch, path.buf, NAMES, MARK_SET, slice_of(NULL, 0));
	dir = opendir(path.buf);
	len = path.len;
	while (dir && (entry = readdir(dir))) {
		size_t id_len = workspace_place_id_len(entry->d_name);

		if (!id_len)
			continue;
		strbuf_setlen(&path, len);
		strbuf_addf(&path, "/%s", entry->d_name);
		mark_dir(watch, path.buf, FILES, MARK_CONVERSATION,
			 slice_of(entry->d_name, id_len));
	}
	if (dir)
		closedir(dir);
	strbuf_release(&path);
}

/* jp creates the silo on its first run; until then, watch above it. */
static void mark_above(struct workspace_watch *watch)
{
	struct strbuf path = STRBUF_INIT;
	const char *slash;

	strbuf_addf(&path, "%s/workspace", watch->ws->user_data);
	while (access(path.buf, F_OK) && (slash = strrchr(path.buf, '/')) &&
	       slash != path.buf)
		strbuf_setlen(&path, (size_t)(slash - path.buf));
	mark_dir(watch, path.buf, IN_CREATE | IN_MOVED_TO, MARK_ABOVE,
		 slice_of(NULL, 0));
	strbuf_release(&path);
}

static void mark_all(struct workspace_watch *watch)
{
	workspace_look_for_silo(watch->ws);
	if (!watch->ws->silo)
		mark_above(watch);
	mark_set(watch, ROOT_STORAGE);
	mark_set(watch, ROOT_SILO);
	if (watch->live_dir)
		mark_dir(watch, watch->live_dir, IN_CREATE | IN_MOVED_TO,
			 MARK_LIVE, slice_of(NULL, 0));
}

void workspace_watch_init(struct workspace_watch *watch,
			  const struct workspace *ws, const char *live_dir)
{
	watch->ws = ws;
	watch->incomplete = false;
	watch->live_dir = live_dir ? xstrdup(live_dir) : NULL;
	strmap_init(&watch->marks);
	watch->fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (watch->fd < 0) {
		trace(TRACE_FILE, "no inotify: %s", strerror(errno));
		watch->incomplete = true;
		return;
	}
	mark_all(watch);
}

void workspace_watch_again(struct workspace_watch *watch)
{
	if (watch->fd < 0)
		return;
	watch->incomplete = false;
	mark_all(watch);
}

void workspace_watch_release(struct workspace_watch *watch)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&watch->marks, &pos)))
		free(entry->value);
	strmap_release(&watch->marks);
	free(watch->live_dir);
	watch->live_dir = NULL;
	if (watch->fd >= 0)
		close(watch->fd);
	watch->fd = -1;
}

/*
 * A new directory may already hold files that were written before it was
 * watched; a removed one took its files along.
 */
static void tell_dir(const struct workspace_watch_sink *sink, const char *name)
{
	size_t len = workspace_place_id_len(name);
	char *id;

	if (!len)
		return;
	id = xmemdupz(name, len);
	sink->events_changed(sink->user, id);
	free(id);
}

/* "17.sock" and "jp-c17.lock" stand for conversation 17. */
static void tell_named(const char *name, const char *suffix, void *user,
		       void (*sink)(void *user, const char *id))
{
	size_t len = strlen(name), cut = strlen(suffix);
	const char *digits;
	char *id;

	if (len <= cut || strcmp(name + len - cut, suffix))
		return;
	id = xmemdupz(name, len - cut);
	digits = workspace_conversation_digits(id);
	if (digits)
		sink(user, digits);
	free(id);
}

static void tell(struct workspace_watch *watch,
		 const struct workspace_watch_sink *sink,
		 const struct mark *mark, const struct inotify_event *event)
{
	const char *name = event->len ? event->name : "";

	switch (mark->kind) {
	case MARK_ROOT:
		if (strcmp(name, "conversations") && strcmp(name, "locks"))
			break;
		mark_all(watch);
		sink->overflowed(sink->user);
		break;
	case MARK_SET:
		if (!workspace_place_id_len(name))
			break;
		if (event->mask & (IN_CREATE | IN_MOVED_TO))
			mark_all(watch);
		tell_dir(sink, name);
		sink->set_changed(sink->user);
		break;
	case MARK_CONVERSATION:
		if (!strcmp(name, EVENTS_FILE) ||
		    !strcmp(name, BASE_CONFIG_FILE))
			sink->events_changed(sink->user, mark->id);
		else if (!strcmp(name, METADATA_FILE))
			sink->metadata_changed(sink->user, mark->id);
		break;
	case MARK_LOCKS:
		tell_named(name, ".lock", sink->user, sink->lock_changed);
		break;
	case MARK_ABOVE:
		if (watch->ws->silo)
			break;
		mark_all(watch);
		if (watch->ws->silo)
			sink->overflowed(sink->user);
		break;
	case MARK_LIVE:
		tell_named(name, ".sock", sink->user, sink->live_appeared);
		break;
	}
}

static void take(struct workspace_watch *watch,
		 const struct workspace_watch_sink *sink,
		 const struct inotify_event *event)
{
	struct mark *mark;

	if (event->mask & IN_Q_OVERFLOW) {
		mark_all(watch);
		sink->overflowed(sink->user);
		return;
	}
	mark = strmap_get(&watch->marks, wd_key(&event->wd));
	if (!mark)
		return;
	if (!(event->mask & IN_IGNORED)) {
		tell(watch, sink, mark, event);
		return;
	}
	/* A removed root may come back, and nothing above it is watched. */
	if (mark->kind == MARK_ROOT)
		watch->incomplete = true;
	free(strmap_remove(&watch->marks, wd_key(&event->wd)));
}

void workspace_watch_ready(struct workspace_watch *watch,
			   const struct workspace_watch_sink *sink)
{
	union {
		struct inotify_event event;
		char bytes[16384];
	} buf;

	for (;;) {
		ssize_t got = read(watch->fd, buf.bytes, sizeof(buf.bytes));
		size_t at = 0;

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return;
		while (at < (size_t)got) {
			const struct inotify_event *event =
				(const void *)(buf.bytes + at);

			take(watch, sink, event);
			at += sizeof(*event) + event->len;
		}
	}
}
