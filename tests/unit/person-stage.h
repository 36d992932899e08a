#ifndef JPD_TESTS_UNIT_PERSON_STAGE_H
#define JPD_TESTS_UNIT_PERSON_STAGE_H

#include <stdint.h>

#include "src/base/strbuf.h"
#include "src/jphost/query/query-prompt.h"

/* A user at a prompt, with a separate clock. */
struct person {
	struct query_ask ask;
	struct query_out out;
	int64_t now_ms;
	int approved, rejected, modified, answered;
	struct strbuf last; /* arguments, a reason, or an answer */
};

void person_open(struct person *person);
void person_close(struct person *person);
/* A tool call that is to be approved. */
void person_gets_call(struct person *person, const char *id,
		      const char *arguments);
/* Everything is written, time passes, and nothing is typed. */
void person_rests(struct person *person, int64_t ms);
void person_types(struct person *person, const char *bytes);
/* Press a key, and wait until it is known not to be held. */
void person_presses(struct person *person, const char *key);
/* That it was written since this was asserted before. */
void assert_said(struct person *person, const char *text);

#endif
