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

/* To be looked at again; what was done in it stays done. */
static void look_again(struct model *model)
{
	model->confirms = false;
	for (size_t i = 0; i < model->count; i++) {
		model->requests[i].shown_ms = -1;
		model->requests[i].first_allow = 0;
	}
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

/* With the number that it names. */
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
		/* Another key, and no press of its own. */
		if (model->mode == MODE_QUERY && step->kind != SESSION_KEY)
			model->last.key[0] = '\0';
		model->line_ms = now_ms;
		model->line_used = false;
	}
	if (step->kind == SESSION_RESIZE) {
		model->cols = step->x;
		model->rows = step->y;
	}
	if (step->kind == SESSION_RESIZE || step->kind == SESSION_FOCUS)
		look_again(model);
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

static void see_edit(struct model *model, const struct strbuf *text)
{
	char mark[24];

	snprintf(mark, sizeof(mark), "E%dE", model->edit);
	if (!strstr(text->buf, mark))
		model->edit_shown_ms = -1;
	else if (model->edit_shown_ms < 0)
		model->edit_shown_ms = model->now_ms;
}

void model_frame(struct model *model, const struct canvas *cv)
{
	struct strbuf text = STRBUF_INIT;
	bool dialog = dialog_text(&text, cv);
	unsigned any = 0;

	see_rule(model, &text);
	see_edit(model, &text);
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

/* --- Lines --- */

/* Where the last dialog before `end` begins. */
static const char *dialog_before(const char *text, const char *end)
{
	static const char *const heads[] = { "\n Approval ", "\n Question " };
	const char *from = text;

	for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
		for (const char *at = text;
		     (at = strstr(at, heads[i])) && at < end; at++) {
			if (at > from)
				from = at;
		}
	}
	return from;
}

/* A request as it is printed: from the head of its dialog to the line with its
 * number. */
void model_printed(struct model *model, const char *text)
{
	static const char number[] = "\nRequest #";
	const char *end;

	while ((end = strstr(text, number))) {
		const char *from = dialog_before(text, end);
		struct strbuf block = STRBUF_INIT;

		strbuf_add(&block, from, (size_t)(end - from));
		model->printed = atoi(end + strlen(number));
		for (size_t i = 0; i < model->count; i++) {
			struct model_request *r = &model->requests[i];

			if (marks_in(&block, r) != 3)
				continue;
			see_options(r, &block);
			if (r->number == model->printed)
				continue;
			r->number = model->printed;
			r->shown_ms = model->now_ms;
		}
		strbuf_release(&block);
		text = end + 1;
	}
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
	return NULL;
}

/* --- The questions of jphost query --- */

static const char *last(const char *text, const char *what)
{
	const char *found = NULL;

	while ((text = strstr(text, what))) {
		found = text;
		text++;
	}
	return found;
}

/* Where the line that asks begins, if it is the last one. */
static const char *asks(const char *screen)
{
	static const char *const lines[] = { "?] ", "[y/n] ", "Answer: ",
					     "Number: ", "Numbers, as 1,3: " };
	size_t len = strlen(screen);

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		size_t n = strlen(lines[i]);

		if (len >= n && !strcmp(screen + len - n, lines[i]))
			return screen + len - n;
	}
	return NULL;
}

/* It is asked for what was written last, all of it, above the line that
 * asks. */
void model_wrote(struct model *model, const char *text)
{
	const struct model_request *top = NULL;
	const char *line, *at = NULL;
	char mark[16];

	if (!*text)
		return;
	strbuf_addstr(&model->screen, text);
	line = asks(model->screen.buf);
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];
		const char *end;

		if (!r->waiting)
			continue;
		see_options(r, &model->screen);
		for (int k = 0; k < CONTENT_MARKS; k++) {
			session_content_mark(mark, r->content, k);
			end = last(model->screen.buf, mark);
			r->seen[k] |= end != NULL;
		}
		if (end && (!at || end > at)) {
			at = end;
			top = r;
		}
	}
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];

		if (!line || !top || r->content != top->content || !r->waiting)
			hide(r);
		else
			r->shown_ms = model->now_ms;
	}
}

/* A line is all of an answer: it is no press. */
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

/* Why this press may not have allowed it; NULL: it may. */
static const char *objection(const struct model *model,
			     const struct model_request *r,
			     const struct model_press *press)
{
	if (!press->number)
		return "allowed, and no key was pressed (4, 9)";
	if (!strcmp(press->key, "I"))
		r = shown_twin(model, r);
	if (!may_allow(model, r, press))
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
	if (model->mode == MODE_QUERY && strchr("YN", *press->key)) {
		ALLOC_GROW(model->rules, model->rule_count + 1,
			   model->rule_cap);
		model->rules[model->rule_count++] =
			(struct session_rule){ .allow = *press->key == 'Y',
					       .by_host = true,
					       .says = SAYS_ANY };
		return true;
	}
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
	/* Asked whether to send what is not on the screen. */
	if (model->edit_shown_ms < 0 &&
	    is_before(r->first_allow, &model->presses[0]))
		return NULL;
	if (model->edit_shown_ms < 0 ||
	    model->presses[0].at_ms - model->edit_shown_ms < GUARD_MS)
		return "sent an edit before it could be read (1)";
	return NULL;
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
		for (const char *c = answer + 1; c[0] && c[1]; c++) {
			if (*c == '\\')
				c++; /* how JSON writes a control character */
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
		*id ? find(model, host, question, atoi(id + 1)) : NULL;

	if (!r) {
		complain(model, &nobody, "answered what nobody asked (5)");
		return;
	}
	if (!r->waiting)
		complain(model, r, "answered what does not wait (5)");
	else if (model->mode == MODE_PLAIN && line_objection(model, r, allow))
		complain(model, r, line_objection(model, r, allow));
	else if (model->mode == MODE_PLAIN)
		model->line_used = true;
	else if (question && model->line.len && typed_objection(model, r))
		complain(model, r, typed_objection(model, r));
	else if (question && model->line.len)
		model->line_used = true;
	else if (allow)
		check(model, r, true);
	else if (!model->presses[0].number)
		complain(model, r, "rejected, and no key was pressed (9)");
	else
		check(model, r, false);
	if (!question && *answer && r->waiting &&
	    edit_objection(model, r, answer))
		complain(model, r, edit_objection(model, r, answer));
	if (question && is_made_up(model, r, answer))
		complain(model, r, "answered with what was not on the screen");
	r->waiting = false;
	r->answered = true;
	r->owed = model->mode != MODE_QUERY; /* there it has ended */
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
