#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/jphost/workspace/stored-event.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/jphost/workspace/workspace.h"
#include "tests/unit/real-data.h"
#include "tests/unit/remove-folder.h"
#include "tests/unit/test.h"

/*
 * The same with conversations written by jp itself, if there are any. Only a
 * copy is changed.
 */
struct copy {
	char dir[64];
	struct workspace ws;
	struct conversation_list list;
};

static int open_copy(void **state)
{
	struct copy *copy = calloc(1, sizeof(*copy));
	struct strbuf command = STRBUF_INIT, err = STRBUF_INIT;

	strcpy(copy->dir, "/tmp/jpd-data-XXXXXX");
	assert_non_null(mkdtemp(copy->dir));
	setenv("JP_USER_DATA_DIR", copy->dir, 1);
	strbuf_addstr(&command, "cp -r '");
	real_data_path(&command);
	strbuf_addf(&command, "/.jp' %s && chmod -R u+w %s", copy->dir,
		    copy->dir);
	assert_int_equal(system(command.buf), 0);
	if (workspace_open(&copy->ws, copy->dir, &err) ||
	    workspace_list(&copy->ws, &copy->list, &err))
		fail_msg("%s", err.buf);
	strbuf_release(&command);
	strbuf_release(&err);
	*state = copy;
	return 0;
}

static int close_copy(void **state)
{
	struct copy *copy = *state;

	conversation_list_release(&copy->list);
	workspace_release(&copy->ws);
	remove_folder(copy->dir);
	free(copy);
	return 0;
}

static void stored_text(const struct copy *copy, const char *id,
			struct strbuf *text)
{
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct strbuf err = STRBUF_INIT;

	if (workspace_place_open(&place, &copy->ws, id, &err) ||
	    workspace_place_read(&place, EVENTS_FILE, text, &err))
		fail_msg("%s", err.buf);
	workspace_place_close(&place);
	strbuf_release(&err);
}

static void everything_is_listed_and_read(void **state)
{
	struct copy *copy = *state;

	assert_true(copy->list.count > 0);
	for (size_t i = 0; i < copy->list.count; i++) {
		const struct conversation_summary *summary =
			&copy->list.entries[i];
		struct history history = HISTORY_INIT;
		struct strbuf err = STRBUF_INIT;

		assert_null(summary->unreadable);
		if (workspace_read(&copy->ws, summary->id, &history, &err))
			fail_msg("%s: %s", summary->id, err.buf);
		assert_int_equal(history.count, summary->events_count);
		for (size_t j = 0; j < history.count; j++)
			assert_int_equal(
				json_check(history.events[j], NULL, &err), 0);
		history_release(&history);
		strbuf_release(&err);
	}
}

/* Results that jp once wrote in another alphabet do not round-trip. */
static bool holds_other_base64(struct slice event)
{
	struct json_member content;

	return json_find(event, "content", &content) &&
	       (memchr(content.value.ptr, '_', content.value.len) ||
		memchr(content.value.ptr, '-', content.value.len));
}

static void every_event_comes_back_byte_for_byte(void **state)
{
	struct copy *copy = *state;
	struct strbuf text = STRBUF_INIT, wire = STRBUF_INIT;
	struct strbuf stored = STRBUF_INIT, pretty = STRBUF_INIT;

	for (size_t i = 0; i < copy->list.count; i++) {
		struct json_member member;
		struct json_walk walk;

		stored_text(copy, copy->list.entries[i].id, &text);
		walk = json_walk_begin(strbuf_slice(&text));
		while (json_walk_next(&walk, &member)) {
			strbuf_reset(&wire);
			strbuf_reset(&stored);
			strbuf_reset(&pretty);
			stored_event_decode(&wire, member.value);
			stored_event_encode(&stored, strbuf_slice(&wire), 0);
			json_write_pretty(&pretty, strbuf_slice(&stored), 2);
			if (slice_equal(strbuf_slice(&pretty), member.value))
				continue;
			assert_true(holds_other_base64(member.value));
		}
	}
	strbuf_release(&text);
	strbuf_release(&wire);
	strbuf_release(&stored);
	strbuf_release(&pretty);
}

static void the_whole_file_has_the_layout_of_jp(void **state)
{
	struct copy *copy = *state;
	struct strbuf text = STRBUF_INIT, pretty = STRBUF_INIT;

	for (size_t i = 0; i < copy->list.count; i++) {
		strbuf_reset(&pretty);
		stored_text(copy, copy->list.entries[i].id, &text);
		json_write_pretty(&pretty, strbuf_slice(&text), 0);
		strbuf_addch(&pretty, '\n');
		assert_true(slice_equal(strbuf_slice(&pretty),
					strbuf_slice(&text)));
	}
	strbuf_release(&text);
	strbuf_release(&pretty);
}

static void appending_keeps_what_was_there(void **state)
{
	struct copy *copy = *state;
	const struct slice event = SLICE("{\"type\":\"turn_start\"}");
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;

	for (size_t i = 0; i < copy->list.count; i++) {
		const char *id = copy->list.entries[i].id;

		stored_text(copy, id, &before);
		assert_int_equal(
			workspace_append(&copy->ws, id, &event, 1, 0, &err), 0);
		stored_text(copy, id, &after);
		/* Everything except the "\n]\n" at the end. */
		assert_memory_equal(after.buf, before.buf, before.len - 3);
		assert_string_equal(after.buf + before.len - 3,
				    ",\n  {\n    \"timestamp\": "
				    "\"1970-01-01 00:00:00.0\",\n    "
				    "\"type\": \"turn_start\"\n  }\n]\n");
	}
	strbuf_release(&before);
	strbuf_release(&after);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_listed_and_read),
		cmocka_unit_test(every_event_comes_back_byte_for_byte),
		cmocka_unit_test(the_whole_file_has_the_layout_of_jp),
		cmocka_unit_test(appending_keeps_what_was_there),
	};
	struct strbuf id = STRBUF_INIT;
	bool is_there;

	real_data_path(&id);
	strbuf_addstr(&id, "/.jp/.id");
	is_there = !access(id.buf, R_OK);
	strbuf_release(&id);
	if (!is_there) {
		puts("1..0 # SKIP no conversations of jp at hand");
		return 0;
	}
	return cmocka_run_group_tests_name("workspace-data", tests, open_copy,
					   close_copy);
}
