#include "config.h"

#include "proto/plugin-message.h"

#include <string.h>

#include "tests/unit/test.h"
#include "tests/unit/vectors.h"

static void dump_message(struct strbuf *out, struct slice line)
{
	static const char *const responds[] = { NULL, "tool_approval",
						"inquiry" };
	struct plugin_message m = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	if (plugin_message_decode(&m, line, &err)) {
		dump_text(out, "error", err.buf);
		strbuf_release(&err);
		return;
	}
	dump_text(out, "type", plugin_message_type_name(m.type));
	if (m.type == PLUGIN_MESSAGE_UNKNOWN)
		dump_text(out, "type_name", m.type_name);
	dump_text(out, "id", m.id);
	dump_bool(out, "bad_id", m.bad_id);
	dump_text(out, "conversation", m.conversation);
	dump_text(out, "path", m.path);
	dump_raw(out, "events", m.events);
	dump_text(out, "title", m.title);
	dump_text(out, "text", m.text);
	dump_text(out, "channel", m.channel);
	dump_text(out, "format", m.format);
	dump_text(out, "language", m.language);
	dump_text(out, "level", m.level);
	dump_int(out, "code", m.code, -1);
	dump_text(out, "reason", m.reason);
	dump_text(out, "sub_id", m.sub_id);
	dump_text(out, "respond", responds[m.respond]);
	dump_text(out, "tool_call_id", m.tool_call_id);
	dump_text(out, "inquiry_id", m.inquiry_id);
	dump_text(out, "action", respond_action_name(m.action));
	if (m.type == PLUGIN_MESSAGE_INTERRUPT)
		dump_text(out, "interrupt", m.interrupt);
	dump_bool(out, "new", m.is_new);
	dump_int(out, "protocol", m.protocol, 0);
	dump_raw(out, "arguments", m.arguments);
	dump_raw(out, "answer", m.answer);
	dump_text(out, "content", m.content);
	dump_raw(out, "attachments", m.attachments);
	dump_raw(out, "schema", m.schema);
	dump_raw(out, "fields", m.fields);
	dump_text(out, "name", m.name);
	dump_text(out, "version", m.version);
	dump_text(out, "description", m.description);
	dump_text(out, "author", m.author);
	dump_text(out, "help", m.help);
	dump_text(out, "repository", m.repository);
	dump_texts(out, "word", m.command, m.command_words);
	plugin_message_release(&m);
}

static void lines_are_decoded_as_the_vectors_say(void **state)
{
	(void)state;
	assert_in_range(vectors_check("plugin-messages.txt", dump_message), 30,
			1000);
}

static void a_refused_line_leaves_the_struct_as_it_was(void **state)
{
	struct plugin_message m = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_int_equal(plugin_message_decode(&m, SLICE("{\"type\":1}"), &err),
			 -1);
	assert_null(m.type_name);
	assert_int_equal(m.code, -1);
	strbuf_release(&err);
}

static void too_many_levels_are_refused(void **state)
{
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;
	struct plugin_message m = PLUGIN_MESSAGE_INIT;

	(void)state;
	strbuf_addstr(&line, "{\"type\":\"respond\",\"arguments\":");
	strbuf_addchars(&line, '[', 1000);
	strbuf_addchars(&line, ']', 1000);
	strbuf_addch(&line, '}');
	assert_int_equal(plugin_message_decode(&m, strbuf_slice(&line), &err),
			 -1);
	assert_non_null(strstr(err.buf, "nested too deep"));
	strbuf_release(&line);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_decoded_as_the_vectors_say),
		cmocka_unit_test(a_refused_line_leaves_the_struct_as_it_was),
		cmocka_unit_test(too_many_levels_are_refused),
	};

	return cmocka_run_group_tests_name("plugin-message", tests, NULL, NULL);
}
