#include "config.h"

#include "tests/unit/jp-drive-stage.h"

#include "proto/json-scan.h"

void stage_on_event(void *user, struct slice event, enum respond_kind respond)
{
	struct stage *stage = user;
	struct json_member type, m;

	strbuf_reset(&stage->last);
	strbuf_addslice(&stage->last, event);
	assert_true(json_find(event, "type", &type));
	if (respond != RESPOND_NONE)
		strbuf_addstr(&stage->told, "ASK ");
	if (json_find(event, "by", &m) && json_string_is(m.value, "refused"))
		strbuf_addstr(&stage->told, "refused: ");
	if (json_find(event, "message", &m) || json_find(event, "state", &m) ||
	    json_find(event, "outcome", &m) || json_find(event, "id", &m))
		json_string_add(&stage->told, m.value);
	if (json_find(event, "voice", &m)) {
		strbuf_addch(&stage->told, ' ');
		json_string_add(&stage->told, m.value);
	}
	strbuf_addch(&stage->told, '|');
}

void stage_on_asks(void *user, const char *what, const char *id)
{
	struct stage *stage = user;

	strbuf_addf(&stage->told, "asks %s %s|", what, id ? id : "-");
}

static void on_type(void *user, struct slice keys)
{
	struct stage *stage = user;

	strbuf_addslice(&stage->keys, keys);
}

static bool on_can_edit(void *user)
{
	struct stage *stage = user;

	return !stage->no_editor;
}

static bool on_edit(void *user, struct slice arguments)
{
	struct stage *stage = user;

	strbuf_addslice(&stage->edit,
			arguments.len ? arguments : SLICE("none"));
	return true;
}

static bool on_edited(void *user)
{
	struct stage *stage = user;

	return stage->edited;
}

static void on_release(void *user, bool pass)
{
	struct stage *stage = user;

	strbuf_addstr(&stage->told, pass ? "keys pass|" : "keys dropped|");
}

int stage_setup(void **state)
{
	static struct stage stage;
	const struct jp_drive_sink sink = { &stage,        stage_on_event,
					    stage_on_asks, on_type,
					    on_can_edit,   on_edit,
					    on_edited,     on_release };

	stage = (struct stage){ .told = STRBUF_INIT,
				.keys = STRBUF_INIT,
				.edit = STRBUF_INIT,
				.last = STRBUF_INIT,
				.now_ms = 1000 };
	stage.drive = jp_drive_new("jp-7", &sink);
	*state = &stage;
	return 0;
}

int stage_teardown(void **state)
{
	struct stage *stage = *state;

	jp_drive_free(stage->drive);
	strbuf_release(&stage->told);
	strbuf_release(&stage->keys);
	strbuf_release(&stage->edit);
	strbuf_release(&stage->last);
	return 0;
}

void stage_wait_ms(struct stage *stage, int64_t ms)
{
	stage->now_ms += ms;
	jp_drive_run(stage->drive, stage->mode, stage->now_ms, 0);
}

void stage_draw(struct stage *stage, enum jp_prompt_kind kind, const char *text,
		const char *value)
{
	struct jp_prompt prompt;

	jp_prompt_init(&prompt);
	prompt.kind = kind;
	strbuf_addstr(&prompt.text, text);
	strbuf_addstr(&prompt.value, value);
	if (kind != JP_PROMPT_NONE && !stage->lines)
		stage->mode = JP_DRIVE_KEYS;
	jp_drive_drawn(stage->drive, &prompt, stage->mode, stage->now_ms);
	jp_prompt_release(&prompt);
	stage_wait_ms(stage, 1);
}

void stage_call(struct stage *stage, const char *id, const char *name,
		const char *arguments)
{
	const struct trace_follow_call called = { id, name,
						  slice_str(arguments), true };

	jp_drive_called(stage->drive, &called);
}

void stage_print(struct stage *stage, const char *name, const char *arguments)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    "Calling tool %s with arguments:\r\n\r\n```json\r\n%s\r\n"
		    "```\r\n",
		    name, arguments);
	jp_drive_printed(stage->drive, strbuf_slice(&text), stage->now_ms);
	strbuf_release(&text);
}

void stage_log(struct stage *stage, enum trace_line_kind kind)
{
	const struct trace_line line = { .kind = kind };

	jp_drive_logged(stage->drive, &line);
}

void stage_ask(struct stage *stage, const char *id)
{
	stage_call(stage, id, "shell", "{\"command\":\"ls\"}");
	stage_print(stage, "shell", "{\"command\":\"ls\"}");
	stage_draw(stage, JP_PROMPT_PERMISSION, "shell", "");
	stage_wait_ms(stage, 200);
}

bool stage_answer(struct stage *stage, const char *id,
		  enum respond_action action, const char *reason,
		  const char *arguments)
{
	const struct plugin_message msg = {
		.type = PLUGIN_MESSAGE_RESPOND,
		.respond = RESPOND_TOOL_APPROVAL,
		.tool_call_id = (char *)id,
		.action = action,
		.reason = (char *)reason,
		.arguments = slice_str(arguments),
	};

	return jp_drive_respond(stage->drive, &msg, stage->now_ms);
}

bool stage_reply(struct stage *stage, const char *id, const char *json)
{
	const struct plugin_message msg = {
		.type = PLUGIN_MESSAGE_RESPOND,
		.respond = RESPOND_INQUIRY,
		.inquiry_id = (char *)id,
		.answer = slice_str(json),
	};

	return jp_drive_respond(stage->drive, &msg, stage->now_ms);
}

void stage_expect(struct strbuf *have, const char *want)
{
	assert_string_equal(have->buf, want);
	strbuf_reset(have);
}
