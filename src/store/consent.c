#include "config.h"

#include "src/store/conversation.h"

static enum consent of_timeout(enum prompt_outcome outcome)
{
	switch (outcome) {
	case PROMPT_OUTCOME_APPROVED:
	case PROMPT_OUTCOME_MODIFIED:
		return CONSENT_HOST_APPROVED;
	case PROMPT_OUTCOME_REJECTED:
		return CONSENT_HOST_REJECTED;
	case PROMPT_OUTCOME_ANSWERED:
		return CONSENT_HOST_ANSWERED;
	default:
		return CONSENT_NOBODY;
	}
}

enum consent consent_of(const struct event *closed)
{
	if (closed->by == PROMPT_BY_TIMEOUT ||
	    closed->voice == PROMPT_VOICE_TIMEOUT)
		return of_timeout(closed->outcome);
	switch (closed->outcome) {
	case PROMPT_OUTCOME_APPROVED:
		return CONSENT_ELSEWHERE_APPROVED;
	case PROMPT_OUTCOME_MODIFIED:
		return CONSENT_ELSEWHERE_MODIFIED;
	case PROMPT_OUTCOME_ANSWERED:
		return CONSENT_ELSEWHERE_ANSWERED;
	case PROMPT_OUTCOME_UNANSWERED:
		return CONSENT_NOBODY;
	case PROMPT_OUTCOME_CANCELLED:
		return CONSENT_WITHDRAWN;
	default:
		break;
	}
	/* A cancelled prompt was not rejected by anyone. */
	if (closed->by == PROMPT_BY_CANCEL ||
	    closed->voice == PROMPT_VOICE_CANCEL)
		return CONSENT_WITHDRAWN;
	return closed->outcome == PROMPT_OUTCOME_REJECTED
		       ? CONSENT_ELSEWHERE_REJECTED
		       : CONSENT_ELSEWHERE_ANSWERED;
}

bool consent_denies(enum consent consent)
{
	return consent == CONSENT_RULE_REJECTED ||
	       consent == CONSENT_HOST_REJECTED ||
	       consent == CONSENT_ELSEWHERE_REJECTED ||
	       consent == CONSENT_WITHDRAWN;
}
