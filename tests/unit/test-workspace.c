#include "config.h"

#include "src/jphost/config/config-load.h"
#include "src/jphost/workspace/workspace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/timestamp.h"
#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

#define ONE_EVENT                                                     \
	"[\n  {\n    \"timestamp\": \"2026-03-18 13:19:06.8\",\n    " \
	"\"type\": \"turn_start\"\n  }\n]\n"

static const struct conversation_summary *
find(const struct conversation_list *list, const char *id)
{
	for (size_t i = 0; i < list->count; i++) {
		if (!strcmp(list->entries[i].id, id))
			return &list->entries[i];
	}
	fail_msg("'%s' is not listed", id);
	return NULL;
}

/* The texts of all events, joined by newlines. */
static void read_events(const struct host_fixture *fx, const char *id,
			struct strbuf *out)
{
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT;

	strbuf_reset(out);
	if (workspace_read(&fx->ws, id, &history, &err))
		fail_msg("%s", err.buf);
	for (size_t i = 0; i < history.count; i++) {
		strbuf_addslice(out, history.events[i]);
		strbuf_addch(out, '\n');
	}
	history_release(&history);
	strbuf_release(&err);
}

static void a_workspace_is_found_from_below(void **state)
{
	struct host_fixture *fx = *state;
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct workspace ws;

	host_fixture_write(fx, "w/src/deep/file", "");
	strbuf_setf(&path, "%s/w/src/deep", fx->dir);
	assert_int_equal(workspace_open(&ws, path.buf, &err), 0);
	assert_string_equal(ws.id, "ab3de");
	assert_string_equal(ws.root, fx->ws.root);
	workspace_release(&ws);
	strbuf_setf(&path, "%s/data", fx->dir);
	host_fixture_write(fx, "data/file", "");
	assert_int_equal(workspace_open(&ws, path.buf, &err), -1);
	assert_non_null(strstr(err.buf, "no jp workspace"));
	strbuf_release(&path);
	strbuf_release(&err);
}

static void an_id_is_digits_and_nothing_else(void **state)
{
	static const char *const bad[] = {
		"",      "17/..",   "../17", "17-x", "jp-c",
		"jp-cx", "jp-c17 ", "017",   " 17",  "99999999999999999999",
		"-17",
	};

	(void)state;
	assert_string_equal(workspace_conversation_digits("17"), "17");
	assert_string_equal(workspace_conversation_digits("jp-c17"), "17");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_null(workspace_conversation_digits(bad[i]));
}

static void the_list_leaves_out_what_is_archived_or_expired(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf err = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001-one", "One", ONE_EVENT);
	host_fixture_add(fx, CONVERSATIONS ".archive/17000000002-two", "Two",
			 ONE_EVENT);
	host_fixture_add(fx, CONVERSATIONS ".trash/17000000003", "Three", "[]");
	host_fixture_add(fx, CONVERSATIONS "17000000004", "Four", "[]");
	host_fixture_write(fx, CONVERSATIONS "17000000004/metadata.json",
			   "{\"last_activated_at\":\"2026-03-18 13:19:06.8\","
			   "\"expires_at\":\"2026-03-19 13:19:06.8\"}");
	host_fixture_add(fx, CONVERSATIONS "notes", "Not one", "[]");
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.count, 1);
	assert_string_equal(list.entries[0].id, "17000000001");
	assert_string_equal(list.entries[0].title, "One");
	assert_int_equal(list.entries[0].events_count, 1);
	assert_null(list.entries[0].unreadable);
	assert_int_equal(list.entries[0].last_activated_ms,
			 timestamp_parse(SLICE("2026-03-18 13:19:06.841")));
	assert_int_equal(list.entries[0].pinned_ms, TIMESTAMP_NONE);
	conversation_list_release(&list);
	strbuf_release(&err);
}

/* jp writes nanoseconds: of two in one millisecond the later one is newer. */
static void the_newest_is_first_by_all_of_its_time(void **state)
{
	static const char *const times[][2] = {
		{ "17000000001", "2026-03-18 13:19:06.841000200" },
		{ "17000000002", "2026-03-18 13:19:06.841000100" },
		{ "17000000003", "2026-03-18 13:19:06.841000300" },
	};
	struct host_fixture *fx = *state;
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < 3; i++) {
		strbuf_setf(&path, CONVERSATIONS "%s", times[i][0]);
		host_fixture_add(fx, path.buf, "T", ONE_EVENT);
		strbuf_addstr(&path, "/metadata.json");
		strbuf_setf(&text, "{\"last_activated_at\":\"%s\"}",
			    times[i][1]);
		host_fixture_write(fx, path.buf, text.buf);
	}
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.count, 3);
	assert_string_equal(list.entries[0].id, "17000000003");
	assert_string_equal(list.entries[1].id, "17000000001");
	assert_string_equal(list.entries[2].id, "17000000002");
	conversation_list_release(&list);
	strbuf_release(&path);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void one_that_cannot_be_read_is_listed_with_the_reason(void **state)
{
	static const struct {
		const char *dir, *file, *text, *reason;
	} cases[] = {
		{ "17000000001", "events.json", "[{]",
		  "events.json is damaged" },
		{ "17000000002", "events.json", "{}", "holds no array" },
		{ "17000000003", "events.json", "[1]",
		  "event 1 is not an object" },
		{ "17000000004", "metadata.json", "",
		  "metadata.json is damaged" },
		{ "17000000005", "metadata.json", "[]", "holds no object" },
	};
	struct host_fixture *fx = *state;
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		strbuf_setf(&path, CONVERSATIONS "%s", cases[i].dir);
		host_fixture_add(fx, path.buf, "T", ONE_EVENT);
		strbuf_addf(&path, "/%s", cases[i].file);
		host_fixture_write(fx, path.buf, cases[i].text);
	}
	host_fixture_write(fx, CONVERSATIONS "17000000006/metadata.json", "{}");
	host_fixture_names(fx, "w", &before);
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.count, 6);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct conversation_summary *summary =
			find(&list, cases[i].dir);
		const struct slice event = SLICE("{\"type\":\"turn_start\"}");

		assert_non_null(summary->unreadable);
		if (!strstr(summary->unreadable, cases[i].reason))
			fail_msg("'%s'", summary->unreadable);
		assert_int_equal(workspace_append(&fx->ws, cases[i].dir, &event,
						  1, 0, &err),
				 -1);
		strbuf_setf(&path, CONVERSATIONS "%s/%s", cases[i].dir,
			    cases[i].file);
		host_fixture_read(fx, path.buf, &after);
		assert_string_equal(after.buf, cases[i].text);
	}
	assert_string_equal(find(&list, "17000000006")->unreadable,
			    "events.json is missing");
	host_fixture_names(fx, "w", &after);
	assert_string_equal(after.buf, before.buf);
	conversation_list_release(&list);
	strbuf_release(&before);
	strbuf_release(&after);
	strbuf_release(&path);
	strbuf_release(&err);
}

static void a_changed_file_is_counted_again(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf err = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", ONE_EVENT);
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.entries[0].events_count, 1);
	host_fixture_write(fx, CONVERSATIONS "17000000001/events.json",
			   "[{\"type\":\"a\"},{\"type\":\"b\"}]");
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.entries[0].events_count, 2);
	conversation_list_release(&list);
	strbuf_release(&err);
}

static void the_newer_copy_wins_and_the_silo_on_ties(void **state)
{
	struct host_fixture *fx = *state;
	struct strbuf out = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001-a", "Ours",
			 "[{\"type\":\"ours\"}]");
	host_fixture_add(fx, SILO "conversations/17000000001-b", "Silo",
			 "[{\"type\":\"silo\"}]");
	host_fixture_age(fx, CONVERSATIONS "17000000001-a/events.json", 200);
	host_fixture_age(fx, SILO "conversations/17000000001-b/events.json",
			 100);
	read_events(fx, "17000000001", &out);
	assert_string_equal(out.buf, "{\"type\":\"ours\"}\n");
	host_fixture_age(fx, SILO "conversations/17000000001-b/events.json",
			 200);
	read_events(fx, "jp-c17000000001", &out);
	assert_string_equal(out.buf, "{\"type\":\"silo\"}\n");
	strbuf_release(&out);
}

static void one_that_only_the_silo_has_is_listed(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf err = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "Both", ONE_EVENT);
	host_fixture_add(fx, SILO "conversations/17000000001", "Both",
			 ONE_EVENT);
	host_fixture_add(fx, SILO "conversations/17000000002", "Local",
			 ONE_EVENT);
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.count, 2);
	assert_string_equal(find(&list, "17000000002")->title, "Local");
	conversation_list_release(&list);
	strbuf_release(&err);
}

static void a_base_config_at_the_front_is_no_event(void **state)
{
	struct host_fixture *fx = *state;
	struct conversation_list list = { NULL, 0, 0 };
	struct strbuf err = STRBUF_INIT, out = STRBUF_INIT;

	host_fixture_write(fx, CONVERSATIONS "17000000001/metadata.json", "{}");
	host_fixture_write(fx, CONVERSATIONS "17000000001/events.json",
			   "[{\"type\":\"config_delta\",\"inherit\":true},"
			   "{\"type\":\"config_delta\",\"delta\":{}}]");
	read_events(fx, "17000000001", &out);
	assert_string_equal(out.buf,
			    "{\"type\":\"config_delta\",\"delta\":{}}\n");
	assert_int_equal(workspace_list(&fx->ws, &list, &err), 0);
	assert_int_equal(list.entries[0].events_count, 1);
	conversation_list_release(&list);
	strbuf_release(&out);
	strbuf_release(&err);
}

static void symbolic_links_are_not_followed(void **state)
{
	struct host_fixture *fx = *state;
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT, target = STRBUF_INIT;
	struct strbuf link = STRBUF_INIT;

	host_fixture_add(fx, "elsewhere/17000000001", "T", ONE_EVENT);
	host_fixture_add(fx, CONVERSATIONS "17000000002", "T", ONE_EVENT);
	strbuf_setf(&target, "%s/elsewhere/17000000001", fx->dir);
	strbuf_setf(&link, "%s/" CONVERSATIONS "17000000001", fx->dir);
	assert_int_equal(symlink(target.buf, link.buf), 0);
	strbuf_setf(&target, "%s/elsewhere/17000000001/events.json", fx->dir);
	strbuf_setf(&link, "%s/" CONVERSATIONS "17000000002/events.json",
		    fx->dir);
	assert_int_equal(unlink(link.buf), 0);
	assert_int_equal(symlink(target.buf, link.buf), 0);
	assert_int_equal(workspace_read(&fx->ws, "17000000001", &history, &err),
			 -1);
	assert_non_null(strstr(err.buf, "conversation not found"));
	assert_int_equal(workspace_read(&fx->ws, "17000000002", &history, &err),
			 -1);
	assert_string_equal(err.buf, "events.json is a symbolic link");
	strbuf_release(&target);
	strbuf_release(&link);
	strbuf_release(&err);
}

static void a_fifo_does_not_hold_us_up(void **state)
{
	struct host_fixture *fx = *state;
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;

	host_fixture_write(fx, CONVERSATIONS "17000000001/metadata.json", "{}");
	strbuf_setf(&path, "%s/" CONVERSATIONS "17000000001/events.json",
		    fx->dir);
	assert_int_equal(mkfifo(path.buf, 0600), 0);
	assert_int_equal(workspace_read(&fx->ws, "17000000001", &history, &err),
			 -1);
	assert_string_equal(err.buf, "events.json is not a regular file");
	strbuf_release(&path);
	strbuf_release(&err);
}

static void appending_extends_the_file_as_jp_lays_it_out(void **state)
{
	struct host_fixture *fx = *state;
	const struct slice events[] = {
		SLICE("{\"type\":\"chat_request\",\"content\":\"Hi\\u00e4\"}"),
		SLICE("{\"type\":\"tool_call_request\",\"id\":\"t\","
		      "\"name\":\"n\",\"arguments\":{\"p\":\"a.c\"},"
		      "\"timestamp\":\"2026-03-18 13:19:07.0\"}"),
	};
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf names = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001-t", "T", ONE_EVENT);
	if (workspace_append(&fx->ws, "17000000001", events, 2,
			     INT64_C(1773839946900), &err))
		fail_msg("%s", err.buf);
	host_fixture_read(fx, CONVERSATIONS "17000000001-t/events.json", &text);
	assert_string_equal(
		text.buf,
		"[\n  {\n    \"timestamp\": \"2026-03-18 13:19:06.8\",\n"
		"    \"type\": \"turn_start\"\n  },\n"
		"  {\n    \"timestamp\": \"2026-03-18 13:19:06.9\",\n"
		"    \"type\": \"chat_request\",\n"
		"    \"content\": \"Hi\xc3\xa4\"\n  },\n"
		"  {\n    \"type\": \"tool_call_request\",\n"
		"    \"id\": \"t\",\n    \"name\": \"n\",\n"
		"    \"arguments\": {\n      \"p\": \"YS5j\"\n    },\n"
		"    \"timestamp\": \"2026-03-18 13:19:07.0\"\n  }\n]\n");
	host_fixture_read(fx, CONVERSATIONS "17000000001-t/metadata.json",
			  &text);
	assert_string_equal(text.buf,
			    "{\n  \"title\": \"T\",\n  \"last_activated_at\": "
			    "\"2026-03-18 13:19:06.9\"\n}\n");
	host_fixture_names(fx, ".", &names);
	assert_null(strstr(names.buf, ".new"));
	assert_false(host_fixture_has(fx, "data"));
	strbuf_release(&names);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void appending_to_an_empty_array_opens_it(void **state)
{
	struct host_fixture *fx = *state;
	const struct slice event =
		SLICE("{\"timestamp\":\"2026-03-18 "
		      "13:19:06.8\",\"type\":\"turn_start\"}");
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[ ]");
	assert_int_equal(
		workspace_append(&fx->ws, "17000000001", &event, 1, 0, &err),
		0);
	host_fixture_read(fx, CONVERSATIONS "17000000001/events.json", &text);
	assert_string_equal(text.buf, ONE_EVENT);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void a_silo_gets_its_copy_and_nothing_else(void **state)
{
	struct host_fixture *fx = *state;
	const struct slice event = SLICE("{\"type\":\"turn_start\"}");
	struct strbuf err = STRBUF_INIT, ours = STRBUF_INIT;
	struct strbuf silos = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001-t", "T", ONE_EVENT);
	assert_int_equal(
		workspace_append(&fx->ws, "17000000001", &event, 1, 1000, &err),
		0);
	host_fixture_read(fx, CONVERSATIONS "17000000001-t/events.json", &ours);
	host_fixture_read(fx, SILO "conversations/17000000001-t/events.json",
			  &silos);
	assert_string_equal(silos.buf, ours.buf);
	host_fixture_names(fx, "data", &silos);
	assert_string_equal(
		silos.buf,
		".\n./workspace\n./workspace/w-ab3de\n"
		"./workspace/w-ab3de/conversations\n"
		"./workspace/w-ab3de/conversations/17000000001-t\n"
		"./workspace/w-ab3de/conversations/17000000001-t/"
		"base_config.json\n"
		"./workspace/w-ab3de/conversations/17000000001-t/events.json\n"
		"./workspace/w-ab3de/conversations/17000000001-t/"
		"metadata.json\n");
	strbuf_release(&ours);
	strbuf_release(&silos);
	strbuf_release(&err);
}

static void nothing_to_append_writes_nothing(void **state)
{
	struct host_fixture *fx = *state;
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[ ]");
	assert_int_equal(
		workspace_append(&fx->ws, "17000000001", NULL, 0, 0, &err), 0);
	host_fixture_read(fx, CONVERSATIONS "17000000001/events.json", &text);
	assert_string_equal(text.buf, "[ ]");
	strbuf_release(&text);
	strbuf_release(&err);
}

static void a_failed_write_leaves_all_as_it_was(void **state)
{
	struct host_fixture *fx = *state;
	const struct slice event = SLICE("{\"type\":\"turn_start\"}");
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", ONE_EVENT);
	/* A directory with the temporary name cannot be replaced. */
	host_fixture_write(fx, CONVERSATIONS "17000000001/.events.json.new/x",
			   "");
	host_fixture_names(fx, "w", &before);
	assert_int_equal(
		workspace_append(&fx->ws, "17000000001", &event, 1, 0, &err),
		-1);
	host_fixture_names(fx, "w", &after);
	assert_string_equal(after.buf, before.buf);
	host_fixture_read(fx, CONVERSATIONS "17000000001/events.json", &text);
	assert_string_equal(text.buf, ONE_EVENT);
	host_fixture_read(fx, CONVERSATIONS "17000000001/metadata.json", &text);
	assert_non_null(strstr(text.buf, "13:19:06.841464"));
	strbuf_release(&before);
	strbuf_release(&after);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void a_new_conversation_is_laid_out_as_jp_does_it(void **state)
{
	struct host_fixture *fx = *state;
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;
	char *first, *second;

	host_fixture_add(fx, CONVERSATIONS "17000000001", "T", "[]");
	first = config_new_conversation(&fx->ws, "Fix: the  Parser!",
					INT64_C(1773839947000), &err);
	assert_non_null(first);
	assert_string_equal(first, "17738399468");
	/* At the same moment: the id before, since none is in the future, nor
	 * one that jp may take now. */
	second = config_new_conversation(&fx->ws, NULL, INT64_C(1773839947000),
					 &err);
	assert_non_null(second);
	assert_string_equal(second, "17738399467");
	host_fixture_read(fx,
			  CONVERSATIONS
			  "17738399468-fix--the--parser/base_config.json",
			  &text);
	assert_string_equal(text.buf, "{\n  \"conversation\": {\n"
				      "    \"tools\": {\n      \"*\": {\n"
				      "        \"run\": \"ask\"\n      }\n"
				      "    }\n  }\n}\n");
	host_fixture_read(
		fx, CONVERSATIONS "17738399468-fix--the--parser/metadata.json",
		&text);
	assert_string_equal(text.buf, "{\n  \"title\": \"Fix: the  Parser!\",\n"
				      "  \"last_activated_at\": "
				      "\"2026-03-18 13:19:07.0\"\n}\n");
	host_fixture_read(fx, CONVERSATIONS "17738399467/events.json", &text);
	assert_string_equal(text.buf, "[]\n");
	free(first);
	free(second);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void an_archived_id_is_not_used_again(void **state)
{
	struct host_fixture *fx = *state;
	struct strbuf err = STRBUF_INIT;
	char *id;

	host_fixture_add(fx, SILO "conversations/.archive/17738399468-x", "X",
			 "[]");
	id = config_new_conversation(&fx->ws, NULL, INT64_C(1773839947000),
				     &err);
	assert_non_null(id);
	assert_string_equal(id, "17738399467");
	free(id);
	strbuf_release(&err);
}

static void a_made_workspace_opens_again(void **state)
{
	struct host_fixture *fx = *state;
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct workspace made, opened;

	host_fixture_write(fx, "new/file", "");
	strbuf_setf(&path, "%s/new", fx->dir);
	assert_int_equal(workspace_create(&made, path.buf, &err), 0);
	assert_int_equal(strlen(made.id), 5);
	assert_int_equal(workspace_open(&opened, path.buf, &err), 0);
	assert_string_equal(opened.id, made.id);
	workspace_release(&opened);
	workspace_release(&made);
	assert_int_equal(workspace_create(&made, path.buf, &err), -1);
	strbuf_release(&path);
	strbuf_release(&err);
}

/* As created by jp, which treats an empty file as missing (J47). */
static void a_workspace_without_an_id_gets_one(void **state)
{
	struct host_fixture *fx = *state;
	struct strbuf err = STRBUF_INIT, path = STRBUF_INIT;
	struct workspace ws, again;

	host_fixture_write(fx, "old/.jp/config.toml", "");
	strbuf_setf(&path, "%s/old", fx->dir);
	for (int i = 0; i < 2; i++) {
		if (i)
			host_fixture_write(fx, "old/.jp/.id", "");
		assert_int_equal(workspace_open(&ws, path.buf, &err), 0);
		assert_int_equal(strlen(ws.id), 5);
		assert_int_equal(workspace_open(&again, path.buf, &err), 0);
		assert_string_equal(again.id, ws.id);
		workspace_release(&again);
		workspace_release(&ws);
	}
	host_fixture_write(fx, "old/.jp/.id", "NOT AN ID\n");
	assert_int_equal(workspace_open(&ws, path.buf, &err), -1);
	assert_non_null(strstr(err.buf, "no workspace id"));
	strbuf_release(&path);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_workspace_is_found_from_below),
		PLAIN(a_workspace_without_an_id_gets_one),
		PLAIN(an_id_is_digits_and_nothing_else),
		PLAIN(the_list_leaves_out_what_is_archived_or_expired),
		PLAIN(the_newest_is_first_by_all_of_its_time),
		PLAIN(one_that_cannot_be_read_is_listed_with_the_reason),
		PLAIN(a_changed_file_is_counted_again),
		SILOED(the_newer_copy_wins_and_the_silo_on_ties),
		SILOED(one_that_only_the_silo_has_is_listed),
		PLAIN(a_base_config_at_the_front_is_no_event),
		PLAIN(symbolic_links_are_not_followed),
		PLAIN(a_fifo_does_not_hold_us_up),
		PLAIN(appending_extends_the_file_as_jp_lays_it_out),
		PLAIN(appending_to_an_empty_array_opens_it),
		SILOED(a_silo_gets_its_copy_and_nothing_else),
		PLAIN(nothing_to_append_writes_nothing),
		PLAIN(a_failed_write_leaves_all_as_it_was),
		PLAIN(a_new_conversation_is_laid_out_as_jp_does_it),
		SILOED(an_archived_id_is_not_used_again),
		PLAIN(a_made_workspace_opens_again),
	};

	return cmocka_run_group_tests_name("workspace", tests, NULL, NULL);
}
