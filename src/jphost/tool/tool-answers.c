#include "config.h"

#include "src/jphost/tool/tool-answers.h"

#include "proto/json-scan.h"
#include "proto/json-write.h"

/* jp has `null` where nothing is configured. */
static bool find_answer(struct slice question, struct json_member *answer)
{
	return json_find(question, "answer", answer) &&
	       answer->type != JSON_NULL;
}

static void read_id(struct strbuf *id, const struct json_member *question)
{
	strbuf_reset(id);
	json_string_add(id, json_quoted_key(question->key));
}

bool tool_answers_find(const struct tool_config *tool, const char *question,
		       struct slice *answer)
{
	struct json_walk walk = json_walk_begin(tool->questions);
	struct json_member member, value;
	struct strbuf id = STRBUF_INIT;
	bool found = false;

	while (!found && json_walk_next(&walk, &member)) {
		read_id(&id, &member);
		found = slice_is(strbuf_slice(&id), question) &&
			find_answer(member.value, &value);
	}
	if (found)
		*answer = value.value;
	strbuf_release(&id);
	return found;
}

static void add(struct strbuf *out, const struct json_member *question,
		struct slice answer)
{
	strbuf_addf(out,
		    "%s\"%.*s\":", out->buf[out->len - 1] == '{' ? "" : ",",
		    (int)question->key.len, question->key.ptr);
	json_write_compact(out, answer);
}

void tool_answers_write(struct strbuf *out, const struct tool_config *tool,
			struct slice given)
{
	struct json_walk walk = json_walk_begin(tool->questions);
	struct json_member member, value, own;
	struct strbuf id = STRBUF_INIT;

	strbuf_addch(out, '{');
	while (json_walk_next(&walk, &member)) {
		read_id(&id, &member);
		if (id.len && find_answer(member.value, &value) &&
		    !json_find(given, id.buf, &own))
			add(out, &member, value.value);
	}
	walk = json_walk_begin(given);
	while (json_walk_next(&walk, &member))
		add(out, &member, member.value);
	strbuf_addch(out, '}');
	strbuf_release(&id);
}
