#ifndef JPD_PROVIDER_OPENAI_STATE_H
#define JPD_PROVIDER_OPENAI_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/jphost/net/http-stream.h"
#include "src/jphost/provider/openai-body.h"
#include "src/jphost/provider/openai-settings.h"
#include "src/jphost/provider/openai-stream.h"
#include "src/jphost/provider/patience.h"
#include "src/jphost/provider/provider.h"
#include "src/jphost/provider/retry-after.h"
#include "src/jphost/provider/told.h"

/* What provider-openai.c and openai-ending.c share; nobody else includes it. */

enum openai_state { OPENAI_IDLE, OPENAI_BACKOFF, OPENAI_ASKED, OPENAI_OVER };

struct provider_openai {
	struct provider base;
	const struct workspace *workspace;
	char *conversation, *config, *schema;
	struct openai_settings settings;
	struct patience patience;
	enum openai_state state;

	struct http_stream *http;
	struct openai_stream answer;
	struct openai_body body;
	struct retry_after after;
	bool answering;            /* body and answer are in use */
	int64_t asked_ms, tell_ms; /* when it was asked, when to tell of it */
	int64_t failed_times;      /* in a row */
	int64_t retry_at_ms;
	struct strbuf last_why; /* it is not told twice in a row */
	struct strbuf left_out; /* of the attachments, as it was told */

	struct told told;
	struct strbuf structured; /* a schema: the whole message */
	struct strbuf thought;    /* to be kept with the reasoning */
	struct strbuf given;
	struct provider_call *calls;
	size_t call_count;
	bool tell_usage, thought_waits, calls_wait, data_waits;
	const char *notice_kind; /* of what went wrong */
	struct strbuf failure;   /* OVER: why; empty: it ended well */
};

/* --- provider-openai.c --- */

/* The transfer is over, and what it had said is forgotten. */
void provider_openai_end_answer(struct provider_openai *openai);

/* --- openai-ending.c --- */

/* Look at what came of the transfer so far. */
void openai_ending_advance(struct provider_openai *openai, int64_t now_ms);
/* When that is due, whatever comes. */
int64_t openai_ending_due_ms(const struct provider_openai *openai);
/* The turn fails: "what: why". */
void openai_ending_fail(struct provider_openai *openai, struct slice what,
			struct slice why);

#endif
