#include "config.h"

#include "src/jphost/provider/patience.h"

#include "proto/json-scan.h"

/* A server that asks for more patience than this is down. */
#define MAX_TOLD_MS (5 * 60 * 1000)

static int64_t option(struct slice config, const char *key, int64_t otherwise)
{
	struct json_member member;
	int64_t number;

	if (!json_find_path(config, &member, "plugins", "command", "jphost",
			    "options", key, NULL) ||
	    !json_int64(member.value, &number) || number < 0 ||
	    number > INT32_MAX)
		return otherwise;
	return number;
}

void patience_read(struct patience *patience, struct slice config)
{
	patience->stall_ms = option(config, "stall_ms", 120000);
	patience->backoff_ms = option(config, "backoff_ms", 1000);
	patience->retries = option(config, "retries", 4);
}

int64_t patience_pause_ms(const struct patience *patience, int64_t failed,
			  int64_t told_ms)
{
	int64_t pause_ms = patience->backoff_ms;

	if (told_ms > MAX_TOLD_MS || failed >= patience->retries)
		return -1;
	for (int64_t i = 0; i < failed && pause_ms < 60000; i++)
		pause_ms *= 2;
	return told_ms >= 0 ? told_ms : pause_ms;
}

void patience_add_try(struct strbuf *out, const struct patience *patience,
		      int64_t failed, int64_t pause_ms)
{
	strbuf_addf(out, "; try %lld of %lld in %lld.%lld s",
		    (long long)failed + 2, (long long)patience->retries + 1,
		    (long long)pause_ms / 1000,
		    (long long)pause_ms % 1000 / 100);
}
