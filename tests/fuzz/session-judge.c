#include "config.h"

#include "tests/fuzz/session-judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

#define GUARD_MS 500
#define QUIET_MS 250
#define REST_MS  1000
#define LATE_MS  4000 /* a key waits until it is known not to be held */
#define MIN_COLS 40
#define MIN_ROWS 10

static void complain(struct model *model, const struct model_request *r,
		     const char *what)
{
	if (!model->why.len)
		strbuf_addf(&model->why, "%s (%c%d of host %d, Q%d)", what,
			    r->question ? 'i' : 't', r->id, r->host,
			    r->content);
}

/* Why the last line may not have answered it; NULL: it may. */
static const char *line_objection(const struct model *model,
				  const struct model_request *r, bool allow)
{
	const char *said = model->line.buf;
	int number = 0, end = 0;

	if (model->now_ms - model->line_ms > LATE_MS)
		return "answered long after the line (1)";
	if (!allow)
		return NULL;
	if (model->line_used)
		return "a line answered twice (3)";
	if (sscanf(said, "#%d %n", &number, &end) != 1 || !end)
		return "allowed by a line that names no request (5)";
	if (!r->number || number != r->number)
		return "allowed, and another one was named (5)";
	if (model->line_ms - r->shown_ms < GUARD_MS)
		return "allowed too soon after it was printed (1)";
	if (!r->question && strcmp(said + end, "y") != 0)
		return "allowed by a word that must not (4)";
	if (!r->question && (!r->seen[0] || !r->seen[1]) && !r->first_allow)
		return "allowed before all of it was printed (7)";
	if (model->confirms && model->line_ms - model->rule_shown_ms < GUARD_MS)
		return "a rule is stored too soon after it was printed (1, 4)";
	return NULL;
}

/* An input line is a whole answer, not a press. */
static const char *typed_objection(const struct model *model,
				   const struct model_request *r)
{
	if (r->question == QUESTION_BOOLEAN)
		return "answered by a line (4)";
	if (model->line_used)
		return "a line answered twice (3)";
	if (r->shown_ms < 0)
		return "answered, and it is not on the screen (1)";
	if (model->line_ms - r->shown_ms < GUARD_MS)
		return "answered too soon after it was shown (1)";
	return NULL;
}

/* "I" answers all identical requests: one of them was read. */
static const struct model_request *shown_twin(const struct model *model,
					      const struct model_request *r)
{
	for (size_t i = 0; i < model->count; i++) {
		const struct model_request *twin = &model->requests[i];

		if (twin->host == r->host && twin->content == r->content &&
		    twin->conversation == r->conversation &&
		    twin->question == r->question && twin->shown_ms >= 0)
			return twin;
	}
	return r;
}

static bool is_before(int number, const struct model_press *press)
{
	return number && number < press->number;
}

static bool may_allow(const struct model *model, const struct model_request *r,
		      const struct model_press *press)
{
	const char *key = press->key;

	if (r->question && !strcmp(key, "<Enter>"))
		return is_before(r->first_key, press) ||
		       (r->pasted && r->question == QUESTION_TEXT);
	if (r->question)
		return r->question == QUESTION_BOOLEAN &&
		       (!strcmp(key, "y") || !strcmp(key, "n"));
	return !strcmp(key, "y") ||
	       !strcmp(key, model->mode == MODE_QUERY ? "Y" : "I");
}

/* The request as it was when this was pressed. */
static struct model_request as_pressed(const struct model_request *r,
				       const struct model_press *press)
{
	struct model_request then = *r;

	if (r->shown_ms < 0 && r->before_ms >= 0 &&
	    press->at_ms <= r->again_ms) {
		then.shown_ms = r->before_ms;
		then.first_allow = r->before_allow;
	}
	return then;
}

/* Why this press may not have allowed it; NULL: it may. */
static const char *objection(const struct model *model,
			     const struct model_request *r,
			     const struct model_press *press)
{
	struct model_request then;

	if (!press->number)
		return "allowed, and no key was pressed (4, 9)";
	if (!strcmp(press->key, "I"))
		r = shown_twin(model, r);
	if (!may_allow(model, r, press))
		return "allowed by a key that must not (4)";
	if (model->now_ms - press->at_ms - (model->busy_ms - press->busy_ms) >
	    LATE_MS)
		return "allowed long after the key (1)";
	if (press->input_before_ms >= 0 &&
	    press->at_ms - press->input_before_ms < QUIET_MS)
		return "allowed without a quiet time before (1)";
	then = as_pressed(r, press);
	if (then.shown_ms < 0)
		return "allowed, and it is not on the screen (1)";
	if (press->at_ms - then.shown_ms < GUARD_MS)
		return "allowed too soon after it was shown (1)";
	if (press->at_once)
		return "allowed by keys that came at once (4)";
	if (model->hidden)
		return "allowed behind another window (1)";
	if (press->repeats)
		return "allowed by a key that is held (3)";
	if (press->same_before_ms >= 0 &&
	    press->at_ms - press->same_before_ms < REST_MS)
		return "allowed by a key that may be held (3)";
	if (press->same_before_ms >= 0 &&
	    is_before(press->number, &model->last) &&
	    !strcmp(press->key, model->last.key) &&
	    model->last.at_ms - press->at_ms < REST_MS)
		return "allowed by a key that goes on (3)";
	if ((!r->seen[0] || !r->seen[1]) && !is_before(then.first_allow, press))
		return "allowed before all of it was shown (7)";
	if (model->cols < MIN_COLS || model->rows < MIN_ROWS)
		return "allowed where there is no room (8)";
	if (press->confirms && press->at_ms - press->rule_shown_ms < GUARD_MS)
		return "a rule is stored too soon after it was shown (1, 4)";
	return NULL;
}

/* Whether this press of I has answered one that is alike. */
static bool has_answered_twin(const struct model *model,
			      const struct model_request *r,
			      const struct model_press *press)
{
	const struct model_request *twin = &model->requests[press->answered];

	return press->used && *press->key == 'I' && twin->host == r->host &&
	       twin->content == r->content &&
	       twin->conversation == r->conversation &&
	       twin->question == r->question;
}

/* Add the rule that was confirmed in the dialog of this request. */
static void add_rule(struct model *model, const struct model_request *r,
		     const struct session_rule *confirmed)
{
	struct session_rule *rule;

	ALLOC_GROW(model->rules, model->rule_count + 1, model->rule_cap);
	rule = &model->rules[model->rule_count++];
	*rule = *confirmed;
	rule->host = r->host;
	rule->conversation = r->conversation;
	rule->content = r->content;
}

/* Whether a press explains it; a rule that it confirms may answer others. */
static bool explains(struct model *model, const struct model_request *r,
		     const struct model_press *press)
{
	/* A press answers once; I answers every request that is alike. */
	if (press->used && *press->key != 'I')
		return false;
	if (has_answered_twin(model, r, press))
		return true;
	if (objection(model, r, press))
		return false;
	if (model->mode == MODE_QUERY && strchr("YN", *press->key)) {
		ALLOC_GROW(model->rules, model->rule_count + 1,
			   model->rule_cap);
		model->rules[model->rule_count++] =
			(struct session_rule){ .allow = *press->key == 'Y',
					       .by_host = true,
					       .says = SAYS_ANY };
		return true;
	}
	if (press->confirms && !strcmp(press->key, "y"))
		add_rule(model, r, &press->rule);
	return true;
}

/* No input explains it; a rule may. */
static void leave_open(struct model *model, const struct model_request *r,
		       bool allow, const char *why)
{
	ALLOC_GROW(model->open, model->open_count + 1, model->open_cap);
	model->open[model->open_count++] = (struct model_answer){
		.request = (size_t)(r - model->requests),
		.allow = allow,
		.why = why,
	};
}

static void check(struct model *model, const struct model_request *r,
		  bool allow)
{
	const struct model_press *press = model->presses;
	const char *why;
	bool explained = false;

	for (int i = 0; i < MODEL_PRESSES; i++) {
		if (!explains(model, r, &model->presses[i]))
			continue;
		if (!explained && !model->presses[i].used)
			model->presses[i].answered =
				(size_t)(r - model->requests);
		model->presses[i].used |= !explained;
		explained = true;
	}
	if (explained)
		return;
	if (!model_press_answers(press))
		press++;
	why = allow ? objection(model, r, press) : NULL;
	if (allow && !why)
		why = "one press answered twice (3)";
	leave_open(model, r, allow, why);
}

/* Likewise a line, which is said once: the rule answers the others. */
static void check_line(struct model *model, const struct model_request *r,
		       bool allow)
{
	const char *why = line_objection(model, r, allow);

	if (!why) {
		model->line_used = true;
		if (model->confirms && strstr(model->line.buf, " y"))
			add_rule(model, r, &model->rule);
		return;
	}
	leave_open(model, r, allow, why);
}

static void check_typed(struct model *model, const struct model_request *r)
{
	const char *why = typed_objection(model, r);

	if (why)
		complain(model, r, why);
	else
		model->line_used = true;
}

static const struct session_rule *
rule_for(const struct model *model, const struct model_request *r, bool allow)
{
	for (size_t i = 0; !r->question && i < model->rule_count; i++) {
		const struct session_rule *rule = &model->rules[i];

		if (rule->allow == allow &&
		    session_rule_covers(rule, r->host, r->conversation,
					r->content))
			return rule;
	}
	return NULL;
}

void model_sent(struct model *model)
{
	for (size_t i = 0; i < model->open_count; i++) {
		const struct model_answer *open = &model->open[i];
		const struct model_request *r = &model->requests[open->request];

		if (!open->allow)
			continue;
		if (!rule_for(model, r, true))
			complain(model, r, open->why);
		else if (rule_for(model, r, false))
			complain(model, r,
				 "allowed by a rule, and rejected by one (4)");
		model->by_rule++;
	}
	model->open_count = 0;
}

/* Why these arguments may not be sent for it; NULL: they may. */
static const char *edit_objection(const struct model *model,
				  const struct model_request *r,
				  const char *arguments)
{
	char mark[24];

	for (int k = 0; k < CONTENT_MARKS; k++) {
		session_content_mark(mark, r->content, k);
		if (!strstr(arguments, mark))
			return "sent what was edited for another (5)";
	}
	snprintf(mark, sizeof(mark), "\"E%dE\"", model->edit);
	if (strstr(arguments, "\"E") && !strstr(arguments, mark))
		return "sent an edit that is not the last one (5)";
	/* Asked whether to send something that is not on the screen. */
	if (model->edit_shown_ms < 0 &&
	    is_before(r->first_allow, &model->presses[0]))
		return NULL;
	if (model->edit_shown_ms < 0 ||
	    model->presses[0].at_ms - model->edit_shown_ms < GUARD_MS)
		return "sent an edit before it could be read (1)";
	return NULL;
}

static void check_edit(struct model *model, const struct model_request *r,
		       const char *arguments)
{
	const char *why = edit_objection(model, r, arguments);

	if (why)
		complain(model, r, why);
}

/* Whether neither a key nor a list on the screen gave this answer. */
static bool is_made_up(const struct model *model, const struct model_request *r,
		       const char *answer)
{
	size_t typed[256] = { 0 };
	int content, option, end = 0;

	if (r->question == QUESTION_BOOLEAN)
		return strcmp(answer, "true") != 0 &&
		       strcmp(answer, "false") != 0;
	for (const char *c = model->typed.buf; *c; c++)
		typed[(unsigned char)*c]++;
	if (r->question == QUESTION_TEXT) {
		for (const char *c = answer + 1; c[0] && c[1]; c++) {
			if (*c == '\\')
				c++; /* as JSON writes a control character */
			else if (!typed[(unsigned char)*c])
				return true;
		}
		return false;
	}
	while ((answer = strstr(answer, "\"O"))) {
		if (sscanf(answer, "\"O%dx%dO\"%n", &content, &option, &end) !=
			    2 ||
		    !end || content != r->content || option < 0 ||
		    option >= session_options(content) || !r->offered[option])
			return true;
		answer += end;
	}
	return false;
}

void model_answer(struct model *model, int host, bool question, const char *id,
		  bool allow, const char *answer)
{
	struct model_request nobody = { .host = host, .question = question };
	struct model_request *r =
		*id ? model_find(model, host, question, atoi(id + 1)) : NULL;

	if (!r) {
		complain(model, &nobody, "answered what nobody asked (5)");
		return;
	}
	if (!r->waiting)
		complain(model, r, "answered what does not wait (5)");
	else if (model->mode == MODE_PLAIN)
		check_line(model, r, allow);
	else if (question && model->line.len)
		check_typed(model, r);
	else if (!allow && !model->presses[0].number)
		complain(model, r, "rejected, and no key was pressed (9)");
	else
		check(model, r, allow);
	if (!question && *answer && r->waiting)
		check_edit(model, r, answer);
	if (question && is_made_up(model, r, answer))
		complain(model, r, "answered with what was not on the screen");
	r->waiting = false;
	r->answered = true;
	r->owed = model->mode != MODE_QUERY; /* a query's turn has ended */
	model->allowed += allow;
	model->rejected += !allow;
	model_hide(r);
}
