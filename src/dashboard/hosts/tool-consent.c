#include "config.h"

#include "src/dashboard/hosts/tool-consent.h"

#include "proto/json-scan.h"
#include "src/base/strbuf.h"

/* The tool's member, or that of `*`. */
static bool find(struct slice tool, struct slice all, const char *key,
		 struct json_member *member)
{
	return (json_find(tool, key, member) && member->type != JSON_NULL) ||
	       (json_find(all, key, member) && member->type != JSON_NULL);
}

static bool is_off(const struct json_member *enable)
{
	return enable->type == JSON_FALSE ||
	       (enable->type == JSON_STRING &&
		(json_string_is(enable->value, "false") ||
		 json_string_is(enable->value, "off")));
}

/* Reads {state=…} or a plain word; without a state, that of `*`. */
static bool enable_is_off(struct slice tool, struct slice all)
{
	const struct slice both[] = { tool, all };
	struct json_member enable, state;

	for (size_t i = 0; i < 2; i++) {
		if (!json_find(both[i], "enable", &enable) ||
		    enable.type == JSON_NULL)
			continue;
		if (enable.type != JSON_OBJECT)
			return is_off(&enable);
		if (json_find(enable.value, "state", &state) &&
		    state.type != JSON_NULL)
			return is_off(&state);
	}
	return false;
}

/* jp runs "skip" too, without asking. */
static bool is_quiet(const struct json_member *mode)
{
	return json_string_is(mode->value, "unattended") ||
	       json_string_is(mode->value, "skip");
}

/* A question is for the user unless it has an answer or is for the
 * assistant. */
static bool has_question(struct slice tool, struct slice all)
{
	struct json_member questions, question, member;
	struct json_walk walk;

	if (!find(tool, all, "questions", &questions))
		return false;
	walk = json_walk_begin(questions.value);
	while (json_walk_next(&walk, &question)) {
		bool answered = json_find(question.value, "answer", &member) &&
				member.type != JSON_NULL;
		bool is_assistants =
			json_find(question.value, "target", &member) &&
			(member.type == JSON_OBJECT ||
			 json_string_is(member.value, "assistant"));

		if (!answered && !is_assistants)
			return true;
	}
	return walk.failed;
}

static bool asks(struct slice tool, struct slice all)
{
	struct json_member mode;

	if (enable_is_off(tool, all))
		return false;
	/* Without a setting, a tool asks before it runs, ... */
	if (!find(tool, all, "run", &mode) || !is_quiet(&mode))
		return true;
	/* ... and returns its result without asking. */
	return (find(tool, all, "result", &mode) && !is_quiet(&mode)) ||
	       has_question(tool, all);
}

char *tool_consent_asking(struct slice tools)
{
	struct json_walk walk = json_walk_begin(tools);
	struct json_member all = { .value = SLICE("{}") }, tool;
	struct strbuf name = STRBUF_INIT;

	if (json_type_of(tools) != JSON_OBJECT) {
		strbuf_addstr(&name, "?");
		return strbuf_detach(&name);
	}
	if (!json_find(tools, "*", &all))
		all.value = SLICE("{}");
	while (json_walk_next(&walk, &tool)) {
		if (slice_is(tool.key, "*") || !asks(tool.value, all.value))
			continue;
		json_string_add(&name, json_quoted_key(tool.key));
		return strbuf_detach(&name);
	}
	if (walk.failed)
		strbuf_addstr(&name, "?");
	return walk.failed ? strbuf_detach(&name) : NULL;
}
