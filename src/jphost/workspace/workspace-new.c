#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-batch.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/jphost/workspace/workspace-slug.h"
#include "src/jphost/workspace/workspace.h"

/* Ids are tenths of a second; this many in a row may be in use. */
#define ID_TRIES 1000

bool workspace_place_base_config(const struct workspace_place *place,
				 struct strbuf *out)
{
	struct strbuf ignored = STRBUF_INIT, text = STRBUF_INIT;
	struct json_member first, delta;
	struct json_walk walk;
	bool found = false;

	if (!workspace_place_read(place, BASE_CONFIG_FILE, &text, &ignored)) {
		found = json_type_of(strbuf_slice(&text)) == JSON_OBJECT;
		if (found)
			strbuf_addslice(out, strbuf_slice(&text));
	} else if (!workspace_place_read(place, EVENTS_FILE, &text, &ignored)) {
		walk = json_walk_begin(strbuf_slice(&text));
		found = json_walk_next(&walk, &first) &&
			json_find(first.value, "type", &delta) &&
			json_string_is(delta.value, "config_delta") &&
			json_find(first.value, "delta", &delta) &&
			delta.type == JSON_OBJECT;
		if (found) {
			json_write_pretty(out, delta.value, 0);
			strbuf_addch(out, '\n');
		}
	}
	strbuf_release(&ignored);
	strbuf_release(&text);
	return found;
}

static void describe_new(struct strbuf *out, const char *title, int64_t now_ms)
{
	struct strbuf compact = STRBUF_INIT, at = STRBUF_INIT;

	timestamp_quote_stored(&at, now_ms);
	strbuf_addch(&compact, '{');
	if (title)
		json_write_member(&compact, "title", slice_str(title));
	json_write_member_raw(&compact, "last_activated_at", strbuf_slice(&at));
	strbuf_addch(&compact, '}');
	json_write_pretty(out, strbuf_slice(&compact), 0);
	strbuf_addch(out, '\n');
	strbuf_release(&compact);
	strbuf_release(&at);
}

/* Synced, because a crash could lose the folder with all that is in it. */
static void make_conversations(const struct workspace *ws)
{
	int fd = open(ws->storage, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (!mkdirat(fd, "conversations", 0777))
		fsync(fd);
	close(fd);
}

/* First in the workspace's directory, then in the silo, if there is one. */
static int make_dirs(struct workspace_place *place, const struct workspace *ws,
		     const char *name, struct strbuf *err)
{
	int fd = workspace_root_open(ws, ROOT_STORAGE);
	int ret = -1;

	if (fd < 0 && errno == ENOENT) {
		make_conversations(ws);
		fd = workspace_root_open(ws, ROOT_STORAGE);
	}
	if (fd >= 0 && !mkdirat(fd, name, 0777) &&
	    !workspace_place_add(place, fd, ROOT_STORAGE, name))
		ret = 0;
	else
		strbuf_setf(err, "cannot create the conversation '%s': %s",
			    name, strerror(errno));
	if (fd >= 0)
		close(fd);
	if (!ret)
		workspace_batch_add_silo(place, ws);
	return ret;
}

/* Give the directories their final name: the silo's first, as jp does. */
static int publish(const struct workspace *ws,
		   const struct workspace_place *place, const char *staging,
		   const char *name, struct strbuf *err)
{
	static const enum workspace_root order[] = { ROOT_SILO, ROOT_STORAGE };
	int ret = 0;

	for (size_t i = 0; i < ARRAY_SIZE(order) && !ret; i++) {
		int fd;

		if (place->dirs[order[i]].fd < 0)
			continue;
		fd = workspace_root_open(ws, order[i]);
		if (fd < 0 || renameat(fd, staging, fd, name)) {
			strbuf_setf(err,
				    "cannot create the conversation '%s': %s",
				    name, strerror(errno));
			ret = -1;
		}
		if (fd >= 0) {
			fsync(fd);
			close(fd);
		}
	}
	return ret;
}

/* Remove what was created, under either name. */
static void take_back(const struct workspace *ws,
		      const struct workspace_place *place, const char *staging,
		      const char *name)
{
	static const char *const files[] = { METADATA_FILE, BASE_CONFIG_FILE,
					     EVENTS_FILE };

	for (int root = 0; root < ROOT_COUNT; root++) {
		int dir_fd = place->dirs[root].fd, fd;

		if (dir_fd < 0)
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(files); i++)
			unlinkat(dir_fd, files[i], 0);
		fd = workspace_root_open(ws, root);
		if (fd < 0)
			continue;
		unlinkat(fd, staging, AT_REMOVEDIR);
		unlinkat(fd, name, AT_REMOVEDIR);
		close(fd);
	}
}

/*
 * The conversation appears whole: jp ignores names that begin with a dot, and
 * treats a directory without metadata as damaged.
 */
static int create(const struct workspace *ws, const char *digits,
		  const char *title, const struct strbuf *base_config,
		  int64_t now_ms, struct strbuf *err)
{
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct strbuf metadata = STRBUF_INIT, events = STRBUF_INIT;
	struct strbuf name = STRBUF_INIT, staging = STRBUF_INIT;
	const struct workspace_batch batch = { {
		{ METADATA_FILE, &metadata },
		{ BASE_CONFIG_FILE, base_config },
		{ EVENTS_FILE, &events },
	} };
	int ret = -1;

	describe_new(&metadata, title, now_ms);
	strbuf_addstr(&events, "[]\n");
	strbuf_addstr(&name, digits);
	if (title)
		workspace_slug_add(&name, title);
	strbuf_addf(&staging, ".staging-%s", digits);
	if (!make_dirs(&place, ws, staging.buf, err) &&
	    !workspace_batch_write(&batch, &place, err))
		ret = publish(ws, &place, staging.buf, name.buf, err);
	if (ret)
		take_back(ws, &place, staging.buf, name.buf);
	workspace_place_close(&place);
	strbuf_release(&metadata);
	strbuf_release(&events);
	strbuf_release(&name);
	strbuf_release(&staging);
	return ret;
}

char *workspace_new_conversation(const struct workspace *ws, const char *title,
				 const struct strbuf *base_config,
				 int64_t now_ms, struct strbuf *err)
{
	/*
	 * jp takes the present tenth of a second as an id, locks it and does
	 * not look whether it is there: it would write over a conversation that
	 * is created, answered and unlocked within that tenth. So ids are of a
	 * tenth that is over.
	 */
	int64_t id = now_ms / 100 - 2;

	/*
	 * Of several created in one tenth of a second, the later ones get
	 * smaller ids: jp reads the id as the time of a conversation without
	 * events, and its list panics at a time in the future.
	 */
	for (int i = 0; i < ID_TRIES; i++, id--) {
		struct conversation_lock lock = CONVERSATION_LOCK_INIT;
		enum lock_result result;
		char digits[24];
		int ret = -1;
		int taken;

		snprintf(digits, sizeof(digits), "%" PRId64, id);
		result = workspace_lock(ws, digits, &lock, err);
		if (result == LOCK_ERROR)
			return NULL;
		if (result == LOCK_ELSEWHERE)
			continue;
		/* Under the lock, so that two creators never share an id. */
		taken = workspace_place_is_taken(ws, digits);
		if (taken < 0)
			strbuf_setf(err, "cannot look which ids are free: %s",
				    strerror(errno));
		if (!taken)
			ret = create(ws, digits, title, base_config, now_ms,
				     err);
		workspace_unlock(&lock);
		if (taken <= 0)
			return ret ? NULL : xstrdup(digits);
	}
	strbuf_setf(err, "cannot create a conversation: no id is free");
	return NULL;
}
