#ifndef JPD_PROVIDER_OPENAI_STATE_H
#define JPD_PROVIDER_OPENAI_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strmap.h"
#include "src/jphost/net/http-stream.h"
#include "src/jphost/provider/model-output.h"
#include "src/jphost/provider/openai-body.h"
#include "src/jphost/provider/openai-request.h"
#include "src/jphost/provider/openai-settings.h"
#include "src/jphost/provider/openai-stream.h"
#include "src/jphost/provider/patience.h"
#include "src/jphost/provider/provider.h"
#include "src/jphost/provider/retry-after.h"

/* State shared by provider-openai.c and openai-ending.c only. */

enum openai_state { OPENAI_IDLE, OPENAI_BACKOFF, OPENAI_ASKED, OPENAI_OVER };

struct provider_openai {
	struct provider base;
	const struct workspace *workspace;
	char *conversation, *config, *schema;
	struct openai_settings settings;
	struct patience patience;
	struct openai_dialect dialect;
	enum openai_state state;

	struct http_stream *http;
	struct openai_stream answer;
	struct openai_body body;
	struct retry_after after;
	struct strmap used_ids;    /* of earlier calls */
	bool answering;            /* body and answer are in use */
	int64_t asked_ms, tell_ms; /* request time; when to report waiting */
	int64_t moved_ms;          /* when the last event came */
	size_t moves;              /* events until then */
	int64_t failed_times;      /* in a row */
	int64_t retry_at_ms;
	struct strbuf last_why; /* not repeated in the next notice */
	struct strbuf left_out; /* omitted attachments, as reported */

	struct model_output told;
	struct strbuf structured; /* with a schema: the whole message */
	struct strbuf thought;    /* to be stored with the reasoning */
	struct strbuf given;
	struct provider_call *calls;
	size_t call_count;
	bool tell_usage, thought_waits, calls_wait, data_waits;
	const char *notice_kind; /* for the current error */
	struct strbuf failure;   /* if OVER: the reason; empty: success */
};

/* --- provider-openai.c --- */

/* Close the transfer, and forget what it returned. */
void provider_openai_end_answer(struct provider_openai *openai);

/* --- openai-ending.c --- */

/* Process what the transfer has returned so far. */
void openai_ending_advance(struct provider_openai *openai, int64_t now_ms);
/* When to do so, even if nothing arrives. */
int64_t openai_ending_due_ms(const struct provider_openai *openai);
/* Fail the turn with "what: why". */
void openai_ending_fail(struct provider_openai *openai, struct slice what,
			struct slice why);

#endif
