#include "config.h"

#include "ui/dialog/dialog-approval.h"

#include <string.h>

#include "src/base/i18n.h"
#include "ui/text/sanitize.h"

void dialog_approval_init(struct dialog_approval *d)
{
	*d = (struct dialog_approval){ 0 };
	dialog_text_init(&d->text);
	dialog_text_init(&d->review);
	arguments_facts_init(&d->facts);
	editor_init(&d->editor);
	strbuf_init(&d->problem);
}

void dialog_approval_release(struct dialog_approval *d)
{
	dialog_text_release(&d->text);
	dialog_text_release(&d->review);
	arguments_facts_release(&d->facts);
	editor_release(&d->editor);
	strbuf_release(&d->problem);
}

static struct dialog_text *shown_text(struct dialog_approval *d)
{
	return d->mode == APPROVAL_REVIEW || d->mode == APPROVAL_CONFIRM
		       ? &d->review
		       : &d->text;
}

static void forget_text(struct dialog_approval *d)
{
	dialog_text_clear(&d->text);
	d->text.top = 0;
	d->asked_again = false;
}

void dialog_approval_show(struct dialog_approval *d, const struct prompt *p)
{
	if (d->serial == p->serial && d->revision == p->revision)
		return;
	/* What was typed was typed for other arguments. */
	d->changed = d->serial == p->serial;
	d->serial = p->serial;
	d->revision = p->revision;
	d->mode = APPROVAL_READ;
	d->raw = d->unfolded = false;
	strbuf_reset(&d->problem);
	forget_text(d);
}

static void begin_rule(struct dialog_approval *d, const struct prompt *p)
{
	struct strbuf pattern = STRBUF_INIT;

	d->rule_scope = RULE_TURN;
	d->rule_pattern = true;
	d->editor.one_line = true;
	/* To begin with: exactly these arguments, to be made wider by hand. */
	for (size_t i = 0; i < p->event.arguments_len; i++) {
		char c = p->event.arguments[i];

		if (c && strchr("\\^$.[|()?*+{}#", c))
			strbuf_addch(&pattern, '\\');
		if (c == '\n' || c == '\t' || c == '\r')
			strbuf_addstr(&pattern, "\\s");
		else
			strbuf_addch(&pattern, c);
	}
	editor_set(&d->editor, strbuf_slice(&pattern));
	strbuf_release(&pattern);
}

void dialog_approval_mode(struct dialog_approval *d, const struct prompt *p,
			  enum approval_mode mode)
{
	enum approval_mode from = d->mode;

	d->mode = mode;
	d->asked_again = false;
	strbuf_reset(&d->problem);
	dialog_text_clear(&d->review);
	d->review.top = 0;
	if (mode == APPROVAL_EDIT && from == APPROVAL_READ) {
		d->editor.one_line = false;
		editor_set(&d->editor, slice_of(p->event.arguments,
						p->event.arguments_len));
	} else if (mode == APPROVAL_REASON) {
		d->editor.one_line = true;
		editor_set(&d->editor, SLICE(""));
	} else if (mode == APPROVAL_RULE && from == APPROVAL_READ) {
		begin_rule(d, p);
	}
}

void dialog_approval_raw(struct dialog_approval *d)
{
	d->raw = !d->raw;
	forget_text(d);
}

void dialog_approval_unfold(struct dialog_approval *d)
{
	d->unfolded = !d->unfolded;
	forget_text(d);
}

void dialog_approval_written(struct dialog_approval *d)
{
	dialog_text_written(shown_text(d));
}

void dialog_approval_wheel(struct dialog_approval *d, int rows)
{
	dialog_text_wheel(shown_text(d), rows);
}

bool dialog_approval_scroll(struct dialog_approval *d, struct key key)
{
	return dialog_text_scroll(shown_text(d), key);
}

size_t dialog_approval_unseen(const struct dialog_approval *d)
{
	size_t folded = d->mode == APPROVAL_READ && !d->raw && !d->unfolded
				? d->facts.folded_rows
				: 0;

	return folded +
	       dialog_text_unseen(d->mode == APPROVAL_REVIEW ||
						  d->mode == APPROVAL_CONFIRM
					  ? &d->review
					  : &d->text);
}

struct rule_terms dialog_approval_terms(const struct dialog_approval *d,
					const struct prompt *p)
{
	return (struct rule_terms){
		.allow = d->rule_allows,
		.scope = d->rule_scope,
		.host = p->host,
		.conversation = p->conversation,
		.tool = p->event.name ? p->event.name : "",
		.pattern = d->rule_pattern ? d->editor.text.buf : NULL,
	};
}

/* What is approved or rejected. */
static void add_rule_calls(struct strbuf *out, const struct rule_terms *terms)
{
	struct strbuf tool = STRBUF_INIT, pattern = STRBUF_INIT;

	sanitize_visible(&tool, slice_str(terms->tool), NULL);
	sanitize_visible(&pattern, slice_str(terms->pattern), NULL);
	if (!terms->pattern)
		strbuf_addf(out,
			    terms->allow
				    ? _("Approve every call of %s with any "
					"arguments")
				    : _("Reject every call of %s with any "
					"arguments"),
			    tool.buf);
	else
		strbuf_addf(out,
			    terms->allow
				    ? _("Approve every call of %s whose whole "
					"arguments match /%s/")
				    : _("Reject every call of %s whose whole "
					"arguments match /%s/"),
			    tool.buf, pattern.buf);
	strbuf_release(&tool);
	strbuf_release(&pattern);
}

void dialog_rule_add(struct strbuf *out, const struct rule_terms *terms,
		     const char *conversation)
{
	struct strbuf calls = STRBUF_INIT, title = STRBUF_INIT;

	add_rule_calls(&calls, terms);
	sanitize_visible(&title, slice_str(conversation), NULL);
	/* TRANSLATORS: the first %s is "Approve every call of x with any
	 * arguments", or one of its like; a title may follow. */
	if (terms->scope == RULE_HOST)
		strbuf_addf(out,
			    _("%s in every conversation of this host, until "
			      "the dashboard ends."),
			    calls.buf);
	else if (terms->scope == RULE_TURN)
		strbuf_addf(out,
			    _("%s in the conversation \"%s\", until its turn "
			      "ends."),
			    calls.buf, title.buf);
	else
		strbuf_addf(out,
			    _("%s in the conversation \"%s\", until the "
			      "dashboard ends."),
			    calls.buf, title.buf);
	strbuf_release(&calls);
	strbuf_release(&title);
}
