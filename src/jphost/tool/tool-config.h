#ifndef JPD_TOOL_TOOL_CONFIG_H
#define JPD_TOOL_TOOL_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A tool of jp's configuration, `conversation.tools.NAME`, with the defaults
 * of `conversation.tools."*"`. The slices lie in the configuration.
 */
enum tool_run {
	TOOL_RUN_ASK,
	TOOL_RUN_UNATTENDED,
	TOOL_RUN_EDIT,
	TOOL_RUN_SKIP
};

struct tool_config {
	enum tool_run run;       /* before it runs */
	enum tool_run result;    /* before its result goes to the model */
	struct slice raw;        /* the tool's own object */
	struct slice command;    /* raw: a string, an array or an object */
	struct slice questions;  /* raw object, or empty */
	struct slice parameters; /* likewise */
	struct slice options;    /* likewise */
	struct slice access;     /* likewise; empty: none is said */
	struct slice source;     /* `local.NAME`: raw, NAME; else empty */
	int64_t timeout_ms;
	int64_t max_bytes; /* of output that is kept */
	bool stateful;     /* it may run in the background: turn-handle.c */
	/* Of `notifications`: whether the model hears of a background one. */
	bool tells_stopped, tells_waiting;
};

/* Whether the configuration has a tool of that name that can be run here. */
bool tool_config_find(struct tool_config *tool, struct slice config,
		      const char *name);

/*
 * Its parameters as a model is offered them, jp's form: `{NAME:{…},…}`. One
 * that may run in the background has those that move it, too.
 */
void tool_config_add_parameters(struct strbuf *out,
				const struct tool_config *tool);

/*
 * The tools that can be run, as a request offers them to a model: `[…]`. Not
 * NULL, `only` is the name of the one to offer.
 */
void tool_config_write_offers(struct strbuf *out, struct slice config,
			      const char *only);

/*
 * The answer that is configured for a question: raw JSON in `*answer`.
 */
bool tool_config_answer(const struct tool_config *tool, const char *question,
			struct slice *answer);

#endif
