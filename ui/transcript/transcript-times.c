#include "config.h"

#include "ui/transcript/transcript-times.h"

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/view/elapsed.h"

const struct call_times CALL_TIMES_NONE = {
	.asked_ms = TIMESTAMP_NONE,
	.started_ms = TIMESTAMP_NONE,
	.ended_ms = TIMESTAMP_NONE,
	.held_from_ms = TIMESTAMP_NONE,
};

/* Silence shorter than this is not shown. */
#define QUIET_MS 1000

static struct call_times of_live(const struct item_live *live)
{
	return (struct call_times){
		.asked_ms = live->asked_ms == TIMESTAMP_NONE ? live->started_ms
							     : live->asked_ms,
		.started_ms = live->started_ms,
		.ended_ms = live->ended_ms,
		.held_from_ms = live->held_from_ms,
		.held_ms = live->held_ms,
		.unsure = live->unsure,
	};
}

/* How long it waited, from its host's record, or -1. */
static int64_t waited_ms(const struct conversation *conv, size_t response)
{
	struct event event = EVENT_INIT;

	if (event_log_at(&conv->log, response)->prompted)
		event_decode_prompt(&event,
				    event_log_raw(&conv->log, response));
	return event.waited_ms;
}

/* A host may report how long a call waited; otherwise it is known only for
 * calls answered too fast for a user. */
static struct call_times of_stored(const struct conversation *conv,
				   const struct item *item)
{
	struct call_times times = CALL_TIMES_NONE;
	int64_t waited;

	times.asked_ms = times.started_ms =
		conversation_record_time(conv, item->record);
	times.ended_ms = conversation_record_time(conv, item->response);
	if (times.asked_ms == TIMESTAMP_NONE ||
	    times.ended_ms == TIMESTAMP_NONE ||
	    times.ended_ms - times.asked_ms < CALL_THOUGHT_MS)
		return times;
	waited = waited_ms(conv, item->response);
	if (waited >= 0 && waited <= times.ended_ms - times.asked_ms)
		times.started_ms += waited;
	else
		times.unsure = true;
	return times;
}

struct call_times transcript_call_times(const struct conversation *conv,
					const struct item *item)
{
	if (item->live && item->live->started_ms != TIMESTAMP_NONE)
		return of_live(item->live);
	return of_stored(conv, item);
}

int64_t call_times_worked(const struct call_times *times, int64_t until_ms)
{
	int64_t worked_ms = until_ms - times->started_ms - times->held_ms;

	return worked_ms > 0 ? worked_ms : 0;
}

static int64_t wait_of(const struct call_times *times)
{
	int64_t waited_ms = times->started_ms - times->asked_ms;

	return (waited_ms > 0 ? waited_ms : 0) + times->held_ms;
}

void call_times_add(struct strbuf *out, const struct call_times *times,
		    enum tool_state state, bool brief)
{
	bool ran = state == TOOL_OK || state == TOOL_FAILED;
	struct strbuf worked = STRBUF_INIT, waited = STRBUF_INIT;
	int64_t waited_ms = wait_of(times);

	if (times->started_ms == TIMESTAMP_NONE ||
	    times->ended_ms == TIMESTAMP_NONE)
		return;
	if (times->unsure)
		waited_ms = times->ended_ms - times->asked_ms;
	elapsed_add_duration(&worked,
			     call_times_worked(times, times->ended_ms));
	elapsed_add_age(&waited, waited_ms);
	if (times->unsure && ran && !brief)
		/* TRANSLATORS: behind "ok" or "failed": so long after it was
		 * asked for the call had its result, and nobody knows whether
		 * a tool worked or a person thought */
		strbuf_addf(out, _(", answered after %s"), waited.buf);
	else if (times->unsure || (waited_ms >= CALL_THOUGHT_MS && !ran))
		/* TRANSLATORS: the same in short, or behind "skipped" or
		 * "interrupted" */
		strbuf_addf(out, _(" after %s"), waited.buf);
	else if (waited_ms >= CALL_THOUGHT_MS)
		/* TRANSLATORS: how long a tool worked, and before that waited
		 * for a person: "ok 0.1s after 6s" */
		strbuf_addf(out, _(" %s after %s"), worked.buf, waited.buf);
	else
		strbuf_addf(out, " %s", worked.buf);
	strbuf_release(&worked);
	strbuf_release(&waited);
}

bool transcript_is_quiet(const struct conversation *conv, int64_t now_ms)
{
	int64_t since_ms = conversation_quiet_since(conv);

	return since_ms != TIMESTAMP_NONE && now_ms - since_ms >= QUIET_MS;
}

void transcript_add_quiet(struct strbuf *out, const struct conversation *conv,
			  int64_t now_ms)
{
	strbuf_addf(out, "%s ", _("waiting"));
	elapsed_add_age(out, now_ms - conversation_quiet_since(conv));
}
