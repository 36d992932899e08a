#ifndef JPD_TESTS_FUZZ_SESSION_HOST_H
#define JPD_TESTS_FUZZ_SESSION_HOST_H

#include "tests/fuzz/session-model.h"

/* The hosts of a session: what they are told, and what they say. */
struct session_hosts {
	struct model *model; /* is told of answers */
	char subs[SESSION_HOSTS][SESSION_CONVERSATIONS][32];
};

/* The first line of each. */
extern const char session_init[];

/* It was sent this line; what it answers is appended. */
void session_hosts_hear(struct session_hosts *hosts, int host,
			struct slice line, struct strbuf *answer);
/* What the step says, without its end, with the newest subscription; false
 * where nobody follows that conversation, who is told nothing. */
bool session_hosts_say(const struct session_hosts *hosts,
		       const struct session_step *step, struct strbuf *line);

/* A step as lines of a case; lines of hosts are written by who says them. */
void session_note_step(struct strbuf *record, const struct session_step *step,
		       const char *said);

#endif
