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
	*model = (struct model){
		.input_ms = -1, .cols = 80, .rows = 24, .why = STRBUF_INIT
	};
}

void model_release(struct model *model)
{
	free(model->requests);
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
}

static void hide_all(struct model *model)
{
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
				     .same_before_ms = -1 };

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

		if (r->host == host && r->id == id && r->question == question)
			return r;
	}
	return NULL;
}

static void on_ask(struct model *model, const struct session_step *step)
{
	bool question = step->about == ABOUT_QUESTION;
	struct model_request *r = find(model, step->host, question, step->id);

	if (r && r->content == step->content && (r->waiting || r->owed))
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
				     .question = question,
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

void model_host(struct model *model, const struct session_step *step)
{
	bool owed = false;

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

	for (int k = 0; r->waiting && k < MODEL_MARKS; k++) {
		char mark[16];

		snprintf(mark, sizeof(mark), "Q%d%cQ", r->content,
			 k ? 'z' : 'a');
		if (strstr(text->buf, mark))
			marks |= 1u << k;
	}
	return marks;
}

void model_frame(struct model *model, const struct canvas *cv)
{
	struct strbuf text = STRBUF_INIT;
	bool dialog = dialog_text(&text, cv);
	unsigned any = 0;

	for (size_t i = 0; i < model->count; i++)
		any |= marks_in(&text, &model->requests[i]);
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];
		unsigned marks = marks_in(&text, r);

		r->seen[0] |= marks & 1;
		r->seen[1] |= marks >> 1 & 1;
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

	if (r->question)
		return !strcmp(key, "y") || !strcmp(key, "n") ||
		       (!strcmp(key, "<Enter>") &&
			is_before(r->first_key, press));
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
	return NULL;
}

static void check_allow(struct model *model, const struct model_request *r)
{
	const char *newest = objection(model, r, &model->presses[0]);
	const char *older = objection(model, r, &model->presses[1]);

	if (newest && older)
		complain(model, r,
			 is_answer(&model->presses[0]) ? newest : older);
}

void model_answer(struct model *model, int host, bool question, const char *id,
		  bool allow)
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
		check_allow(model, r);
	else if (!model->presses[0].number)
		complain(model, r, "rejected, and no key was pressed (9)");
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
