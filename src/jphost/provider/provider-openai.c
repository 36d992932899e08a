#include "config.h"

#include "src/jphost/provider/provider-openai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-attachment.h"
#include "src/jphost/net/http-stream.h"
#include "src/jphost/net/sse.h"
#include "src/jphost/provider/openai-request.h"
#include "src/jphost/provider/openai-settings.h"
#include "src/jphost/provider/openai-stream.h"
#include "src/jphost/provider/patience.h"

#define MAX_EVENT_BYTES ((size_t)32 << 20)
#define MAX_SENTENCE    600

enum openai_state { OPENAI_IDLE, OPENAI_BACKOFF, OPENAI_ASKED, OPENAI_OVER };

struct provider_openai {
	struct provider base;
	const struct workspace *workspace;
	char *conversation, *config, *schema;
	struct openai_settings settings;
	struct patience patience;
	enum openai_state state;

	struct http_stream *http;
	struct sse sse;
	struct openai_stream answer;
	bool answering;       /* sse and answer are in use */
	bool spoke;           /* this answer has told something already */
	bool tell_usage;      /* it is told before the end */
	int64_t failed_times; /* in a row */
	int64_t retry_at_ms;

	/* Text that was not handed out yet, and what was handed out last. */
	struct run {
		enum chat_part part;
		struct strbuf text;
	} * runs;
	size_t run_count, run_cap;
	struct strbuf structured; /* a schema: the whole message */
	struct strbuf given;
	struct provider_call *calls;
	size_t call_count;
	bool calls_wait;
	bool notice_waits;
	const char *notice_kind; /* of the last that went wrong */
	bool data_waits;
	struct strbuf failure; /* OVER: why; empty: it ended well */
};

static struct provider_openai *of(struct provider *provider)
{
	return (struct provider_openai *)provider;
}

/* --- One answer --- */

static void on_text(void *user, enum chat_part part, struct slice text)
{
	struct provider_openai *openai = user;
	struct run *last;

	openai->spoke = true;
	if (part == CHAT_MESSAGE && openai->schema) {
		strbuf_addslice(&openai->structured, text);
		return;
	}
	last = openai->run_count ? &openai->runs[openai->run_count - 1] : NULL;
	if (!last || last->part != part) {
		ALLOC_GROW(openai->runs, openai->run_count + 1,
			   openai->run_cap);
		last = &openai->runs[openai->run_count++];
		last->part = part;
		strbuf_init(&last->text);
	}
	strbuf_addslice(&last->text, text);
}

static void on_event(void *user, struct slice data)
{
	struct provider_openai *openai = user;

	openai_stream_take(&openai->answer, data);
}

static bool on_bytes(void *user, struct slice bytes)
{
	struct provider_openai *openai = user;

	if (sse_feed(&openai->sse, bytes, on_event, openai))
		strbuf_setf(&openai->answer.error,
			    "the provider sent too much at once");
	return !openai->answer.error.len;
}

static void end_answer(struct provider_openai *openai)
{
	http_stream_free(openai->http);
	openai->http = NULL;
	if (openai->answering) {
		sse_release(&openai->sse);
		openai_stream_release(&openai->answer);
	}
	openai->answering = false;
}

static void forget_runs(struct provider_openai *openai)
{
	for (size_t i = 0; i < openai->run_count; i++)
		strbuf_release(&openai->runs[i].text);
	openai->run_count = 0;
}

static void free_calls(struct provider_openai *openai)
{
	for (size_t i = 0; i < openai->call_count; i++) {
		free(openai->calls[i].id);
		free(openai->calls[i].name);
		free(openai->calls[i].arguments);
	}
	free(openai->calls);
	openai->calls = NULL;
	openai->call_count = 0;
}

/* A server may say our key back to us: it goes no further. */
static void hide_key(const struct provider_openai *openai, struct strbuf *text)
{
	size_t len = openai->settings.key ? strlen(openai->settings.key) : 0;
	char *at;

	while (len &&
	       (at = memmem(text->buf, text->len, openai->settings.key, len))) {
		size_t pos = (size_t)(at - text->buf);

		strbuf_remove(text, pos, len);
		strbuf_insert(text, pos, "[key]", 5);
	}
}

static void add_sentence(const struct provider_openai *openai,
			 struct strbuf *out, const char *what, struct slice why)
{
	strbuf_addstr(out, what);
	if (why.len) {
		strbuf_addstr(out, *what ? ": " : "");
		strbuf_addslice(out, why);
	}
	hide_key(openai, out);
	if (out->len > MAX_SENTENCE)
		strbuf_setlen(out, MAX_SENTENCE);
}

static void fail(struct provider_openai *openai, const char *what,
		 struct slice why)
{
	openai->state = OPENAI_OVER;
	strbuf_reset(&openai->failure);
	add_sentence(openai, &openai->failure, what, why);
	end_answer(openai);
}

static void ask(struct provider_openai *openai, int64_t now_ms)
{
	struct openai_request request = {
		.model = openai->settings.model,
		.config = slice_str(openai->config),
		.schema = slice_str(openai->schema),
	};
	struct http_request http = {
		.url = openai->settings.url,
		.bearer = openai->settings.key,
		.take = on_bytes,
		.user = openai,
	};
	struct history history = HISTORY_INIT;
	struct strbuf body = STRBUF_INIT, err = STRBUF_INIT;
	struct strbuf attached = STRBUF_INIT;

	if (workspace_read(openai->workspace, openai->conversation, &history,
			   &err)) {
		fail(openai, "", strbuf_slice(&err));
		goto out;
	}
	/* As they are now, not as they were when the turn began. */
	config_attachment_add(&attached, request.config,
			      openai->workspace->root);
	request.attached = strbuf_slice(&attached);
	openai_request_write(&body, &request, &history);
	trace_bytes(TRACE_HOST, "to the model", strbuf_slice(&body));
	http.body = strbuf_slice(&body);
	sse_init(&openai->sse, MAX_EVENT_BYTES);
	openai_stream_init(&openai->answer, on_text, openai);
	openai->answering = true;
	openai->spoke = false;
	strbuf_reset(&openai->structured);
	openai->state = OPENAI_ASKED;
	openai->http = http_stream_open(&http, now_ms, &err);
	if (!openai->http)
		fail(openai, "", strbuf_slice(&err));
out:
	history_release(&history);
	strbuf_release(&attached);
	strbuf_release(&body);
	strbuf_release(&err);
}

/* Try again later, or give up. */
static void retry(struct provider_openai *openai, const char *what,
		  struct slice why, int64_t after_ms, int64_t now_ms)
{
	struct strbuf sentence = STRBUF_INIT;
	int64_t pause_ms = patience_pause_ms(&openai->patience,
					     openai->failed_times, after_ms);

	if (openai->spoke || openai->answer.hopeless || pause_ms < 0) {
		fail(openai, what, why);
		return;
	}
	add_sentence(openai, &sentence, what, why);
	patience_add_try(&sentence, &openai->patience, openai->failed_times,
			 pause_ms);
	openai->failed_times++;
	end_answer(openai);
	openai->state = OPENAI_BACKOFF;
	openai->retry_at_ms = now_ms + pause_ms;
	strbuf_release(&openai->given);
	openai->given = sentence;
	openai->notice_waits = true;
}

/* --- The end of an answer --- */

static void take_calls(struct provider_openai *openai)
{
	struct openai_stream *answer = &openai->answer;

	openai->call_count = answer->call_count;
	openai->calls = xcalloc(answer->call_count, sizeof(*openai->calls));
	for (size_t i = 0; i < answer->call_count; i++) {
		struct openai_call *from = &answer->calls[i];

		openai->calls[i].from_model = true;
		openai->calls[i].id = strbuf_detach(&from->id);
		openai->calls[i].name = strbuf_detach(&from->name);
		openai->calls[i].arguments = strbuf_detach(&from->arguments);
	}
	openai->calls_wait = true;
}

static void finish(struct provider_openai *openai, int64_t now_ms)
{
	struct openai_stream *answer = &openai->answer;
	struct strbuf err = STRBUF_INIT;

	openai->failed_times = 0;
	openai->tell_usage =
		answer->input_tokens >= 0 || answer->output_tokens >= 0;
	if (answer->call_count &&
	    openai_stream_finish_calls(answer, now_ms, &err)) {
		fail(openai, "", strbuf_slice(&err));
	} else if (answer->cut && answer->call_count) {
		fail(openai, "the answer was cut at the limit of tokens",
		     slice_of(NULL, 0));
	} else if (answer->call_count) {
		take_calls(openai);
		openai->state = OPENAI_IDLE;
	} else {
		openai->state = OPENAI_OVER;
		openai->data_waits = openai->structured.len > 0;
	}
	http_stream_free(openai->http);
	openai->http = NULL;
	strbuf_release(&err);
}

static void take_http_error(struct provider_openai *openai,
			    const struct http_result *result, int64_t now_ms)
{
	struct slice body = http_stream_error_body(openai->http);
	struct strbuf why = STRBUF_INIT;
	char what[64];

	if (!openai_error_message(&why, body) && body.len < 200)
		strbuf_addslice(&why, body);
	if (result->status == 429) {
		openai->notice_kind = "rate_limit";
		strcpy(what, "the provider limits our rate");
	} else {
		snprintf(what, sizeof(what), "the provider answered %ld",
			 result->status);
	}
	if (result->status == 429 || result->status == 408 ||
	    result->status >= 500)
		retry(openai, what, strbuf_slice(&why), result->retry_after_ms,
		      now_ms);
	else
		fail(openai, what, strbuf_slice(&why));
	strbuf_release(&why);
}

/* Look at what came of the transfer so far. */
static void advance(struct provider_openai *openai, int64_t now_ms)
{
	const struct slice none = SLICE_INIT;
	struct http_result result;

	openai->notice_kind = "provider.lost";
	http_stream_run(openai->http, now_ms, &result);
	if (openai->answer.error.len) {
		struct strbuf why = openai->answer.error;

		strbuf_init(&openai->answer.error);
		retry(openai, "the provider failed", strbuf_slice(&why), -1,
		      now_ms);
		strbuf_release(&why);
	} else if (result.state == HTTP_BROKEN && openai->answer.done) {
		finish(openai, now_ms); /* all was said before the cut */
	} else if (result.state == HTTP_BROKEN) {
		retry(openai, "the provider cannot be reached",
		      slice_str(result.why), -1, now_ms);
	} else if (result.state == HTTP_ENDED && result.status / 100 != 2) {
		take_http_error(openai, &result, now_ms);
	} else if (result.state == HTTP_ENDED && !openai->answer.done) {
		retry(openai, "the answer ended too early", none, -1, now_ms);
	} else if (result.state == HTTP_ENDED) {
		finish(openai, now_ms);
	} else if (now_ms - http_stream_heard_ms(openai->http) >=
		   openai->patience.stall_ms) {
		retry(openai, "the provider has gone silent", none, -1, now_ms);
	}
}

/* --- For the turn --- */

static bool give_text(struct provider_openai *openai,
		      struct provider_item *item)
{
	if (!openai->run_count)
		return false;
	item->kind = PROVIDER_CHUNK;
	item->part = openai->runs[0].part;
	strbuf_release(&openai->given);
	openai->given = openai->runs[0].text;
	item->text = strbuf_slice(&openai->given);
	openai->run_count--;
	memmove(openai->runs, openai->runs + 1,
		openai->run_count * sizeof(*openai->runs));
	return true;
}

/* Structured output that is no JSON after all is a message. */
static void give_data(struct provider_openai *openai,
		      struct provider_item *item)
{
	struct strbuf why = STRBUF_INIT;

	openai->data_waits = false;
	item->kind = PROVIDER_DATA;
	item->json = strbuf_slice(&openai->structured);
	if (json_check(item->json, NULL, &why)) {
		item->kind = PROVIDER_CHUNK;
		item->part = CHAT_MESSAGE;
		item->text = item->json;
	}
	strbuf_release(&why);
}

/* What is there to be told now. */
static bool give(struct provider_openai *openai, struct provider_item *item)
{
	if (openai->notice_waits) {
		openai->notice_waits = false;
		item->kind = PROVIDER_NOTICE;
		item->notice_kind = openai->notice_kind;
		item->text = strbuf_slice(&openai->given);
		return true;
	}
	if (give_text(openai, item))
		return true;
	if (openai->data_waits) {
		give_data(openai, item);
		return true;
	}
	if (openai->tell_usage) {
		openai->tell_usage = false;
		item->kind = PROVIDER_USAGE;
		item->input_tokens = openai->answer.input_tokens;
		item->output_tokens = openai->answer.output_tokens;
		return true;
	}
	if (openai->calls_wait) {
		openai->calls_wait = false;
		item->kind = PROVIDER_CALLS;
		item->calls = openai->calls;
		item->call_count = openai->call_count;
		return true;
	}
	return false;
}

static void wait_for(struct provider_openai *openai, struct provider_item *item)
{
	int64_t stall_ms =
		http_stream_heard_ms(openai->http) + openai->patience.stall_ms;
	int64_t due_ms = http_stream_due_ms(openai->http);

	item->kind = PROVIDER_WAIT;
	item->until_ms = due_ms != -1 && due_ms < stall_ms ? due_ms : stall_ms;
}

static void next(struct provider *provider, int64_t now_ms,
		 struct provider_item *item)
{
	struct provider_openai *openai = of(provider);

	*item = (struct provider_item){ .kind = PROVIDER_END };
	if (openai->state == OPENAI_ASKED)
		advance(openai, now_ms);
	if (give(openai, item))
		return;
	switch (openai->state) {
	case OPENAI_BACKOFF:
		if (openai->retry_at_ms > now_ms) {
			item->kind = PROVIDER_WAIT;
			item->until_ms = openai->retry_at_ms;
			return;
		}
		/* fall through */
	case OPENAI_IDLE:
		free_calls(openai);
		end_answer(openai);
		ask(openai, now_ms);
		next(provider, now_ms, item);
		return;
	case OPENAI_ASKED:
		wait_for(openai, item);
		return;
	case OPENAI_OVER:
		break;
	}
	if (openai->failure.len) {
		item->kind = PROVIDER_FAILED;
		item->text = strbuf_slice(&openai->failure);
	}
}

static size_t poll_fds(const struct provider *provider, struct pollfd *fds,
		       size_t max)
{
	const struct provider_openai *openai =
		(const struct provider_openai *)provider;

	return openai->http ? http_stream_poll(openai->http, fds, max) : 0;
}

static void ready(struct provider *provider, const struct pollfd *fds,
		  size_t count, int64_t now_ms)
{
	struct provider_openai *openai = of(provider);

	if (openai->http)
		http_stream_ready(openai->http, fds, count, now_ms);
}

/* What the model goes on with is read anew, with what was stored. */
static void interrupt(struct provider *provider)
{
	struct provider_openai *openai = of(provider);

	end_answer(openai);
	forget_runs(openai);
	openai->calls_wait = false;
	openai->data_waits = false;
	openai->tell_usage = false;
	openai->notice_waits = false;
	openai->failed_times = 0;
	strbuf_reset(&openai->structured);
	openai->state = OPENAI_IDLE;
}

static void free_openai(struct provider *provider)
{
	struct provider_openai *openai = of(provider);

	end_answer(openai);
	free_calls(openai);
	free(openai->conversation);
	openai_settings_release(&openai->settings);
	free(openai->config);
	free(openai->schema);
	forget_runs(openai);
	free(openai->runs);
	strbuf_release(&openai->structured);
	strbuf_release(&openai->given);
	strbuf_release(&openai->failure);
	free(openai);
}

/* --- Opening --- */

static char *copy(struct slice text)
{
	return text.len ? xmemdupz(text.ptr, text.len) : NULL;
}

struct provider *provider_openai_open(const char *base_url,
				      const struct provider_options *options,
				      struct strbuf *err)
{
	static const struct provider_ops ops = { next, poll_fds, ready,
						 interrupt, free_openai };
	struct openai_settings settings;
	struct provider_openai *openai;

	if (openai_settings_read(&settings, base_url, options->model,
				 options->config, err))
		return NULL;
	openai = xcalloc(1, sizeof(*openai));
	openai->base.ops = &ops;
	openai->settings = settings;
	openai->workspace = options->workspace;
	openai->conversation = xstrdup(options->conversation);
	openai->config = copy(options->config);
	openai->schema = copy(options->schema);
	patience_read(&openai->patience, options->config);
	strbuf_init(&openai->structured);
	strbuf_init(&openai->given);
	strbuf_init(&openai->failure);
	return &openai->base;
}
