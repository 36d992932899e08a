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
 * Who answers a request: a script (`replay:FILE`) or a model behind an
 * OpenAI-compatible endpoint (`openai:URL`). It waits for nothing: its turn
 * asks for the next thing, and polls its descriptors.
 */
struct provider_ops;
struct provider {
	const struct provider_ops *ops;
};

/* A tool call, and, where a script has it, what the tool will do. */
struct provider_call {
	char *id, *name;
	char *arguments; /* raw JSON object */
	char *extra;     /* what its server wants back: raw object, or NULL */
	char *problem;   /* it cannot be run: why, for the model; or NULL */
	bool from_model; /* nothing below counts */
	bool scripted;   /* the script says how it goes: no tool is run */
	bool unattended; /* runs without being asked for */
	int64_t takes_ms;
	char **output; /* lines written while it runs */
	size_t output_count;
	char *result;
	bool is_error;
};

enum provider_kind {
	PROVIDER_WAIT,    /* nothing before until_ms, or a descriptor (-1) */
	PROVIDER_CHUNK,   /* text of `part` (message, reasoning) */
	PROVIDER_DATA,    /* structured output: raw JSON in `json` */
	PROVIDER_THOUGHT, /* what to keep with the reasoning: object in `json` */
	PROVIDER_CALLS,   /* a batch; go on when all are answered */
	PROVIDER_INQUIRY, /* raw JSON in `json`; go on when answered */
	PROVIDER_NOTICE,  /* for the person: a sentence in `text` */
	PROVIDER_USAGE,   /* tokens of one answer */
	PROVIDER_FAILED,  /* the provider fails: a sentence in `text` */
	PROVIDER_END,
};

/* The slices and calls are the provider's, good until its next answer. */
struct provider_item {
	enum provider_kind kind;
	int64_t until_ms;
	enum chat_part part;
	struct slice text;
	struct slice json;
	const struct provider_call *calls;
	size_t call_count;
	const char *notice_kind; /* NOTICE: "rate_limit", "provider.lost" */
	bool person_only;        /* NOTICE: no news for the model */
	int64_t input_tokens, output_tokens;
};

/* What it is about. Nothing of it is kept, but for the workspace. */
struct provider_options {
	const struct workspace *workspace;
	const char *conversation; /* read when a model is asked */
	const char *model;        /* or NULL: the configuration's */
	struct slice config;      /* jp's configuration, a raw object */
	struct slice schema;      /* of structured output, or empty */
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
 * The next thing that is due at `now_ms` (any clock, but always the same).
 * After PROVIDER_FAILED and PROVIDER_END come only these. After
 * PROVIDER_CALLS it is asked again when the results are stored.
 */
void provider_next(struct provider *provider, int64_t now_ms,
		   struct provider_item *item);

/*
 * Leave what it was about to say: something was stored that it has to answer
 * instead. Calls that it gave are its no more.
 */
void provider_interrupt(struct provider *provider);

/* Put what to poll for into `fds`; how many were put. */
size_t provider_poll(const struct provider *provider, struct pollfd *fds,
		     size_t max);
/* After poll(): the same entries. */
void provider_ready(struct provider *provider, const struct pollfd *fds,
		    size_t count, int64_t now_ms);

#endif
