#include "config.h"

#include "src/jphost/query/query-inquiry.h"

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/jphost/query/query-text.h"

enum question_type {
	TYPE_BOOLEAN,
	TYPE_SELECT,
	TYPE_TEXT,
	TYPE_SECRET,
	TYPE_OTHER, /* of a newer jp: the answer is typed as JSON */
};

struct question {
	enum question_type type;
	struct slice options; /* raw array */
	struct slice initial; /* the default, raw; empty: none */
};

static struct question read_question(struct slice event)
{
	struct question question = { .type = TYPE_OTHER };
	struct json_member body, member;

	json_find(event, "question", &body);
	json_find_path(body.value, &member, "answer_type", "type", NULL);
	if (json_string_is(member.value, "boolean"))
		question.type = TYPE_BOOLEAN;
	else if (json_string_is(member.value, "select"))
		question.type = TYPE_SELECT;
	else if (json_string_is(member.value, "text"))
		question.type = TYPE_TEXT;
	else if (json_string_is(member.value, "secret"))
		question.type = TYPE_SECRET;
	if (json_find_path(body.value, &member, "answer_type", "options", NULL))
		question.options = member.value;
	if (json_find(body.value, "default", &member))
		question.initial = member.value;
	return question;
}

static void add_value(struct strbuf *out, struct slice value)
{
	struct strbuf text = STRBUF_INIT;

	if (!json_string_add(&text, value))
		json_write_compact(&text, value);
	query_text_add_careful(out, strbuf_slice(&text));
	strbuf_release(&text);
}

static struct slice option_value(struct slice option)
{
	struct json_member member;

	return json_find(option, "value", &member) ? member.value : option;
}

static void list_options(struct strbuf *out, struct slice options)
{
	struct json_walk walk = json_walk_begin(options);
	struct json_member option, member;

	for (int i = 1; json_walk_next(&walk, &option); i++) {
		strbuf_addf(out, "  %d) ", i);
		add_value(out, option_value(option.value));
		if (json_find(option.value, "description", &member)) {
			strbuf_addstr(out, " - ");
			add_value(out, member.value);
		}
		strbuf_addch(out, '\n');
	}
}

static void ask(struct strbuf *out, const char *what, struct slice initial)
{
	strbuf_addstr(out, what);
	if (initial.len) {
		strbuf_addstr(out, " (");
		add_value(out, initial);
		strbuf_addch(out, ')');
	}
	strbuf_addstr(out, ": ");
}

enum query_question_input query_question_ask(struct strbuf *out,
					     struct slice event)
{
	struct question question = read_question(event);

	switch (question.type) {
	case TYPE_BOOLEAN:
		if (slice_is(question.initial, "true"))
			strbuf_addstr(out, "[Y/n] ");
		else if (slice_is(question.initial, "false"))
			strbuf_addstr(out, "[y/N] ");
		else
			strbuf_addstr(out, "[y/n] ");
		return QUESTION_KEY;
	case TYPE_SELECT:
		list_options(out, question.options);
		ask(out, _("Number"), question.initial);
		return QUESTION_LINE;
	case TYPE_TEXT:
		ask(out, _("Answer"), question.initial);
		return QUESTION_LINE;
	case TYPE_SECRET:
		ask(out, _("Answer (not shown)"), slice_of(NULL, 0));
		return QUESTION_SECRET;
	case TYPE_OTHER:
		break;
	}
	ask(out, _("Answer as JSON"), question.initial);
	return QUESTION_LINE;
}

static int answer_boolean(struct strbuf *json, const struct question *question,
			  char key)
{
	switch (key) {
	case 'y':
		strbuf_addstr(json, "true");
		return 0;
	case 'n':
		strbuf_addstr(json, "false");
		return 0;
	case '\r':
	case '\n':
		strbuf_addslice(json, question->initial);
		return question->initial.len ? 0 : -1;
	}
	return -1;
}

static int answer_select(struct strbuf *json, const struct question *question,
			 struct slice typed, struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(question->options);
	struct json_member option;
	int64_t number = 0;

	if (json_int64(typed, &number)) {
		for (int64_t i = 1; json_walk_next(&walk, &option); i++) {
			if (i != number)
				continue;
			strbuf_addslice(json, option_value(option.value));
			return 0;
		}
	}
	strbuf_setf(err, "%s", _("that is none of the numbers above"));
	return -1;
}

int query_question_answer(struct strbuf *json, struct slice event,
			  struct slice typed, struct strbuf *err)
{
	struct question question = read_question(event);
	struct strbuf why = STRBUF_INIT;
	int ret = 0;

	if (question.type == TYPE_BOOLEAN)
		return typed.len ? answer_boolean(json, &question, *typed.ptr)
				 : -1;
	if (!typed.len && question.initial.len) {
		strbuf_addslice(json, question.initial);
		return 0;
	}
	switch (question.type) {
	case TYPE_SELECT:
		return answer_select(json, &question, typed, err);
	case TYPE_TEXT:
	case TYPE_SECRET:
		json_write_string(json, typed);
		return 0;
	case TYPE_BOOLEAN:
	case TYPE_OTHER:
		break;
	}
	ret = json_check(typed, NULL, &why);
	if (ret)
		strbuf_setf(err, _("that is no JSON: %s"), why.buf);
	else
		strbuf_addslice(json, typed);
	strbuf_release(&why);
	return ret;
}
