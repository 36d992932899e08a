#ifndef JPD_TRANSCRIPT_TRANSCRIPT_TIMES_H
#define JPD_TRANSCRIPT_TRANSCRIPT_TIMES_H

#include "src/store/conversation.h"

/*
 * When a call was requested, started and ended, or TIMESTAMP_NONE. The user's
 * thinking time is not the tool's: it is between the first two, and in
 * `held_ms` if questions held the call up.
 */
struct call_times {
	int64_t asked_ms, started_ms, ended_ms;
	int64_t held_from_ms, held_ms;
	/* Only the total time is known, not who took it. */
	bool unsure;
};

/* In a shorter wait no one read and answered the request. */
#define CALL_THOUGHT_MS 1000

extern const struct call_times CALL_TIMES_NONE;

struct call_times transcript_call_times(const struct conversation *conv,
					const struct item *item);
/* Milliseconds that it worked until `until_ms`. */
int64_t call_times_worked(const struct call_times *times, int64_t until_ms);

/*
 * Append the time for display after the state: " 0.1s after 6s", or ", answered
 * after 6s" if no more is known. Nothing if no time is known. `brief`: without
 * optional parts.
 */
void call_times_add(struct strbuf *out, const struct call_times *times,
		    enum tool_state state, bool brief);

/* Whether something expected has not come for a second, and for how long. */
bool transcript_is_quiet(const struct conversation *conv, int64_t now_ms);
void transcript_add_quiet(struct strbuf *out, const struct conversation *conv,
			  int64_t now_ms);

#endif
