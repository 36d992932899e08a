#include "config.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/hosts/host.h"
#include "src/dashboard/hosts/prompt.h"
#include "src/dashboard/hosts/tell.h"

/*
 * The subscription to answer through: the one that delivered the prompt or, if
 * that has ended, the conversation's current one.
 */
static const char *answer_sub(struct hosts *hosts, const struct prompt *p)
{
	struct subscription *sub = follow_find(hosts, p->host, p->conversation);

	if (sub && sub->current[0] &&
	    !strmap_get(&hosts->list[p->host].subs, slice_str(p->sub_id)))
		return sub->current;
	return p->sub_id;
}

/* Send a line; a secret is not traced. */
static int send_line(struct hosts *hosts, const struct prompt *p,
		     const struct strbuf *line)
{
	struct host *h = &hosts->list[p->host];

	if (p->kind != RESPOND_INQUIRY || p->event.answer_kind != ANSWER_SECRET)
		return host_send(hosts, p->host, line, OUTBOX_ALWAYS);
	trace(TRACE_HOST, "> an answer that is secret");
	if (h->gone ||
	    outbox_push(&h->outbox, strbuf_slice(line), OUTBOX_ALWAYS))
		return -1;
	host_sent(hosts, p->host, line, true);
	return 0;
}

static int send_answer(struct hosts *hosts, struct prompt *p,
		       const struct strbuf *line, enum prompt_end end,
		       struct strbuf *err)
{
	struct conversation *conv;

	if (hosts->leaving)
		return -1;
	if (!host_may_send(hosts, err))
		return -1;
	if (!hosts_can(hosts, p->host, CAPABILITY_RESPOND)) {
		strbuf_setf(err, _("this host does not accept answers"));
		return -1;
	}
	if (send_line(hosts, p, line))
		return -1;
	host_note_answer(&hosts->list[p->host], end);
	conv = store_get(&hosts->store, p->host, p->conversation);
	if (end == PROMPT_ALLOWED)
		conversation_tool_answered(conv, p->id, hosts_wall_ms(hosts));
	if (end == PROMPT_ANSWERED)
		conversation_question_answered(conv, p->id,
					       hosts_wall_ms(hosts));
	prompt_end(hosts, p, end, NULL);
	return 0;
}

int hosts_respond_approval(struct hosts *hosts, uint64_t serial,
			   enum respond_action action, struct slice arguments,
			   const char *reason, struct strbuf *err)
{
	struct prompt *p = prompts_find(&hosts->store.prompts, serial);
	struct strbuf line = STRBUF_INIT;
	int ret;

	if (!p || p->kind != RESPOND_TOOL_APPROVAL)
		return -1;
	p->modified = action == ACTION_MODIFY;
	plugin_write_approval(&line, answer_sub(hosts, p), p->id, action,
			      arguments, reason);
	ret = send_answer(hosts, p, &line,
			  action == ACTION_REJECT ? PROMPT_REJECTED
						  : PROMPT_ALLOWED,
			  err);
	strbuf_release(&line);
	return ret;
}

int hosts_respond_inquiry(struct hosts *hosts, uint64_t serial,
			  struct slice value, struct strbuf *err)
{
	struct prompt *p = prompts_find(&hosts->store.prompts, serial);
	struct strbuf line = STRBUF_INIT;
	int ret;

	if (!p || p->kind != RESPOND_INQUIRY)
		return -1;
	plugin_write_answer(&line, answer_sub(hosts, p), p->id, value);
	ret = send_answer(hosts, p, &line, PROMPT_ANSWERED, err);
	/* It may be a secret. */
	explicit_bzero(line.buf, line.len);
	strbuf_release(&line);
	return ret;
}
