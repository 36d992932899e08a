#include "config.h"

#include "proto/inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-words.h"
#include "proto/json-write.h"
#include "proto/member.h"
#include "src/base/strmap.h"
#include "src/base/xalloc.h"

static const struct {
	const char *name;
	enum answer_kind kind;
	bool multi;
} answer_types[] = {
	{ "boolean", ANSWER_BOOLEAN, false },
	{ "select", ANSWER_SELECT, false },
	{ "multi_select", ANSWER_SELECT, true },
	{ "text", ANSWER_TEXT, false },
	{ "string", ANSWER_TEXT, false },
	{ "secret", ANSWER_SECRET, false },
};

/* The request as far as it was read. */
struct request {
	struct event *event;
	bool typed;
};

void inquiry_free_options(struct event *event)
{
	for (size_t i = 0; i < event->option_count; i++) {
		free(event->options[i].value);
		free(event->options[i].label);
		free(event->options[i].description);
	}
	free(event->options);
	event->options = NULL;
	event->option_count = 0;
}

/* What to show for a value: a string's text, or compact JSON. */
static char *label_of(const struct json_member *value)
{
	struct strbuf label = STRBUF_INIT;

	json_text_add(&label, value->value);
	return strbuf_detach(&label);
}

/*
 * Whether the label says what is sent back. The string "true" and true have the
 * same one.
 */
static bool says_value(const char *label, const struct json_member *value)
{
	char *text = label_of(value);
	bool same = !strcmp(label, text) && (value->type != JSON_STRING ||
					     !json_is_valid(slice_str(text)));

	free(text);
	return same;
}

/* Put the value in front of the description. */
static void tell_value(struct inquiry_option *option)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, "= ");
	json_write_compact(&text, slice_str(option->value));
	if (option->description)
		strbuf_addf(&text, "  %s", option->description);
	free(option->description);
	option->description = strbuf_detach(&text);
}

/* An option is any value, or an object with a `value`. */
static struct inquiry_option option_of(const struct json_member *m)
{
	struct inquiry_option option = { .value = NULL };
	struct json_member value = *m, label, description;

	if (m->type == JSON_OBJECT) {
		if (!json_find(m->value, "value", &value))
			value = *m;
		if (json_find(m->value, "label", &label))
			option.label = member_text(&label);
		if (json_find(m->value, "description", &description))
			option.description = member_text(&description);
	}
	option.value = member_raw(&value);
	if (!option.label)
		option.label = label_of(&value);
	if (!says_value(option.label, &value))
		tell_value(&option);
	return option;
}

static void decode_options(struct event *event, const struct json_member *m)
{
	struct json_walk walk = json_walk_begin(m->value);
	struct json_member each;
	size_t cap = 0;

	inquiry_free_options(event);
	while (m->type == JSON_ARRAY && json_walk_next(&walk, &each)) {
		ALLOC_GROW(event->options, event->option_count + 1, cap);
		event->options[event->option_count++] = option_of(&each);
	}
}

static void decode_answer_type(struct request *request,
			       const struct json_member *name)
{
	struct event *event = request->event;

	if (name->type != JSON_STRING)
		return;
	request->typed = true;
	event->answer_kind = ANSWER_OTHER;
	for (size_t i = 0; i < ARRAY_SIZE(answer_types); i++) {
		if (!json_string_is(name->value, answer_types[i].name))
			continue;
		event->answer_kind = answer_types[i].kind;
		event->multi = event->multi || answer_types[i].multi;
	}
}

/* A member of the event, of its question, or of the question's answer type. */
static void decode_detail(struct request *request, const struct json_member *m)
{
	struct event *event = request->event;

	if (slice_is(m->key, "options"))
		decode_options(event, m);
	else if (slice_is(m->key, "default") && m->type != JSON_NULL)
		member_set_raw(&event->answer_default, m);
	else if (slice_is(m->key, "multi") || slice_is(m->key, "multiple"))
		event->multi = m->type == JSON_TRUE;
	else if (slice_is(m->key, "other") || slice_is(m->key, "allow_other"))
		event->other = m->type == JSON_TRUE;
}

static void decode_details(struct request *request, struct slice object)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member m, type;

	while (walk.object && json_walk_next(&walk, &m))
		decode_detail(request, &m);
	if (!json_find(object, "answer_type", &m))
		return;
	decode_answer_type(request, &m);
	if (m.type != JSON_OBJECT)
		return;
	if (json_find(m.value, "type", &type))
		decode_answer_type(request, &type);
	walk = json_walk_begin(m.value);
	while (json_walk_next(&walk, &type))
		decode_detail(request, &type);
}

static void decode_source(struct event *event, struct slice raw)
{
	struct json_member source, m;

	if (!json_find(raw, "source", &source))
		return;
	if (source.type == JSON_STRING)
		member_set_text(&event->source, &source);
	if (json_find(source.value, "source", &m))
		member_set_text(&event->source, &m);
	if (json_find(source.value, "name", &m))
		member_set_text(&event->name, &m);
}

static bool is_option(const struct event *event, struct slice value)
{
	for (size_t i = 0; i < event->option_count; i++)
		if (slice_is(value, event->options[i].value))
			return true;
	return false;
}

/* Both lists may be long. */
static bool are_options(struct event *event, struct slice values)
{
	struct json_walk walk = json_walk_begin(values);
	struct strmap options = STRMAP_INIT;
	struct json_member each;
	bool all = true;

	for (size_t i = 0; i < event->option_count; i++)
		strmap_put(&options, slice_str(event->options[i].value), event);
	while (all && json_walk_next(&walk, &each))
		all = strmap_get(&options, each.value) != NULL;
	strmap_release(&options);
	return all && !walk.failed;
}

/* Whether it is an answer that a dialog for this kind can show. */
static bool is_answer(struct event *event, struct slice value)
{
	enum json_type type = json_type_of(value);

	switch (event->answer_kind) {
	case ANSWER_BOOLEAN:
		return type == JSON_TRUE || type == JSON_FALSE;
	case ANSWER_SELECT:
		return is_option(event, value) ||
		       (event->multi && type == JSON_ARRAY &&
			are_options(event, value));
	case ANSWER_TEXT:
		return type == JSON_STRING;
	case ANSWER_SECRET:
		return false;
	case ANSWER_OTHER:
		break;
	}
	return true;
}

/* A default that cannot be shown as what it is must not be answered with. */
static void check_default(struct event *event)
{
	if (!event->answer_default ||
	    is_answer(event, slice_str(event->answer_default)))
		return;
	free(event->answer_default);
	event->answer_default = NULL;
}

void inquiry_decode_request(struct event *event, struct slice raw)
{
	struct request request = { .event = event };
	struct json_member question, text;

	decode_source(event, raw);
	decode_details(&request, raw);
	if (json_find(raw, "question", &question)) {
		if (question.type == JSON_STRING)
			member_set_text(&event->text, &question);
		if (json_find(question.value, "text", &text))
			member_set_text(&event->text, &text);
		decode_details(&request, question.value);
	}
	if (!request.typed)
		event->answer_kind = ANSWER_SELECT;
	/* A select without options could never be answered. */
	if (event->answer_kind == ANSWER_SELECT && !event->option_count)
		event->answer_kind = ANSWER_TEXT;
	check_default(event);
}

/* Read the outcome from the event itself or from its `outcome` object. */
static void decode_outcome(struct event *event, struct slice object)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member m;

	while (walk.object && json_walk_next(&walk, &m)) {
		if (slice_is(m.key, "answer"))
			member_set_raw(&event->answer, &m);
		else if (slice_is(m.key, "reason"))
			member_set_text(&event->text, &m);
		else if (slice_is(m.key, "outcome") && m.type == JSON_STRING)
			event->inquiry_outcome = inquiry_outcome_of(&m);
	}
}

void inquiry_decode_response(struct event *event, struct slice raw)
{
	struct json_member outcome;

	decode_outcome(event, raw);
	if (json_find(raw, "outcome", &outcome))
		decode_outcome(event, outcome.value);
}
