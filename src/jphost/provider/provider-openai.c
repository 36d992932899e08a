#include "config.h"

#include "src/jphost/provider/provider-openai.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event.h"
#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-attachment.h"
#include "src/jphost/provider/openai-mend.h"
#include "src/jphost/provider/openai-request.h"
#include "src/jphost/provider/openai-state.h"
#include "src/jphost/tool/tool-config.h"

/* Of an answer to a schema. */
#define MAX_DATA ((size_t)16 << 20)

static struct provider_openai *of(struct provider *provider)
{
	return (struct provider_openai *)provider;
}

/* --- One answer --- */

static void on_text(void *user, enum chat_part part, struct slice text)
{
	struct provider_openai *openai = user;

	if (part == CHAT_MESSAGE && openai->schema &&
	    openai->structured.len + text.len > MAX_DATA)
		strbuf_setf(&openai->answer.error.text,
			    "its data are over 16 MiB");
	else if (part == CHAT_MESSAGE && openai->schema)
		strbuf_addslice(&openai->structured, text);
	else
		model_output_text(&openai->told, part, text);
}

static bool on_bytes(void *user, struct slice bytes)
{
	struct provider_openai *openai = user;

	return openai_body_feed(&openai->body, bytes);
}

static void on_header(void *user, struct slice name, struct slice value)
{
	struct provider_openai *openai = user;

	retry_after_take(&openai->after, name, value, clock_wall_ms());
}

void provider_openai_end_answer(struct provider_openai *openai)
{
	http_stream_free(openai->http);
	openai->http = NULL;
	if (openai->answering) {
		openai_body_release(&openai->body);
		openai_stream_release(&openai->answer);
	}
	openai->answering = false;
}

static void free_calls(struct provider_openai *openai)
{
	for (size_t i = 0; i < openai->call_count; i++) {
		free(openai->calls[i].id);
		free(openai->calls[i].name);
		free(openai->calls[i].arguments);
		free(openai->calls[i].extra);
		free(openai->calls[i].problem);
	}
	free(openai->calls);
	openai->calls = NULL;
	openai->call_count = 0;
}

/* Report omitted attachments once, and again if they change. */
static void tell_left_out(struct provider_openai *openai, struct strbuf *lines)
{
	if (!strcmp(openai->left_out.buf, lines->buf))
		return;
	strbuf_reset(&openai->left_out);
	strbuf_addslice(&openai->left_out, strbuf_slice(lines));
	if (lines->len)
		model_output_notice(&openai->told, "attachment.left_out", true,
				    strbuf_slice(lines));
}

/* Some servers give the first call of every answer the same id. */
static void note_ids(struct provider_openai *openai,
		     const struct history *history)
{
	struct event_peek peek;
	struct strbuf id = STRBUF_INIT;

	strmap_release(&openai->used_ids);
	strmap_init(&openai->used_ids);
	for (size_t i = 0; i < history->count; i++) {
		strbuf_reset(&id);
		if (event_peek(&peek, history->events[i]) &&
		    peek.kind == EVENT_TOOL_CALL_REQUEST &&
		    json_string_add(&id, peek.id))
			strmap_put(&openai->used_ids, strbuf_slice(&id),
				   openai);
	}
	strbuf_release(&id);
}

static void ask(struct provider_openai *openai, int64_t now_ms)
{
	struct openai_request request = {
		.dialect = openai->dialect,
		.model = openai->settings.model,
		.config = slice_str(openai->config),
		.schema = slice_str(openai->schema),
	};
	struct http_request http = {
		.url = openai->settings.url,
		.bearer = openai->settings.key,
		.headers = openai->settings.own.headers.lines,
		.ca_file = openai->settings.own.ca_file,
		.take = on_bytes,
		.header = on_header,
		.user = openai,
	};
	struct history history = HISTORY_INIT;
	struct strbuf body = STRBUF_INIT, err = STRBUF_INIT;
	struct config_attachments attached = CONFIG_ATTACHMENTS_INIT;

	if (workspace_read(openai->workspace, openai->conversation, &history,
			   &err)) {
		openai_ending_fail(openai, strbuf_slice(&err), SLICE(""));
		goto out;
	}
	note_ids(openai, &history);
	/* Attachments as they are now, not at the turn's start. */
	config_attachments_read(&attached, request.config,
				openai->workspace->root);
	tell_left_out(openai, &attached.left_out);
	request.attached = &attached;
	openai_request_write(&body, &request, &history);
	trace_bytes(TRACE_HOST, "to the model", strbuf_slice(&body));
	http.body = strbuf_slice(&body);
	openai_stream_init(&openai->answer, on_text, openai);
	openai_body_init(&openai->body, &openai->answer);
	openai->answering = true;
	retry_after_init(&openai->after);
	openai->asked_ms = now_ms;
	openai->moved_ms = now_ms;
	openai->moves = 0;
	openai->tell_ms = now_ms + openai->patience.tell_ms;
	strbuf_reset(&openai->structured);
	openai->state = OPENAI_ASKED;
	openai->http = http_stream_open(&http, now_ms, &err);
	if (!openai->http)
		openai_ending_fail(openai, strbuf_slice(&err), SLICE(""));
out:
	history_release(&history);
	config_attachments_release(&attached);
	strbuf_release(&body);
	strbuf_release(&err);
}

/* --- For the turn --- */

/*
 * Give structured output, without a fence around it. If it is not JSON after
 * all, it becomes a message.
 */
static void give_data(struct provider_openai *openai,
		      struct provider_item *item)
{
	struct strbuf *text = &openai->structured;
	struct slice inside;

	openai->data_waits = false;
	secret_hide(text, openai->settings.own.headers.secrets);
	item->kind = PROVIDER_DATA;
	item->json = strbuf_slice(text);
	if (openai_take_fence(item->json, &inside))
		item->json = inside;
	if (!json_is_valid(item->json)) {
		item->kind = PROVIDER_CHUNK;
		item->part = CHAT_MESSAGE;
		item->text = strbuf_slice(text);
		model_output_notice(
			&openai->told, "provider.answer", false,
			SLICE("the answer is not the JSON of the schema"));
	}
}

/* Give an item that is ready. */
static bool give(struct provider_openai *openai, struct provider_item *item)
{
	if (model_output_take(&openai->told, item))
		return true;
	if (openai->thought_waits) {
		openai->thought_waits = false;
		strbuf_release(&openai->given);
		openai->given = openai->thought;
		strbuf_init(&openai->thought);
		item->kind = PROVIDER_THOUGHT;
		item->json = strbuf_slice(&openai->given);
		return true;
	}
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

static void next(struct provider *provider, int64_t now_ms,
		 struct provider_item *item)
{
	struct provider_openai *openai = of(provider);

	*item = (struct provider_item){ .kind = PROVIDER_END };
	if (openai->state == OPENAI_ASKED)
		openai_ending_advance(openai, now_ms);
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
		provider_openai_end_answer(openai);
		ask(openai, now_ms);
		next(provider, now_ms, item);
		return;
	case OPENAI_ASKED:
		item->kind = PROVIDER_WAIT;
		item->until_ms = openai_ending_due_ms(openai);
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

/* The next request rereads the conversation, with what was stored. */
static void interrupt(struct provider *provider)
{
	struct provider_openai *openai = of(provider);

	provider_openai_end_answer(openai);
	model_output_forget(&openai->told);
	openai->calls_wait = false;
	openai->data_waits = false;
	openai->thought_waits = false;
	openai->tell_usage = false;
	openai->failed_times = 0;
	strbuf_reset(&openai->structured);
	openai->state = OPENAI_IDLE;
}

static void free_openai(struct provider *provider)
{
	struct provider_openai *openai = of(provider);

	provider_openai_end_answer(openai);
	free_calls(openai);
	free(openai->conversation);
	free(openai->config);
	free(openai->schema);
	model_output_release(&openai->told);
	openai_settings_release(&openai->settings);
	strmap_release(&openai->used_ids);
	strbuf_release(&openai->structured);
	strbuf_release(&openai->thought);
	strbuf_release(&openai->last_why);
	strbuf_release(&openai->left_out);
	strbuf_release(&openai->given);
	strbuf_release(&openai->failure);
	free(openai);
}

/* --- Opening --- */

static char *copy(struct slice text)
{
	return text.len ? xmemdupz(text.ptr, text.len) : NULL;
}

/* Once in each turn, at its start. */
static void tell_tools(struct provider_openai *openai)
{
	struct strbuf lines = STRBUF_INIT;

	tool_config_review(&lines, slice_str(openai->config));
	if (lines.len)
		model_output_notice(&openai->told, "tool.left_out", true,
				    strbuf_slice(&lines));
	strbuf_release(&lines);
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
	model_output_init(&openai->told, settings.own.headers.secrets);
	strbuf_init(&openai->structured);
	strbuf_init(&openai->thought);
	strbuf_init(&openai->last_why);
	strbuf_init(&openai->left_out);
	strbuf_init(&openai->given);
	strbuf_init(&openai->failure);
	if (settings.own.remarks.len)
		model_output_notice(&openai->told, "provider.settings", true,
				    strbuf_slice(&settings.own.remarks));
	if (openai_settings_is_open(&settings))
		model_output_notice(
			&openai->told, "provider.key", true,
			SLICE("the key goes over the network in clear: "
			      "http:// is not https://"));
	tell_tools(openai);
	return &openai->base;
}
