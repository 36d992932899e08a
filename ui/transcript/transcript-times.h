#ifndef JPD_TRANSCRIPT_TRANSCRIPT_TIMES_H
#define JPD_TRANSCRIPT_TRANSCRIPT_TIMES_H

#include "src/store/conversation.h"

/*
 * When a call was asked for, began to work and ended, or TIMESTAMP_NONE. What
 * a person thought about it is not the tool's work: it lies between the first
 * two, and what it was held up with questions in `held_ms`.
 */
struct call_times {
	int64_t asked_ms, started_ms, ended_ms;
	int64_t held_from_ms, held_ms;
	/* Only how long it took in all is known, not who took it. */
	bool unsure;
};

/* Of a wait below it nobody read what was asked and answered. */
#define CALL_THOUGHT_MS 1000

extern const struct call_times CALL_TIMES_NONE;

struct call_times transcript_call_times(const struct conversation *conv,
					const struct item *item);
/* Milliseconds that it worked until `until_ms`, and that it waited. */
int64_t call_times_worked(const struct call_times *times, int64_t until_ms);
int64_t call_times_waited(const struct call_times *times);

/*
 * Append what it took, to stand behind its state: " 0.1s after 6s", or
 * ", answered after 6s" where nobody knows more. Nothing where no time is
 * known. `brief`: without what can be left out.
 */
void call_times_add(struct strbuf *out, const struct call_times *times,
		    enum tool_state state, bool brief);

/* Whether something is to come and has not for a second, and for how long. */
bool transcript_is_quiet(const struct conversation *conv, int64_t now_ms);
void transcript_add_quiet(struct strbuf *out, const struct conversation *conv,
			  int64_t now_ms);

#endif
