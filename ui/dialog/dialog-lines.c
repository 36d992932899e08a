#include "config.h"

#include "ui/dialog/dialog-lines.h"

#include "src/base/i18n.h"

/* TRANSLATORS: what is said as a line to leave a dialog; one word. The English
 * one works too. */
const char *dialog_lines_close(void)
{
	return C_("said", "close");
}

/* The lines that a call being read accepts. */
static void advise_reading(struct strbuf *out, unsigned long long n,
			   bool changes)
{
	if (!changes)
		strbuf_addf(out,
			    _("Request #%llu. Say '#%llu y' to approve, 'n' to "
			      "reject, '%s' to leave it.\n"),
			    n, n, dialog_lines_close());
	else
		strbuf_addf(out,
			    _("Request #%llu. Say '#%llu y' to approve, 'n' to "
			      "reject, 'r WHY', '#%llu e' to edit, '%s' to "
			      "leave it.\n"),
			    n, n, n, dialog_lines_close());
}

void dialog_lines_approval(struct strbuf *out, const struct dialog_approval *d,
			   const struct prompt *p, bool changes, bool all)
{
	unsigned long long n = p->number;

	switch (d->mode) {
	case APPROVAL_READ:
		advise_reading(out, n, changes);
		if (all)
			strbuf_addf(out,
				    _("'#%llu Y' and '#%llu N' make a rule of "
				      "it, 'p' shows its JSON, 'o' all of it, "
				      "'[' and ']' the others.\n"),
				    n, n);
		break;
	case APPROVAL_EDIT:
		strbuf_addf(out, _("Say '#%llu e' to edit on, or '%s'.\n"), n,
			    dialog_lines_close());
		break;
	case APPROVAL_REVIEW:
		strbuf_addf(out,
			    _("Say '#%llu y' to approve it as edited, '#%llu "
			      "e' to edit on, or '%s'.\n"),
			    n, n, dialog_lines_close());
		break;
	case APPROVAL_REASON:
		strbuf_addf(out, _("Say '#%llu WHY' to reject it, or '%s'.\n"),
			    n, dialog_lines_close());
		break;
	case APPROVAL_RULE:
		if (d->rule.typing)
			strbuf_addf(out, _("Say '#%llu PATTERN', or '%s'.\n"),
				    n, dialog_lines_close());
		else
			strbuf_addf(out,
				    _("Say '#%llu NUMBER' to choose, '#%llu "
				      "tab' for how long, '#%llu e' for a "
				      "pattern, or '%s'.\n"),
				    n, n, n, dialog_lines_close());
		break;
	case APPROVAL_CONFIRM:
		strbuf_addf(out,
			    _("Say '#%llu y' to store the rule and answer by "
			      "it, or '%s'.\n"),
			    n, dialog_lines_close());
		break;
	}
}

void dialog_lines_inquiry(struct strbuf *out, const struct prompt *p)
{
	unsigned long long n = p->number;

	strbuf_addf(out,
		    _("Request #%llu. Say '#%llu ANSWER', or '%s' to leave "
		      "it.\n"),
		    n, n, dialog_lines_close());
	if (p->event.answer_default)
		strbuf_addf(out, _("'#%llu' alone is the default.\n"), n);
	if (p->event.other)
		strbuf_addf(out,
			    _("'#%llu other TEXT' is an answer of your own.\n"),
			    n);
}
