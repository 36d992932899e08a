#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/fuzz/session-model.h"

/* What the user reads: in frames, in printed lines, and in the questions of
 * jphost query. */

/* --- Frames --- */

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

/* Whether the mark continues in the next row, as in a diff. */
static bool is_wrapped(const char *text, const char *mark)
{
	static const char border[] = "│";

	for (size_t len = strlen(mark) - 1; len; len--) {
		char end[24];
		const char *at = text;

		snprintf(end, sizeof(end), "%.*s │\n", (int)len, mark);
		while ((at = strstr(at, end))) {
			at += strlen(end);
			if (!strncmp(at, border, strlen(border)))
				at += strlen(border);
			at += strspn(at, " +-");
			if (!strncmp(at, mark + len, strlen(mark + len)))
				return true;
		}
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
		if (strstr(text->buf, mark) || is_broken(text->buf, mark) ||
		    is_wrapped(text->buf, mark))
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
		model_look_again(model);
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
