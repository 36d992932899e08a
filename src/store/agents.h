#ifndef JPD_STORE_AGENTS_H
#define JPD_STORE_AGENTS_H

#include "src/base/slice.h"

/*
 * The agents that a conversation's events name, numbered from 1, so that an
 * item tells its writer with a few bits. 0 is nobody in particular: events
 * without a name, as most hosts send them.
 */
struct agents;

/* So many are told apart; all others share the last number. */
#define AGENTS_MAX ((unsigned)4095)

struct agents *agents_new(void);
void agents_free(struct agents *agents);

/* The number of the agent in a raw JSON string, which may be empty. */
unsigned agents_number(struct agents *agents, struct slice raw);
/* Its id: the host's bytes, cut, to be sanitized; NULL for 0. */
const char *agents_id(const struct agents *agents, unsigned number);

#endif
