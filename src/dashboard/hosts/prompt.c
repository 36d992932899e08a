#include "config.h"

#include "src/dashboard/hosts/prompt.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/tell.h"

/* Whether the event's kind is one that can be answered. */
static bool is_prompt(const struct event *event, enum respond_kind respond)
{
	return event->id && event->kind == (respond == RESPOND_INQUIRY
						    ? EVENT_INQUIRY_REQUEST
						    : EVENT_TOOL_CALL_REQUEST);
}

void prompt_received(struct hosts *hosts, int host, struct conversation *conv,
		     const char *sub_id, const struct host_message *msg,
		     struct event *event)
{
	const struct prompt_asked asked = {
		.host = host,
		.conversation = conv->id,
		.sub_id = sub_id,
		.kind = msg->respond,
		.event = event,
		.timeout_ms = msg->timeout_ms,
		.fallback = msg->fallback,
	};
	enum prompt_arrival arrival;
	struct prompt *p = NULL;

	if (!is_prompt(event, msg->respond)) {
		/* No one could show or answer it. */
		hosts->list[host].bad_lines++;
		hosts_say(hosts, HOSTS_ERROR,
			  _("the host asked for an answer to an event that is "
			    "not a request"));
		return;
	}
	arrival = prompts_receive(&hosts->store.prompts, &asked,
				  hosts_wall_ms(hosts), &p);
	if (arrival == PROMPT_NEW && msg->respond == RESPOND_INQUIRY)
		conversation_question_answered(conv, event->id, TIMESTAMP_NONE);
	if (arrival == PROMPT_NEW)
		store_set_waiting(&hosts->store, conv);
	if (arrival == PROMPT_NEW || arrival == PROMPT_CHANGED)
		hosts_tell(hosts, prompt, p, arrival);
}

void prompt_end(struct hosts *hosts, struct prompt *p, enum prompt_end end,
		const char *outcome)
{
	struct conversation *conv =
		store_get(&hosts->store, p->host, p->conversation);

	hosts_tell(hosts, prompt_ended, p, end, outcome);
	prompts_end(&hosts->store.prompts, p, end);
	store_set_waiting(&hosts->store, conv);
	hosts_changed(hosts);
}

/* End the conversation's prompts of this kind (NONE: any) and id (NULL:
 * any). */
static void end_all(struct hosts *hosts, struct conversation *conv,
		    enum respond_kind kind, const char *id, enum prompt_end end,
		    const char *outcome)
{
	struct prompts *ps = &hosts->store.prompts;

	for (size_t i = ps->count; i-- > 0;) {
		struct prompt *p = ps->waiting[i];

		if (p->host == conv->host &&
		    !strcmp(p->conversation, conv->id) &&
		    (kind == RESPOND_NONE || p->kind == kind) &&
		    (!id || !strcmp(p->id, id)))
			prompt_end(hosts, p, end, outcome);
	}
}

/* The host's outcome of a prompt, as a word; NULL: unknown. */
static const char *outcome_word(enum prompt_outcome outcome)
{
	switch (outcome) {
	case PROMPT_OUTCOME_APPROVED:
		return _("approved");
	case PROMPT_OUTCOME_REJECTED:
		return _("rejected");
	case PROMPT_OUTCOME_MODIFIED:
		return _("approved with other arguments");
	case PROMPT_OUTCOME_ANSWERED:
		return _("answered");
	default:
		return NULL;
	}
}

/* Whether the outcome is the one that we sent. */
static bool is_ours(const struct answered *a, const struct event *closed)
{
	if (closed->outcome == PROMPT_OUTCOME_NONE)
		return closed->by == PROMPT_BY_NONE ||
		       closed->by == PROMPT_BY_ANSWER;
	if (a->end == PROMPT_ANSWERED)
		return closed->outcome == PROMPT_OUTCOME_ANSWERED;
	if (a->end == PROMPT_REJECTED)
		return closed->outcome == PROMPT_OUTCOME_REJECTED;
	return closed->outcome == (a->modified ? PROMPT_OUTCOME_MODIFIED
					       : PROMPT_OUTCOME_APPROVED);
}

/* If two terminals answered, the one whose answer did not count must not
 * believe that it did. */
static void tell_late(struct hosts *hosts, const struct conversation *conv,
		      const struct event *closed)
{
	static const enum respond_kind kinds[] = { RESPOND_TOOL_APPROVAL,
						   RESPOND_INQUIRY };
	const char *word = outcome_word(closed->outcome);

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct answered *a =
			prompts_answered(&hosts->store.prompts, conv->host,
					 conv->id, kinds[i], closed->id);

		if (!a || is_ours(a, closed))
			continue;
		if (word)
			/* TRANSLATORS: 78 columns with "approved with other
			 * arguments" */
			hosts_say(
				hosts, HOSTS_ERROR,
				_("your answer came too late, it was already: "
				  "%s"),
				word);
		else
			hosts_say(hosts, HOSTS_ERROR,
				  _("your answer came too late"));
	}
}

/* Whether our answer was the one that counted. */
static bool was_answered_here(const struct hosts *hosts,
			      const struct conversation *conv,
			      const struct event *closed)
{
	const struct prompts *ps = &hosts->store.prompts;
	const struct answered *a = prompts_answered(
		ps, conv->host, conv->id, RESPOND_TOOL_APPROVAL, closed->id);

	if (!a)
		a = prompts_answered(ps, conv->host, conv->id, RESPOND_INQUIRY,
				     closed->id);
	return a && closed->by != PROMPT_BY_TIMEOUT && is_ours(a, closed);
}

/* Record it in the transcript, and count it. */
static void note_consent(struct hosts *hosts, struct conversation *conv,
			 const struct event *closed)
{
	struct prompts *ps = &hosts->store.prompts;
	enum consent consent = consent_of(closed);

	conversation_decided(conv, closed->id, consent);
	ps->host_approved += consent == CONSENT_HOST_APPROVED;
	ps->host_rejected += consent == CONSENT_HOST_REJECTED;
	ps->host_answered += consent == CONSENT_HOST_ANSWERED;
}

/* What was asked is asked again, of whoever answered. */
static void on_refused(struct hosts *hosts, const struct conversation *conv,
		       const struct event *closed)
{
	struct prompts *ps = &hosts->store.prompts;
	const char *why = closed->text ? closed->text : "";

	if (!prompts_refused(ps, conv->host, conv->id, RESPOND_TOOL_APPROVAL,
			     closed->id, why) &&
	    !prompts_refused(ps, conv->host, conv->id, RESPOND_INQUIRY,
			     closed->id, why))
		return;
	if (*why)
		hosts_say(hosts, HOSTS_ERROR,
			  _("your answer was not accepted: %s"), why);
	else
		hosts_say(hosts, HOSTS_ERROR,
			  _("your answer was not accepted"));
}

static void on_closed(struct hosts *hosts, struct conversation *conv,
		      const struct event *closed)
{
	bool timeout = closed->by == PROMPT_BY_TIMEOUT;
	size_t count = hosts->store.prompts.count;

	if (!closed->id)
		return;
	if (closed->by == PROMPT_BY_REFUSAL) {
		on_refused(hosts, conv, closed);
		return;
	}
	if (!was_answered_here(hosts, conv, closed))
		note_consent(hosts, conv, closed);
	end_all(hosts, conv, RESPOND_NONE, closed->id,
		timeout ? PROMPT_EXPIRED : PROMPT_WITHDRAWN,
		outcome_word(closed->outcome));
	if (hosts->store.prompts.count == count)
		tell_late(hosts, conv, closed);
}

static void on_response(struct hosts *hosts, struct conversation *conv,
			enum respond_kind kind, const char *id)
{
	/* If we had answered the call, the pending one is different. */
	if (!id || prompts_forget_answered(&hosts->store.prompts, conv->host,
					   conv->id, kind, id))
		return;
	end_all(hosts, conv, kind, id, PROMPT_WITHDRAWN, NULL);
}

void prompt_before(struct hosts *hosts, struct conversation *conv,
		   const struct event *event)
{
	const struct prompts *ps = &hosts->store.prompts;
	enum respond_kind kind =
		event->kind == EVENT_TOOL_CALL_RESPONSE ? RESPOND_TOOL_APPROVAL
		: event->kind == EVENT_INQUIRY_RESPONSE ? RESPOND_INQUIRY
							: RESPOND_NONE;

	if (kind == RESPOND_NONE || !event->id ||
	    !prompts_find_id(ps, conv->host, conv->id, kind, event->id) ||
	    prompts_answered(ps, conv->host, conv->id, kind, event->id))
		return;
	conversation_decided(conv, event->id, CONSENT_ELSEWHERE_ANSWERED);
}

static void on_turn(struct hosts *hosts, struct conversation *conv)
{
	prompts_forget_answered(&hosts->store.prompts, conv->host, conv->id,
				RESPOND_NONE, NULL);
	hosts_tell(hosts, turn_over, conv->host, conv->id);
}

void prompt_event(struct hosts *hosts, struct conversation *conv,
		  const struct event *event)
{
	switch (event->kind) {
	case EVENT_TOOL_CALL_RESPONSE:
		on_response(hosts, conv, RESPOND_TOOL_APPROVAL, event->id);
		break;
	case EVENT_INQUIRY_RESPONSE:
		on_response(hosts, conv, RESPOND_INQUIRY, event->id);
		break;
	case EVENT_PROMPT_CLOSED:
		on_closed(hosts, conv, event);
		break;
	case EVENT_TURN_START:
		on_turn(hosts, conv);
		break;
	case EVENT_QUERY_COMPLETE:
		end_all(hosts, conv, RESPOND_NONE, NULL, PROMPT_WITHDRAWN,
			NULL);
		on_turn(hosts, conv);
		break;
	default:
		break;
	}
}

void prompt_host_gone(struct hosts *hosts, struct conversation *conv)
{
	end_all(hosts, conv, RESPOND_NONE, NULL, PROMPT_LOST, NULL);
	hosts_tell(hosts, turn_over, conv->host, NULL);
}
