#include "config.h"

#include "proto/host-message.h"

#include <string.h>

#include "src/base/timestamp.h"
#include "tests/unit/test.h"

/* The line must be this one, written by hand from the RFDs. */
static void assert_line(struct strbuf *out, const char *want)
{
	assert_true(out->len > 0);
	assert_int_equal(out->buf[out->len - 1], '\n');
	strbuf_setlen(out, out->len - 1);
	assert_string_equal(out->buf, want);
	assert_int_equal(out->len, strlen(want));
	strbuf_release(out);
}

static void init_is_as_rfd_072_has_it(void **state)
{
	static const char *const args[] = { "--web" };
	struct host_init init = {
		.root = "/path/to/project",
		.storage = "/path/to/project/.jp",
		.workspace_id = "a1b2c",
		.config = SLICE("{ \"server\": { \"port\": 3141 } }"),
		.args = args,
		.argc = 1,
		.log_level = 3,
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	host_write_init(&out, &init);
	assert_line(&out, "{\"type\":\"init\",\"version\":1,\"workspace\":{"
			  "\"root\":\"/path/to/project\","
			  "\"storage\":\"/path/to/project/.jp\","
			  "\"id\":\"a1b2c\"},"
			  "\"config\":{\"server\":{\"port\":3141}},"
			  "\"args\":[\"--web\"],\"log_level\":3}");
	init.user_data = "/d";
	init.user_workspace = "/u";
	init.options = SLICE("{\"k\":1}");
	init.untrusted_options = SLICE("{}");
	init.argc = 0;
	init.capabilities = 1u << CAPABILITY_SUBSCRIBE | 1u << CAPABILITY_EXACT;
	host_write_init(&out, &init);
	assert_line(&out, "{\"type\":\"init\",\"version\":1,\"workspace\":{"
			  "\"root\":\"/path/to/project\","
			  "\"storage\":\"/path/to/project/.jp\","
			  "\"id\":\"a1b2c\"},"
			  "\"paths\":{\"user_data\":\"/d\","
			  "\"user_workspace\":\"/u\"},"
			  "\"config\":{\"server\":{\"port\":3141}},"
			  "\"options\":{\"k\":1},\"untrusted_options\":{},"
			  "\"args\":[],\"log_level\":3,"
			  "\"capabilities\":[\"subscribe\",\"exact\"]}");
}

static void a_plain_message_is_a_type(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	host_write_plain(&out, HOST_MESSAGE_DESCRIBE);
	assert_line(&out, "{\"type\":\"describe\"}");
	host_write_plain(&out, HOST_MESSAGE_SHUTDOWN);
	assert_line(&out, "{\"type\":\"shutdown\"}");
	host_write_plain(&out, HOST_MESSAGE_CONVERSATIONS_CHANGED);
	assert_line(&out, "{\"type\":\"conversations_changed\"}");
}

static void conversations_are_as_rfd_072_has_them(void **state)
{
	char id[] = "17127583920", title[] = "Refactor config";
	char bad[] = "not JSON";
	struct conversation_summary list[] = {
		{
			.id = id,
			.title = title,
			.last_activated_ms = 1753007400000,
			.pinned_ms = TIMESTAMP_NONE,
			.events_count = 42,
		},
		{
			.id = id,
			.last_activated_ms = TIMESTAMP_NONE,
			.pinned_ms = 1773839946812,
			.events_count = -1,
			.unreadable = bad,
			.first_message = title,
		},
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	host_write_conversations(&out, "a", list, 0);
	assert_line(&out, "{\"type\":\"conversations\",\"id\":\"a\","
			  "\"data\":[]}");
	host_write_conversations(&out, NULL, list, 2);
	assert_line(&out,
		    "{\"type\":\"conversations\",\"data\":["
		    "{\"id\":\"17127583920\",\"title\":\"Refactor config\","
		    "\"last_activated_at\":\"2025-07-20T10:30:00.000Z\","
		    "\"events_count\":42},"
		    "{\"id\":\"17127583920\",\"title\":null,"
		    "\"pinned_at\":\"2026-03-18T13:19:06.812Z\","
		    "\"unreadable\":\"not JSON\","
		    "\"first_message\":\"Refactor config\"}]}");
}

static void events_are_written_in_pieces(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	host_write_events_begin(&out, "b", "17127583920");
	host_write_events_add(&out, SLICE("{ \"type\": \"turn_start\" }"));
	host_write_events_add(&out, SLICE("{\"type\":\"chat_request\","
					  "\"content\":\"[\"}"));
	host_write_events_add(&out, SLICE("{\"type\":"));
	host_write_events_end(&out);
	assert_line(&out, "{\"type\":\"events\",\"id\":\"b\","
			  "\"conversation\":\"17127583920\",\"data\":["
			  "{\"type\":\"turn_start\"},"
			  "{\"type\":\"chat_request\",\"content\":\"[\"},"
			  "null]}");
	host_write_events_begin(&out, NULL, "17");
	host_write_events_end(&out);
	assert_line(&out, "{\"type\":\"events\",\"conversation\":\"17\","
			  "\"data\":[]}");
}

static void answers_are_as_rfd_072_has_them(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	host_write_config(&out, NULL, "assistant.model",
			  SLICE("{ \"id\": 1 }"));
	assert_line(&out, "{\"type\":\"config\",\"path\":\"assistant.model\","
			  "\"data\":{\"id\":1}}");
	host_write_conversation(&out, HOST_MESSAGE_LOCKED, NULL, "17127583920");
	assert_line(&out, "{\"type\":\"locked\","
			  "\"conversation\":\"17127583920\"}");
	host_write_conversation(&out, HOST_MESSAGE_QUERY_STARTED, "7",
				"17127583920");
	assert_line(&out, "{\"type\":\"query_started\",\"id\":\"7\","
			  "\"conversation\":\"17127583920\"}");
	host_write_pushed(&out, NULL, "17127583920", 2);
	assert_line(&out, "{\"type\":\"pushed\","
			  "\"conversation\":\"17127583920\",\"count\":2}");
	host_write_error(&out, NULL, "lock", "17127583920",
			 "conversation is locked by another process");
	assert_line(&out, "{\"type\":\"error\",\"request\":\"lock\","
			  "\"conversation\":\"17127583920\",\"message\":"
			  "\"conversation is locked by another process\"}");
	host_write_error(&out, "4", NULL, NULL, "a\nb");
	assert_line(&out, "{\"type\":\"error\",\"id\":\"4\","
			  "\"message\":\"a\\nb\"}");
}

static void pushes_are_as_rfd_d18_has_them(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	host_write_sub(&out, HOST_MESSAGE_SUBSCRIBED, NULL, "chat-main");
	assert_line(&out, "{\"type\":\"subscribed\","
			  "\"sub_id\":\"chat-main\"}");
	host_write_event(&out, "chat-main", RESPOND_NONE,
			 SLICE("{\"type\": \"query_complete\"}"), -1, NULL);
	assert_line(&out, "{\"type\":\"event\",\"sub_id\":\"chat-main\","
			  "\"data\":{\"type\":\"query_complete\"}}");
	host_write_event(&out, "chat-main", RESPOND_TOOL_APPROVAL,
			 SLICE("{\"type\":\"tool_call_request\"}"), -1, NULL);
	assert_line(&out, "{\"type\":\"event\",\"sub_id\":\"chat-main\","
			  "\"respond\":\"tool_approval\","
			  "\"data\":{\"type\":\"tool_call_request\"}}");
	host_write_event(&out, "chat-main", RESPOND_INQUIRY,
			 SLICE("{\"type\":\"inquiry_request\"}"), 0, "reject");
	assert_line(&out, "{\"type\":\"event\",\"sub_id\":\"chat-main\","
			  "\"respond\":\"inquiry\",\"timeout_ms\":0,"
			  "\"fallback\":\"reject\","
			  "\"data\":{\"type\":\"inquiry_request\"}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(init_is_as_rfd_072_has_it),
		cmocka_unit_test(a_plain_message_is_a_type),
		cmocka_unit_test(conversations_are_as_rfd_072_has_them),
		cmocka_unit_test(events_are_written_in_pieces),
		cmocka_unit_test(answers_are_as_rfd_072_has_them),
		cmocka_unit_test(pushes_are_as_rfd_d18_has_them),
	};

	return cmocka_run_group_tests_name("host-write", tests, NULL, NULL);
}
