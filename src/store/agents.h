#ifndef JPD_STORE_AGENTS_H
#define JPD_STORE_AGENTS_H

#include <stdint.h>

#include "src/base/slice.h"

/*
 * The agents that a conversation's events name, numbered from 1, so that an
 * item stores its writer in a few bits. 0 is no agent: events without a name, as
 * most hosts send them.
 */
struct agents;

/* This many are distinguished; all others share the last number. */
#define AGENTS_MAX ((unsigned)4095)

struct agents *agents_new(void);
void agents_free(struct agents *agents);

/* The number of the agent in a raw JSON string, which may be empty. */
unsigned agents_number(struct agents *agents, struct slice raw);
/* Its id: the host's bytes, cut, to be sanitized; NULL for 0. */
const char *agents_id(const struct agents *agents, unsigned number);

/* Set the name in a raw JSON string. */
void agents_set_name(struct agents *agents, unsigned number, struct slice raw);
/* How often a name was set to another. */
unsigned agents_renamed(const struct agents *agents);
/* The name, or else the id. */
const char *agents_name(const struct agents *agents, unsigned number);

/* What an agent's last answer took; each or -1: unknown. */
struct agent_usage {
	int64_t input_tokens, output_tokens;
};

void agents_set_usage(struct agents *agents, unsigned number,
		      struct agent_usage usage);
/* The usage of a turn's agents, 0 included, together. */
struct agent_usage agents_sum_usage(const struct agents *agents);
/* Another turn begins. */
void agents_forget_usage(struct agents *agents);

#endif
