#include "config.h"

#include <string.h>

#include "src/jphost/provider/openai-mend.h"
#include "tests/unit/openai-call.h"
#include "tests/unit/openai-stage.h"
#include "tests/unit/test.h"

struct shape {
	const char *delta, *got, *dropped;
};

static void assert_shapes(const struct shape *samples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const char *events[] = { samples[i].delta, NULL };
		struct strbuf got = STRBUF_INIT;
		struct openai_stream stream;

		stage_take(&stream, &got, events);
		assert_string_equal(got.buf, samples[i].got);
		assert_string_equal(stream.dropped.buf, samples[i].dropped);
		assert_int_equal(stream.error.text.len, 0);
		openai_stream_release(&stream);
		strbuf_release(&got);
	}
}

static void content_of_any_shape_is_read(void **state)
{
	static const struct shape samples[] = {
		{ DELTA("\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]"),
		  "m:hi;", "" },
		{ DELTA("\"content\":{\"type\":\"text\",\"text\":\"hi\"}"),
		  "m:hi;", "" },
		{ DELTA("\"content\":[\"a\",{\"text\":\"b\"}]"), "m:ab;", "" },
		{ DELTA("\"content\":\"hi\",\"content_blocks\":[{\"index\":1,"
			"\"delta\":{\"text\":\"hi\"}}]"),
		  "m:hi;", "" },
		{ DELTA("\"content\":\"\",\"content_blocks\":[{\"index\":1,"
			"\"delta\":{\"text\":\"hi\"}}]"),
		  "m:hi;", "" },
		{ DELTA("\"content\":7"), "", "unknown content" },
		{ DELTA("\"tool_calls\":\"[]\""), "", "tool_calls" },
		{ DELTA("\"refusal\":\"no\""), "m:no;", "" },
		{ DELTA("\"content\":[{\"type\":\"refusal\","
			"\"refusal\":\"no\"}]"),
		  "m:no;", "" },
		{ DELTA("\"audio\":{\"transcript\":\"hi\",\"data\":\"x\"}"),
		  "m:hi;", "audio" },
		{ DELTA("\"content\":\"see\",\"images\":[{\"type\":"
			"\"image_url\"}]"),
		  "m:see;", "images" },
		{ DELTA("\"content\":[{\"type\":\"image_url\",\"image_url\":"
			"{}},{\"type\":\"image_url\",\"image_url\":{}},"
			"{\"type\":\"reference\",\"reference_ids\":[1]}]"),
		  "", "image_url, reference" },
		{ DELTA("\"content\":\"x\",\"annotations\":[{\"type\":"
			"\"url_citation\"}]"),
		  "m:x;", "annotations" },
		{ "{\"choices\":[{\"text\":\"old\"}]}", "m:old;", "" },
		{ "{\"choices\":[{\"message\":{\"content\":\"whole\"}}]}",
		  "m:whole;", "" },
		{ DELTA("\"content\":[],\"images\":[],\"annotations\":[]"), "",
		  "" },
	};

	(void)state;
	assert_shapes(samples, sizeof(samples) / sizeof(*samples));
}

static void thoughts_of_any_shape_are_read(void **state)
{
	static const struct shape samples[] = {
		/* Mistral */
		{ DELTA("\"content\":[{\"type\":\"thinking\",\"thinking\":"
			"[{\"type\":\"text\",\"text\":\"hm\"}]},"
			"{\"type\":\"text\",\"text\":\"so\"}]"),
		  "r:hm;m:so;", "" },
		/* LiteLLM: one thought under three names. */
		{ DELTA("\"reasoning_content\":\"hm\",\"thinking_blocks\":"
			"[{\"type\":\"thinking\",\"thinking\":\"hm\"}],"
			"\"provider_specific_fields\":{\"thinking_blocks\":"
			"[{\"type\":\"thinking\",\"thinking\":\"hm\"}]},"
			"\"content\":\"\""),
		  "r:hm;", "" },
		/* OpenRouter */
		{ DELTA("\"content\":\"\",\"reasoning\":\"hm\","
			"\"reasoning_details\":[{\"type\":\"reasoning.text\","
			"\"text\":\"hm\",\"index\":0}]"),
		  "r:hm;", "" },
		{ DELTA("\"reasoning_details\":[{\"type\":"
			"\"reasoning.summary\",\"summary\":\"hm\"}]"),
		  "r:hm;", "" },
		/* Portkey: a thought, and the text twice. */
		{ DELTA("\"content_blocks\":[{\"index\":0,\"delta\":"
			"{\"thinking\":\"hm\"}}]"),
		  "r:hm;", "" },
		{ DELTA("\"thinking\":\"hm\""), "r:hm;", "" },
		{ DELTA("\"reasoning_text\":\"hm\""), "r:hm;", "" },
		{ DELTA("\"thinking\":{\"content\":\"hm\",\"signature\":\"s\"}"),
		  "r:hm;", "" },
		{ DELTA("\"reasoning\":{\"text\":\"hm\"},\"content\":\"so\""),
		  "r:hm;m:so;", "" },
		{ DELTA("\"content\":null,\"reasoning\":null"), "", "" },
	};

	(void)state;
	assert_shapes(samples, sizeof(samples) / sizeof(*samples));
}

#define MESSAGE(body) "{\"choices\":[{\"message\":{" body "}}]}"

static void a_message_is_a_repeat_or_what_a_delta_lacks(void **state)
{
	static const struct {
		const char *events[4], *got;
	} samples[] = {
		{ { DELTA("\"content\":\"hi\""),
		    MESSAGE("\"content\":\"hi\"") },
		  "m:hi;" },
		{ { "{\"choices\":[{\"delta\":{\"content\":\"h\"},"
		    "\"message\":{\"content\":\"h\"}}]}",
		    "{\"choices\":[{\"delta\":{\"content\":\"i\"},"
		    "\"message\":{\"content\":\"hi\"}}]}" },
		  "m:h;m:i;" },
		{ { "{\"choices\":[{\"delta\":{},"
		    "\"message\":{\"content\":\"hi\"}}]}" },
		  "m:hi;" },
		{ { "{\"choices\":[{\"delta\":{\"content\":\"\"},"
		    "\"message\":{\"content\":\"hi\"}}]}" },
		  "m:hi;" },
		{ { MESSAGE("\"content\":\"h\""),
		    MESSAGE("\"content\":\"i\"") },
		  "m:h;m:i;" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf got = STRBUF_INIT;
		struct openai_stream stream;

		stage_take(&stream, &got, samples[i].events);
		assert_string_equal(got.buf, samples[i].got);
		openai_stream_release(&stream);
		strbuf_release(&got);
	}
}

static void a_character_may_be_cut_between_events(void **state)
{
	static const struct {
		const char *events[5], *got;
	} samples[] = {
		{ { DELTA("\"content\":\"a\\ud83d\""),
		    DELTA("\"content\":\"\\ude00b\"") },
		  "m:a;m:\xf0\x9f\x98\x80"
		  "b;" },
		{ { DELTA("\"content\":\"a\xe2\x82\""),
		    DELTA("\"reasoning_content\":\"\xe2\""),
		    DELTA("\"content\":\"\xac\""),
		    DELTA("\"reasoning_content\":\"\x82\xac\"") },
		  "m:a;m:\xe2\x82\xac;r:\xe2\x82\xac;" },
		{ { DELTA("\"content\":\"a\\\\ud83d\"") }, "m:a\\ud83d;" },
		{ { DELTA("\"content\":\"a\\ud83d\"") },
		  "m:a;m:\xef\xbf\xbd;" },
		{ { DELTA("\"content\":\"a\xff\xc3\"") },
		  "m:a\xef\xbf\xbd;m:\xef\xbf\xbd;" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf got = STRBUF_INIT;
		struct openai_stream stream;

		stage_take(&stream, &got, samples[i].events);
		openai_stream_end(&stream);
		assert_string_equal(got.buf, samples[i].got);
		openai_stream_release(&stream);
		strbuf_release(&got);
	}
}

static void one_answer_is_taken_of_several(void **state)
{
	static const struct {
		const char *events[5], *got, *dropped;
	} samples[] = {
		{ { "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}",
		    "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"X\"},"
		    "\"finish_reason\":\"length\"}]}",
		    "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"Y\"}},"
		    "{\"index\":0,\"delta\":{\"content\":\"b\"}}]}" },
		  "m:a;m:b;",
		  "another answer" },
		/* Copilot: one answer in two choices. */
		{ { "{\"choices\":[{\"message\":{\"content\":\"a\"},"
		    "\"finish_reason\":\"tool_calls\"},{\"message\":{"
		    "\"content\":null,\"tool_calls\":[{\"id\":\"c\","
		    "\"function\":{\"name\":\"x\"}}]},"
		    "\"finish_reason\":\"tool_calls\"}]}" },
		  "m:a;c x {};",
		  "" },
		{ { "{\"choices\":[{\"delta\":{\"content\":\"a\"}},"
		    "{\"delta\":{\"content\":\"b\"}}]}" },
		  "m:a;m:b;",
		  "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf got = STRBUF_INIT;
		struct openai_stream stream;

		stage_take(&stream, &got, samples[i].events);
		stage_add_calls(&stream, &got);
		assert_string_equal(got.buf, samples[i].got);
		assert_string_equal(stream.dropped.buf, samples[i].dropped);
		assert_int_not_equal(stream.end, OPENAI_END_LIMIT);
		openai_stream_release(&stream);
		strbuf_release(&got);
	}
}

static void pieces_of_a_signed_thought_are_joined(void **state)
{
	static const struct {
		const char *events[6], *kept;
	} samples[] = {
		{ { DELTA("\"reasoning_content\":\"a\"") }, "" },
		{ { DELTA("\"reasoning\":\"a\"") }, "{\"as\":\"reasoning\"}" },
		{ { DELTA("\"content\":[{\"type\":\"thinking\","
			  "\"thinking\":\"a\"}]") },
		  "{\"as\":\"content\"}" },
		{ { DELTA("\"reasoning_content\":\"a\",\"thinking_blocks\":"
			  "[{\"type\":\"thinking\",\"thinking\":\"a\"}]"),
		    DELTA("\"thinking_blocks\":[{\"type\":\"thinking\","
			  "\"thinking\":\"b\"}]"),
		    DELTA("\"thinking_blocks\":[{\"type\":\"thinking\","
			  "\"thinking\":\"\",\"signature\":\"S1\"}]"),
		    DELTA("\"thinking_blocks\":[{\"type\":\"thinking\","
			  "\"thinking\":\"c\",\"signature\":\"S2\"},"
			  "{\"type\":\"redacted_thinking\",\"data\":"
			  "\"D\"}]") },
		  "{\"thinking_blocks\":[{\"type\":\"thinking\","
		  "\"thinking\":\"ab\",\"signature\":\"S1\"},"
		  "{\"type\":\"thinking\",\"thinking\":\"c\","
		  "\"signature\":\"S2\"},{\"type\":\"redacted_thinking\","
		  "\"data\":\"D\"}]}" },
		{ { DELTA("\"reasoning_details\":[{\"type\":"
			  "\"reasoning.text\",\"text\":\"a\",\"format\":"
			  "\"f\",\"index\":0}]"),
		    DELTA("\"reasoning_details\":[{\"type\":"
			  "\"reasoning.text\",\"text\":\"b\",\"index\":0},"
			  "{\"type\":\"reasoning.encrypted\",\"data\":"
			  "\"D\",\"id\":\"r\",\"index\":0}]"),
		    DELTA("\"reasoning_details\":[{\"type\":"
			  "\"reasoning.text\",\"signature\":\"S\","
			  "\"index\":0}]") },
		  "{\"reasoning_details\":[{\"type\":\"reasoning.text\","
		  "\"text\":\"ab\",\"signature\":\"S\",\"format\":\"f\","
		  "\"index\":0},{\"type\":\"reasoning.encrypted\","
		  "\"data\":\"D\",\"id\":\"r\",\"index\":0}]}" },
		{ { DELTA("\"content_blocks\":[{\"index\":0,\"delta\":"
			  "{\"thinking\":\"fir\"}}]"),
		    DELTA("\"content_blocks\":[{\"index\":0,\"delta\":"
			  "{\"thinking\":\"st\"}}]"),
		    DELTA("\"content_blocks\":[{\"index\":0,\"delta\":"
			  "{\"signature\":\"S\"}}]"),
		    DELTA("\"content\":\"then\",\"content_blocks\":"
			  "[{\"index\":1,\"delta\":{\"text\":\"then\"}}]") },
		  "{\"content_blocks\":[{\"type\":\"thinking\","
		  "\"thinking\":\"first\",\"signature\":\"S\"}]}" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf got = STRBUF_INIT, kept = STRBUF_INIT;
		struct openai_stream stream;

		stage_take(&stream, &got, samples[i].events);
		openai_thought_write(&kept, &stream.thought);
		assert_string_equal(kept.buf, samples[i].kept);
		openai_stream_release(&stream);
		strbuf_release(&got);
		strbuf_release(&kept);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(content_of_any_shape_is_read),
		cmocka_unit_test(thoughts_of_any_shape_are_read),
		cmocka_unit_test(a_message_is_a_repeat_or_what_a_delta_lacks),
		cmocka_unit_test(a_character_may_be_cut_between_events),
		cmocka_unit_test(one_answer_is_taken_of_several),
		cmocka_unit_test(pieces_of_a_signed_thought_are_joined),
	};

	return cmocka_run_group_tests_name("openai-shapes", tests, NULL, NULL);
}
