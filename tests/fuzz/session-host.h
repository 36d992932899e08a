#ifndef JPD_TESTS_FUZZ_SESSION_HOST_H
#define JPD_TESTS_FUZZ_SESSION_HOST_H

#include "tests/fuzz/session-model.h"

/* The hosts of a session: what they receive, and what they send. */
struct session_hosts {
	struct model *model; /* gets the answers */
	char subs[SESSION_HOSTS][SESSION_CONVERSATIONS][32];
};

/* The first line of each. */
extern const char session_init[];

/* The host received this line; appends its answer. */
void session_hosts_hear(struct session_hosts *hosts, int host,
			struct slice line, struct strbuf *answer);
/* The step's line, without its end, with the newest subscription; false if no
 * one follows that conversation. */
bool session_hosts_say(const struct session_hosts *hosts,
		       const struct session_step *step, struct strbuf *line);

/* A line of a case. */
void session_note(struct strbuf *record, const char *word, struct slice text);
/* A step as lines of a case; a host's lines are written by the caller. */
void session_note_step(struct strbuf *record, const struct session_step *step,
		       const char *said);

#endif
