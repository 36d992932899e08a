#ifndef JPD_HOST_PROVIDER_REPLAY_H
#define JPD_HOST_PROVIDER_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A provider that plays a script instead of asking a model (doc/PROTOCOL):
 * JSON lines, one step each. The script is read and checked whole before the
 * first step; then steps are handed out as their time comes.
 */
struct provider_replay;

/* A tool call of a script, and what the tool will do. */
struct replay_call {
	char *id, *name;
	char *arguments; /* raw JSON object */
	bool unattended; /* runs without being asked for */
	int64_t takes_ms;
	char **output; /* lines written while it runs */
	size_t output_count;
	char *result;
	bool is_error;
};

enum replay_kind {
	REPLAY_WAIT,    /* nothing before until_ms */
	REPLAY_CHUNK,   /* text of `part` (message, reasoning) */
	REPLAY_DATA,    /* structured output: raw JSON in `json` */
	REPLAY_CALLS,   /* a batch; go on when all are answered */
	REPLAY_INQUIRY, /* raw JSON in `json`; go on when answered */
	REPLAY_FAILED,  /* the provider fails: a sentence in `text` */
	REPLAY_END,
};

/* The slices and calls are the script's, good until it is freed. */
struct replay_item {
	enum replay_kind kind;
	int64_t until_ms;
	enum chat_part part;
	struct slice text;
	struct slice json;
	const struct replay_call *calls;
	size_t call_count;
};

/*
 * NULL with a sentence in `err`, which names the line, where the script is
 * missing or bad.
 */
struct provider_replay *provider_replay_open(const char *path,
					     struct strbuf *err);
/* The same for a script in memory; `name` stands for it in sentences. */
struct provider_replay *provider_replay_parse(struct slice script,
					      const char *name,
					      struct strbuf *err);
void provider_replay_free(struct provider_replay *replay);

/*
 * The next thing that is due at `now_ms` (any clock, but always the same).
 * After REPLAY_FAILED and REPLAY_END come only these.
 */
void provider_replay_next(struct provider_replay *replay, int64_t now_ms,
			  struct replay_item *item);

#endif
