#include "config.h"

#include <stdlib.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/stored-event.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Older conversations have no base_config.json; jp then reads a config_delta
 * at the front of the events as the base config, so it is not an event.
 */
static bool is_legacy_base(const struct workspace_place *place,
			   struct slice first)
{
	struct json_member type;

	return workspace_place_newest(place, BASE_CONFIG_FILE, NULL) ==
		       ROOT_COUNT &&
	       json_find(first, "type", &type) &&
	       json_string_is(type.value, "config_delta");
}

int workspace_place_count(const struct workspace_place *place,
			  struct slice array, int64_t *count,
			  struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(array);
	struct json_member member;

	if (json_type_of(array) != JSON_ARRAY) {
		strbuf_setf(err, "%s holds no array", EVENTS_FILE);
		return -1;
	}
	*count = 0;
	while (json_walk_next(&walk, &member)) {
		if (member.type != JSON_OBJECT) {
			strbuf_setf(err, "%s: event %lld is not an object",
				    EVENTS_FILE, (long long)*count + 1);
			return -1;
		}
		++*count;
	}
	walk = json_walk_begin(array);
	if (json_walk_next(&walk, &member) &&
	    is_legacy_base(place, member.value))
		--*count;
	return 0;
}

/* Decode all events into one text first: the text may move while it grows. */
static void decode_events(struct history *history,
			  const struct workspace_place *place,
			  struct slice array, size_t count)
{
	struct json_walk walk = json_walk_begin(array);
	struct json_member member;
	bool first = true;

	history->events = xcalloc(count, sizeof(*history->events));
	history->cap = count;
	/* Base64 shrinks by a quarter and layout is dropped: this is enough. */
	strbuf_grow(&history->text, array.len / 4 * 3);
	while (json_walk_next(&walk, &member)) {
		size_t start = history->text.len;
		bool legacy = first && is_legacy_base(place, member.value);

		first = false;
		if (legacy)
			continue;
		stored_event_decode(&history->text, member.value);
		history->events[history->count++].len =
			history->text.len - start;
	}
	for (size_t i = 0, at = 0; i < history->count; i++) {
		history->events[i].ptr = history->text.buf + at;
		at += history->events[i].len;
	}
}

int workspace_read(const struct workspace *ws, const char *id,
		   struct history *history, struct strbuf *err)
{
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct history got = HISTORY_INIT;
	struct strbuf text = STRBUF_INIT;
	int64_t count;
	int ret = -1;

	if (workspace_place_open(&place, ws, id, err) ||
	    workspace_place_read(&place, EVENTS_FILE, &text, err) ||
	    workspace_place_count(&place, strbuf_slice(&text), &count, err))
		goto out;
	decode_events(&got, &place, strbuf_slice(&text), (size_t)count);
	history_release(history);
	*history = got;
	ret = 0;
out:
	workspace_place_close(&place);
	strbuf_release(&text);
	return ret;
}

void history_release(struct history *history)
{
	strbuf_release(&history->text);
	free(history->events);
	*history = (struct history)HISTORY_INIT;
}
