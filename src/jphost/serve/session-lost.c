#include "config.h"

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/jphost/serve/session-conversation.h"

/* A turn's process died: send what it could not send itself. */

static void close_prompt(struct session_sub *sub, struct slice raw)
{
	struct strbuf id = STRBUF_INIT, event = STRBUF_INIT;

	json_id_add(&id, raw);
	event_write_closed(&event, id.buf, PROMPT_VOICE_CANCEL,
			   PROMPT_OUTCOME_CANCELLED, clock_wall_ms());
	session_sub_push(sub, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	strbuf_release(&id);
	strbuf_release(&event);
}

/* No one is left to take their answers. */
static void close_prompts(struct session_sub *sub)
{
	struct strmap asked = sub->asked;
	const struct strmap_entry *prompt;
	size_t pos = 0;

	strmap_init(&sub->asked);
	while ((prompt = strmap_next(&asked, &pos))) {
		/* Asked about until now, so its end gets through. */
		strmap_put(&sub->asked, slice_str(prompt->key), sub);
		close_prompt(sub, slice_str(prompt->key));
	}
	strmap_release(&asked);
	strmap_release(&sub->asked);
}

static void tell(struct session_sub *sub, struct slice what)
{
	struct strbuf event = STRBUF_INIT;

	event_write_notice(&event, "query.lost", NOTICE_ERROR, what,
			   clock_wall_ms());
	session_sub_push(sub, strbuf_slice(&event), RESPOND_NONE, -1, NULL);
	strbuf_release(&event);
}

void session_live_lost(struct session_sub *sub)
{
	sub->live_complete = true;
	close_prompts(sub);
	if (sub->conv->driven) {
		/* jp's lock and log tell of its end. */
		tell(sub, SLICE("The terminal in which jp ran is gone: its "
				"jphost was killed."));
		return;
	}
	/* Text that it had sent was not stored. */
	session_sub_push_plain(sub, EVENT_HISTORY_CHANGED);
	tell(sub, SLICE("The query ended without an answer: its process is "
			"gone."));
	session_sub_push_state(sub, EVENT_STATE_IDLE);
	session_sub_push_plain(sub, EVENT_QUERY_COMPLETE);
}
