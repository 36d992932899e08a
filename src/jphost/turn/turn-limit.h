#ifndef JPD_TURN_TURN_LIMIT_H
#define JPD_TURN_TURN_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What a model may use up in one turn, at the person's expense. Each bound is
 * an option of plugins.command.jphost.options; 0 is none. When one is reached
 * the person is asked whether it may use as much again.
 */
#define TURN_LIMITS(X)                                                \
	X(ROUNDS, "max_rounds", 200)                                  \
	X(BYTES, "max_bytes", INT64_C(64) << 20)                      \
	X(SECONDS, "max_seconds", 3600) /* without those of people */ \
	X(TOKENS, "max_tokens", 10000000)

enum turn_limit {
#define X(limit, key, most) TURN_LIMIT_##limit,
	TURN_LIMITS(X)
#undef X
		TURN_LIMIT_COUNT
};

struct turn_limits {
	struct {
		int64_t step; /* that is allowed at once; 0: without end */
		int64_t most; /* so far */
		int64_t used;
	} of[TURN_LIMIT_COUNT];
	int64_t ran_ms;    /* until when it is counted; -1: it stands still */
	int64_t worked_ms; /* of SECONDS */
};

/* From jp's configuration. A script of the person's has only what is there. */
void turn_limits_read(struct turn_limits *limits, struct slice config,
		      bool is_script);
void turn_limits_use(struct turn_limits *limits, enum turn_limit limit,
		     int64_t used);
/* It works until the next call, or it does not. */
void turn_limits_run(struct turn_limits *limits, bool works, int64_t now_ms);
/* One that is reached, or TURN_LIMIT_COUNT. */
enum turn_limit turn_limits_reached(const struct turn_limits *limits);
/* As much again. */
void turn_limits_lift(struct turn_limits *limits, enum turn_limit limit);
/* When SECONDS is reached if it works on; -1: never. */
int64_t turn_limits_wake_ms(const struct turn_limits *limits);

/* A sentence that asks, or that tells the end. */
void turn_limits_ask(struct strbuf *out, const struct turn_limits *limits,
		     enum turn_limit limit);
void turn_limits_tell(struct strbuf *out, const struct turn_limits *limits,
		      enum turn_limit limit);

#endif
