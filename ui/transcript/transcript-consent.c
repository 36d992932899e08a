#include "config.h"

#include "ui/transcript/transcript-consent.h"

#include <stddef.h>

#include "src/base/i18n.h"

/* TRANSLATORS: below a tool call or a question: who decided about it, when it
 * was not the person who reads this; at most 70 columns. */
static const char *const consent_words[] = {
	[CONSENT_RULE_APPROVED] = N_("approved by a rule"),
	[CONSENT_RULE_REJECTED] = N_("rejected by a rule"),
	[CONSENT_HOST_APPROVED] = N_("approved by the host: nobody answered"),
	[CONSENT_HOST_REJECTED] = N_("rejected by the host: nobody answered"),
	[CONSENT_HOST_ANSWERED] = N_("default taken: nobody answered"),
	[CONSENT_NOBODY] = N_("not answered in time"),
	[CONSENT_ELSEWHERE_APPROVED] = N_("approved elsewhere"),
	[CONSENT_ELSEWHERE_MODIFIED] =
		N_("approved elsewhere, with other arguments"),
	[CONSENT_ELSEWHERE_REJECTED] = N_("rejected elsewhere"),
	[CONSENT_ELSEWHERE_ANSWERED] = N_("answered elsewhere"),
	[CONSENT_WITHDRAWN] = N_("withdrawn before it was answered"),
};

const char *transcript_consent(enum consent consent)
{
	return consent == CONSENT_NONE ? NULL : _(consent_words[consent]);
}
