#include "config.h"

#include "tests/fuzz/session-model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

#define GUARD_MS 500
#define QUIET_MS 250
#define REST_MS  1000
#define LATE_MS  4000 /* a key waits until it is no held one; we may be busy */
#define MIN_COLS 40
#define MIN_ROWS 10

void model_init(struct model *model)
{
	*model = (struct model){ .input_ms = -1,
				 .cols = 80,
				 .rows = 24,
				 .why = STRBUF_INIT,
				 .typed = STRBUF_INIT };
}

void model_release(struct model *model)
{
	free(model->requests);
	free(model->rules);
	free(model->open);
	strbuf_release(&model->typed);
	strbuf_release(&model->why);
}

static void complain(struct model *model, const struct model_request *r,
		     const char *what)
{
	if (!model->why.len)
		strbuf_addf(&model->why, "%s (%c%d of host %d, Q%d)", what,
			    r->question ? 'i' : 't', r->id, r->host,
			    r->content);
}

static void hide(struct model_request *r)
{
	r->shown_ms = -1;
	r->first_key = r->first_allow = 0;
	r->pasted = false;
}

static void hide_all(struct model *model)
{
	model->confirms = false;
	for (size_t i = 0; i < model->count; i++)
		hide(&model->requests[i]);
}

static bool is_answer(const struct model_press *press)
{
	return !strcmp(press->key, "y") || !strcmp(press->key, "I") ||
	       !strcmp(press->key, "n") || !strcmp(press->key, "<Enter>");
}

static bool is_input(enum session_kind kind)
{
	return kind == SESSION_KEY || kind == SESSION_PASTE ||
	       kind == SESSION_WHEEL || kind == SESSION_CLICK ||
	       kind == SESSION_FOCUS;
}

static void on_key(struct model *model, const struct session_step *step)
{
	struct model_press press = { .number = model->last.number + 1,
				     .at_ms = model->now_ms,
				     .input_before_ms = model->input_ms,
				     .same_before_ms = -1,
				     .confirms = model->confirms,
				     .rule_shown_ms = model->rule_shown_ms,
				     .rule = model->rule };

	snprintf(press.key, sizeof(press.key), "%s", step->text.buf);
	if (!strcmp(press.key, model->last.key))
		press.same_before_ms = model->last.at_ms;
	model->presses[1] = model->presses[0];
	model->presses[0] = model->last = press;
}

void model_before(struct model *model, const struct session_step *step,
		  int64_t now_ms)
{
	model->now_ms = now_ms;
	if (step->kind == SESSION_KEY)
		on_key(model, step);
	if (step->kind == SESSION_KEY && !strcmp(step->text.buf, "<Space>"))
		strbuf_addch(&model->typed, ' ');
	else if (step->kind == SESSION_KEY || step->kind == SESSION_PASTE)
		strbuf_addslice(&model->typed, strbuf_slice(&step->text));
	if (step->kind == SESSION_RESIZE) {
		model->cols = step->x;
		model->rows = step->y;
	}
	if (step->kind == SESSION_RESIZE || step->kind == SESSION_FOCUS)
		hide_all(model);
}

void model_after(struct model *model, const struct session_step *step)
{
	const struct model_press *press = &model->presses[0];
	bool allow = !strcmp(press->key, "y") || !strcmp(press->key, "I");

	if (is_input(step->kind))
		model->input_ms = model->now_ms;
	for (size_t i = 0; step->kind == SESSION_PASTE && i < model->count; i++)
		model->requests[i].pasted |= model->requests[i].shown_ms >= 0;
	if (step->kind != SESSION_KEY)
		return;
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];

		if (r->shown_ms < 0)
			continue;
		if (!r->first_key)
			r->first_key = press->number;
		/* Each answer to a question is one. */
		if (!r->first_allow &&
		    (allow || (r->question && is_answer(press))))
			r->first_allow = press->number;
	}
}

/* The newest under this id. */
static struct model_request *find(struct model *model, int host, bool question,
				  int id)
{
	for (size_t i = model->count; i-- > 0;) {
		struct model_request *r = &model->requests[i];

		if (r->host == host && r->id == id && !r->question == !question)
			return r;
	}
	return NULL;
}

static void on_ask(struct model *model, const struct session_step *step)
{
	struct model_request *r =
		find(model, step->host, step->question, step->id);

	if (r && r->content == step->content && r->spelling == step->spelling &&
	    (r->waiting || r->owed))
		return; /* the same again */
	if (!r || !r->waiting) {
		ALLOC_GROW(model->requests, model->count + 1, model->cap);
		r = &model->requests[model->count++];
		model->asked++;
	}
	*r = (struct model_request){ .host = step->host,
				     .conversation = step->number,
				     .id = step->id,
				     .content = step->content,
				     .spelling = step->spelling,
				     .question = step->question,
				     .waiting = true,
				     .shown_ms = -1 };
}

/* Whether the line takes the request away. */
static bool is_about(const struct session_step *step,
		     const struct model_request *r)
{
	if (r->host != step->host)
		return false;
	if (step->kind == SESSION_LOST)
		return true;
	if (step->about == ABOUT_COMPLETE)
		return r->conversation == step->number;
	return step->about != ABOUT_NOTHING && r->id == step->id;
}

/* Rules end with what they are for. */
static void end_rules(struct model *model, const struct session_step *step)
{
	size_t kept = 0;

	for (size_t i = 0; i < model->rule_count; i++) {
		const struct session_rule *rule = &model->rules[i];
		bool ends = rule->turn && rule->host == step->host &&
			    step->about == ABOUT_COMPLETE &&
			    rule->conversation == step->number;

		if (!ends)
			model->rules[kept++] = *rule;
	}
	model->rule_count = kept;
}

void model_host(struct model *model, const struct session_step *step)
{
	bool owed = false;

	end_rules(model, step);

	if (step->about == ABOUT_TOOL || step->about == ABOUT_QUESTION) {
		on_ask(model, step);
		return;
	}
	/* The result of one that was answered says nothing of the next one
	 * under its id. */
	for (size_t i = 0; step->about == ABOUT_RESULT && i < model->count; i++)
		owed |= is_about(step, &model->requests[i]) &&
			model->requests[i].owed;
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];

		if (!is_about(step, r))
			continue;
		if (step->about != ABOUT_CLOSED)
			r->owed = false;
		if (owed)
			continue;
		r->waiting = false;
		hide(r);
	}
}

/* The text of the dialog that is on the frame, blank rows and all. */
static bool dialog_text(struct strbuf *out, const struct canvas *cv)
{
	bool open = false;

	for (int y = 0; y < cv->h; y++) {
		struct strbuf row = STRBUF_INIT;

		canvas_row_text(&row, cv, y);
		if (strstr(row.buf, "─ Approval ") ||
		    strstr(row.buf, "─ Question "))
			open = true;
		if (open)
			strbuf_addf(out, "%s\n", row.buf);
		if (strstr(row.buf, "└──"))
			open = false;
		strbuf_release(&row);
	}
	return out->len > 0;
}

/* Which of a request's marks are in the text: bits. */
static unsigned marks_in(const struct strbuf *text,
			 const struct model_request *r)
{
	unsigned marks = 0;

	for (int k = 0; r->waiting && k < CONTENT_MARKS; k++) {
		char mark[16];

		session_content_mark(mark, r->content, k);
		if (strstr(text->buf, mark))
			marks |= 1u << k;
	}
	return marks;
}

static void see_options(struct model_request *r, const struct strbuf *text)
{
	char label[32];

	for (int k = 0; r->waiting && r->question && k < SESSION_OPTIONS; k++) {
		snprintf(label, sizeof(label), "O%dx%dO", r->content, k);
		r->offered[k] |= strstr(text->buf, label) != NULL;
	}
}

static void see_rule(struct model *model, const struct strbuf *text)
{
	struct session_rule rule;

	if (!session_rule_read(&rule, text->buf)) {
		model->confirms = false;
		return;
	}
	if (!model->confirms || memcmp(&rule, &model->rule, sizeof(rule)) != 0)
		model->rule_shown_ms = model->now_ms;
	model->confirms = true;
	model->rule = rule;
}

void model_frame(struct model *model, const struct canvas *cv)
{
	struct strbuf text = STRBUF_INIT;
	bool dialog = dialog_text(&text, cv);
	unsigned any = 0;

	see_rule(model, &text);
	for (size_t i = 0; i < model->count; i++)
		any |= marks_in(&text, &model->requests[i]);
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];
		unsigned marks = marks_in(&text, r);

		r->seen[0] |= marks & 1;
		r->seen[1] |= marks >> 1 & 1;
		see_options(r, &text);
		/* Warnings above a text, or a part of it, without a mark: it
		 * may be any that waits. */
		if (!marks && !(dialog && !any && r->waiting))
			hide(r);
		else if (r->shown_ms < 0)
			r->shown_ms = model->now_ms;
	}
	strbuf_release(&text);
}

/* "I" answers all that ask for the same: one of them was read. */
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

static bool may_allow(const struct model_request *r,
		      const struct model_press *press)
{
	const char *key = press->key;

	if (r->question && !strcmp(key, "<Enter>"))
		return is_before(r->first_key, press) ||
		       (r->pasted && r->question == QUESTION_TEXT);
	if (r->question)
		return r->question == QUESTION_BOOLEAN &&
		       (!strcmp(key, "y") || !strcmp(key, "n"));
	return !strcmp(key, "y") || !strcmp(key, "I");
}

/* Why this press may not have allowed it; NULL: it may. */
static const char *objection(const struct model *model,
			     const struct model_request *r,
			     const struct model_press *press)
{
	if (!press->number)
		return "allowed, and no key was pressed (4, 9)";
	if (!strcmp(press->key, "I"))
		r = shown_twin(model, r);
	if (!may_allow(r, press))
		return "allowed by a key that must not (4)";
	if (model->now_ms - press->at_ms > LATE_MS)
		return "allowed long after the key (1)";
	if (press->input_before_ms >= 0 &&
	    press->at_ms - press->input_before_ms < QUIET_MS)
		return "allowed without a quiet time before (1)";
	if (r->shown_ms < 0)
		return "allowed, and it is not on the screen (1)";
	if (press->at_ms - r->shown_ms < GUARD_MS)
		return "allowed too soon after it was shown (1)";
	if (press->same_before_ms >= 0 &&
	    press->at_ms - press->same_before_ms < REST_MS)
		return "allowed by a key that may be held (3)";
	if ((!r->seen[0] || !r->seen[1]) && !is_before(r->first_allow, press))
		return "allowed before all of it was shown (7)";
	if (model->cols < MIN_COLS || model->rows < MIN_ROWS)
		return "allowed where there is no room (8)";
	if (press->confirms && press->at_ms - press->rule_shown_ms < GUARD_MS)
		return "a rule is stored too soon after it was shown (1, 4)";
	return NULL;
}

/* Whether a press explains it; the rule that it confirms may answer others. */
static bool explains(struct model *model, const struct model_request *r,
		     const struct model_press *press)
{
	struct session_rule *rule;

	if (objection(model, r, press))
		return false;
	if (!press->confirms || strcmp(press->key, "y") != 0)
		return true;
	ALLOC_GROW(model->rules, model->rule_count + 1, model->rule_cap);
	rule = &model->rules[model->rule_count++];
	*rule = press->rule;
	rule->host = r->host;
	rule->conversation = r->conversation;
	rule->content = r->content;
	return true;
}

static void check(struct model *model, const struct model_request *r,
		  bool allow)
{
	bool newest = explains(model, r, &model->presses[0]);
	bool older = explains(model, r, &model->presses[1]);
	const struct model_press *press =
		&model->presses[is_answer(&model->presses[0]) ? 0 : 1];

	if (newest || older)
		return;
	ALLOC_GROW(model->open, model->open_count + 1, model->open_cap);
	model->open[model->open_count++] = (struct model_answer){
		.request = (size_t)(r - model->requests),
		.allow = allow,
		.why = allow ? objection(model, r, press) : NULL,
	};
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

/* That no key and no list on the screen gave it. */
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
		for (const char *c = answer + 1; c[0] && c[1]; c++)
			if (*c != '\\' && *c != 'n' &&
			    !typed[(unsigned char)*c])
				return true;
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
		*id ? find(model, host, question, atoi(id + 1)) : NULL;

	if (!r) {
		complain(model, &nobody, "answered what nobody asked (5)");
		return;
	}
	if (!r->waiting)
		complain(model, r, "answered what does not wait (5)");
	else if (allow)
		check(model, r, true);
	else if (!model->presses[0].number)
		complain(model, r, "rejected, and no key was pressed (9)");
	else
		check(model, r, false);
	if (question && is_made_up(model, r, answer))
		complain(model, r, "answered with what was not on the screen");
	r->waiting = false;
	r->owed = r->answered = true;
	model->allowed += allow;
	model->rejected += !allow;
	hide(r);
}

size_t model_waiting(const struct model *model)
{
	size_t waiting = 0;

	for (size_t i = 0; i < model->count; i++)
		waiting += model->requests[i].waiting;
	return waiting;
}
