#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/layers/layers.h"
#include "tests/unit/app-host.h"
#include "tests/unit/happen.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

/*
 * Requests of twenty conversations against the whole program without its
 * terminal, while the user types, resizes, looks away and loses frames. The
 * model only knows the inputs and what a terminal showed, and says which
 * answers may be sent (doc/HACKING, "Approvals").
 */

#define CONVERSATIONS 20
#define REQUESTS      ((size_t)random_rounds(500))
#define GUARD_MS      500
#define QUIET_MS      250
#define NEVER         INT64_MIN

enum fate { WAITING, ALLOWED, REJECTED, ANSWERED, GONE };

struct request {
	int conversation;
	bool question;
	char id[16];
	char token[24]; /* is in the request, and nowhere else */
	enum fate fate;
	bool responded;   /* the host sent the result */
	int64_t shown_ms; /* since when written frames show it, or NEVER */
};

struct storm {
	uint64_t seed;
	struct app *app;
	struct canvas canvas;
	struct strbuf screen; /* of the last written frame */
	int64_t now_ms;
	int64_t input_ms; /* the user's last byte before this one */
	bool stalled;
	const char *tokens_shown[16]; /* found in `screen` */
	size_t token_count;
	struct request *requests;
	size_t count, cap;
	unsigned tokens;
	char subs[CONVERSATIONS][16]; /* the newest of each */
	size_t fates[GONE + 1];
};

static unsigned roll(struct storm *s, unsigned below)
{
	return random_below(&s->seed, below);
}

static void host_line(struct storm *s, const struct strbuf *line)
{
	char *copy = xmemdupz(line->buf, line->len);

	app_host_bytes(s->app, 0, copy, line->len, s->now_ms);
	free(copy);
}

/* --- What the program sends --- */

/* Older ones with the same id were answered or have gone. */
static struct request *newest(struct storm *s, const char *id)
{
	for (size_t i = s->count; i-- > 0;) {
		if (!strcmp(s->requests[i].id, id))
			return &s->requests[i];
	}
	fail_msg("'%s', which nobody asked", id);
	return NULL;
}

/* Invariants 1, 3, 4, 5, 8: preconditions of a yes. */
static void check_allow(struct storm *s, const struct request *r,
			const struct key *key)
{
	assert_non_null(key);
	if (key->sym == KEY_SYM_ENTER)
		assert_true(r->question);
	else
		assert_true(key->ch == 'y' || key->ch == 'I' ||
			    (r->question && key->ch == 'n'));
	assert_true(s->input_ms == NEVER ||
		    s->now_ms - s->input_ms >= QUIET_MS);
	if (key->ch == 'I' && r->shown_ms == NEVER) {
		/* An identical one was shown. */
		for (size_t i = 0; i < s->count; i++) {
			const struct request *other = &s->requests[i];

			if (!strcmp(other->token, r->token) &&
			    other->conversation == r->conversation &&
			    other->shown_ms != NEVER)
				r = other;
		}
	}
	assert_true(r->shown_ms != NEVER);
	assert_true(s->now_ms - r->shown_ms >= GUARD_MS);
}

static void on_respond(struct storm *s, const struct plugin_message *msg,
		       const struct key *key)
{
	struct request *r =
		newest(s, msg->respond == RESPOND_INQUIRY ? msg->inquiry_id
							  : msg->tool_call_id);
	enum fate fate = msg->respond == RESPOND_INQUIRY ? ANSWERED
			 : msg->action == ACTION_REJECT  ? REJECTED
							 : ALLOWED;

	/* Once, and only for the current request. */
	assert_int_equal(r->fate, WAITING);
	assert_int_equal(r->question, msg->respond == RESPOND_INQUIRY);
	if (fate == REJECTED)
		assert_non_null(key);
	else
		check_allow(s, r, key);
	r->fate = fate;
	s->fates[fate]++;
}

static void on_subscribe(struct storm *s, const struct plugin_message *msg,
			 struct strbuf *line)
{
	int conversation = atoi(msg->conversation) - 1;

	assert_in_range(conversation, 0, CONVERSATIONS - 1);
	snprintf(s->subs[conversation], sizeof(s->subs[0]), "%s", msg->sub_id);
	host_write_sub(line, HOST_MESSAGE_SUBSCRIBED, msg->id, msg->sub_id);
}

static void on_sent(struct storm *s, struct slice text, const struct key *key)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf line = STRBUF_INIT, err = STRBUF_INIT;

	assert_int_equal(plugin_message_decode(&msg, text, &err), 0);
	switch (msg.type) {
	case PLUGIN_MESSAGE_RESPOND:
		on_respond(s, &msg, key);
		break;
	case PLUGIN_MESSAGE_SUBSCRIBE:
		on_subscribe(s, &msg, &line);
		break;
	default:
		app_host_answer(&line, &msg, CONVERSATIONS);
		break;
	}
	if (line.len)
		host_line(s, &line);
	plugin_message_release(&msg);
	strbuf_release(&line);
	strbuf_release(&err);
}

/* `key`: the key just pressed, or NULL if there was none. */
static void take_sent(struct storm *s, const struct key *key)
{
	struct outbox *outbox = hosts_outbox(s->app->hosts, 0);
	struct strbuf line = STRBUF_INIT;

	while (app_host_take(outbox, &line))
		on_sent(s, strbuf_slice(&line), key);
	strbuf_release(&line);
}

/* --- What the terminal shows --- */

static void forget_shown(struct storm *s)
{
	for (size_t i = 0; i < s->count; i++)
		s->requests[i].shown_ms = NEVER;
}

/* The frame's rows that belong to a dialog: the panes show requests too. */
static void read_screen(struct storm *s)
{
	bool dialog = false;

	strbuf_reset(&s->screen);
	for (int y = 0; y < s->canvas.h; y++) {
		struct strbuf row = STRBUF_INIT;

		canvas_row_text(&row, &s->canvas, y);
		if (strstr(row.buf, "─ Approval ") ||
		    strstr(row.buf, "─ Question "))
			dialog = true;
		if (dialog)
			strbuf_addf(&s->screen, "%s\n", row.buf);
		if (strstr(row.buf, "└──"))
			dialog = false;
		strbuf_release(&row);
	}
	s->token_count = 0;
	for (const char *at = s->screen.buf; (at = strstr(at, "<T")); at++) {
		if (s->token_count < ARRAY_SIZE(s->tokens_shown))
			s->tokens_shown[s->token_count++] = at;
	}
}

/* A dialog shows few tokens; there are many requests. */
static bool is_on_screen(const struct storm *s, const char *token)
{
	for (size_t i = 0; i < s->token_count; i++) {
		if (!strncmp(s->tokens_shown[i], token, strlen(token)))
			return true;
	}
	return false;
}

static void draw(struct storm *s)
{
	int64_t wake_ms;

	if (!s->app->dirty || s->app->exiting)
		return;
	app_draw(s->app, &s->canvas);
	if (s->stalled)
		return;
	app_happen(s->app, INPUT_FRAME_WRITTEN, s->now_ms);
	/* A drawn frame needs no immediate wake-up: no busy loop. */
	wake_ms = app_wake_ms(s->app);
	assert_true(wake_ms < 0 || wake_ms > s->now_ms);
	read_screen(s);
	/* In a long text it may be scrolled out of sight again. */
	for (size_t i = 0; i < s->count && (s->token_count || !s->screen.len);
	     i++) {
		struct request *r = &s->requests[i];

		if (r->fate != WAITING || !is_on_screen(s, r->token))
			r->shown_ms = NEVER;
		else if (r->shown_ms == NEVER)
			r->shown_ms = s->now_ms;
	}
	effect_queue_release(&s->app->effects);
}

static void settle(struct storm *s, const struct key *key)
{
	take_sent(s, key);
	draw(s);
	take_sent(s, NULL);
}

static void pass(struct storm *s, int64_t ms)
{
	int64_t end_ms = s->now_ms + ms;

	while (s->now_ms < end_ms) {
		int64_t wake_ms = app_wake_ms(s->app);

		if (wake_ms < 0 || wake_ms > end_ms)
			wake_ms = end_ms;
		if (wake_ms <= s->now_ms)
			wake_ms = s->now_ms + 1;
		s->now_ms = wake_ms;
		app_happen(s->app, INPUT_QUIET, s->now_ms);
		app_tick(s->app, s->now_ms);
		settle(s, NULL);
	}
}

/* --- What happens --- */

/* Push it: new, repeated, or again with other content. */
static void push(struct storm *s, const struct request *r)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line, "{\"type\":\"event\",\"sub_id\":\"%s\",",
		    s->subs[r->conversation]);
	if (r->question)
		strbuf_addf(&line,
			    "\"respond\":\"inquiry\",\"data\":{\"type\":"
			    "\"inquiry_request\",\"id\":\"%s\",\"question\":{"
			    "\"text\":\"%s?\",\"answer_type\":{\"type\":"
			    "\"boolean\"}}}}\n",
			    r->id, r->token);
	else
		strbuf_addf(&line,
			    "\"respond\":\"tool_approval\",\"data\":{\"type\":"
			    "\"tool_call_request\",\"id\":\"%s\",\"name\":"
			    "\"run\",\"arguments\":{\"command\":\"%s\"}}}\n",
			    r->id, r->token);
	host_line(s, &line);
	strbuf_release(&line);
}

static void new_token(struct storm *s, struct request *r)
{
	/* It is not part of any other token. */
	snprintf(r->token, sizeof(r->token), "<T%u>", ++s->tokens);
	r->shown_ms = NEVER;
}

static struct request *add(struct storm *s)
{
	struct request *r;

	ALLOC_GROW(s->requests, s->count + 1, s->cap);
	r = &s->requests[s->count++];
	*r = (struct request){ .shown_ms = NEVER };
	return r;
}

static void ask(struct storm *s)
{
	struct request *r = add(s);

	r->conversation = (int)roll(s, CONVERSATIONS);
	r->question = !roll(s, 4);
	snprintf(r->id, sizeof(r->id), "id%zu", s->count);
	new_token(s, r);
	/* Some have the same content as another one. */
	if (s->count > 1 && !r->question && roll(s, 3)) {
		const struct request *last = &s->requests[s->count - 2];

		if (!last->question && last->fate == WAITING) {
			r->conversation = last->conversation;
			memcpy(r->token, last->token, sizeof(r->token));
		}
	}
	push(s, r);
}

static struct request *some(struct storm *s)
{
	size_t recent = s->count < 30 ? s->count : 30;

	return s->count ? newest(s, s->requests[s->count - 1 -
						roll(s, (unsigned)recent)]
					    .id)
			: NULL;
}

/* Whether the host owes the result of an answered one with this id. */
static bool is_owed(const struct storm *s, const char *id)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct request *r = &s->requests[i];

		if (!strcmp(r->id, id) && !r->responded && r->fate != WAITING &&
		    r->fate != GONE)
			return true;
	}
	return false;
}

static void set_responded(struct storm *s, const char *id)
{
	for (size_t i = 0; i < s->count; i++) {
		if (!strcmp(s->requests[i].id, id))
			s->requests[i].responded = true;
	}
}

/* The model of a repeat: only other content makes it new. */
static void repeat(struct storm *s, struct request *r)
{
	struct request *again, old;

	if (r->fate == GONE || r->responded)
		return;
	if (roll(s, 2)) {
		push(s, r);
		return;
	}
	if (r->fate == WAITING) {
		new_token(s, r);
		push(s, r);
		return;
	}
	/* It was answered; with other content it is asked again. */
	old = *r;
	again = add(s);
	*again = old;
	again->fate = WAITING;
	again->responded = false;
	new_token(s, again);
	push(s, again);
}

static void end(struct storm *s, struct request *r)
{
	r->fate = GONE;
	s->fates[GONE]++;
}

static void close_prompt(struct storm *s, struct request *r)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line,
		    "{\"type\":\"event\",\"sub_id\":\"%s\",\"data\":{\"type\":"
		    "\"prompt_closed\",\"id\":\"%s\",\"by\":\"%s\"}}\n",
		    s->subs[r->conversation], r->id,
		    roll(s, 2) ? "timeout" : "answered");
	host_line(s, &line);
	if (r->fate == WAITING)
		end(s, r);
	strbuf_release(&line);
}

static void respond(struct storm *s, struct request *r)
{
	struct strbuf line = STRBUF_INIT;

	bool owed = is_owed(s, r->id);

	strbuf_addf(&line,
		    "{\"type\":\"event\",\"sub_id\":\"%s\",\"data\":{\"type\":"
		    "\"%s\",\"id\":\"%s\",\"content\":\"x\"}}\n",
		    s->subs[r->conversation],
		    r->question ? "inquiry_response" : "tool_call_response",
		    r->id);
	host_line(s, &line);
	if (r->fate == WAITING && !owed)
		end(s, r);
	/* A pending one stays pending: the result was not its own. */
	set_responded(s, r->id);
	if (r->fate == WAITING)
		r->responded = false;
	strbuf_release(&line);
}

static void complete(struct storm *s, int conversation)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line,
		    "{\"type\":\"event\",\"sub_id\":\"%s\",\"data\":{\"type\":"
		    "\"query_complete\"}}\n",
		    s->subs[conversation]);
	host_line(s, &line);
	for (size_t i = 0; i < s->count; i++) {
		struct request *r = &s->requests[i];

		if (r->conversation != conversation)
			continue;
		if (r->fate == WAITING)
			end(s, r);
		r->responded = true;
	}
	strbuf_release(&line);
}

static void press_key(struct storm *s, struct key key)
{
	app_key(s->app, key, s->now_ms);
	/* The outcome is judged by the input before it. */
	take_sent(s, &key);
	s->input_ms = s->now_ms;
	if (key.ch == 'l' && key.mods == KEY_CTRL)
		forget_shown(s);
	settle(s, NULL);
}

/* Reports a key release, so that no press waits to be distinguished from a held
 * key (test-prompt-desk tests those). */
static void let_go(struct storm *s, struct key key)
{
	app_let_go(s->app, key, s->now_ms);
}

/* A user who reads before answering. */
static void answer(struct storm *s)
{
	static const char keys[] = "yyyInA";
	struct key key = { .sym = KEY_SYM_NONE };

	s->stalled = false;
	if (s->app->layer == LAYER_PANES)
		press_key(s, (struct key){ .ch = 'a' });
	pass(s, 800);
	key.ch = (unsigned char)keys[roll(s, 6)];
	press_key(s, key);
	let_go(s, key);
}

static void press(struct storm *s)
{
	static const char *const keys[] = {
		"y",     "y",     "y",     "y",       "n",          "I",
		"I",     "A",     "a",     "a",       "a",          "<F2>",
		"<Esc>", "]",     "[",     "p",       "o",          "e",
		"r",     "j",     "G",     "<Space>", "<Enter>",    "<Tab>",
		"1",     "<C-s>", "<C-l>", "b",       "i",          "x",
		"z",     "|",     "R",     "?",       "<PageDown>",
	};
	struct slice word = slice_str(keys[roll(s, ARRAY_SIZE(keys))]);
	int times = roll(s, 8) ? 1 : 1 + (int)roll(s, 12);
	struct key key;

	assert_true(key_parse(&word, &key));
	for (int i = 0; i < times; i++) {
		press_key(s, key);
		if (times > 1)
			pass(s, 30);
	}
	let_go(s, key);
}

static void do_something_else(struct storm *s)
{
	static const int sizes[][2] = { { 80, 24 },  { 40, 10 }, { 39, 12 },
					{ 200, 50 }, { 1, 1 },   { 120, 9 } };
	const struct mouse wheel = { .action = MOUSE_WHEEL, .button = 1 };
	const struct mouse click = {
		.action = MOUSE_PRESS, .button = 1, .x = 40, .y = 12
	};
	unsigned size = roll(s, 2) ? 0 : roll(s, ARRAY_SIZE(sizes));

	switch (roll(s, 8)) {
	case 0:
		app_resize(s->app, sizes[size][0], sizes[size][1], s->now_ms);
		forget_shown(s);
		return;
	case 1:
		app_focus(s->app, roll(s, 2), s->now_ms);
		forget_shown(s);
		break;
	case 2:
		app_happen(s->app, INPUT_RESUME, s->now_ms);
		forget_shown(s);
		return;
	case 3:
		app_paste(s->app, SLICE("y\ny\n"), false, s->now_ms);
		break;
	case 4:
		app_mouse(s->app, &wheel, s->now_ms);
		break;
	case 5:
		app_mouse(s->app, &click, s->now_ms);
		break;
	case 6:
		app_happen(s->app, INPUT_NOISE, s->now_ms);
		break;
	case 7:
		s->stalled = !roll(s, 3);
		return;
	}
	s->input_ms = s->now_ms;
}

static void step(struct storm *s)
{
	unsigned what = roll(s, 100);
	enum app_layer layer = s->app->layer;
	struct request *r = some(s);

	if (what < 12)
		ask(s);
	else if (what < 16 && r)
		repeat(s, r);
	else if (what < 19 && r)
		close_prompt(s, r);
	else if (what < 22 && r)
		respond(s, r);
	else if (what < 23 && !roll(s, 4))
		complete(s, (int)roll(s, CONVERSATIONS));
	if (what < 23) {
		/* Invariant 2: a new request covers neither text nor dialog. */
		if (layer != LAYER_PANES && layer != LAYER_PROMPT)
			assert_int_equal(s->app->layer, layer);
		settle(s, NULL);
	} else if (what < 45) {
		press(s);
	} else if (what < 57) {
		answer(s);
	} else if (what < 65) {
		do_something_else(s);
		settle(s, NULL);
	} else if (what < 68) {
		/* We are busy; time passes, and keys may queue up. */
		s->now_ms += roll(s, 2000);
		app_tick(s->app, s->now_ms);
		settle(s, NULL);
	} else {
		pass(s, roll(s, 900));
	}
}

/* Invariant 6: nothing is lost, and the sums match. */
static void check_accounts(const struct storm *s)
{
	const struct prompts *ps = &s->app->store->prompts;
	size_t waiting = 0;

	for (size_t i = 0; i < s->count; i++) {
		const struct request *r = &s->requests[i];
		char conversation[16];

		if (r->fate != WAITING)
			continue;
		waiting++;
		snprintf(conversation, sizeof(conversation), "%d",
			 r->conversation + 1);
		assert_non_null(prompts_find_id(
			ps, 0, conversation,
			r->question ? RESPOND_INQUIRY : RESPOND_TOOL_APPROVAL,
			r->id));
	}
	assert_true(prompts_balanced(ps));
	assert_int_equal(ps->received, s->count);
	assert_int_equal(ps->count, waiting);
	assert_int_equal(ps->ended[PROMPT_ALLOWED], s->fates[ALLOWED]);
	assert_int_equal(ps->ended[PROMPT_REJECTED], s->fates[REJECTED]);
	assert_int_equal(ps->ended[PROMPT_ANSWERED], s->fates[ANSWERED]);
	assert_int_equal(ps->ended[PROMPT_EXPIRED] +
				 ps->ended[PROMPT_WITHDRAWN],
			 s->fates[GONE]);
}

static void open_storm(struct storm *s, uint64_t seed)
{
	static const char init[] =
		"{\"type\":\"init\",\"version\":1,\"workspace\":{\"root\":"
		"\"/w\",\"storage\":\"/w/.jp\",\"id\":\"abcde\"},\"config\":{},"
		"\"args\":[],\"log_level\":0,\"capabilities\":[\"subscribe\","
		"\"respond\",\"query\",\"reason\",\"withdraw\",\"exact\"]}";
	struct host_message hello = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct options options;

	*s = (struct storm){ .seed = seed,
			     .now_ms = 1000,
			     .input_ms = NEVER,
			     .screen = STRBUF_INIT };
	options_init(&options);
	assert_int_equal(host_message_decode(&hello, SLICE(init), &err), 0);
	canvas_init(&s->canvas);
	s->app = app_new(&options, layers_all, s->now_ms, 1767268800000);
	app_add_host(s->app, "jp", &hello);
	app_resize(s->app, 80, 24, s->now_ms);
	settle(s, NULL);
	host_message_release(&hello);
	options_release(&options);
	strbuf_release(&err);
}

static void close_storm(struct storm *s)
{
	app_free(s->app);
	canvas_release(&s->canvas);
	strbuf_release(&s->screen);
	free(s->requests);
}

static void play(uint64_t seed)
{
	struct storm s;

	open_storm(&s, seed);
	while (s.count < REQUESTS && !s.app->exiting) {
		step(&s);
		check_accounts(&s);
	}
	assert_false(s.app->exiting);
	/* All kinds of endings occurred, or the test would mean little. */
	for (int fate = ALLOWED; fate <= GONE; fate++)
		assert_true(s.fates[fate] > 10);
	print_message("seed %llu: %zu allowed, %zu rejected, %zu answered, "
		      "%zu ended elsewhere, %zu waiting\n",
		      (unsigned long long)seed, s.fates[ALLOWED],
		      s.fates[REJECTED], s.fates[ANSWERED], s.fates[GONE],
		      s.app->store->prompts.count);
	/* Invariant 9: what is pending at the end is answered by no one. */
	app_host_gone(s.app, 0, s.now_ms);
	app_key(s.app, (struct key){ .ch = 'y' }, s.now_ms + 9999);
	take_sent(&s, NULL);
	assert_int_equal(s.app->store->prompts.count, 0);
	assert_true(prompts_balanced(&s.app->store->prompts));
	close_storm(&s);
}

static void no_storm_gets_a_yes_that_nobody_gave(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 2; seed++)
		play(random_seed(seed * 7919));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_storm_gets_a_yes_that_nobody_gave),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("prompt storm", tests, NULL, NULL);
}
