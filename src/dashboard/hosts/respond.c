#include "config.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/dashboard/app/app-private.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/dashboard/hosts/prompt.h"

/*
 * The subscription to answer through: the one that brought the prompt, or, if
 * that is gone, the one that the conversation has now.
 */
static const char *answer_sub(struct app *app, const struct prompt *p)
{
	struct link *link = app_link_by_id(app, p->host, p->conversation);

	if (link && link->current[0] &&
	    !strmap_get(&app->hosts[p->host].subs, slice_str(p->sub_id)))
		return link->current;
	return p->sub_id;
}

/* A secret is not traced. */
static int send_line(struct app *app, const struct prompt *p,
		     const struct strbuf *line)
{
	struct app_host *h = &app->hosts[p->host];

	if (p->kind != RESPOND_INQUIRY || p->event.answer_kind != ANSWER_SECRET)
		return app_send(app, p->host, line, OUTBOX_ALWAYS);
	trace(TRACE_HOST, "> an answer that is secret");
	if (h->gone ||
	    outbox_push(&h->outbox, strbuf_slice(line), OUTBOX_ALWAYS))
		return -1;
	app_tell_sent(app, p->host, line, true);
	return 0;
}

static int send_answer(struct app *app, struct prompt *p,
		       const struct strbuf *line, enum prompt_end end,
		       struct strbuf *err)
{
	if (app->exiting)
		return -1;
	if (app->options.read_only) {
		strbuf_setf(err, _("read-only: nothing is sent"));
		return -1;
	}
	if (!app_host_can(app, p->host, CAPABILITY_RESPOND)) {
		strbuf_setf(err, _("this host takes no answers"));
		return -1;
	}
	if (send_line(app, p, line))
		return -1;
	if (end == PROMPT_ALLOWED)
		conversation_tool_answered(
			store_get(&app->store, p->host, p->conversation), p->id,
			app_wall_ms(app));
	prompt_end(app, p, end, NULL);
	return 0;
}

int hosts_respond_approval(struct app *app, uint64_t serial,
			   enum respond_action action, struct slice arguments,
			   const char *reason, struct strbuf *err)
{
	struct prompt *p = prompts_find(&app->store.prompts, serial);
	struct strbuf line = STRBUF_INIT;
	int ret;

	if (!p || p->kind != RESPOND_TOOL_APPROVAL)
		return -1;
	p->modified = action == ACTION_MODIFY;
	plugin_write_approval(&line, answer_sub(app, p), p->id, action,
			      arguments, reason);
	ret = send_answer(app, p, &line,
			  action == ACTION_REJECT ? PROMPT_REJECTED
						  : PROMPT_ALLOWED,
			  err);
	strbuf_release(&line);
	return ret;
}

int hosts_respond_inquiry(struct app *app, uint64_t serial, struct slice value,
			  struct strbuf *err)
{
	struct prompt *p = prompts_find(&app->store.prompts, serial);
	struct strbuf line = STRBUF_INIT;
	int ret;

	if (!p || p->kind != RESPOND_INQUIRY)
		return -1;
	plugin_write_answer(&line, answer_sub(app, p), p->id, value);
	ret = send_answer(app, p, &line, PROMPT_ANSWERED, err);
	/* It may be a secret. */
	explicit_bzero(line.buf, line.len);
	strbuf_release(&line);
	return ret;
}
