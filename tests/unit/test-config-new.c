#include "config.h"

#include "src/jphost/config/config-load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/host-fixture.h"
#include "tests/unit/test.h"

/* The initial configuration of a new conversation: today's files only. */

#define NEWEST "17900000000"

/* The base_config.json of a new conversation, compacted. */
static void begin(struct host_fixture *fx, const char *files,
		  struct strbuf *base)
{
	static int64_t at_ms = INT64_C(1800000000000);
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;
	char path[128];
	char *id;

	free(fx->ws.config);
	fx->ws.config = files ? xstrdup(files) : NULL;
	at_ms += 1000;
	id = config_new_conversation(&fx->ws, NULL, at_ms, &err);
	assert_non_null(id);
	snprintf(path, sizeof(path), CONVERSATIONS "%s/base_config.json", id);
	host_fixture_read(fx, path, &text);
	strbuf_reset(base);
	for (size_t i = 0; i < text.len; i++)
		if (!strchr(" \n", text.buf[i]))
			strbuf_addch(base, text.buf[i]);
	free(id);
	strbuf_release(&err);
	strbuf_release(&text);
}

/* A conversation whose configuration was only its own, or hostile. */
static void add_other(struct host_fixture *fx, const char *root)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_setf(&path, "%s" NEWEST, root);
	host_fixture_add(fx, path.buf, "T", "[]");
	strbuf_addstr(&path, "/base_config.json");
	host_fixture_write(
		fx, path.buf,
		"{\"assistant\":{\"name\":\"Bob\",\"instructions\":[\"i\"],"
		"\"system_prompt\":\"p\",\"tool_choice\":\"required\","
		"\"model\":{\"id\":\"last\",\"parameters\":{\"top_p\":1}}},"
		"\"conversation\":{\"attachments\":[\"file:///s.txt\"],"
		"\"tools\":{\"*\":{\"run\":\"unattended\"},"
		"\"evil\":{\"source\":\"local\",\"command\":\"x\"},"
		"\"off\":{\"enable\":false}}},"
		"\"editor\":{\"cmd\":\"evil\"},\"labels\":{\"a\":\"b\"},"
		"\"providers\":{\"llm\":{\"openai\":{\"base_url\":\"u\"}},"
		"\"mcp\":{\"m\":{\"command\":\"evil\"}}},"
		"\"plugins\":{\"command\":{\"x\":{\"run\":\"unattended\","
		"\"options\":{\"a\":1}}}}}");
	strbuf_release(&path);
}

static void nothing_of_another_conversation_is_taken_over(void **state)
{
	struct strbuf base = STRBUF_INIT;

	add_other(*state, CONVERSATIONS);
	begin(*state, NULL, &base);
	assert_string_equal(
		base.buf,
		"{\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"}}}}");
	begin(*state,
	      "{\"conversation\":{\"tools\":{\"sh\":{\"command\":\"s\"}}}}",
	      &base);
	assert_string_equal(base.buf,
			    "{\"conversation\":{\"tools\":{\"*\":{\"run\":"
			    "\"ask\"},\"sh\":{\"command\":\"s\"}}}}");
	strbuf_release(&base);
}

static void what_files_no_longer_say_no_longer_holds(void **state)
{
	struct strbuf base = STRBUF_INIT;

	begin(*state,
	      "{\"conversation\":{\"tools\":{\"*\":{\"run\":\"unattended\"},"
	      "\"t\":{\"command\":\"x\"}},\"attachments\":[\"a\"]}}",
	      &base);
	assert_string_equal(base.buf,
			    "{\"conversation\":{\"tools\":{\"*\":{\"run\":"
			    "\"unattended\"},\"t\":{\"command\":\"x\"}},"
			    "\"attachments\":[\"a\"]}}");
	begin(*state, "{}", &base);
	assert_string_equal(
		base.buf,
		"{\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"}}}}");
	strbuf_release(&base);
}

static void the_model_of_ones_own_last_is_kept_where_no_file_says(void **state)
{
	struct strbuf base = STRBUF_INIT;

	add_other(*state, SILO "conversations/");
	begin(*state, NULL, &base);
	assert_string_equal(
		base.buf,
		"{\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"}}},"
		"\"assistant\":{\"model\":{\"id\":\"last\"}}}");
	begin(*state, "{\"assistant\":{\"model\":{\"id\":\"mine\"}}}", &base);
	assert_string_equal(
		base.buf,
		"{\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"}}},"
		"\"assistant\":{\"model\":{\"id\":\"mine\"}}}");
	strbuf_release(&base);
}

/* jp fills in its defaults when it reads a conversation's configuration. */
static void files_of_today_do_not_get_into_an_older_conversation(void **state)
{
	static const char files[] =
		"{\"assistant\":{\"system_prompt\":\"F\","
		"\"system_prompt_sections\":[{\"content\":\"s\"}],"
		"\"instructions\":[{\"items\":[\"i\"]}],"
		"\"tool_choice\":\"required\",\"name\":\"N\"},"
		"\"conversation\":{\"attachments\":[\"file:a\"],"
		"\"tools\":{\"new\":{\"enable\":false}}}}";
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;
	struct host_fixture *fx = *state;

	host_fixture_add(fx, CONVERSATIONS NEWEST, "T", "[]");
	host_fixture_write(fx, CONVERSATIONS NEWEST "/base_config.json",
			   "{\"assistant\":{\"tool_choice\":\"none\"}}");
	free(fx->ws.config);
	fx->ws.config = xstrdup(files);
	assert_int_equal(
		config_write_for(&out, &fx->ws, NEWEST, SLICE(""), &err), 0);
	assert_string_equal(
		out.buf,
		"{\"assistant\":{\"system_prompt\":\"You are a helpful "
		"assistant.\",\"system_prompt_sections\":[],"
		"\"instructions\":[],\"tool_choice\":\"none\","
		"\"name\":\"N\"},\"conversation\":{\"attachments\":[],"
		"\"tools\":{\"new\":{\"enable\":false}}}}");
	strbuf_release(&out);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SILOED(nothing_of_another_conversation_is_taken_over),
		SILOED(what_files_no_longer_say_no_longer_holds),
		SILOED(files_of_today_do_not_get_into_an_older_conversation),
		SILOED(the_model_of_ones_own_last_is_kept_where_no_file_says),
	};

	return cmocka_run_group_tests_name("config-new", tests, NULL, NULL);
}
