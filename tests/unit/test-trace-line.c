#include "config.h"

#include "src/jphost/jp/trace-line.h"

#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* Lines as written by the real jp (main of August 2026). */
#define HEAD \
	"{\"timestamp\":\"2026-11-28T18:22:13.148622Z\",\"level\":\"TRACE\","
#define LINE(fields, target) \
	HEAD "\"fields\":{\"message\":" fields "},\"target\":\"" target "\"}"

static void assert_line(const char *text, enum trace_line_kind kind,
			const char *value)
{
	struct trace_line line;

	assert_true(trace_line_parse(&line, slice_str(text)));
	assert_int_equal(line.kind, kind);
	assert_true(slice_is(line.value, value ? value : ""));
}

static void what_a_turn_logs_is_known(void **state)
{
	(void)state;
	assert_line(
		LINE("\"Configuration details.\",\"config\":\"/tmp/c.json\"",
		     "jp_config::util"),
		TRACE_LINE_CONFIG, "\"/tmp/c.json\"");
	assert_line(LINE("\"Starting conversation turn.\",\"model\":\"m\"",
			 "jp_cli::cmd::query::turn_loop"),
		    TRACE_LINE_TURN, "\"m\"");
	assert_line(LINE("\"Spawning task.\",\"name\":\"title_generator\"",
			 "jp_task::handler"),
		    TRACE_LINE_TITLE_BEGIN, "\"title_generator\"");
	assert_line(LINE("\"Title generator task completed.\"",
			 "jp_task::task::title_generator"),
		    TRACE_LINE_TITLE_END, NULL);
	assert_line(LINE("\"Starting Llamacpp chat completion stream.\","
			 "\"model\":\"m\"",
			 "jp_llm::provider::llamacpp"),
		    TRACE_LINE_STREAM, NULL);
	assert_line(LINE("\"Executing tool.\",\"tool\":\"sh\",\"arguments\":"
			 "\"Object {}\"",
			 "jp_llm::tool"),
		    TRACE_LINE_TOOL, "\"sh\"");
	assert_line(LINE("\"Flushed conversation to disk.\",\"id\":\"jp-c1\"",
			 "jp_workspace::conversation_lock"),
		    TRACE_LINE_FLUSHED, NULL);
	assert_line(LINE("\"Retryable stream error, backing off.\"",
			 "jp_llm::retry"),
		    TRACE_LINE_RETRY, NULL);
}

static void each_provider_has_its_dialect(void **state)
{
	static const struct {
		const char *name;
		enum trace_dialect dialect;
	} providers[] = {
		{ "Llamacpp", TRACE_DIALECT_CHAT },
		{ "Cerebras", TRACE_DIALECT_CHAT },
		{ "OpenRouter", TRACE_DIALECT_CHAT },
		{ "OpenAI", TRACE_DIALECT_RESPONSES },
		{ "Anthropic", TRACE_DIALECT_ANTHROPIC },
		{ "Ollama", TRACE_DIALECT_OLLAMA },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(providers); i++) {
		struct strbuf text = STRBUF_INIT;
		struct trace_line line;

		strbuf_addf(&text,
			    HEAD "\"fields\":{\"message\":\"Received event "
				 "from %s API.\",\"event\":\"{}\"},\"target\":"
				 "\"jp_llm::provider\"}",
			    providers[i].name);
		assert_true(trace_line_parse(&line, strbuf_slice(&text)));
		assert_int_equal(line.kind, TRACE_LINE_EVENT);
		assert_int_equal(line.dialect, providers[i].dialect);
		strbuf_release(&text);
	}
}

static void what_is_not_jps_says_nothing(void **state)
{
	static const char *const bad[] = {
		"",
		"{}",
		"Executing tool.",
		LINE("\"Executing tool.\",\"tool\":\"sh\"", "evil"),
		LINE("\"Executing tool. \",\"tool\":\"sh\"", "jp_llm"),
		LINE("\"Executing tool.\",\"tool\":7", "jp_llm"),
		LINE("\"Executing tool.\"", "jp_llm"),
		LINE("\"Spawning task.\",\"name\":\"stateless\"", "jp_task"),
		LINE("\"Starting over.\"", "jp_llm"),
		/* Text in a string that looks like such a line. */
		LINE("\"Other.\",\"x\":\"\\\"fields\\\":{\\\"message\\\":"
		     "\\\"Flushed conversation to disk.\\\"}\"",
		     "jp_llm"),
		/* Truncated. */
		HEAD "\"fields\":{\"message\":\"Executing tool.\",\"tool\":\"s",
		HEAD
		"\"fields\":{\"message\":\"Flushed conversation to disk.\"",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		struct trace_line line;

		if (trace_line_parse(&line, slice_str(bad[i])))
			fail_msg("taken: %s", bad[i]);
	}
}

static void a_log_begins_with_jp_itself(void **state)
{
	(void)state;
	assert_true(trace_line_is_first(slice_str(LINE(
		"\"Starting CLI run.\",\"command\":\"query\"", "jp_cli"))));
	assert_false(trace_line_is_first(
		slice_str(LINE("\"Starting CLI run.\"", "jp_cli2"))));
	assert_false(trace_line_is_first(
		slice_str("{\"target\":\"jp_cli\",\"x\":1}")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_turn_logs_is_known),
		cmocka_unit_test(each_provider_has_its_dialect),
		cmocka_unit_test(what_is_not_jps_says_nothing),
		cmocka_unit_test(a_log_begins_with_jp_itself),
	};

	return cmocka_run_group_tests_name("trace-line", tests, NULL, NULL);
}
