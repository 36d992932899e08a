#include "config.h"

#include "ui/dialog/dialog-rule.h"

#include <string.h>

#include "src/base/i18n.h"
#include "ui/dialog/dialog-text.h"
#include "ui/text/rows.h"
#include "ui/text/sanitize.h"
#include "ui/text/wrap.h"

void dialog_rule_init(struct dialog_rule *d)
{
	*d = (struct dialog_rule){ 0 };
	dialog_text_init(&d->list);
	editor_init(&d->editor);
	strbuf_init(&d->problem);
	strbuf_init(&d->review);
}

static void forget_offers(struct dialog_rule *d)
{
	for (size_t i = 0; i < d->count; i++)
		rule_match_release(&d->offers[i]);
	rule_match_release(&d->own);
	d->count = d->selected = 0;
	dialog_text_clear(&d->list);
	d->typing = false;
}

void dialog_rule_release(struct dialog_rule *d)
{
	forget_offers(d);
	dialog_text_release(&d->list);
	editor_release(&d->editor);
	strbuf_release(&d->problem);
	strbuf_release(&d->review);
}

bool dialog_rule_begin(struct dialog_rule *d, bool allow,
		       struct slice arguments, const char *root)
{
	forget_offers(d);
	strbuf_reset(&d->problem);
	d->allow = allow;
	d->scope = RULE_TURN;
	d->count = rule_match_offer(d->offers, arguments, root);
	return d->count > 0;
}

/* --- In words --- */

static void add_visible(struct strbuf *out, const char *text)
{
	sanitize_visible(out, slice_str(text), NULL);
}

/* TRANSLATORS: these say which arguments a rule means; they stand after
 * "Approve calls of NAME: ". The first %s is an argument's name. */
static void add_kind(struct strbuf *out, const struct rule_match *m)
{
	struct strbuf name = STRBUF_INIT, value = STRBUF_INIT;

	add_visible(&name, m->argument);
	add_visible(&value, m->value);
	switch (m->kind) {
	case RULE_MATCH_ANY:
		strbuf_addstr(out, _("any arguments"));
		break;
	case RULE_MATCH_EXACT:
		strbuf_addf(out, _("exactly these arguments: %s"), value.buf);
		break;
	case RULE_MATCH_EQUALS:
		strbuf_addf(out, _("'%s' is %s"), name.buf, value.buf);
		break;
	case RULE_MATCH_WORDS:
		strbuf_addf(out,
			    _("'%s' begins with the words \"%s\" and has no "
			      "shell characters"),
			    name.buf, value.buf);
		break;
	case RULE_MATCH_INSIDE:
		strbuf_addf(out,
			    _("'%s' is a path inside \"%s\" (symbolic links "
			      "are not looked at)"),
			    name.buf, value.buf);
		break;
	case RULE_MATCH_REGEX:
		strbuf_addf(out, _("all of '%s' matches the pattern /%s/"),
			    name.buf, value.buf);
		break;
	case RULE_MATCH_KIND_COUNT:
		break;
	}
	strbuf_release(&name);
	strbuf_release(&value);
}

static void add_match(struct strbuf *out, const struct rule_match *m)
{
	struct strbuf others = STRBUF_INIT;

	add_kind(out, m);
	if (m->argument) {
		strbuf_addstr(out, ", ");
		add_visible(&others, m->others);
		if (!m->others)
			strbuf_addstr(out, _("with any other arguments"));
		else if (!strcmp(m->others, "{}"))
			strbuf_addstr(out, _("with no other argument"));
		else
			strbuf_addf(out, _("with exactly these others: %s"),
				    others.buf);
	}
	strbuf_release(&others);
}

static void add_place(struct strbuf *out, const struct rule_terms *terms,
		      const char *conversation)
{
	struct strbuf name = STRBUF_INIT;

	if (terms->scope == RULE_HOST) {
		add_visible(&name, terms->host);
		strbuf_addf(out, _("in every conversation of host %s"),
			    name.buf);
	} else {
		add_visible(&name, conversation);
		strbuf_addf(out, _("in the conversation \"%s\""), name.buf);
	}
	strbuf_release(&name);
}

static void add_end(struct strbuf *out, const struct rule_terms *terms,
		    const char *file)
{
	struct strbuf path = STRBUF_INIT;

	if (terms->scope == RULE_TURN) {
		strbuf_addstr(out, _("until its turn ends"));
	} else if (file && terms->workspace) {
		add_visible(&path, file);
		strbuf_addf(out,
			    _("now and in every later run, until you revoke "
			      "it (kept in %s)"),
			    path.buf);
	} else {
		strbuf_addstr(out, _("until the dashboard exits"));
	}
	strbuf_release(&path);
}

void dialog_rule_describe(struct strbuf *out, const struct rule_terms *terms,
			  const struct dialog_rule_words *words)
{
	struct strbuf tool = STRBUF_INIT, match = STRBUF_INIT;
	struct strbuf place = STRBUF_INIT, end = STRBUF_INIT;

	add_visible(&tool, terms->tool);
	add_match(&match, &terms->match);
	add_place(&place, terms, words->conversation);
	add_end(&end, terms, words->file);
	/* TRANSLATORS: a tool's name; "any arguments" or its like; "in the
	 * conversation x"; "until its turn ends". */
	strbuf_addf(out,
		    terms->allow ? _("Approve calls of %s: %s; %s, %s.")
				 : _("Reject calls of %s: %s; %s, %s."),
		    tool.buf, match.buf, place.buf, end.buf);
	strbuf_release(&tool);
	strbuf_release(&match);
	strbuf_release(&place);
	strbuf_release(&end);
}

/* --- Choosing a rule --- */

/* Begin a pattern for the selected offer's argument: it matches exactly the
 * value in this call. */
static void begin_pattern(struct dialog_rule *d, const struct rule_call *call)
{
	const struct rule_match *m = &d->offers[d->selected];
	struct strbuf pattern = STRBUF_INIT;
	struct rule_match own;

	if (!rule_match_to_pattern(&own, m, call->arguments, &pattern)) {
		strbuf_reset(&d->problem);
		strbuf_addstr(&d->problem,
			      _("a pattern needs an argument that is a line "
				"of text"));
		return;
	}
	rule_match_release(&d->own);
	d->own = own;
	d->typing = true;
	d->editor.one_line = true;
	editor_set(&d->editor, strbuf_slice(&pattern));
	strbuf_release(&pattern);
}

static enum dialog_rule_result choose(struct dialog_rule *d,
				      const struct rule_call *call)
{
	struct rule_terms terms = dialog_rule_terms(d, call);
	struct strbuf err = STRBUF_INIT;
	struct regex *regex;
	enum dialog_rule_result result = DIALOG_RULE_NOTHING;

	strbuf_reset(&d->problem);
	if (rule_match_compile(&terms.match, &regex, &err))
		strbuf_addslice(&d->problem, strbuf_slice(&err));
	else if (rule_match_fits(&terms.match, regex, call->arguments,
				 call->workspace) != RULE_FIT_YES)
		strbuf_addstr(&d->problem,
			      _("it does not match this call as a whole"));
	else
		result = DIALOG_RULE_REVIEW;
	regex_free(regex);
	strbuf_release(&err);
	return result;
}

static void select_offer(struct dialog_rule *d, size_t i)
{
	d->selected = i;
	dialog_text_clear(&d->list);
}

static void list_key(struct dialog_rule *d, struct key key,
		     const struct rule_call *call)
{
	if ((key_is_sym(key, KEY_SYM_DOWN) || key_is(key, 'j', 0)) &&
	    d->selected + 1 < d->count)
		select_offer(d, d->selected + 1);
	else if ((key_is_sym(key, KEY_SYM_UP) || key_is(key, 'k', 0)) &&
		 d->selected)
		select_offer(d, d->selected - 1);
	else if (key_is_sym(key, KEY_SYM_HOME) || key_is(key, 'g', 0))
		select_offer(d, 0);
	else if (key_is_sym(key, KEY_SYM_END) || key_is(key, 'G', 0))
		select_offer(d, d->count - 1);
	else if (key.sym == KEY_SYM_NONE && !key.mods && key.ch > '0' &&
		 key.ch <= '9' && key.ch - '0' <= d->count)
		select_offer(d, key.ch - '1');
	else if (key_is(key, 'e', 0))
		begin_pattern(d, call);
}

enum dialog_rule_result dialog_rule_key(struct dialog_rule *d, struct key key,
					const struct rule_call *call)
{
	if (key_is_escape(key)) {
		if (!d->typing)
			return DIALOG_RULE_BACK;
		d->typing = false;
		strbuf_reset(&d->problem);
	} else if (key_is_sym(key, KEY_SYM_TAB)) {
		d->scope = (d->scope + 1) % RULE_SCOPE_COUNT;
	} else if (key_is_sym(key, KEY_SYM_ENTER)) {
		return choose(d, call);
	} else if (!d->typing) {
		list_key(d, key, call);
	} else if (editor_key(&d->editor, key) == EDITOR_EDITED) {
		strbuf_reset(&d->problem);
	}
	return DIALOG_RULE_NOTHING;
}

void dialog_rule_click(struct dialog_rule *d, size_t offer)
{
	if (!d->typing && offer < d->count)
		select_offer(d, offer);
}

void dialog_rule_wheel(struct dialog_rule *d, int rows)
{
	if (d->typing)
		return;
	if (rows < 0 && d->selected > 0)
		select_offer(d, d->selected - 1);
	else if (rows > 0 && d->selected + 1 < d->count)
		select_offer(d, d->selected + 1);
}

void dialog_rule_paste(struct dialog_rule *d, struct slice text)
{
	if (!d->typing)
		return;
	editor_paste(&d->editor, text);
	strbuf_reset(&d->problem);
}

struct rule_terms dialog_rule_terms(const struct dialog_rule *d,
				    const struct rule_call *call)
{
	struct rule_match match = d->typing ? d->own : d->offers[d->selected];

	if (d->typing)
		match.value = d->editor.text.buf;
	return (struct rule_terms){
		.allow = d->allow,
		.scope = d->scope,
		.host = call->host,
		.workspace = call->workspace,
		.conversation = call->conversation,
		.tool = call->tool,
		.match = match,
	};
}

/* --- Drawing --- */

static const char *scope_words(const struct dialog_rule *d)
{
	switch (d->scope) {
	case RULE_TURN:
		return d->allow ? _("Always approve, until this turn ends:")
				: _("Always reject, until this turn ends:");
	case RULE_CONVERSATION:
		return d->allow ? _("Always approve in this conversation:")
				: _("Always reject in this conversation:");
	default:
		return d->allow ? _("Always approve in all conversations of "
				    "this host:")
				: _("Always reject in all conversations of "
				    "this host:");
	}
}

/* List each offer, starting on a new row. */
static void make_list(const struct dialog_rule *d, int cols,
		      struct dialog_text *list, size_t *ends)
{
	struct rows *rows = &list->rows;

	rows_clear(rows);
	for (size_t i = 0; i < d->count; i++) {
		const struct wrap_options wrap = {
			.cols = cols,
			.indent = 2,
			.face = i == d->selected ? FACE_SELECTED : FACE_DIALOG,
		};
		struct strbuf text = STRBUF_INIT;

		if (d->lines)
			strbuf_addf(&text, "%zu. ", i + 1);
		add_match(&text, &d->offers[i]);
		wrap_text(rows, strbuf_slice(&text), &wrap);
		ends[i] = rows->count;
		strbuf_release(&text);
	}
	dialog_text_made(list, cols);
}

/* An offer may contain all of the arguments, so the rows are not rebuilt for
 * each frame, nor for a width that is tried. */
static size_t list_rows(struct dialog_rule *d, int cols)
{
	struct dialog_text other;
	size_t ends[RULE_OFFERS];

	if (!d->list.cols)
		make_list(d, cols, &d->list, d->ends);
	if (d->list.cols == cols)
		return d->list.rows.count;
	if (d->list.tried.cols != cols) {
		dialog_text_init(&other);
		make_list(d, cols, &other, ends);
		d->list.tried = (struct dialog_size){ cols, false,
						      other.rows.count, 0 };
		dialog_text_release(&other);
	}
	return d->list.tried.rows;
}

int dialog_rule_rows(struct dialog_rule *d, int cols)
{
	if (d->typing)
		return editor_rows(&d->editor, cols) + 4;
	return (int)list_rows(d, cols) + 2;
}

static void draw_list(struct dialog_rule *d, struct canvas *cv, struct rect at)
{
	size_t from;

	if (d->list.cols != at.w)
		make_list(d, at.w, &d->list, d->ends);
	from = dialog_text_draw_list(&d->list, cv, at, d->ends, d->count,
				     d->selected);
	if (!d->lines)
		canvas_text(cv, at, at.x, at.y + (int)(from - d->list.top),
			    SLICE(">"), FACE_BOLD);
}

void dialog_rule_draw(struct dialog_rule *d, struct canvas *cv, struct rect at)
{
	struct strbuf name = STRBUF_INIT, text = STRBUF_INIT;

	canvas_text(cv, at, at.x, at.y, slice_str(scope_words(d)), FACE_BOLD);
	at.y++;
	at.h--;
	if (d->problem.len && at.h > 1) {
		canvas_text(cv, at, at.x, at.y + at.h - 1,
			    strbuf_slice(&d->problem), FACE_ERROR);
		at.h--;
	}
	if (!d->typing) {
		draw_list(d, cv, at);
	} else {
		add_visible(&name, d->own.argument);
		strbuf_addf(&text, _("all of '%s' matches (PCRE2):"), name.buf);
		canvas_text(cv, at, at.x, at.y, strbuf_slice(&text),
			    FACE_DIALOG);
		at.y++;
		at.h--;
		editor_draw(&d->editor, cv, at, true);
	}
	strbuf_release(&name);
	strbuf_release(&text);
}
