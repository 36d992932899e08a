#include "config.h"

#include "proto/event-check.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/timestamp.h"
#include "src/jphost/workspace/stored-event.h"
#include "src/jphost/workspace/workspace-batch.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Write as jp would: two spaces per level, a newline at the end. The bytes of
 * existing events stay as they are.
 */
static void extend_events(struct strbuf *out, struct slice old,
			  const struct slice *events, size_t count,
			  int64_t now_ms)
{
	struct json_walk walk = json_walk_begin(old);
	struct strbuf stored = STRBUF_INIT;
	struct json_member member;
	const char *end = NULL;

	while (json_walk_next(&walk, &member))
		end = member.value.ptr + member.value.len;
	if (end)
		strbuf_add(out, old.ptr, (size_t)(end - old.ptr));
	else
		strbuf_addch(out, '[');
	for (size_t i = 0; i < count; i++) {
		strbuf_reset(&stored);
		stored_event_encode(&stored, events[i], now_ms);
		strbuf_addstr(out, end || i ? ",\n  " : "\n  ");
		json_write_pretty(out, strbuf_slice(&stored), 2);
	}
	strbuf_addstr(out, "\n]\n");
	strbuf_release(&stored);
}

/* The same metadata with another last_activated_at. */
static int touch_metadata(struct strbuf *out, struct slice old, int64_t now_ms,
			  struct strbuf *err)
{
	struct strbuf compact = STRBUF_INIT, at = STRBUF_INIT;
	struct json_member member;

	if (json_type_of(old) != JSON_OBJECT) {
		strbuf_setf(err, "%s holds no object", METADATA_FILE);
		return -1;
	}
	timestamp_quote_stored(&at, now_ms);
	if (json_find(old, "last_activated_at", &member)) {
		size_t head = (size_t)(member.value.ptr - old.ptr);

		strbuf_add(out, old.ptr, head);
		strbuf_addslice(out, strbuf_slice(&at));
		strbuf_addslice(out, slice_skip(old, head + member.value.len));
	} else {
		json_write_compact(&compact, old);
		strbuf_setlen(&compact, compact.len - 1);
		json_write_member_raw(&compact, "last_activated_at",
				      strbuf_slice(&at));
		strbuf_addch(&compact, '}');
		json_write_pretty(out, strbuf_slice(&compact), 0);
		strbuf_addch(out, '\n');
	}
	strbuf_release(&compact);
	strbuf_release(&at);
	return 0;
}

int workspace_append(const struct workspace *ws, const char *id,
		     const struct slice *events, size_t count, int64_t now_ms,
		     struct strbuf *err)
{
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct strbuf old_events = STRBUF_INIT, old_metadata = STRBUF_INIT;
	struct strbuf new_events = STRBUF_INIT, new_metadata = STRBUF_INIT;
	const struct workspace_batch batch = { {
		{ METADATA_FILE, &new_metadata },
		{ BASE_CONFIG_FILE, NULL },
		{ EVENTS_FILE, &new_events },
	} };
	int64_t old_count;
	int ret = -1;

	for (size_t i = 0; i < count; i++) {
		if (event_check_stored(events[i], err))
			return -1;
	}
	if (workspace_place_open(&place, ws, id, err) ||
	    workspace_place_read(&place, EVENTS_FILE, &old_events, err) ||
	    workspace_place_read(&place, METADATA_FILE, &old_metadata, err) ||
	    workspace_place_count(&place, strbuf_slice(&old_events), &old_count,
				  err) ||
	    touch_metadata(&new_metadata, strbuf_slice(&old_metadata), now_ms,
			   err))
		goto out;
	if (count) {
		extend_events(&new_events, strbuf_slice(&old_events), events,
			      count, now_ms);
		if (new_events.len > (size_t)WORKSPACE_FILE_MAX) {
			strbuf_setf(err, "the conversation would grow too "
					 "large to be read again");
			goto out;
		}
		workspace_batch_add_silo(&place, ws);
		ret = workspace_batch_write(&batch, &place, err);
	} else {
		ret = 0;
	}
out:
	workspace_place_close(&place);
	strbuf_release(&old_events);
	strbuf_release(&old_metadata);
	strbuf_release(&new_events);
	strbuf_release(&new_metadata);
	return ret;
}
