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

/* The user must look again; what was done before stays done. */
static void look_again(struct model *model)
{
	model->confirms = false;
	for (size_t i = 0; i < model->count; i++) {
		model->requests[i].shown_ms = -1;
		model->requests[i].first_allow = 0;
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
	model->presses[0] = model->last = press;
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
		look_again(model);
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
				     .shown_ms = -1 };
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

/* Add a row; one that continues a text is joined to the row above. */
static void add_row(struct strbuf *out, const char *row)
{
	static const char mark[] = "↪", border[] = "│";
	const char *rest = strstr(row, mark);

	if (!rest || !out->len) {
		strbuf_addf(out, "%s\n", row);
		return;
	}
	strbuf_setlen(out, out->len - 1);
	if (out->len > strlen(border) &&
	    !strcmp(out->buf + out->len - strlen(border), border))
		strbuf_setlen(out, out->len - strlen(border));
	while (out->len && out->buf[out->len - 1] == ' ')
		strbuf_setlen(out, out->len - 1);
	rest += strlen(mark);
	strbuf_addf(out, "%s\n", rest + strspn(rest, " "));
}

/* The dialog's text in the frame, including blank rows. */
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
			add_row(out, row.buf);
		if (strstr(row.buf, "└──"))
			open = false;
		strbuf_release(&row);
	}
	return out->len > 0;
}

/* Whether a row ends with the beginning of the mark: the rest is scrolled away. */
static bool is_broken(const char *text, const char *mark)
{
	for (size_t len = strlen(mark) - 1; len > 2; len--) {
		char end[24];

		snprintf(end, sizeof(end), "%.*s │\n", (int)len, mark);
		if (strstr(text, end))
			return true;
	}
	return false;
}

/* Which marks of a request are in the text, as bits. */
static unsigned marks_in(const struct strbuf *text,
			 const struct model_request *r)
{
	unsigned marks = 0;

	for (int k = 0; r->waiting && k < CONTENT_MARKS; k++) {
		char mark[16];

		session_content_mark(mark, r->content, k);
		if (strstr(text->buf, mark) || is_broken(text->buf, mark))
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

/* What of it a small screen shows at once may not be enough to read it. */
static bool read_rule(const struct model *model, const char *text,
		      struct session_rule *rule)
{
	if (session_rule_read(rule, text))
		return true;
	if (!strstr(text, "store this rule"))
		return false;
	*rule = model->confirms
			? model->rule
			: (struct session_rule){
				  .allow = strstr(text, "approve, and") != NULL,
				  .any_like = true,
				  .by_host = true,
			  };
	return true;
}

static void see_rule(struct model *model, const struct strbuf *text)
{
	struct session_rule rule;
	bool confirms = read_rule(model, text->buf, &rule);

	if (confirms && (!model->confirms ||
			 memcmp(&rule, &model->rule, sizeof(rule)) != 0))
		model->rule_shown_ms = model->now_ms;
	model->confirms = confirms;
	if (confirms)
		model->rule = rule;
}

static void see_edit(struct model *model, const struct strbuf *text)
{
	const char *edit = strstr(text->buf, "\"E");
	char mark[24];

	/* What a review shows is what is sent: a later paste went elsewhere. */
	if (edit && strstr(text->buf, "approve with changes"))
		sscanf(edit, "\"E%dE", &model->edit);
	snprintf(mark, sizeof(mark), "E%dE", model->edit);
	/* What was shown may be scrolled away. */
	if (!strstr(text->buf, mark) &&
	    !strstr(text->buf, "approve with changes"))
		model->edit_shown_ms = -1;
	else if (model->edit_shown_ms < 0 && strstr(text->buf, mark))
		model->edit_shown_ms = model->now_ms;
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

/* The requests that a rule would answer, too, are not those of the dialog. */
static void cut_others(struct strbuf *text)
{
	const char *others = strstr(text->buf, "It also answers ");

	if (others)
		strbuf_setlen(text, (size_t)(others - text->buf));
}

void model_frame(struct model *model, const struct canvas *cv)
{
	struct strbuf text = STRBUF_INIT;
	bool dialog = dialog_text(&text, cv);
	unsigned any = 0;

	/* What no one sees is not read either. */
	if (model->hidden) {
		look_again(model);
		strbuf_release(&text);
		return;
	}
	see_rule(model, &text);
	see_edit(model, &text);
	cut_others(&text);
	for (size_t i = 0; i < model->count; i++)
		any |= marks_in(&text, &model->requests[i]);
	for (size_t i = 0; i < model->count; i++) {
		struct model_request *r = &model->requests[i];
		unsigned marks = marks_in(&text, r);

		r->seen[0] |= marks & 1;
		r->seen[1] |= marks >> 1 & 1;
		see_options(r, &text);
		/* Warnings above a text, or part of it without a mark: it may
		 * be any pending one. */
		if (!marks && !(dialog && !any && r->waiting))
			model_hide(r);
		else if (r->shown_ms < 0)
			r->shown_ms = model->now_ms;
	}
	strbuf_release(&text);
}

/* --- Lines --- */

/* Start of the last dialog before `end`. */
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

/* Read a printed request: from the head of its dialog to the line with its
 * number. */
void model_printed(struct model *model, const char *text)
{
	static const char number[] = "\nRequest #";
	struct strbuf all = STRBUF_INIT;
	const char *end;

	strbuf_addstr(&all, text);
	/* What else is printed leaves a rule that waits as it is. */
	if (strstr(text, number) || strstr(text, " calls of "))
		see_rule(model, &all);
	strbuf_release(&all);
	while ((end = strstr(text, number))) {
		const char *from = dialog_before(text, end);
		struct strbuf block = STRBUF_INIT;

		strbuf_add(&block, from, (size_t)(end - from));
		model->printed = atoi(end + strlen(number));
		for (size_t i = 0; i < model->count; i++) {
			struct model_request *r = &model->requests[i];

			unsigned marks = marks_in(&block, r);

			if (!marks)
				continue;
			r->seen[0] |= marks & 1;
			r->seen[1] |= marks >> 1 & 1;
			see_options(r, &block);
			if (r->number == model->printed)
				continue;
			r->number = model->printed;
			r->shown_ms = model->now_ms;
			r->first_allow = 0;
		}
		strbuf_release(&block);
		text = end + 1;
	}
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

/* Start of the line that asks, if it is the last one. */
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

/* The question is about the whole text written last, above the line that
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
			model_hide(r);
		else
			r->shown_ms = model->now_ms;
	}
}

size_t model_waiting(const struct model *model)
{
	size_t waiting = 0;

	for (size_t i = 0; i < model->count; i++)
		waiting += model->requests[i].waiting;
	return waiting;
}
