#ifndef JPD_TOOL_TOOL_CONFIG_H
#define JPD_TOOL_TOOL_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A tool in jp's configuration, `conversation.tools.NAME`, with the defaults of
 * `conversation.tools."*"`. The slices point into the configuration.
 */
enum tool_run {
	TOOL_RUN_ASK,
	TOOL_RUN_UNATTENDED,
	TOOL_RUN_EDIT,
	TOOL_RUN_SKIP
};

struct tool_config {
	enum tool_run run;       /* before it runs */
	enum tool_run result;    /* before its result is sent to the model */
	struct slice raw;        /* the tool's own object */
	struct slice command;    /* raw: a string, an array or an object */
	struct slice questions;  /* raw object, or empty */
	struct slice parameters; /* raw object, or empty */
	struct slice options;    /* raw object, or empty */
	struct slice access;     /* raw, or empty: none is configured */
	struct slice source;     /* `local.NAME`: raw, NAME; else empty */
	int64_t timeout_ms;
	int64_t max_bytes; /* limit of kept output */
	bool stateful;     /* it may run in the background: turn-background.c */
	/* `notifications`: whether the model is told of a background run. */
	bool tells_stopped, tells_waiting;
};

/* Find a tool of that name that can be run here. False if there is none. */
bool tool_config_find(struct tool_config *tool, struct slice config,
		      const char *name);

/*
 * Append its parameters as a model is offered them, in jp's form:
 * `{NAME:{…},…}`. A tool that may run in the background also has those that
 * control it.
 */
void tool_config_add_parameters(struct strbuf *out,
				const struct tool_config *tool);

/*
 * Write the tools that can be run, as a request offers them to a model: `[…]`.
 * If `only` is not NULL, just the tool of that name is offered.
 */
void tool_config_write_offers(struct strbuf *out, struct slice config,
			      const char *only);

/*
 * Append what a user would miss otherwise, a sentence per line: enabled tools
 * that only jp can run, and words that are unknown.
 */
void tool_config_review(struct strbuf *out, struct slice config);

#endif
