#ifndef JPD_PROVIDER_PROVIDER_H
#define JPD_PROVIDER_PROVIDER_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Answers requests: a script (`replay:FILE`) or a model behind an
 * OpenAI-compatible endpoint (`openai:URL`). It never blocks: its turn asks for
 * the next item, and polls its descriptors.
 */
struct provider_ops;
struct provider {
	const struct provider_ops *ops;
};

/* A tool call and, if a script says so, what the tool will do. */
struct provider_call {
	char *id, *name;
	char *arguments; /* raw JSON object */
	char *extra;     /* what the server wants back: raw object, or NULL */
	char *problem;   /* why it cannot be run, for the model; or NULL */
	bool from_model; /* the members below are unused */
	bool scripted;   /* the script has its outcome: no tool is run */
	bool unattended; /* runs without approval */
	int64_t takes_ms;
	char **output; /* lines written while it runs */
	size_t output_count;
	char *result;
	bool is_error;
};

enum provider_kind {
	PROVIDER_WAIT,    /* wait for until_ms (-1: never) or a descriptor */
	PROVIDER_CHUNK,   /* text of `part` (message, reasoning) */
	PROVIDER_DATA,    /* structured output: raw JSON in `json` */
	PROVIDER_THOUGHT, /* to store with the reasoning: object in `json` */
	PROVIDER_CALLS,   /* a batch; call again when all are answered */
	PROVIDER_INQUIRY, /* raw JSON in `json`; call again when answered */
	PROVIDER_NOTICE,  /* for the user: a sentence in `text` */
	PROVIDER_USAGE,   /* tokens of one answer */
	PROVIDER_FAILED,  /* the provider failed: a sentence in `text` */
	PROVIDER_END,
};

/* The slices and calls belong to the provider, valid until its next answer. */
struct provider_item {
	enum provider_kind kind;
	int64_t until_ms;
	enum chat_part part;
	struct slice text;
	struct slice json;
	const struct provider_call *calls;
	size_t call_count;
	const char *notice_kind; /* NOTICE: "provider.lost" and others */
	size_t tail; /* NOTICE: bytes at its end that the model does not get */
	bool person_only; /* NOTICE: not for the model */
	int64_t input_tokens, output_tokens;
};

/* What a provider is opened for. Only the workspace must outlive it. */
struct provider_options {
	const struct workspace *workspace;
	const char *conversation; /* read for each request to a model */
	const char *model;        /* or NULL: the configuration's */
	struct slice config;      /* jp's configuration, a raw object */
	struct slice schema;      /* for structured output, or empty */
};

struct provider_ops {
	/* As below; poll and ready may be NULL. */
	void (*next)(struct provider *provider, int64_t now_ms,
		     struct provider_item *item);
	size_t (*poll)(const struct provider *provider, struct pollfd *fds,
		       size_t max);
	void (*ready)(struct provider *provider, const struct pollfd *fds,
		      size_t count, int64_t now_ms);
	/* As provider_interrupt(). */
	void (*interrupt)(struct provider *provider);
	void (*free)(struct provider *provider);
};

/* NULL with a sentence in `err`. `name`: "replay:FILE" or "openai:URL". */
struct provider *provider_open(const char *name,
			       const struct provider_options *options,
			       struct strbuf *err);
void provider_free(struct provider *provider);

/*
 * The next item that is due at `now_ms` (any clock, but always the same).
 * PROVIDER_FAILED and PROVIDER_END are repeated forever. After PROVIDER_CALLS,
 * call it again when the results are stored.
 */
void provider_next(struct provider *provider, int64_t now_ms,
		   struct provider_item *item);

/*
 * Drop what it was about to give: something was stored that must be answered
 * instead. Calls that it gave are no longer its concern.
 */
void provider_interrupt(struct provider *provider);

/* Add the entries to poll for to `fds`, and return their number. */
size_t provider_poll(const struct provider *provider, struct pollfd *fds,
		     size_t max);
/* After poll(): the same entries. */
void provider_ready(struct provider *provider, const struct pollfd *fds,
		    size_t count, int64_t now_ms);

#endif
