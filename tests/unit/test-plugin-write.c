#include "config.h"

#include "proto/plugin-message.h"

#include <string.h>

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

static void requests_are_as_rfd_072_has_them(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_ready(&out);
	assert_line(&out, "{\"type\":\"ready\"}");
	plugin_write_list_conversations(&out, "a");
	assert_line(&out, "{\"type\":\"list_conversations\",\"id\":\"a\"}");
	plugin_write_list_conversations(&out, NULL);
	assert_line(&out, "{\"type\":\"list_conversations\"}");
	plugin_write_read_events(&out, "b", "17127583920");
	assert_line(&out, "{\"type\":\"read_events\",\"id\":\"b\","
			  "\"conversation\":\"17127583920\"}");
	plugin_write_lock(&out, NULL, "17127583920");
	assert_line(&out, "{\"type\":\"lock\","
			  "\"conversation\":\"17127583920\"}");
	plugin_write_unlock(&out, NULL, "17127583920");
	assert_line(&out, "{\"type\":\"unlock\","
			  "\"conversation\":\"17127583920\"}");
	plugin_write_create_conversation(&out, NULL, "Web chat session");
	assert_line(&out, "{\"type\":\"create_conversation\","
			  "\"title\":\"Web chat session\"}");
	plugin_write_push_events(&out, NULL, "17127583920",
				 SLICE("[\n {\"type\": \"turn_start\"},\n"
				       " {\"type\": \"chat_request\","
				       " \"content\": \"Hello\"}\n]"));
	assert_line(&out, "{\"type\":\"push_events\","
			  "\"conversation\":\"17127583920\",\"events\":["
			  "{\"type\":\"turn_start\"},"
			  "{\"type\":\"chat_request\",\"content\":\"Hello\"}"
			  "]}");
}

static void output_is_as_rfd_072_has_it(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_print(&out, "content", "markdown", NULL,
			   SLICE("## Results\n\n- item 1\n"));
	assert_line(&out, "{\"type\":\"print\",\"channel\":\"content\","
			  "\"format\":\"markdown\","
			  "\"text\":\"## Results\\n\\n- item 1\\n\"}");
	plugin_write_print(&out, NULL, NULL, NULL, SLICE("x"));
	assert_line(&out, "{\"type\":\"print\",\"text\":\"x\"}");
	plugin_write_print(&out, NULL, "code", "rust", SLICE("fn"));
	assert_line(&out, "{\"type\":\"print\",\"format\":\"code\","
			  "\"language\":\"rust\",\"text\":\"fn\"}");
}

static void the_description_has_its_optional_parts(void **state)
{
	static const char *const command[] = { "serve", "web" };
	struct plugin_description describe = {
		.name = "serve-web",
		.version = "0.1.0",
		.description = "Read-only web UI for browsing conversations",
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_describe(&out, &describe);
	assert_line(&out, "{\"type\":\"describe\",\"name\":\"serve-web\","
			  "\"version\":\"0.1.0\",\"description\":"
			  "\"Read-only web UI for browsing conversations\"}");
	describe.command = command;
	describe.command_words = 2;
	describe.author = "A <a@b>";
	describe.help = "Start\n";
	describe.repository = "https://example.org/x";
	plugin_write_describe(&out, &describe);
	assert_line(&out, "{\"type\":\"describe\",\"name\":\"serve-web\","
			  "\"version\":\"0.1.0\",\"description\":"
			  "\"Read-only web UI for browsing conversations\","
			  "\"command\":[\"serve\",\"web\"],"
			  "\"author\":\"A <a@b>\",\"help\":\"Start\\n\","
			  "\"repository\":\"https://example.org/x\"}");
}

static void an_exit_code_is_one_byte(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_exit(&out, 0, NULL);
	assert_line(&out, "{\"type\":\"exit\",\"code\":0}");
	plugin_write_exit(&out, 255, "use `jp serve --web`");
	assert_line(&out, "{\"type\":\"exit\",\"code\":255,"
			  "\"reason\":\"use `jp serve --web`\"}");
	plugin_write_exit(&out, 256, NULL);
	assert_line(&out, "{\"type\":\"exit\",\"code\":1}");
	plugin_write_exit(&out, -1, NULL);
	assert_line(&out, "{\"type\":\"exit\",\"code\":1}");
}

static void subscriptions_are_as_rfd_d18_has_them(void **state)
{
	static const enum event_kind kinds[] = { EVENT_CHAT_RESPONSE,
						 EVENT_TOOL_CALL_REQUEST,
						 EVENT_TOOL_CALL_RESPONSE };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_subscribe(&out, NULL, "chat-main", "17127583920", kinds,
			       3);
	assert_line(&out, "{\"type\":\"subscribe\",\"sub_id\":\"chat-main\","
			  "\"conversation\":\"17127583920\",\"events\":["
			  "\"chat_response\",\"tool_call_request\","
			  "\"tool_call_response\"]}");
	plugin_write_subscribe(&out, "5", "s", "17", NULL, 0);
	assert_line(&out, "{\"type\":\"subscribe\",\"id\":\"5\","
			  "\"sub_id\":\"s\",\"conversation\":\"17\"}");
	plugin_write_unsubscribe(&out, NULL, "chat-main");
	assert_line(&out, "{\"type\":\"unsubscribe\","
			  "\"sub_id\":\"chat-main\"}");
}

static void approvals_are_as_rfd_d18_has_them(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_approval(&out, "chat-main", "tc_1", ACTION_APPROVE,
			      SLICE("{\"not\":\"sent\"}"), "nor this");
	assert_line(&out, "{\"type\":\"respond\",\"sub_id\":\"chat-main\","
			  "\"respond\":\"tool_approval\","
			  "\"tool_call_id\":\"tc_1\",\"action\":\"approve\"}");
	plugin_write_approval(&out, "s", "tc_1", ACTION_REJECT, SLICE(""),
			      NULL);
	assert_line(&out, "{\"type\":\"respond\",\"sub_id\":\"s\","
			  "\"respond\":\"tool_approval\","
			  "\"tool_call_id\":\"tc_1\",\"action\":\"reject\"}");
	plugin_write_approval(&out, "s", "tc_1", ACTION_REJECT, SLICE(""),
			      "too\nmuch");
	assert_line(&out, "{\"type\":\"respond\",\"sub_id\":\"s\","
			  "\"respond\":\"tool_approval\","
			  "\"tool_call_id\":\"tc_1\",\"action\":\"reject\","
			  "\"reason\":\"too\\nmuch\"}");
}

static void modified_arguments_keep_their_bytes(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_approval(&out, "s", "t", ACTION_MODIFY,
			      SLICE("{\n\t\"a\": 9007199254740993 ,\r\n"
				    "  \"b\":1e999, \"a\":\"x\\u00e9\\/ \","
				    "\"c\":\"\xff\"\n}\n"),
			      NULL);
	assert_line(&out,
		    "{\"type\":\"respond\",\"sub_id\":\"s\","
		    "\"respond\":\"tool_approval\",\"tool_call_id\":\"t\","
		    "\"action\":\"modify\",\"arguments\":"
		    "{  \"a\": 9007199254740993 ,    \"b\":1e999,"
		    " \"a\":\"x\\u00e9\\/ \",\"c\":\"\xef\xbf\xbd\" }}");
}

static void arguments_that_are_no_json_break_no_line(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_approval(&out, "s", "t", ACTION_MODIFY, SLICE("{\"a\":"),
			      NULL);
	assert_line(&out,
		    "{\"type\":\"respond\",\"sub_id\":\"s\","
		    "\"respond\":\"tool_approval\",\"tool_call_id\":\"t\","
		    "\"action\":\"modify\",\"arguments\":null}");
	plugin_write_answer(&out, "s", "i", SLICE("a\nb"));
	assert_line(&out, "{\"type\":\"respond\",\"sub_id\":\"s\","
			  "\"respond\":\"inquiry\",\"inquiry_id\":\"i\","
			  "\"answer\":null}");
	plugin_write_push_events(&out, NULL, "17", SLICE("[{}]]"));
	assert_line(&out, "{\"type\":\"push_events\",\"conversation\":\"17\","
			  "\"events\":null}");
}

static void answers_are_as_rfd_d18_has_them(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	plugin_write_answer(&out, "chat-main", "inq_1", SLICE("\"a.rs\""));
	assert_line(&out, "{\"type\":\"respond\",\"sub_id\":\"chat-main\","
			  "\"respond\":\"inquiry\",\"inquiry_id\":\"inq_1\","
			  "\"answer\":\"a.rs\"}");
	plugin_write_answer(&out, "s", "i", SLICE("{\"v\" : 1.0}"));
	assert_line(&out, "{\"type\":\"respond\",\"sub_id\":\"s\","
			  "\"respond\":\"inquiry\",\"inquiry_id\":\"i\","
			  "\"answer\":{\"v\" : 1.0}}");
}

static void queries_are_as_rfd_d18_has_them(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct slice none = SLICE_INIT;

	(void)state;
	plugin_write_query(&out, NULL, "17127583920",
			   SLICE("What files changed?"), none, none);
	assert_line(&out, "{\"type\":\"query\","
			  "\"conversation\":\"17127583920\","
			  "\"content\":\"What files changed?\"}");
	plugin_write_query(&out, "8", "17127583920",
			   SLICE("Summarize this file"),
			   SLICE("[ { \"type\": \"file_content\","
				 " \"path\": \"src/main.rs\","
				 " \"content\": \"fn main() {}\" } ]"),
			   SLICE("{ \"type\": \"object\" }"));
	assert_line(&out, "{\"type\":\"query\",\"id\":\"8\","
			  "\"conversation\":\"17127583920\","
			  "\"content\":\"Summarize this file\","
			  "\"attachments\":[{\"type\":\"file_content\","
			  "\"path\":\"src/main.rs\","
			  "\"content\":\"fn main() {}\"}],"
			  "\"schema\":{\"type\":\"object\"}}");
	plugin_write_cancel_query(&out, "9", "17127583920");
	assert_line(&out, "{\"type\":\"cancel_query\",\"id\":\"9\","
			  "\"conversation\":\"17127583920\"}");
}

static void jp_8_and_newer_has_messages_of_its_own(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct slice none = SLICE_INIT;

	(void)state;
	plugin_write_ready_protocol(&out, 11);
	assert_line(&out, "{\"type\":\"ready\",\"protocol\":11}");
	plugin_write_jp_query(&out, "q1", "jp-c17", SLICE("go on"), none);
	assert_line(&out, "{\"type\":\"query\",\"id\":\"q1\","
			  "\"conversation\":\"jp-c17\","
			  "\"content\":\"go on\",\"cfg\":[]}");
	plugin_write_jp_query(&out, "q2", NULL, SLICE("begin"),
			      SLICE("{\"type\": \"object\"}"));
	assert_line(&out, "{\"type\":\"query\",\"id\":\"q2\","
			  "\"new\":true,\"content\":\"begin\",\"cfg\":[],"
			  "\"schema\":{\"type\":\"object\"}}");
	plugin_write_interrupt(&out, "3", "jp-c17", "stop", none);
	assert_line(&out, "{\"type\":\"interrupt\",\"id\":\"3\","
			  "\"conversation\":\"jp-c17\",\"action\":\"stop\"}");
	plugin_write_interrupt(&out, "3", "jp-c17", "reply", SLICE("wait"));
	assert_line(&out, "{\"type\":\"interrupt\",\"id\":\"3\","
			  "\"conversation\":\"jp-c17\",\"action\":\"reply\","
			  "\"content\":\"wait\"}");
	plugin_write_set_title(&out, "4", "jp-c17", "A \"title\"");
	assert_line(&out, "{\"type\":\"set_title\",\"id\":\"4\","
			  "\"conversation\":\"jp-c17\","
			  "\"title\":\"A \\\"title\\\"\"}");
	plugin_write_archive_conversation(&out, "5", "jp-c17");
	assert_line(&out, "{\"type\":\"archive_conversation\",\"id\":\"5\","
			  "\"conversation\":\"jp-c17\"}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_are_as_rfd_072_has_them),
		cmocka_unit_test(output_is_as_rfd_072_has_it),
		cmocka_unit_test(the_description_has_its_optional_parts),
		cmocka_unit_test(an_exit_code_is_one_byte),
		cmocka_unit_test(subscriptions_are_as_rfd_d18_has_them),
		cmocka_unit_test(approvals_are_as_rfd_d18_has_them),
		cmocka_unit_test(modified_arguments_keep_their_bytes),
		cmocka_unit_test(arguments_that_are_no_json_break_no_line),
		cmocka_unit_test(answers_are_as_rfd_d18_has_them),
		cmocka_unit_test(queries_are_as_rfd_d18_has_them),
		cmocka_unit_test(jp_8_and_newer_has_messages_of_its_own),
	};

	return cmocka_run_group_tests_name("plugin-write", tests, NULL, NULL);
}
