#ifndef JPD_TURN_TURN_LIMIT_H
#define JPD_TURN_TURN_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a model may use in one turn at the user's expense. Each limit is an
 * option of plugins.command.jphost.options; 0 means none. When a limit is
 * reached, the user is asked whether the model may use as much again.
 */
#define TURN_LIMITS(X)                                                \
	X(ROUNDS, "max_rounds", 200)                                  \
	X(BYTES, "max_bytes", INT64_C(64) << 20)                      \
	X(SECONDS, "max_seconds", 3600) /* without the user's time */ \
	X(TOKENS, "max_tokens", 10000000)

enum turn_limit {
#define X(limit, key, most) TURN_LIMIT_##limit,
	TURN_LIMITS(X)
#undef X
		TURN_LIMIT_COUNT
};

struct turn_limits {
	struct {
		int64_t step; /* each grant; 0: unlimited */
		int64_t most; /* limit at present */
		int64_t used;
	} of[TURN_LIMIT_COUNT];
	int64_t ran_ms;    /* counted up to here; -1: paused */
	int64_t worked_ms; /* for SECONDS */
};

/* Read jp's configuration. The user's own script has only limits set there. */
void turn_limits_read(struct turn_limits *limits, struct slice config,
		      bool is_script);
void turn_limits_use(struct turn_limits *limits, enum turn_limit limit,
		     int64_t used);
/* Say whether the turn works from now until the next call, or is paused. */
void turn_limits_run(struct turn_limits *limits, bool works, int64_t now_ms);
/* A limit that is reached, or TURN_LIMIT_COUNT. */
enum turn_limit turn_limits_reached(const struct turn_limits *limits);
/* Allow as much again. */
void turn_limits_lift(struct turn_limits *limits, enum turn_limit limit);
/* When SECONDS will be reached if the turn keeps working; -1: never. */
int64_t turn_limits_wake_ms(const struct turn_limits *limits);

/* Append a sentence that asks for more, or that reports the end. */
void turn_limits_ask(struct strbuf *out, const struct turn_limits *limits,
		     enum turn_limit limit);
void turn_limits_tell(struct strbuf *out, const struct turn_limits *limits,
		      enum turn_limit limit);

#endif
