#include "config.h"

#include "src/jphost/provider/openai-body.h"

#include <stdlib.h>
#include <string.h>

#include "src/jphost/provider/openai-settings.h"
#include "src/jphost/provider/patience.h"
#include "src/jphost/provider/retry-after.h"
#include "src/jphost/provider/secret-filter.h"
#include "tests/unit/test.h"

/* The error of a body, which must have this text and status; to be released. */
static void read_error(struct openai_error *error, const char *body,
		       const char *text, long status)
{
	openai_error_init(error);
	openai_error_read(error, slice_str(body));
	assert_string_equal(error->text.buf, text);
	assert_int_equal(error->status, status);
}

static void errors_are_told_in_the_servers_words(void **state)
{
	static const struct {
		const char *body, *text;
		long status;
		bool is_final;
		int64_t again_ms;
	} samples[] = {
		{ "{\"error\":{\"message\":\"no credit\"}}", "no credit", 0,
		  false, -1 },
		{ "{\"error\":\"busy\"}", "busy", 0, false, -1 },
		{ "[{\"error\":{\"code\":400,\"message\":\"no signature\","
		  "\"status\":\"INVALID_ARGUMENT\"}}]",
		  "no signature", 400, true, -1 },
		{ "{\"detail\":\"Not Found\"}", "Not Found", 0, false, -1 },
		{ "{\"detail\":{\"error\":{\"message\":\"bad key\"}}}",
		  "bad key", 0, false, -1 },
		{ "{\"detail\":[{\"loc\":[\"body\",\"messages\",0],"
		  "\"msg\":\"Field required\",\"input\":{\"x\":1}},"
		  "{\"loc\":[\"body\"],\"msg\":\"Too long\"}]}",
		  "body.messages.0: Field required; body: Too long", 0, false,
		  -1 },
		{ "{\"html-message\":\"<html><head><title>503 Busy</title>"
		  "</head></html>\"}",
		  "503 Busy", 0, false, -1 },
		{ "{\"errors\":[{\"message\":\"loading\"}],"
		  "\"success\":false}",
		  "loading", 0, false, -1 },
		{ "{\"object\":\"error\",\"message\":\"boom\",\"code\":40001}",
		  "boom", 0, false, -1 },
		{ "{\"error\":\"Bad Request\",\"message\":\"no model\","
		  "\"statusCode\":400}",
		  "no model", 400, true, -1 },
		{ "{\"error\":{\"message\":\"x\",\"type\":\"auth_error\","
		  "\"code\":\"401\"}}",
		  "x", 401, true, -1 },
		{ "{\"error\":{\"message\":\"Error code: 401 - no\"}}",
		  "Error code: 401 - no", 401, true, -1 },
		{ "{\"error\":{\"message\":\"slow\",\"code\":\"429\"}}", "slow",
		  429, false, -1 },
		{ "{\"error\":{\"message\":\"x\",\"type\":"
		  "\"overloaded_error\"}}",
		  "x", 0, false, -1 },
		{ "{\"error\":{\"message\":\"x\",\"type\":"
		  "\"invalid_request_error\"}}",
		  "x", 0, true, -1 },
		{ "{\"error\":{\"message\":\"You exceeded your current quota\","
		  "\"code\":\"insufficient_quota\"}}",
		  "You exceeded your current quota", 429, true, -1 },
		/* A quota that is restored soon. */
		{ "{\"error\":{\"message\":\"You exceeded your current quota. "
		  "Please retry in 2.5s.\",\"code\":429}}",
		  "You exceeded your current quota. Please retry in 2.5s.", 429,
		  false, 2500 },
		{ "{\"error\":{\"code\":429,\"message\":\"x\",\"details\":"
		  "[{\"retryDelay\":\"34s\"}]}}",
		  "x", 429, false, 34000 },
		{ "{\"error\":{\"message\":\"Provider returned error\","
		  "\"code\":400,\"metadata\":{\"raw\":\"{\\\"error\\\":"
		  "{\\\"message\\\":\\\"too many\\\"}}\"}}}",
		  "Provider returned error: too many", 400, true, -1 },
		{ "{\"error\":{\"message\":\"one\\n\\ntwo\"}}", "one", 0, false,
		  -1 },
		{ "Client sent an HTTP request to an HTTPS server.\n",
		  "Client sent an HTTP request to an HTTPS server.", 0, false,
		  -1 },
		{ "<html>\r\n<head><title>502 Bad &amp; Gateway</title></head>"
		  "<body>long</body></html>",
		  "502 Bad & Gateway", 0, false, -1 },
		{ "<!DOCTYPE html><h1 class=x>Sign in</h1>", "Sign in", 0,
		  false, -1 },
		{ "", "it does not say why", 0, false, -1 },
		{ "[]", "it does not say why", 0, false, -1 },
		{ "7", "it does not say why", 0, false, -1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct openai_error error;

		read_error(&error, samples[i].body, samples[i].text,
			   samples[i].status);
		assert_int_equal(error.is_final, samples[i].is_final);
		assert_int_equal(error.again_ms, samples[i].again_ms);
		openai_error_release(&error);
	}
}

static void an_error_is_found_wherever_it_is_wrapped(void **state)
{
	static const struct {
		const char *body, *text;
		long status;
	} samples[] = {
		/* An event stream as the body of an error. */
		{ "event: error\ndata: {\"error\":{\"message\":\"no\","
		  "\"code\":400}}\n\n",
		  "no", 400 },
		{ ": x\n\ndata: {\"msg\":\"no\"}\r\n\r\ndata: [DONE]\r\n\r\n",
		  "no", 0 },
		{ "data: not JSON\n", "data: not JSON", 0 },
		/* An error in a message. */
		{ "{\"error\":{\"message\":\"{\\\"error\\\":{\\\"message\\\":"
		  "\\\"inner\\\"}}\"}}",
		  "inner", 0 },
		{ "{\"message\":\"{a}\"}", "{a}", 0 },
		{ "{\"message\":\"{}\"}", "{}", 0 },
		{ "{\"base_resp\":{\"status_code\":1008,\"status_msg\":"
		  "\"insufficient balance\"}}",
		  "insufficient balance", 0 },
		{ "{\"code\":7,\"data\":null}",
		  "it does not say why: {\"code\":7,\"data\":null}", 0 },
		{ "{\"error\":{}}", "it does not say why: {\"error\":{}}", 0 },
		{ "{}", "it does not say why", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct openai_error error;

		read_error(&error, samples[i].body, samples[i].text,
			   samples[i].status);
		openai_error_release(&error);
	}
}

static void a_long_error_is_cut_at_a_word_with_a_sign_of_it(void **state)
{
	struct strbuf body = STRBUF_INIT;
	struct openai_error error;

	(void)state;
	for (int i = 0; i < 400; i++)
		strbuf_addstr(&body, "ww\xc3\xa9 ");
	openai_error_init(&error);
	openai_error_read(&error, strbuf_slice(&body));
	assert_true(error.text.len < 490);
	assert_string_equal(error.text.buf + error.text.len - 7, "ww\xc3\xa9…");
	openai_error_release(&error);
	strbuf_release(&body);
}

static void when_to_come_back_is_found_in_any_header(void **state)
{
	static const struct {
		const char *name, *value;
		int64_t ms;
	} samples[] = {
		{ "Retry-After", "2", 2000 },
		{ "retry-after", "1.5", 1500 },
		{ "retry-after-ms", "250", 250 },
		{ "llm_provider-retry-after", "1", 1000 },
		{ "llm_provider-x-ratelimit-reset-requests", "1s", 1000 },
		{ "x-ratelimit-reset-tokens", "6m0s", 360000 },
		{ "x-ratelimit-reset-requests", "120ms", 120 },
		{ "ratelimit-reset", "7", 7000 },
		{ "x-ratelimit-reset", "1700000003", 3000 },
		{ "X-RateLimit-Reset", "1700000003500", 3500 },
		{ "x-ratelimit-reset", "2023-11-14T22:13:24Z", 4000 },
		{ "Retry-After", "Tue, 14 Nov 2023 22:13:25 GMT", 5000 },
		{ "Retry-After", "Tuesday, 14-Nov-23 22:13:26 GMT", 6000 },
		{ "Retry-After", "Tue Nov 14 22:13:27 2023", 7000 },
		{ "Retry-After", "Tue, 14 Nov 2023 22:13:19 GMT", -1 },
		{ "Retry-After", "Tue, 14 Nev 2023 22:13:25 GMT", -1 },
		{ "Retry-After", "0", -1 },
		{ "Retry-After", "soon", -1 },
		{ "Content-Type", "2", -1 },
	};
	struct retry_after after;

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct retry_after one;

		retry_after_init(&one);
		retry_after_take(&one, slice_str(samples[i].name),
				 slice_str(samples[i].value), 1700000000000);
		assert_int_equal(retry_after_ms(&one, -1, true), samples[i].ms);
	}
	retry_after_init(&after);
	/* The most specific header counts; of two limits the later one. */
	retry_after_take(&after, SLICE("x-ratelimit-reset-tokens"), SLICE("9s"),
			 0);
	retry_after_take(&after, SLICE("x-ratelimit-reset-requests"),
			 SLICE("3s"), 0);
	assert_int_equal(retry_after_ms(&after, -1, true), 9000);
	retry_after_take(&after, SLICE("retry-after"), SLICE("2"), 0);
	assert_int_equal(retry_after_ms(&after, -1, true), 2000);
	retry_after_take(&after, SLICE("x-ratelimit-reset-tokens"), SLICE("9s"),
			 0);
	assert_int_equal(retry_after_ms(&after, -1, true), 2000);
}

static void a_limit_counts_only_where_it_is_used_up(void **state)
{
	static const struct {
		const char *headers[8];
		int64_t words_ms;
		bool is_limited;
		int64_t ms;
	} samples[] = {
		/* OpenAI sends both limits with every answer. */
		{ { "x-ratelimit-remaining-requests", "9999",
		    "x-ratelimit-reset-requests", "7m12s",
		    "x-ratelimit-reset-tokens", "800ms",
		    "x-ratelimit-remaining-tokens", "0" },
		  -1,
		  true,
		  800 },
		{ { "x-ratelimit-reset-requests", "7m12s",
		    "x-ratelimit-remaining-requests", "9999" },
		  -1,
		  true,
		  -1 },
		{ { "X-RateLimit-Reset", "30", "X-RateLimit-Remaining", "2" },
		  -1,
		  true,
		  -1 },
		/* The words tell of the limit that was reached. */
		{ { "x-ratelimit-reset-requests", "7m12s" }, 700, true, 700 },
		{ { "x-ratelimit-reset-requests", "7m12s", "retry-after", "2" },
		  700,
		  true,
		  2000 },
		/* A server that is overloaded is no limit. */
		{ { "x-ratelimit-reset-requests", "7m12s" }, -1, false, -1 },
		{ { "retry-after", "2" }, -1, false, 2000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct retry_after after;

		retry_after_init(&after);
		for (int j = 0; j < 8 && samples[i].headers[j]; j += 2)
			retry_after_take(
				&after, slice_str(samples[i].headers[j]),
				slice_str(samples[i].headers[j + 1]), 0);
		assert_int_equal(retry_after_ms(&after, samples[i].words_ms,
						samples[i].is_limited),
				 samples[i].ms);
	}
}

static void a_pause_that_is_too_long_is_told(void **state)
{
	static const struct {
		int64_t ms;
		const char *told;
	} samples[] = {
		{ -1, "" },
		{ 300000, "" },
		{ 300001, "; it asks for a pause of 6 min" },
		{ 7140000, "; it asks for a pause of 119 min" },
		{ 7140001, "; it asks for a pause of 2 h" },
		{ 86400000, "; it asks for a pause of 24 h" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf told = STRBUF_INIT;

		patience_add_too_long(&told, samples[i].ms);
		assert_string_equal(told.buf, samples[i].told);
		strbuf_release(&told);
	}
}

static void when_to_come_back_is_found_in_words(void **state)
{
	static const struct {
		const char *body;
		int64_t ms;
	} samples[] = {
		{ "Please try again in 1.2s.", 1200 },
		{ "Please try again in 6m0s. Visit", 360000 },
		{ "Please retry after 26 seconds.", 26000 },
		{ "try again in 1 minute and 5 seconds", 65000 },
		{ "Try again in 350ms", 350 },
		{ "try again in a while", -1 },
		{ "try again in 5", -1 },
		{ "{\"retry_after\":3}", 3000 },
		{ "{\"retryDelay\": \"0.5s\"}", 500 },
		{ "no word of it", -1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		assert_int_equal(
			retry_after_in_words_ms(slice_str(samples[i].body)),
			samples[i].ms);
}

/* The same, without the boundaries of pieces. */
static void collect_joined(void *user, enum chat_part part, struct slice text)
{
	(void)part;
	strbuf_addslice(user, text);
}

/* --- Bodies in pieces of every size --- */

/* The result of a body that is fed `size` bytes at a time. */
static void assert_body(const char *body, size_t size, const char *expected)
{
	struct slice bytes = slice_str(body);
	struct strbuf got = STRBUF_INIT;
	struct openai_stream stream;
	struct openai_body reader;
	bool more = true;

	openai_stream_init(&stream, collect_joined, &got);
	openai_body_init(&reader, &stream);
	while (more && bytes.len) {
		size_t len = bytes.len < size ? bytes.len : size;

		more = openai_body_feed(&reader, slice_of(bytes.ptr, len));
		bytes = slice_skip(bytes, len);
	}
	openai_body_end(&reader, "text/html; charset=utf-8");
	openai_calls_finish(&stream.calls, 5);
	for (size_t i = 0; i < stream.calls.count; i++)
		strbuf_addf(&got, "<%s>", stream.calls.list[i].name.buf);
	if (stream.error.text.len)
		strbuf_addf(&got, "!%s%s", stream.error.is_final ? "!" : "",
			    stream.error.text.buf);
	else if (openai_stream_is_done(&stream))
		strbuf_addstr(&got, ".");
	if (!stream.error.text.len && stream.junk.len)
		strbuf_addf(&got, "?%s", stream.junk.buf);
	if (!stream.error.text.len && stream.odd.len)
		strbuf_addf(&got, "~%s", stream.odd.buf);
	assert_string_equal(got.buf, expected);
	openai_body_release(&reader);
	openai_stream_release(&stream);
	strbuf_release(&got);
}

struct body {
	const char *body, *got;
};

static void assert_bodies(const struct body *samples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t size = 1; size <= strlen(samples[i].body) + 1;
		     size++)
			assert_body(samples[i].body, size, samples[i].got);
	}
}

#define SAYS(text) "{\"choices\":[{\"delta\":{\"content\":\"" text "\"}}]}"

static void a_stream_that_is_framed_badly_is_read(void **state)
{
	static const struct body samples[] = {
		/* GLM and Kimi: no blank line between the events. */
		{ "data: " SAYS("a") "\ndata: " SAYS("b") "\ndata: [DONE]\n",
		  "ab." },
		{ "event: message\r\ndata:" SAYS("a") "\r\ndata:[DONE]", "a." },
		{ "data: " SAYS("a") SAYS("b") " " SAYS("c") "\n\n", "abc" },
		/* The field twice, behind a blank, or in capitals. */
		{ "data: data: " SAYS("a") "\n\ndata: data: [DONE]\n\n", "a." },
		{ " data: " SAYS("a") "\n\nDATA: " SAYS("b") "\n\n", "ab" },
		/* An event over several lines. */
		{ "data: {\"choices\":[\ndata: {\"delta\":{\"content\":\"a\"}}"
		  "\ndata: ]}\n\n",
		  "a" },
		/* Gateways: an error as it is, in the middle of the stream. */
		{ "data: " SAYS("a") "\n\n{\"error\":{\"message\":\"gone\"}}\n",
		  "a!gone" },
		{ "data: {\"choices\":[{\"delta\":{\"content\":\"a\n"
		  "{\"type\":\"error\",\"error\":{\"message\":\"gone\"}}\n",
		  "!gone" },
		{ "data: " SAYS("a") "\n\nInternal Server Error\n",
		  "a?Internal Server Error" },
		{ "data: " SAYS("a") "\n\nid: 7\nretry: 9\nown-field: x\n",
		  "a" },
		/* Control characters as they are. */
		{ "data: " SAYS("a\tb\x01") "\n\n", "a\tb\x01" },
		/* What says nothing that is known is kept to be told. */
		{ "data: {\"type\":\"ping\"}\n\ndata: {}\n\n"
		  "data: {\"status\":\"queued\"}\n\ndata: {\"usage\":{}}\n\n",
		  "~{\"status\":\"queued\"}" },
		/* Chunks in a list. */
		{ "[" SAYS("a") ",\n" SAYS("b") "]", "ab." },
	};

	(void)state;
	assert_bodies(samples, sizeof(samples) / sizeof(*samples));
}

static void a_body_is_read_in_pieces_of_every_size(void **state)
{
	static const struct body samples[] = {
		{ "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n"
		  "data: [DONE]\n\n",
		  "hi." },
		/* The marker ends it, without a blank line or a line end. */
		{ "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}"
		  "\r\n\r\ndata: [DONE]\r\n",
		  "hi." },
		{ ": PROCESSING\n\ndata: : still\n\ndata:\n\n"
		  "event: ping\ndata: {}\n\n"
		  "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},"
		  "\"finish_reason\":\"stop\"}]}",
		  "hi." },
		/* LitServe: an error whose line does not end. */
		{ "data: {\"error\": {\"message\": \"Internal\", "
		  "\"code\": \"internal_error\"}}",
		  "!Internal" },
		{ "event: error\ndata: {\"message\":\"boom\"}\n\n", "!boom" },
		{ "event: error\ndata: overloaded\n\n", "!overloaded" },
		{ "data: {\"detail\":\"no\"}\n\n", "!no" },
		{ "data: {\"object\":\"error\",\"message\":\"boom\","
		  "\"code\":40001}\n\n",
		  "!boom" },
		/* Portkey: "error" as a finish reason is not an error here. */
		{ "data: {\"choices\":[{\"finish_reason\":\"error\","
		  "\"delta\":{\"content\":\"\"}}]}\n\n",
		  "." },
		/* Not a stream. */
		{ "{\"choices\":[{\"index\":0,\"message\":{\"content\":"
		  "\"hello\"},\"finish_reason\":\"stop\"}]}",
		  "hello." },
		{ "\xef\xbb\xbf \n{\"choices\":[{\"message\":"
		  "{\"content\":\"hello\"}}]}\n",
		  "hello." },
		{ "{\"choices\":[{\"message\":{\"tool_calls\":[{\"id\":\"a\","
		  "\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}]},"
		  "\"finish_reason\":\"tool_calls\"}]}",
		  "<x>." },
		{ "{\"error\":{\"message\":\"model is loading\"}}",
		  "!!model is loading" },
		{ "{\"error\":{\"message\":\"slow\",\"code\":429}}", "!slow" },
		{ "{\"id\":7}", "!it does not say why: {\"id\":7}" },
		/* One object per line. */
		{ "{\"choices\":[{\"delta\":{\"content\":\"he\"}}]}\n"
		  "{\"choices\":[{\"delta\":{\"content\":\"llo\"},"
		  "\"finish_reason\":\"stop\"}]}\n",
		  "hello." },
		{ "<!DOCTYPE html><html><head><title>Sign in</title></head>",
		  "!!no event stream, but text/html: Sign in" },
		{ "upstream connect error: reset\n",
		  "!!no event stream, but text/html: upstream connect error: "
		  "reset" },
		/* Cut off: nothing is invented. */
		{ "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n",
		  "hi" },
		{ ": only a comment\n\n", "" },
		{ "", "" },
	};

	(void)state;
	assert_bodies(samples, sizeof(samples) / sizeof(*samples));
}

/* --- The key --- */

static void the_key_is_hidden_in_pieces_of_every_size(void **state)
{
	static const struct {
		const char *key, *text, *hidden;
	} samples[] = {
		{ "sk-secret", "a sk-secret b", "a [key] b" },
		{ "sk-secret", "sk-sk-secretsk-secre", "sk-[key]sk-secre" },
		{ "sk-secret", "sk-secretsk-secret", "[key][key]" },
		{ "sk-secret", "nothing", "nothing" },
		{ "aaaaaaaa", "aaaaaaaaaaaaaaaa", "[key][key]" },
		{ "[key][key]", "x[key][key]y", "x[key]y" },
		/* A placeholder may occur as a word in any text. */
		{ "key", "the key is key", "the key is key" },
		{ "k", "kkk", "kkk" },
		{ "sk-secret", "sk-another-secretsk-secret another-s",
		  "sk-[key][key] another-s" },
		{ "", "x", "x" },
		{ NULL, "x", "x" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		size_t len = strlen(samples[i].text);

		for (size_t size = 1; size <= len; size++) {
			char *secrets[] = { (char *)samples[i].key,
					    (char *)"another-secret", NULL };
			struct secret_filter filter = { secrets, STRBUF_INIT };
			struct strbuf out = STRBUF_INIT;
			struct slice rest = slice_str(samples[i].text);

			for (; rest.len; rest = slice_skip(rest, size))
				secret_filter_feed(
					&filter,
					slice_of(rest.ptr, rest.len < size
								   ? rest.len
								   : size),
					&out);
			secret_filter_flush(&filter, &out);
			assert_string_equal(out.buf, samples[i].hidden);
			strbuf_release(&filter.held);
			strbuf_release(&out);
		}
	}
}

/* --- Settings --- */

static void a_base_url_gets_its_path(void **state)
{
	static const struct {
		const char *base, *url, *place;
	} samples[] = {
		{ "http://h/v1", "http://h/v1/chat/completions",
		  "http://h/v1/chat/completions" },
		{ "http://h/v1///", "http://h/v1/chat/completions",
		  "http://h/v1/chat/completions" },
		{ "https://h/d?api-version=2",
		  "https://h/d/chat/completions"
		  "?api-version=2",
		  "https://h/d/chat/completions" },
		{ "http://h/v1/chat/completions/",
		  "http://h/v1/chat/completions",
		  "http://h/v1/chat/completions" },
		{ "http://u:p@ss@h:1/v1#x",
		  "http://u:p@ss@h:1/v1/chat/"
		  "completions",
		  "http://h:1/v1/chat/completions" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
		struct strbuf err = STRBUF_INIT, place = STRBUF_INIT;
		struct openai_settings settings;

		assert_int_equal(openai_settings_read(&settings,
						      samples[i].base, "m",
						      SLICE("{}"), &err),
				 0);
		assert_string_equal(settings.url, samples[i].url);
		openai_settings_add_place(&place, &settings);
		assert_string_equal(place.buf, samples[i].place);
		openai_settings_release(&settings);
		strbuf_release(&place);
	}
}

static void a_pause_grows_up_to_its_limit(void **state)
{
	struct patience patience;

	(void)state;
	patience_read(&patience,
		      SLICE("{\"assistant\":{\"request\":{\"max_retries\":9,"
			    "\"base_backoff_ms\":500,\"max_backoff_secs\":2,"
			    "\"stream_idle_timeout_secs\":60}},\"plugins\":"
			    "{\"command\":{\"jphost\":{\"options\":"
			    "{\"retries\":3}}}}}"));
	assert_int_equal(patience.stall_ms, 60000);
	assert_int_equal(patience.first_ms, 600000);
	assert_int_equal(patience_pause_ms(&patience, 0, -1), 500);
	assert_int_equal(patience_pause_ms(&patience, 1, -1), 1000);
	assert_int_equal(patience_pause_ms(&patience, 2, -1), 2000);
	assert_int_equal(patience_pause_ms(&patience, 2, 7000), 7000);
	assert_int_equal(patience_pause_ms(&patience, 3, -1), -1);
	assert_int_equal(patience_pause_ms(&patience, 0, 86400000), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_are_told_in_the_servers_words),
		cmocka_unit_test(an_error_is_found_wherever_it_is_wrapped),
		cmocka_unit_test(
			a_long_error_is_cut_at_a_word_with_a_sign_of_it),
		cmocka_unit_test(when_to_come_back_is_found_in_any_header),
		cmocka_unit_test(a_limit_counts_only_where_it_is_used_up),
		cmocka_unit_test(a_pause_that_is_too_long_is_told),
		cmocka_unit_test(when_to_come_back_is_found_in_words),
		cmocka_unit_test(a_body_is_read_in_pieces_of_every_size),
		cmocka_unit_test(a_stream_that_is_framed_badly_is_read),
		cmocka_unit_test(the_key_is_hidden_in_pieces_of_every_size),
		cmocka_unit_test(a_base_url_gets_its_path),
		cmocka_unit_test(a_pause_grows_up_to_its_limit),
	};

	return cmocka_run_group_tests_name("openai-body", tests, NULL, NULL);
}
