#include "config.h"

#include "src/jphost/query/query-inquiry.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "ui/text/sanitize.h"

#define INITIAL_MAX 40 /* bytes of a default in the prompt line */

enum question_type {
	TYPE_BOOLEAN,
	TYPE_SELECT,
	TYPE_MULTI_SELECT,
	TYPE_TEXT,
	TYPE_SECRET,
	TYPE_OTHER, /* of a newer jp: the user types the answer as JSON */
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
	else if (json_string_is(member.value, "multi_select"))
		question.type = TYPE_MULTI_SELECT;
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

	json_text_add(&text, value);
	sanitize_visible(out, strbuf_slice(&text), NULL);
	strbuf_release(&text);
}

static struct slice option_value(struct slice option)
{
	struct json_member member;

	return json_find(option, "value", &member) ? member.value : option;
}

/* The number of the option with this value, or 0 if there is none. */
static int number_of(struct slice options, struct slice value)
{
	struct json_walk walk = json_walk_begin(options);
	struct json_member option;

	for (int i = 1; json_walk_next(&walk, &option); i++)
		if (slice_equal(option_value(option.value), value))
			return i;
	return 0;
}

/* Write the default as option numbers; false if it is not among the options. */
static bool add_numbers(struct strbuf *out, const struct question *question)
{
	struct json_walk walk = json_walk_begin(question->initial);
	struct json_member each;
	int number;

	if (question->type == TYPE_SELECT) {
		number = number_of(question->options, question->initial);
		if (number)
			strbuf_addf(out, "%d", number);
		return number;
	}
	for (bool any = false; json_walk_next(&walk, &each); any = true) {
		number = number_of(question->options, each.value);
		if (!number)
			return false;
		strbuf_addf(out, "%s%d", any ? "," : "", number);
	}
	return true;
}

static void ask_numbers(struct strbuf *out, const struct question *question)
{
	struct strbuf numbers = STRBUF_INIT;

	strbuf_addstr(out, question->type == TYPE_SELECT
				   ? _("Number")
				   : _("Numbers, as 1,3"));
	if (question->initial.len && add_numbers(&numbers, question))
		strbuf_addf(out, " (%s)", numbers.buf);
	strbuf_addstr(out, ": ");
	strbuf_release(&numbers);
}

/* Whether the default is too long for the prompt line. */
static bool is_long(struct slice initial)
{
	struct strbuf text = STRBUF_INIT;
	bool is;

	add_value(&text, initial);
	is = text.len > INITIAL_MAX || strchr(text.buf, '\n');
	strbuf_release(&text);
	return is;
}

void query_question_add_default(struct strbuf *text, struct slice event)
{
	struct question question = read_question(event);

	if ((question.type != TYPE_TEXT && question.type != TYPE_OTHER) ||
	    !is_long(question.initial))
		return;
	strbuf_addf(text, _("Default: %s"), "\n");
	json_text_add(text, question.initial);
}

static void ask(struct strbuf *out, const char *what, struct slice initial)
{
	strbuf_addstr(out, what);
	if (initial.len) {
		strbuf_addstr(out, " (");
		if (is_long(initial))
			strbuf_addstr(out, "\u2026");
		else
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
	case TYPE_MULTI_SELECT:
		ask_numbers(out, &question);
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

/* The value of the option with this number, or empty if there is none. */
static struct slice value_of(struct slice options, struct slice number)
{
	struct json_walk walk = json_walk_begin(options);
	struct json_member option;
	int64_t wanted;

	if (!json_int64(slice_trim(number), &wanted))
		return slice_of(NULL, 0);
	for (int64_t i = 1; json_walk_next(&walk, &option); i++)
		if (i == wanted)
			return option_value(option.value);
	return slice_of(NULL, 0);
}

static int answer_select(struct strbuf *json, const struct question *question,
			 struct slice typed, struct strbuf *err)
{
	struct slice value = value_of(question->options, typed);

	strbuf_addslice(json, value);
	if (value.len)
		return 0;
	strbuf_setf(err, "%s", _("enter one of the numbers"));
	return -1;
}

/* Read numbers like "1,3" or "1 3". */
static int answer_several(struct strbuf *json, const struct question *question,
			  struct slice typed, struct strbuf *err)
{
	struct strbuf list = STRBUF_INIT;
	int ret = -1;

	strbuf_addch(&list, '[');
	while ((typed = slice_trim(typed)).len) {
		size_t len = 0;
		struct slice value;

		while (len < typed.len && typed.ptr[len] != ',' &&
		       typed.ptr[len] != ' ')
			len++;
		value = value_of(question->options, slice_of(typed.ptr, len));
		if (!value.len)
			goto out;
		if (list.len > 1)
			strbuf_addch(&list, ',');
		strbuf_addslice(&list, value);
		typed = slice_trim(slice_skip(typed, len));
		if (typed.len && *typed.ptr == ',')
			typed = slice_skip(typed, 1);
	}
	strbuf_addch(&list, ']');
	strbuf_addslice(json, strbuf_slice(&list));
	ret = 0;
out:
	if (ret)
		strbuf_setf(err, "%s", _("enter one of the numbers"));
	strbuf_release(&list);
	return ret;
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
	case TYPE_MULTI_SELECT:
		return answer_several(json, &question, typed, err);
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
		strbuf_setf(err, _("not valid JSON: %s"), why.buf);
	else
		strbuf_addslice(json, typed);
	strbuf_release(&why);
	return ret;
}
