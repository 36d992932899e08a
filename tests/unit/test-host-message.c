#include "config.h"

#include "proto/host-message.h"

#include <string.h>

#include "src/base/timestamp.h"
#include "tests/unit/test.h"
#include "tests/unit/vectors.h"

static void dump_capabilities(struct strbuf *out, const struct host_message *m)
{
	if (!m->says_capabilities)
		return;
	strbuf_addstr(out, "capabilities=");
	for (int cap = 0, more = 0; cap < CAPABILITY_COUNT; cap++) {
		if (host_message_can(m, (enum capability)cap))
			strbuf_addf(out, "%s%s", more++ ? " " : "",
				    capability_name((enum capability)cap));
	}
	strbuf_addch(out, '\n');
}

static void dump_message(struct strbuf *out, struct slice line)
{
	static const char *const responds[] = { NULL, "tool_approval",
						"inquiry" };
	struct host_message m = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	if (host_message_decode(&m, line, &err)) {
		dump_text(out, "error", err.buf);
		strbuf_release(&err);
		return;
	}
	dump_text(out, "type", host_message_type_name(m.type));
	if (m.type == HOST_MESSAGE_UNKNOWN)
		dump_text(out, "type_name", m.type_name);
	else
		assert_string_equal(m.type_name,
				    host_message_type_name(m.type));
	dump_text(out, "id", m.id);
	dump_text(out, "conversation", m.conversation);
	dump_text(out, "sub_id", m.sub_id);
	dump_text(out, "request", m.request);
	dump_text(out, "message", m.message);
	dump_text(out, "title", m.title);
	dump_word(out, "lock", m.lock, lock_holder_name(m.lock));
	dump_int(out, "count", m.count, -1);
	dump_int(out, "version", m.version, 0);
	dump_text(out, "root", m.workspace_root);
	dump_text(out, "storage", m.workspace_storage);
	dump_text(out, "workspace_id", m.workspace_id);
	dump_text(out, "user_workspace", m.user_workspace);
	dump_raw(out, "config", m.config);
	dump_text(out, "path", m.path);
	dump_raw(out, "options", m.options);
	if (m.says_untrusted)
		dump_raw(out, "untrusted_options", m.untrusted_options);
	dump_texts(out, "arg", m.args, m.argc);
	dump_int(out, "log_level", m.log_level, 0);
	dump_int(out, "replay_permille", m.replay_permille, 0);
	dump_int(out, "replay_length_ms", m.replay_length_ms, 0);
	dump_capabilities(out, &m);
	dump_text(out, "respond", responds[m.respond]);
	dump_raw(out, "data", m.data);
	dump_int(out, "timeout_ms", m.timeout_ms, -1);
	dump_text(out, "fallback", m.fallback);
	host_message_release(&m);
}

static void lines_are_decoded_as_the_vectors_say(void **state)
{
	(void)state;
	assert_in_range(vectors_check("host-messages.txt", dump_message), 30,
			1000);
}

static void too_many_levels_are_refused(void **state)
{
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;
	struct host_message msg = HOST_MESSAGE_INIT;

	(void)state;
	strbuf_addstr(&line, "{\"type\":\"config\",\"data\":");
	strbuf_addchars(&line, '[', 1000);
	strbuf_addchars(&line, ']', 1000);
	strbuf_addch(&line, '}');
	assert_int_equal(host_message_decode(&msg, strbuf_slice(&line), &err),
			 -1);
	assert_non_null(strstr(err.buf, "nested too deep"));
	strbuf_release(&line);
	strbuf_release(&err);
}

static void a_summary_has_both_times(void **state)
{
	struct conversation_summary s;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_int_equal(
		conversation_summary_decode(
			&s,
			SLICE("{\"id\":\"17127583920\",\"title\":\"Refactor "
			      "config\",\"last_activated_at\":"
			      "\"2025-07-20T10:30:00Z\",\"pinned_at\":"
			      "\"2026-03-18T13:19:06.812345Z\","
			      "\"events_count\":42}"),
			&err),
		0);
	assert_string_equal(s.id, "17127583920");
	assert_string_equal(s.title, "Refactor config");
	assert_true(s.last_activated_ms == 1753007400000);
	assert_true(s.pinned_ms == 1773839946812);
	assert_int_equal(s.events_count, 42);
	assert_null(s.unreadable);
	conversation_summary_release(&s);
}

static void a_summary_needs_nothing_but_an_id(void **state)
{
	static const char *const bad[] = { "",       "{}", "{\"id\":17}",
					   "\"17\"", "[]", "{\"id\":\"17\"" };
	struct conversation_summary s;
	struct strbuf err = STRBUF_INIT;

	(void)state;
	assert_int_equal(conversation_summary_decode(
				 &s,
				 SLICE("{\"id\":\"17\",\"title\":null,"
				       "\"last_activated_at\":\"never\","
				       "\"unreadable\":\"bad file\","
				       "\"first_message\":\"Hi\"}"),
				 &err),
			 0);
	assert_null(s.title);
	assert_true(s.last_activated_ms == TIMESTAMP_NONE);
	assert_true(s.pinned_ms == TIMESTAMP_NONE);
	assert_int_equal(s.events_count, -1);
	assert_string_equal(s.unreadable, "bad file");
	assert_string_equal(s.first_message, "Hi");
	conversation_summary_release(&s);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(conversation_summary_decode(
					 &s, slice_str(bad[i]), &err),
				 -1);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_decoded_as_the_vectors_say),
		cmocka_unit_test(too_many_levels_are_refused),
		cmocka_unit_test(a_summary_has_both_times),
		cmocka_unit_test(a_summary_needs_nothing_but_an_id),
	};

	return cmocka_run_group_tests_name("host-message", tests, NULL, NULL);
}
