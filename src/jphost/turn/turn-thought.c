#include "config.h"

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/jphost/turn/turn-state.h"

/* The last reasoning that is not stored yet, or NULL. */
static struct strbuf *last_reasoning(struct turn *turn)
{
	for (size_t i = turn->pending_count; i > 0; i--) {
		struct strbuf *event = &turn->pending[i - 1];
		struct json_member member;

		if (json_find(strbuf_slice(event), "reasoning", &member) &&
		    !json_find(strbuf_slice(event), "metadata", &member))
			return event;
	}
	return NULL;
}

/*
 * A signature without text is stored as well: the server refuses the calls that
 * follow without it.
 */
void turn_keep_thought(struct turn *turn, struct slice json, int64_t now_ms)
{
	struct strbuf own = STRBUF_INIT, *event;

	turn_close_text(turn);
	event = last_reasoning(turn);
	if (!event) {
		event_write_response(&own, CHAT_REASONING, SLICE(""),
				     turn_stamp_ms(turn, now_ms));
		event = &own;
	}
	event_write_metadata(event, json);
	if (event == &own)
		turn_keep(turn, &own);
}
