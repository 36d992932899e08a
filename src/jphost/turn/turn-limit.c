#include "config.h"

#include "src/jphost/turn/turn-limit.h"

#include <string.h>

#include "proto/json-scan.h"

static const char *const keys[] = {
#define X(limit, key, most) [TURN_LIMIT_##limit] = key,
	TURN_LIMITS(X)
#undef X
};

static const int64_t defaults[] = {
#define X(limit, key, most) [TURN_LIMIT_##limit] = most,
	TURN_LIMITS(X)
#undef X
};

void turn_limits_read(struct turn_limits *limits, struct slice config,
		      bool is_script)
{
	memset(limits, 0, sizeof(*limits));
	limits->ran_ms = -1;
	for (int i = 0; i < TURN_LIMIT_COUNT; i++) {
		int64_t step = is_script ? 0 : defaults[i], own;
		struct json_member member;

		if (json_find_path(config, &member, "plugins", "command",
				   "jphost", "options", keys[i], NULL) &&
		    json_int64(member.value, &own) && own >= 0)
			step = own;
		limits->of[i].step = limits->of[i].most = step;
	}
}

void turn_limits_use(struct turn_limits *limits, enum turn_limit limit,
		     int64_t used)
{
	if (used > 0 && limits->of[limit].used < INT64_MAX - used)
		limits->of[limit].used += used;
}

void turn_limits_run(struct turn_limits *limits, bool works, int64_t now_ms)
{
	if (limits->ran_ms >= 0 && now_ms > limits->ran_ms)
		limits->worked_ms += now_ms - limits->ran_ms;
	limits->ran_ms = works ? now_ms : -1;
	limits->of[TURN_LIMIT_SECONDS].used = limits->worked_ms / 1000;
}

enum turn_limit turn_limits_reached(const struct turn_limits *limits)
{
	int i = 0;

	while (i < TURN_LIMIT_COUNT &&
	       (!limits->of[i].step || limits->of[i].used < limits->of[i].most))
		i++;
	return (enum turn_limit)i;
}

void turn_limits_lift(struct turn_limits *limits, enum turn_limit limit)
{
	limits->of[limit].most = limits->of[limit].used;
	if (limits->of[limit].most < INT64_MAX - limits->of[limit].step)
		limits->of[limit].most += limits->of[limit].step;
}

int64_t turn_limits_wake_ms(const struct turn_limits *limits)
{
	int64_t most = limits->of[TURN_LIMIT_SECONDS].most;

	if (!most || limits->ran_ms < 0 || most > INT32_MAX)
		return -1;
	return limits->ran_ms + most * 1000 - limits->worked_ms;
}

static void add_used(struct strbuf *out, const struct turn_limits *limits,
		     enum turn_limit limit)
{
	long long used = limits->of[limit].used;

	switch (limit) {
	case TURN_LIMIT_ROUNDS:
		strbuf_addf(out, "made %lld rounds of tool calls", used);
		break;
	case TURN_LIMIT_BYTES:
		strbuf_addf(out, "grown by %lld bytes", used);
		break;
	case TURN_LIMIT_SECONDS:
		strbuf_addf(out, "worked for %lld seconds", used);
		break;
	case TURN_LIMIT_TOKENS:
		strbuf_addf(out, "used %lld tokens", used);
		break;
	case TURN_LIMIT_COUNT:
		break;
	}
}

void turn_limits_ask(struct strbuf *out, const struct turn_limits *limits,
		     enum turn_limit limit)
{
	strbuf_addstr(out, "This turn has ");
	add_used(out, limits, limit);
	strbuf_addf(out, ". May it go on, for as much again? (%s)",
		    keys[limit]);
}

void turn_limits_tell(struct strbuf *out, const struct turn_limits *limits,
		      enum turn_limit limit)
{
	strbuf_addstr(out, "The turn was ended: it had ");
	add_used(out, limits, limit);
	strbuf_addf(out, " (%s).", keys[limit]);
}
