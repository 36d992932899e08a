#include "config.h"

#include "src/jphost/provider/openai-request.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* --- The request --- */

static char *request_with(const char *events, const struct openai_request *with)
{
	struct history history = HISTORY_INIT;
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;
	struct json_walk walk = json_walk_begin(slice_str(events));
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		ALLOC_GROW(history.events, history.count + 1, history.cap);
		history.events[history.count++] = member.value;
	}
	openai_request_write(&out, with, &history);
	assert_int_equal(json_check(strbuf_slice(&out), NULL, &err), 0);
	free(history.events);
	return strbuf_detach(&out);
}

/* The request for these events (lines), with this configuration. */
static char *request(const char *events, const char *config, const char *schema)
{
	const struct openai_request with = {
		.model = "m",
		.config = slice_str(config),
		.schema = slice_str(schema),
	};

	return request_with(events, &with);
}

static void assert_part(const char *json, const char *key, const char *expected)
{
	struct json_member member;
	char *got;

	json_find(slice_str(json), key, &member);
	got = xmemdupz(member.value.ptr, member.value.len);
	assert_string_equal(got, expected);
	free(got);
}

#define TOOL_USAGE                                                           \
	"<instruction title=\\\"Tool Usage\\\">\\n"                          \
	"How to leverage the tools available to you.\\n\\n"                  \
	"- Use all the tools available to you to give the best possible "    \
	"answer.\\n"                                                         \
	"- Verify the tool name, description and parameters are correct.\\n" \
	"- Even if you've reasoned yourself towards a solution, use any "    \
	"available tool to verify your answer.\\n</instruction>"

#define DESCRIBE_TOOLS                                                        \
	"{\"type\":\"function\",\"function\":{\"name\":\"describe_tools\","   \
	"\"description\":\"Get detailed descriptions and usage examples "     \
	"for one or more tools.\",\"parameters\":{\"type\":\"object\","       \
	"\"properties\":{\"tools\":{\"description\":\"Array of tool names "   \
	"to describe\",\"type\":\"array\",\"items\":{\"type\":\"string\"}}}," \
	"\"required\":[\"tools\"]}}}"

static void a_conversation_becomes_messages(void **state)
{
	char *json = request(
		"[{\"type\":\"turn_start\"},"
		"{\"type\":\"chat_request\",\"content\":\"hi\"},"
		"{\"type\":\"chat_response\",\"reasoning\":\"hm\"},"
		"{\"type\":\"chat_response\",\"message\":\"I \"},"
		"{\"type\":\"chat_response\",\"message\":\"look\"},"
		"{\"type\":\"tool_call_request\",\"id\":\"a\","
		"\"name\":\"ls\",\"arguments\":{\"n\":12345678901234567890}},"
		"{\"type\":\"tool_call_request\",\"id\":\"b\","
		"\"name\":\"cat\",\"arguments\":{}},"
		"{\"type\":\"tool_call_response\",\"id\":\"b\","
		"\"content\":\"B\",\"is_error\":false},"
		"{\"type\":\"tool_call_response\",\"id\":\"a\","
		"\"content\":\"A\",\"is_error\":true},"
		"{\"type\":\"chat_response\",\"message\":\"done\"}]",
		"{}", "");

	(void)state;
	assert_part(json, "messages",
		    "[{\"role\":\"user\",\"content\":\"hi\"},"
		    "{\"role\":\"assistant\",\"content\":\"I look\","
		    "\"reasoning_content\":\"hm\","
		    "\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\","
		    "\"function\":{\"name\":\"ls\",\"arguments\":"
		    "\"{\\\"n\\\":12345678901234567890}\"}},"
		    "{\"id\":\"b\",\"type\":\"function\","
		    "\"function\":{\"name\":\"cat\",\"arguments\":\"{}\"}}]},"
		    "{\"role\":\"tool\",\"tool_call_id\":\"b\","
		    "\"content\":\"B\"},"
		    "{\"role\":\"tool\",\"tool_call_id\":\"a\","
		    "\"content\":\"A\"},"
		    "{\"role\":\"assistant\",\"content\":\"done\"}]");
	assert_part(json, "model", "\"m\"");
	free(json);
}

/* --- Attached files --- */

static void assert_messages(const struct config_attachment *files, size_t count,
			    const char *events, const char *expected)
{
	const struct config_attachments attached = {
		.list = (struct config_attachment *)files, .count = count
	};
	const struct openai_request with = {
		.model = "m",
		.config = SLICE("{\"assistant\":{\"system_prompt\":\"S\"}}"),
		.attached = &attached,
	};
	char *json = request_with(events, &with);

	assert_part(json, "messages", expected);
	free(json);
}

#define FILE_OF(source, text)                             \
	{                                                 \
		(char *)source, NULL,                     \
		{                                         \
			(char *)text, sizeof(text) - 1, 0 \
		}                                         \
	}

static void attached_texts_are_documents_as_jp_has_them(void **state)
{
	const struct config_attachment plain[] = {
		FILE_OF("a&b", "x & \"y\"\r\n"),
		FILE_OF("<e>", ""),
	};
	const struct config_attachment angles[] = {
		FILE_OF("a", "1]]>2]]>"),
		FILE_OF("b&c", "&"),
		FILE_OF("e", ""),
	};

	(void)state;
	assert_messages(plain, 2, "[]",
			"[{\"role\":\"system\",\"content\":\"S\\n\\n"
			"<documents>\\n"
			"  <document>\\n    <index>0</index>\\n"
			"    <source>a&amp;b</source>\\n"
			"    <content>x &amp; \\\"y\\\"\\r\\n</content>\\n"
			"  </document>\\n"
			"  <document>\\n    <index>1</index>\\n"
			"    <source>&lt;e&gt;</source>\\n"
			"    <content/>\\n  </document>\\n"
			"</documents>\"}]");
	assert_messages(angles, 3, "[]",
			"[{\"role\":\"system\",\"content\":\"S\\n\\n"
			"<documents>\\n"
			"  <document>\\n    <index>0</index>\\n"
			"    <source><![CDATA[a]]></source>\\n    <content>"
			"<![CDATA[1]]]]><![CDATA[>2]]]]><![CDATA[>]]>"
			"</content>\\n  </document>\\n"
			"  <document>\\n    <index>1</index>\\n"
			"    <source><![CDATA[b&c]]></source>\\n"
			"    <content><![CDATA[&]]></content>\\n"
			"  </document>\\n"
			"  <document>\\n    <index>2</index>\\n"
			"    <source><![CDATA[e]]></source>\\n"
			"    <content/>\\n  </document>\\n"
			"</documents>\"}]");
}

static void pictures_stand_before_the_first_words(void **state)
{
	const struct config_attachment files[] = {
		{ (char *)"p", "image/png", { (char *)"\x89P", 2, 0 } },
		FILE_OF("t", "T"),
		{ (char *)"q", "image/gif", { (char *)"GIF", 3, 0 } },
	};
	static const char system[] =
		"[{\"role\":\"system\",\"content\":\"S\\n\\n<documents>\\n"
		"  <document>\\n    <index>1</index>\\n"
		"    <source>t</source>\\n    <content>T</content>\\n"
		"  </document>\\n</documents>\"},"
		"{\"role\":\"user\",\"content\":["
		"{\"type\":\"image_url\",\"image_url\":"
		"{\"url\":\"data:image/png;base64,iVA=\"}},"
		"{\"type\":\"image_url\",\"image_url\":"
		"{\"url\":\"data:image/gif;base64,R0lG\"}}";
	static const char *const cases[][2] = {
		{ "[]", "]}]" },
		{ "[{\"type\":\"chat_request\",\"content\":\"a\"},"
		  "{\"type\":\"chat_response\",\"message\":\"b\"},"
		  "{\"type\":\"chat_request\",\"content\":\"c\"}]",
		  ",{\"type\":\"text\",\"text\":\"a\"}]},"
		  "{\"role\":\"assistant\",\"content\":\"b\"},"
		  "{\"role\":\"user\",\"content\":\"c\"}]" },
		{ "[{\"type\":\"chat_response\",\"message\":\"b\"},"
		  "{\"type\":\"chat_request\",\"content\":\"c\"}]",
		  "]},{\"role\":\"assistant\",\"content\":\"b\"},"
		  "{\"role\":\"user\",\"content\":\"c\"}]" },
	};
	struct strbuf expected = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		strbuf_setf(&expected, "%s%s", system, cases[i][1]);
		assert_messages(files, 3, cases[i][0], expected.buf);
	}
	strbuf_release(&expected);
}

static void a_call_without_a_result_gets_one(void **state)
{
	char *json = request("[{\"type\":\"tool_call_request\",\"id\":\"a\","
			     "\"name\":\"ls\",\"arguments\":{}},"
			     "{\"type\":\"tool_call_response\",\"id\":\"z\","
			     "\"content\":\"of nobody\"},"
			     "{\"type\":\"chat_request\",\"content\":\"go\"}]",
			     "{}", "");

	(void)state;
	assert_part(json, "messages",
		    "[{\"role\":\"assistant\",\"content\":null,"
		    "\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\","
		    "\"function\":{\"name\":\"ls\",\"arguments\":\"{}\"}}]},"
		    "{\"role\":\"tool\",\"tool_call_id\":\"a\","
		    "\"content\":\"Tool call was interrupted.\"},"
		    "{\"role\":\"assistant\",\"content\":"
		    "\"(interrupted)\"},"
		    "{\"role\":\"user\",\"content\":\"go\"}]");
	free(json);
}

static void the_configuration_is_told(void **state)
{
	char *json = request(
		"[]",
		"{\"assistant\":{\"system_prompt\":\"Be kind.\","
		"\"instructions\":{\"value\":[{\"title\":\"T\","
		"\"items\":[\"one\",\"two\"]}]},\"model\":{\"parameters\":"
		"{\"temperature\":0.5,\"stop_words\":[]}}},"
		"\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"},"
		"\"grep\":{\"source\":\"local\",\"command\":\"x\","
		"\"summary\":\"Find.\",\"parameters\":{\"q\":"
		"{\"type\":\"string\",\"required\":true,"
		"\"summary\":\"What.\"},\"in\":{\"type\":\"array\","
		"\"items\":{\"type\":\"string\",\"required\":false}}}},"
		"\"off\":{\"command\":\"x\",\"enable\":false},"
		"\"far\":{\"source\":\"mcp.a.b\",\"command\":\"x\"}}}}",
		"{\"type\":\"object\"}");

	(void)state;
	assert_part(json, "messages",
		    "[{\"role\":\"system\",\"content\":"
		    "\"Be kind.\\n\\n<instruction title=\\\"T\\\">\\n"
		    "- one\\n- two\\n</instruction>\\n\\n" TOOL_USAGE "\"}]");
	assert_part(json, "temperature", "0.5");
	assert_part(
		json, "tools",
		"[{\"type\":\"function\",\"function\":{\"name\":\"grep\","
		"\"description\":\"Find.\",\"parameters\":"
		"{\"type\":\"object\",\"properties\":{\"q\":"
		"{\"description\":\"What.\",\"type\":\"string\"},"
		"\"in\":{\"type\":\"array\",\"items\":"
		"{\"type\":\"string\"}}},\"required\":[\"q\"]}}}," DESCRIBE_TOOLS
		"]");
	assert_part(json, "response_format",
		    "{\"type\":\"json_schema\",\"json_schema\":"
		    "{\"name\":\"answer\",\"schema\":{\"type\":\"object\"}}}");
	free(json);
}

#define USER(text)  "{\"role\":\"user\",\"content\":\"" text "\"}"
#define MODEL(text) "{\"role\":\"assistant\",\"content\":\"" text "\"}"
#define RESULT(id, t) \
	"{\"role\":\"tool\",\"tool_call_id\":\"" id "\",\"content\":\"" t "\"}"
#define TOOL_CALL(id)                                            \
	"{\"id\":\"" id "\",\"type\":\"function\",\"function\":" \
	"{\"name\":\"t\",\"arguments\":\"{}\"}}"
#define TURN        "{\"type\":\"turn_start\"}"
#define ASKED(text) "{\"type\":\"chat_request\",\"content\":\"" text "\"}"
#define SAID(text)  "{\"type\":\"chat_response\",\"message\":\"" text "\"}"
#define CALLED(id)                                     \
	"{\"type\":\"tool_call_request\",\"id\":\"" id \
	"\",\"name\":\"t\",\"arguments\":{}}"
#define CAME(id, t)                                                           \
	"{\"type\":\"tool_call_response\",\"id\":\"" id "\",\"content\":\"" t \
	"\"}"

static void roles_alternate_whatever_was_stored(void **state)
{
	static const struct {
		const char *events, *messages;
	} samples[] = {
		/* A turn that failed, and the next one. */
		{ "[" ASKED("hi") "," TURN "," ASKED("again") "]",
		  "[" USER("hi\\n\\nagain") "]" },
		{ "[" ASKED("hi") "," SAID("") "," ASKED("again") "]",
		  "[" USER("hi\\n\\nagain") "]" },
		{ "[" ASKED("hi") ",{\"type\":\"chat_response\",\"reasoning\":"
				  "\"hm\"}," ASKED("again") "]",
		  "[" USER("hi\\n\\nagain") "]" },
		{ "[" ASKED("") "," ASKED("hi") "]", "[" USER("hi") "]" },
		{ "[" ASKED("hi") "," SAID("a") "," TURN "," SAID("b") "]",
		  "[" USER("hi") "," MODEL("ab") "]" },
		/* A tool's result, then the user's message. */
		{ "[" ASKED("hi") "," CALLED("a") "," CAME("a", "R") "," ASKED(
			  "stop") "]",
		  "[" USER(
			  "hi") ",{\"role\":\"assistant\",\"content\":null,"
				"\"tool_calls\":[" TOOL_CALL("a") "]}," RESULT(
					"a",
					"R") "," MODEL("(interrupted)") "," USER("stop") "]" },
		/* H06: something between a call and its result. */
		{ "[" ASKED("q") "," CALLED("a") "," SAID("meanwhile") "," CAME(
			  "a", "R") "," SAID("x") "]",
		  "[" USER(
			  "q") ",{\"role\":\"assistant\",\"content\":"
			       "\"meanwhile\",\"tool_calls\":[" TOOL_CALL(
				       "a") "]}," RESULT("a",
							 "R") "," MODEL("x") "]" },
		{ "[" CALLED("a") "," ASKED("m") "," CAME("a", "R") "," SAID(
			  "x") "]",
		  "[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL("a") "]}," RESULT(
			  "a",
			  "R") "," MODEL("(interrupted)") "," USER("m") "," MODEL("x") "]" },
		{ "[" CALLED("a") "," CALLED("b") "," CAME("a", "A") "," SAID(
			  "m") "," CAME("b", "B") "]",
		  "[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL("a") "," TOOL_CALL(
			  "b") "]}," RESULT("a",
					    "A") "," RESULT("b",
							    "B") "," MODEL("m") "]" },
		/* One id, twice: in order, but not across turns. */
		{ "[" CALLED("a") "," CALLED("a") "," CAME("a", "1") "," CAME(
			  "a", "2") "]",
		  "[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL(
			  "a") "," TOOL_CALL("a") "]}," RESULT("a",
							       "1") "," RESULT("a",
									       "2") "]" },
		{ "[" CALLED("a") "," TURN "," ASKED("q") "," CALLED(
			  "a") "," CAME("a", "2") "]",
		  "[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL("a") "]}," RESULT("a", "Tool call was interrupted.") "," MODEL(
			  "(interrupted)") "," USER("q") ",{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL("a") "]}," RESULT("a",
																		  "2") "]" },
		/* Two cycles with a result between them are two messages. */
		{ "[" CALLED("a") "," CAME("a", "A") "," CALLED("b") "," CAME(
			  "b", "B") "]",
		  "[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL("a") "]}," RESULT("a", "A") ",{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL(
			  "b") "]}," RESULT("b", "B") "]" },
		{ "[" CAME("z", "of nobody") "," ASKED("q") "]",
		  "[" USER("q") "]" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		char *json = request(samples[i].events, "{}", "");

		assert_part(json, "messages", samples[i].messages);
		free(json);
	}
}

#define COMPACT(from, to, rest)                                                \
	"{\"type\":\"compaction\",\"timestamp\":\"2026-01-01 00:00:0" rest "," \
	"\"from_turn\":" from ",\"to_turn\":" to "}"
#define FOUR_TURNS                                                                     \
	TURN "," ASKED(                                                                \
		"0") ",{\"type\":\"chat_response\",\"reasoning\":"                     \
		     "\"r\"}," SAID("a") "," TURN "," ASKED(                           \
			     "1") ",{\"type\":"                                        \
				  "\"tool_call_request\",\"id\":\"c\",\"name\":\"t\"," \
				  "\"arguments\":{\"k\":1}}," CAME("c", "R") "," SAID( \
					  "b") "," TURN                                \
					       "," ASKED("2") "," SAID(                \
						       "c") "," TURN                   \
							    "," ASKED("3")

static void a_compaction_hides_what_it_stands_for(void **state)
{
	static const struct {
		const char *compactions, *messages;
	} samples[] = {
		{ COMPACT("0", "9", "0.0\",\"reasoning\":\"strip\""),
		  "[" USER("0") "," MODEL("a") "," USER(
			  "1") ",{\"role\":\"assistant\",\"content\":null,\"tool_calls\":["
			       "{\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":"
			       "\"t\",\"arguments\":\"{\\\"k\\\":1}\"}}]}," RESULT("c", "R") "," MODEL(
				       "b") "," USER("2") "," MODEL("c") "," USER("3") "]" },
		{ COMPACT("0", "1",
			  "0.0\",\"reasoning\":\"strip\","
			  "\"tool_calls\":{\"policy\":\"strip\",\"request\":"
			  "true,\"response\":true}"),
		  "[" USER("0") "," MODEL("a") "," USER("1") ",{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" TOOL_CALL(
			  "c") "]}," RESULT("c",
					    "[compacted] t: success") "," MODEL("b") "," USER("2") "," MODEL("c") "," USER("3") "]" },
		{ COMPACT("0", "3",
			  "0.0\",\"reasoning\":\"strip\","
			  "\"tool_calls\":{\"policy\":\"omit\"}"),
		  "[" USER("0") "," MODEL("a") "," USER("1") "," MODEL(
			  "b") "," USER("2") "," MODEL("c") "," USER("3") "]" },
		{ COMPACT("0", "1", "0.0\",\"summary\":{\"summary\":\"SUM\"}"),
		  "[" USER("[Summary of previous conversation]") "," MODEL(
			  "SUM") "," USER("2") "," MODEL("c") "," USER("3") "]" },
		/* The newer one wins; the older continues after it. */
		{ COMPACT("0", "2", "0.0\",\"summary\":{\"summary\":\"OLD\"}") "," COMPACT(
			  "1", "1",
			  "5.0\",\"summary\":{\"summary\":"
			  "\"NEW\"}"),
		  "[" USER("[Summary of previous conversation]") "," MODEL("OLD") "," USER("[Summary of previous conversation]") "," MODEL(
			  "NEW") "," USER("[Summary of previous conversation]") "," MODEL("OLD") "," USER("3") "]" },
		/* An older one that comes later does not. */
		{ COMPACT("0", "2", "5.0\",\"summary\":{\"summary\":\"NEW\"}") "," COMPACT(
			  "0", "2",
			  "0.0\",\"summary\":{\"summary\":"
			  "\"OLD\"}"),
		  "[" USER("[Summary of previous conversation]") "," MODEL(
			  "NEW") "," USER("3") "]" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf events = STRBUF_INIT;
		char *json;

		strbuf_addf(&events, "[%s,%s]", FOUR_TURNS,
			    samples[i].compactions);
		json = request(events.buf, "{}", "");
		assert_part(json, "messages", samples[i].messages);
		free(json);
		strbuf_release(&events);
	}
}

static void thoughts_go_back_as_they_came(void **state)
{
	static const char answer[] =
		"{\"type\":\"chat_response\",\"reasoning\":\"hm\","
		"\"metadata\":{\"jphost\":{\"as\":\"reasoning\","
		"\"reasoning_details\":[{\"signature\":\"S\"}]}}},"
		"{\"type\":\"tool_call_request\",\"id\":\"a\",\"name\":\"t\","
		"\"arguments\":{},\"metadata\":{\"jphost\":{\"call\":"
		"{\"extra_content\":7,\"id\":\"forged\"},\"function\":"
		"{\"thought_signature\":\"U\",\"name\":\"forged\"}}}}";
	static const char *const call =
		"\"tool_calls\":[{\"id\":\"a\",\"type\":\"function\","
		"\"extra_content\":7,\"function\":{\"name\":\"t\","
		"\"arguments\":\"{}\",\"thought_signature\":\"U\"}}]";
	struct strbuf events = STRBUF_INIT, expected = STRBUF_INIT;
	char *json;

	(void)state;
	strbuf_setf(&events, "[%s,%s,%s]", TURN "," ASKED("q"), answer,
		    CAME("a", "R"));
	strbuf_setf(&expected,
		    "[%s,{\"role\":\"assistant\",\"content\":null,"
		    "\"reasoning\":\"hm\",\"reasoning_details\":"
		    "[{\"signature\":\"S\"}],%s},%s]",
		    USER("q"), call, RESULT("a", "R"));
	json = request(events.buf, "{}", "");
	assert_part(json, "messages", expected.buf);
	free(json);
	/* In a later turn the words stay, but a signature is invalid. */
	strbuf_setf(&events, "[%s,%s,%s,%s]", TURN "," ASKED("q"), answer,
		    CAME("a", "R") "," SAID("x"), TURN "," ASKED("r"));
	strbuf_setf(&expected,
		    "[%s,{\"role\":\"assistant\",\"content\":null,"
		    "\"reasoning\":\"hm\",%s},%s,%s,%s]",
		    USER("q"), call, RESULT("a", "R"), MODEL("x"), USER("r"));
	json = request(events.buf, "{}", "");
	assert_part(json, "messages", expected.buf);
	free(json);
	strbuf_release(&events);
	strbuf_release(&expected);
}

static void a_thought_that_was_content_is_content(void **state)
{
	char *json = request(
		"[" TURN "," ASKED(
			"q") ",{\"type\":"
			     "\"chat_response\",\"reasoning\":\"hm\","
			     "\"metadata\":{\"jphost\":{\"as\":\"content\"}}}," SAID(
				     "so") "]",
		"{}", "");

	(void)state;
	assert_part(
		json, "messages",
		"[" USER(
			"q") ",{\"role\":\"assistant\",\"content\":["
			     "{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\","
			     "\"text\":\"hm\"}]},{\"type\":\"text\",\"text\":"
			     "\"so\"}]}]");
	free(json);
}

static void sections_and_instructions_stand_by_their_position(void **state)
{
	char *json = request(
		"[]",
		"{\"assistant\":{\"system_prompt\":{\"value\":\"P\","
		"\"strategy\":\"replace\"},\"system_prompt_sections\":["
		"{\"content\":\"last\",\"title\":\"T1\",\"position\":5},"
		"{\"content\":\" a < b \",\"tag\":\"tag\",\"title\":"
		"\"T\\\"2\",\"position\":-5},\"plain\"],"
		"\"instructions\":[{\"title\":\"A\",\"position\":-10,"
		"\"description\":\"D\",\"items\":[\"a1\"],\"examples\":["
		"\"one\",{\"good\":\"g\",\"bad\":\"b\",\"reason\":\"r\"}]}"
		"]}}",
		"");

	(void)state;
	assert_part(json, "messages",
		    "[{\"role\":\"system\",\"content\":\"P\\n\\n"
		    "<instruction title=\\\"A\\\">\\nD\\n\\n- a1\\n\\n"
		    "**Examples**\\n\\none\\n\\nGood: g\\nBad: b\\nReason: r"
		    "\\n</instruction>\\n\\n"
		    "<tag title=\\\"T&quot;2\\\">\\n<![CDATA[\\n a < b \\n]]>"
		    "\\n</tag>\\n\\nplain\\n\\n# T1\\n\\nlast\"}]");
	free(json);
}

#define TWO_TOOLS                                                   \
	"\"conversation\":{\"tools\":{\"a\":{\"source\":\"local\"," \
	"\"command\":\"x\"},\"b\":{\"source\":\"local\",\"command\":\"x\"}}}"

static void a_tool_is_chosen_as_configured(void **state)
{
	static const struct {
		const char *choice, *events, *sent;
		bool a, b;
	} samples[] = {
		{ "\"auto\"", "[" ASKED("q") "]", NULL, true, true },
		{ "\"none\"", "[" ASKED("q") "]", "\"none\"", true, true },
		{ "\"required\"", "[" ASKED("q") "]", "\"required\"", true,
		  true },
		{ "\"b\"", "[" ASKED("q") "]", "\"required\"", false, true },
		/* It was called: the model may answer now. */
		{ "\"required\"",
		  "[" ASKED("q") "," CALLED("a") "," CAME("a", "R") "]", NULL,
		  true, true },
		{ "true", "[" ASKED("q") "]", NULL, true, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf config = STRBUF_INIT;
		struct json_member member;
		char *json;

		strbuf_addf(&config, "{\"assistant\":{\"tool_choice\":%s},%s}",
			    samples[i].choice, TWO_TOOLS);
		json = request(samples[i].events, config.buf, "");
		if (samples[i].sent)
			assert_part(json, "tool_choice", samples[i].sent);
		else
			assert_false(json_find(slice_str(json), "tool_choice",
					       &member));
		assert_int_equal(strstr(json, "\"name\":\"a\",\"desc") != NULL,
				 samples[i].a);
		assert_int_equal(strstr(json, "\"name\":\"b\",\"desc") != NULL,
				 samples[i].b);
		free(json);
		strbuf_release(&config);
	}
}

static void an_effort_is_one_that_servers_know(void **state)
{
	static const struct {
		const char *reasoning, *sent;
	} samples[] = {
		{ "\"auto\"", NULL },
		{ "\"off\"", "\"none\"" },
		{ "{\"effort\":\"low\"}", "\"low\"" },
		{ "{\"effort\":\"auto\"}", NULL },
		{ "{\"effort\":\"max\",\"exclude\":true}", "\"high\"" },
		{ "{\"effort\":\"xlow\"}", "\"low\"" },
		{ "{\"effort\":1024}", NULL },
		{ "{\"exclude\":true}", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf config = STRBUF_INIT;
		struct json_member member;
		char *json;

		strbuf_addf(&config,
			    "{\"assistant\":{\"model\":{\"parameters\":"
			    "{\"reasoning\":%s}}}}",
			    samples[i].reasoning);
		json = request("[]", config.buf, "");
		if (samples[i].sent)
			assert_part(json, "reasoning_effort", samples[i].sent);
		else
			assert_false(json_find(slice_str(json),
					       "reasoning_effort", &member));
		free(json);
		strbuf_release(&config);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_conversation_becomes_messages),
		cmocka_unit_test(attached_texts_are_documents_as_jp_has_them),
		cmocka_unit_test(pictures_stand_before_the_first_words),
		cmocka_unit_test(a_call_without_a_result_gets_one),
		cmocka_unit_test(the_configuration_is_told),
		cmocka_unit_test(roles_alternate_whatever_was_stored),
		cmocka_unit_test(a_compaction_hides_what_it_stands_for),
		cmocka_unit_test(thoughts_go_back_as_they_came),
		cmocka_unit_test(a_thought_that_was_content_is_content),
		cmocka_unit_test(
			sections_and_instructions_stand_by_their_position),
		cmocka_unit_test(a_tool_is_chosen_as_configured),
		cmocka_unit_test(an_effort_is_one_that_servers_know),
	};

	return cmocka_run_group_tests_name("openai-request", tests, NULL, NULL);
}
