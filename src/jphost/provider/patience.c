#include "config.h"

#include "src/jphost/provider/patience.h"

#include "proto/json-scan.h"
#include "src/base/clock.h"

/* A server that asks for a longer pause is treated as down. */
#define MAX_TOLD_MS (5 * 60 * 1000)

static bool take_number(struct json_member member, int64_t scale,
			int64_t *number)
{
	int64_t n;

	if (!json_int64(member.value, &n) || n < 0 || n > INT32_MAX)
		return false;
	*number = n * scale;
	return true;
}

/* Our own option, else jp's in its unit, else `otherwise`. */
static int64_t option(struct slice config, const char *key, const char *of_jp,
		      int64_t scale, int64_t otherwise)
{
	struct json_member member;
	int64_t number = otherwise;

	if (json_find_path(config, &member, "plugins", "command", "jphost",
			   "options", key, NULL) &&
	    take_number(member, 1, &number))
		return number;
	if (of_jp && json_find_path(config, &member, "assistant", "request",
				    of_jp, NULL))
		take_number(member, scale, &number);
	return number;
}

void patience_read(struct patience *patience, struct slice config)
{
	patience->first_ms = option(config, "first_ms", NULL, 1, 600000);
	patience->stall_ms = option(config, "stall_ms",
				    "stream_idle_timeout_secs", 1000, 120000);
	patience->tell_ms = option(config, "tell_ms", NULL, 1, 10000);
	patience->backoff_ms =
		option(config, "backoff_ms", "base_backoff_ms", 1, 1000);
	patience->max_backoff_ms = option(config, "max_backoff_ms",
					  "max_backoff_secs", 1000, 60000);
	patience->retries = option(config, "retries", "max_retries", 1, 4);
	/* In jp's configuration 0 means no limit. */
	if (!patience->stall_ms)
		patience->stall_ms = INT32_MAX;
	if (!patience->first_ms)
		patience->first_ms = INT32_MAX;
}

int64_t patience_pause_ms(const struct patience *patience, int64_t failed,
			  int64_t told_ms)
{
	if (told_ms > MAX_TOLD_MS || failed >= patience->retries)
		return -1;
	if (told_ms >= 0)
		return told_ms;
	return backoff_ms(patience->backoff_ms, patience->max_backoff_ms,
			  failed);
}

void patience_add_too_long(struct strbuf *out, int64_t told_ms)
{
	int64_t minutes = (told_ms + 59999) / 60000;

	if (told_ms <= MAX_TOLD_MS)
		return;
	if (minutes < 120)
		strbuf_addf(out, "; it asks for a pause of %lld min",
			    (long long)minutes);
	else
		strbuf_addf(out, "; it asks for a pause of %lld h",
			    (long long)(minutes + 59) / 60);
}

void patience_add_try(struct strbuf *out, const struct patience *patience,
		      int64_t failed, int64_t pause_ms)
{
	strbuf_addf(out, "; try %lld of %lld in %lld.%lld s",
		    (long long)failed + 2, (long long)patience->retries + 1,
		    (long long)pause_ms / 1000,
		    (long long)pause_ms % 1000 / 100);
}
