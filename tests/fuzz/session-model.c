#include "config.h"

#include "tests/fuzz/session-model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

void model_init(struct model *model)
{
	*model = (struct model){
		.input_ms = -1,
		.cols = 80,
		.rows = 24,
		.why = STRBUF_INIT,
		.typed = STRBUF_INIT,

		.line = STRBUF_INIT,
		.screen = STRBUF_INIT,
	};
}

void model_release(struct model *model)
{
	free(model->requests);
	free(model->rules);
	free(model->open);
	strbuf_release(&model->typed);
	strbuf_release(&model->line);
	strbuf_release(&model->screen);
	strbuf_release(&model->why);
}

void model_hide(struct model_request *r)
{
	r->shown_ms = -1;
	r->first_key = r->first_allow = 0;
	r->pasted = false;
}

void model_look_again(struct model *model)
{
	model->confirms = false;
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];

		if (r->shown_ms >= 0) {
			r->before_ms = r->shown_ms;
			r->before_allow = r->first_allow;
			r->again_ms = model->now_ms;
		}
		r->shown_ms = -1;
		r->first_allow = 0;
	}
}

bool model_press_answers(const struct model_press *press)
{
	return !strcmp(press->key, "y") || !strcmp(press->key, "I") ||
	       !strcmp(press->key, "n") || !strcmp(press->key, "<Enter>");
}

static bool is_input(enum session_kind kind)
{
	return kind == SESSION_KEY || kind == SESSION_PASTE ||
	       kind == SESSION_WHEEL || kind == SESSION_CLICK ||
	       kind == SESSION_FOCUS || kind == SESSION_SIGHT;
}

static void on_key(struct model *model, const struct session_step *step)
{
	struct model_press press = { .number = model->last.number + 1,
				     .at_ms = model->now_ms,
				     .input_before_ms = model->input_ms,
				     .same_before_ms = -1,
				     .busy_ms = model->busy_ms,
				     .confirms = model->confirms,
				     .rule_shown_ms = model->rule_shown_ms,
				     .rule = model->rule };

	const struct session_terminal *terminal = model->terminal;
	bool lets_go =
		terminal && session_terminal_lets_go(terminal, step->text.buf);

	snprintf(press.key, sizeof(press.key), "%s", step->text.buf);
	if (!strcmp(press.key, model->last.key) && (model->down || !lets_go))
		press.same_before_ms = model->last.at_ms;
	press.repeats = terminal && step->x >= PRESS_REPEAT &&
			session_terminal_tells_repeats(terminal);
	press.at_once = step->together || model->together;
	model->down = step->x == PRESS_DOWN || step->x == PRESS_REPEAT;
	memmove(model->presses + 1, model->presses,
		sizeof(*model->presses) * (MODEL_PRESSES - 1));
	model->presses[0] = press;
	/* Right behind Alt and this key it reads as part of a report. */
	if (strcmp(model->last.key, "<M-]>") != 0 ||
	    model->last.at_ms != press.at_ms)
		model->last = press;
	else
		model->last.number = press.number;
}

/* Read a line and the number that it names. */
static void read_line(struct model *model, const struct session_step *step)
{
	strbuf_reset(&model->line);
	for (const char *c = step->text.buf; *c; c++) {
		if (*c == *SESSION_NUMBER)
			strbuf_addf(&model->line, "%d",
				    model->printed + step->number);
		else
			strbuf_addch(&model->line, *c);
	}
}

void model_before(struct model *model, const struct session_step *step,
		  int64_t now_ms)
{
	model->now_ms = now_ms;
	if (step->kind == SESSION_BUSY)
		model->busy_ms += step->number;
	if (step->kind == SESSION_KEY) {
		strbuf_reset(&model->line);
		on_key(model, step);
	}
	if (step->kind == SESSION_KEY && !strcmp(step->text.buf, "<Space>"))
		strbuf_addch(&model->typed, ' ');
	else if (step->kind == SESSION_KEY || step->kind == SESSION_PASTE)
		strbuf_addslice(&model->typed, strbuf_slice(&step->text));
	if (step->kind == SESSION_PASTE &&
	    sscanf(step->text.buf, "\"E%dE", &model->edit) == 1)
		model->edit_shown_ms = -1;
	if (step->kind == SESSION_LINE ||
	    (model->mode == MODE_QUERY && strchr(step->text.buf, '\n'))) {
		strbuf_addslice(&model->typed, strbuf_slice(&step->text));
		read_line(model, step);
		/* A different key, and not a press. */
		if (model->mode == MODE_QUERY && step->kind != SESSION_KEY)
			model->last.key[0] = '\0';
		model->line_ms = now_ms;
		model->line_used = false;
	}
	if (step->kind == SESSION_RESIZE) {
		model->cols = step->x;
		model->rows = step->y;
	}
	if (step->kind == SESSION_RESIZE || step->kind == SESSION_FOCUS ||
	    (step->kind == SESSION_SIGHT && model->hidden == step->number))
		model_look_again(model);
	if (step->kind == SESSION_SIGHT)
		model->hidden = !step->number;
}

/* What was cut may be approved by the same line, said again. */
static void after_line(struct model *model)
{
	int number = 0, end = 0;

	sscanf(model->line.buf, "#%d y%n", &number, &end);
	for (size_t i = 0; end && i < model->count; i++) {
		if (model->requests[i].number == number)
			model->requests[i].first_allow = 1;
	}
}

void model_after(struct model *model, const struct session_step *step)
{
	const struct model_press *press = &model->presses[0];
	bool allow = !strcmp(press->key, "y") || !strcmp(press->key, "I");

	model->together = step->together && step->kind == SESSION_KEY;
	if (is_input(step->kind))
		model->input_ms = model->now_ms;
	/* No key is held during a paste. */
	if (step->kind == SESSION_PASTE)
		model->last.key[0] = '\0';
	for (size_t i = 0; step->kind == SESSION_PASTE && i < model->count; i++)
		model->requests[i].pasted |= model->requests[i].shown_ms >= 0;
	if (step->kind == SESSION_LINE)
		after_line(model);
	if (step->kind != SESSION_KEY)
		return;
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];

		if (r->shown_ms < 0)
			continue;
		if (!r->first_key)
			r->first_key = press->number;
		/* Every answer to a question allows it. */
		if (!r->first_allow &&
		    (allow || (r->question && model_press_answers(press))))
			r->first_allow = press->number;
	}
}

struct model_request *model_find(struct model *model, int host, bool question,
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
		model_find(model, step->host, step->question, step->id);

	if (r && r->content == step->content && r->spelling == step->spelling &&
	    (r->waiting || r->owed))
		return; /* a repeat */
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
				     .shown_ms = -1,
				     .before_ms = -1 };
}

/* Whether the line ends the request. */
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

/* Rules end with their scope. */
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
	/* The result of an answered request does not concern the next one with
	 * its id. */
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
		model_hide(r);
	}
}

void model_covered(struct model *model)
{
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];

		if (r->shown_ms >= 0)
			r->shown_ms = model->now_ms;
		r->first_allow = 0;
	}
	if (model->edit_shown_ms >= 0)
		model->edit_shown_ms = model->now_ms;
	model->rule_shown_ms = model->now_ms;
}

void model_check_waiting(struct model *model, size_t known)
{
	size_t waiting = 0;

	for (size_t i = 0; i < model->count; i++)
		waiting += model->requests[i].waiting;
	if (known != waiting)
		strbuf_addf(&model->why, "%zu wait, and it knows %zu (6)",
			    waiting, known);
}

bool model_conclude(const struct model *model, struct strbuf *why)
{
	if (model->why.len)
		strbuf_addslice(why, strbuf_slice(&model->why));
	else
		strbuf_addf(why, "%zu %zu %zu %zu", model->asked,
			    model->allowed, model->rejected, model->by_rule);
	return !model->why.len;
}
