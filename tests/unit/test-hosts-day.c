#include "config.h"

#include <locale.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/hosts/follow.h"
#include "src/dashboard/layers/layers.h"
#include "tests/unit/app-host.h"
#include "tests/unit/happen.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

/*
 * Days on which hosts connect, fail, crash in the middle of a line, reconnect,
 * are removed and added, against the whole program without its processes and
 * its terminal. The model keeps what each host has on its disk: a pane must
 * show exactly that, with no event lost or doubled; an answer must reach the
 * host that asked, and no other; and nothing may accumulate.
 */

#define HOSTS      5
#define CONVS      3
#define EVENTS_MAX 24
#define DAY_MS     INT64_C(86400000)
#define END_MS     (DAY_MS / 4 * random_rounds(4))

/* On the host's disk. */
struct disk {
	char *events[EVENTS_MAX];
	size_t count;
	char asked[24]; /* a call waiting for its answer, or "" */
};

struct session {
	uint64_t run; /* its run; 0: none */
	bool up;      /* it sent `init` */
	struct strbuf out;
	char subs[CONVS][16]; /* the newest one of each, or "" */
};

struct day {
	uint64_t seed;
	struct app *app;
	struct canvas canvas;
	int64_t now_ms;
	bool calm; /* nothing crashes any more */
	struct disk disks[HOSTS][CONVS];
	struct session sessions[HOSTS];
	unsigned tokens, frames;
	size_t runs, deaths, answers, repeats, removals, compared;
};

static unsigned roll(struct day *d, unsigned below)
{
	return random_below(&d->seed, below);
}

static struct slice name_of(int h)
{
	static const char *const names[HOSTS] = { "north", "south", "east",
						  "west", "sea" };

	return slice_str(names[h]);
}

static int number_of(const struct day *d, int h)
{
	return hosts_find(d->app->hosts, name_of(h));
}

/* --- A minimal host --- */

static void push(struct session *s, int c, const char *event, bool asks)
{
	if (s->up && s->subs[c][0])
		host_write_event(&s->out, s->subs[c],
				 asks ? RESPOND_TOOL_APPROVAL : RESPOND_NONE,
				 slice_str(event), -1, NULL);
}

static void add_event(struct day *d, int h, int c, const char *event, bool asks)
{
	struct disk *disk = &d->disks[h][c];

	disk->events[disk->count++] = xstrdup(event);
	push(&d->sessions[h], c, event, asks);
}

static void call_text(struct strbuf *out, const char *id)
{
	strbuf_setf(out,
		    "{\"type\":\"tool_call_request\",\"id\":\"%s\",\"name\":"
		    "\"run\",\"arguments\":{\"for\":\"%s\"}}",
		    id, id);
}

static void send_history(struct day *d, int h, int c, const char *id)
{
	struct disk *disk = &d->disks[h][c];
	struct strbuf *out = &d->sessions[h].out;
	char name[8];

	snprintf(name, sizeof(name), "%d", c + 1);
	host_write_events_begin(out, id, name);
	for (size_t i = 0; i < disk->count; i++)
		host_write_events_add(out, slice_str(disk->events[i]));
	host_write_events_end(out);
}

static void send_list(struct day *d, int h, const char *id)
{
	struct conversation_summary list[CONVS];
	char ids[CONVS][12];

	for (int c = 0; c < CONVS; c++) {
		snprintf(ids[c], sizeof(ids[c]), "%d", c + 1);
		list[c] = (struct conversation_summary){
			.id = ids[c],
			.title = ids[c],
			.last_activated_ms = d->now_ms,
			.pinned_ms = INT64_MIN,
			.events_count = (int64_t)d->disks[h][c].count,
		};
	}
	host_write_conversations(&d->sessions[h].out, id, list, CONVS);
}

static void on_respond(struct day *d, int h, const struct plugin_message *msg)
{
	struct session *s = &d->sessions[h];
	struct strbuf event = STRBUF_INIT;
	int c = 0;

	while (c < CONVS && strcmp(s->subs[c], msg->sub_id))
		c++;
	assert_true(c < CONVS);
	/* This host asked it, and it was not answered before. */
	assert_string_equal(d->disks[h][c].asked, msg->tool_call_id);
	assert_int_equal(msg->action, ACTION_APPROVE);
	strbuf_setf(&event,
		    "{\"type\":\"tool_call_response\",\"id\":\"%s\","
		    "\"content\":\"ok\",\"is_error\":false}",
		    msg->tool_call_id);
	d->disks[h][c].asked[0] = '\0';
	d->answers++;
	if (d->disks[h][c].count < EVENTS_MAX)
		add_event(d, h, c, event.buf, false);
	strbuf_release(&event);
}

static void on_subscribe(struct day *d, int h, const struct plugin_message *msg)
{
	struct session *s = &d->sessions[h];
	int c = atoi(msg->conversation) - 1;
	struct strbuf event = STRBUF_INIT;

	assert_in_range(c, 0, CONVS - 1);
	snprintf(s->subs[c], sizeof(s->subs[c]), "%s", msg->sub_id);
	host_write_sub(&s->out, HOST_MESSAGE_SUBSCRIBED, msg->id, msg->sub_id);
	if (d->disks[h][c].asked[0]) {
		call_text(&event, d->disks[h][c].asked);
		push(s, c, event.buf, true);
		d->repeats++;
	}
	strbuf_release(&event);
}

static void on_message(struct day *d, int h, struct slice line)
{
	struct session *s = &d->sessions[h];
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	assert_int_equal(plugin_message_decode(&msg, line, &err), 0);
	switch (msg.type) {
	case PLUGIN_MESSAGE_LIST_CONVERSATIONS:
		send_list(d, h, msg.id);
		break;
	case PLUGIN_MESSAGE_READ_EVENTS:
		send_history(d, h, atoi(msg.conversation) - 1, msg.id);
		break;
	case PLUGIN_MESSAGE_SUBSCRIBE:
		on_subscribe(d, h, &msg);
		break;
	case PLUGIN_MESSAGE_UNSUBSCRIBE:
		host_write_sub(&s->out, HOST_MESSAGE_UNSUBSCRIBED, msg.id,
			       msg.sub_id);
		for (int c = 0; c < CONVS; c++) {
			if (!strcmp(s->subs[c], msg.sub_id))
				s->subs[c][0] = '\0';
		}
		break;
	case PLUGIN_MESSAGE_RESPOND:
		on_respond(d, h, &msg);
		break;
	default:
		assert_int_equal(msg.type, PLUGIN_MESSAGE_READY);
	}
	plugin_message_release(&msg);
	strbuf_release(&err);
}

/* --- The pipes --- */

static bool take_sent(struct day *d, int h)
{
	struct outbox *out = hosts_outbox(d->app->hosts, number_of(d, h));
	struct strbuf line = STRBUF_INIT;
	bool any = false;

	while (app_host_take(out, &line)) {
		on_message(d, h, strbuf_slice(&line));
		any = true;
	}
	strbuf_release(&line);
	return any;
}

/* Deliver some of its output, in pieces of any size. */
static bool deliver(struct day *d, int h, size_t max)
{
	struct session *s = &d->sessions[h];
	size_t len = 1 + roll(d, 700);
	char *copy;

	if (len > s->out.len)
		len = s->out.len;
	if (len > max)
		len = max;
	if (!len)
		return false;
	copy = xmemdupz(s->out.buf, len);
	strbuf_remove(&s->out, 0, len);
	app_host_bytes(d->app, number_of(d, h), copy, len, d->now_ms);
	free(copy);
	return true;
}

static void settle(struct day *d)
{
	bool any = true;

	while (any) {
		any = false;
		for (int h = 0; h < HOSTS; h++) {
			if (number_of(d, h) < 0 || !d->sessions[h].run)
				continue;
			any |= deliver(d, h, SIZE_MAX);
			any |= take_sent(d, h);
		}
		outbox_release(hosts_outbox(d->app->hosts, 0));
	}
}

static void draw(struct day *d)
{
	app_draw(d->app, &d->canvas);
	app_happen(d->app, INPUT_FRAME_WRITTEN, d->now_ms);
}

static void end_session(struct session *s)
{
	strbuf_release(&s->out);
	*s = (struct session){ .out = STRBUF_INIT };
}

/* As in the loop: run the processes that the app wants. */
static void match_runs(struct day *d)
{
	struct host_init init = { .root = "/w",
				  .storage = "/w/.jp",
				  .workspace_id = "abcde",
				  .config = SLICE("{}"),
				  .capabilities = 1u << CAPABILITY_SUBSCRIBE |
						  1u << CAPABILITY_RESPOND |
						  1u << CAPABILITY_HISTORY };

	for (int h = 0; h < HOSTS; h++) {
		struct session *s = &d->sessions[h];
		int number = number_of(d, h);
		uint64_t run = number < 0 ? 0 : d->app->hosts->list[number].run;

		if (s->run == run)
			continue;
		end_session(s);
		if (!run)
			continue;
		d->runs++;
		if (!d->calm && !roll(d, 4)) {
			app_host_failed(d->app, number, "no route", false,
					d->now_ms);
			continue;
		}
		s->run = run;
		s->up = true;
		app_host_stderr(d->app, number, SLICE("hello\nand"), d->now_ms);
		host_write_init(&s->out, &init);
	}
}

/* --- What happens --- */

static void die_somewhere(struct day *d, int h)
{
	struct session *s = &d->sessions[h];

	if (!s->run)
		return;
	/* Often in the middle of a line. */
	deliver(d, h, s->out.len / 2);
	end_session(s);
	app_host_gone(d->app, number_of(d, h), d->now_ms);
	d->deaths++;
}

static void happen_on_disk(struct day *d, int h, int c)
{
	struct disk *disk = &d->disks[h][c];
	struct strbuf event = STRBUF_INIT;

	if (disk->count + 2 >= EVENTS_MAX && !disk->asked[0]) {
		/* The turn is over, and jp rewrites a file. */
		push(&d->sessions[h], c, "{\"type\":\"query_complete\"}",
		     false);
		while (disk->count)
			free(disk->events[--disk->count]);
		push(&d->sessions[h], c, "{\"type\":\"history_changed\"}",
		     false);
	} else if (!disk->asked[0] && !roll(d, 4)) {
		snprintf(disk->asked, sizeof(disk->asked), "tc_%u",
			 ++d->tokens);
		call_text(&event, disk->asked);
		add_event(d, h, c, event.buf, true);
	} else if (disk->count + 2 < EVENTS_MAX) {
		strbuf_setf(&event,
			    "{\"type\":\"chat_request\",\"content\":\"e%u\"}",
			    ++d->tokens);
		add_event(d, h, c, event.buf, false);
	}
	strbuf_release(&event);
}

static void key(struct day *d, struct key key)
{
	app_key(d->app, key, d->now_ms);
	settle(d);
	draw(d);
	d->now_ms += 300;
	app_happen(d->app, INPUT_QUIET, d->now_ms);
	app_tick(d->app, d->now_ms);
	draw(d);
}

static void answer_one(struct day *d)
{
	if (!d->app->store->prompts.count)
		return;
	key(d, (struct key){ .ch = 'a' });
	key(d, (struct key){ .ch = 'y' });
	key(d, (struct key){ .sym = KEY_SYM_ESCAPE });
	app_layer_close(d->app);
}

static void open_something(struct day *d)
{
	const struct store *store = d->app->store;
	struct conversation *conv;
	struct pane *pane;

	if (!store->count || d->app->pane_count >= 4)
		return;
	conv = store->conversations[roll(d, (unsigned)store->count)];
	pane = conv->listed ? app_pane_split(d->app, SPLIT_RIGHT) : NULL;
	if (pane)
		app_pane_open(d->app, pane, conv);
}

static void change_hosts(struct day *d, int h)
{
	struct strbuf spec = STRBUF_INIT, err = STRBUF_INIT;

	if (number_of(d, h) < 0) {
		strbuf_addslice(&spec, name_of(h));
		strbuf_addstr(&spec, "=ssh far");
		assert_int_equal(
			hosts_add(d->app->hosts, strbuf_slice(&spec), &err), 0);
	} else if (!roll(d, 3)) {
		assert_int_equal(app_host_remove(d->app, name_of(h), &err), 0);
		d->removals++;
	} else if (!roll(d, 8)) {
		assert_int_equal(hosts_restart(d->app->hosts, name_of(h), &err),
				 0);
	}
	strbuf_release(&spec);
	strbuf_release(&err);
}

/* --- Invariants --- */

/* A pane shows what its host has. */
static void compare(struct day *d, const struct conversation *conv,
		    const struct disk *disk)
{
	size_t at = 0;

	for (size_t i = 0; i < conv->item_count; i++) {
		struct item_content content;

		if (conv->items[i].kind == ITEM_TURN)
			continue;
		while (at < disk->count &&
		       strstr(disk->events[at], "tool_call_response"))
			at++;
		assert_true(at < disk->count);
		item_content_load(&content, conv, &conv->items[i]);
		if (conv->items[i].kind == ITEM_REQUEST)
			assert_non_null(
				strstr(disk->events[at], content.text.buf));
		else
			assert_non_null(
				strstr(disk->events[at], content.event.id));
		item_content_release(&content);
		at++;
	}
	while (at < disk->count &&
	       strstr(disk->events[at], "tool_call_response"))
		at++;
	assert_int_equal(at, disk->count);
	d->compared++;
}

static void check(struct day *d)
{
	const struct prompts *ps = &d->app->store->prompts;

	assert_true(prompts_balanced(ps));
	for (int h = 0; h < HOSTS; h++) {
		int number = number_of(d, h);

		for (int c = 0; number >= 0 && c < CONVS; c++) {
			struct conversation *conv;
			struct subscription *sub;
			char id[12];

			snprintf(id, sizeof(id), "%d", c + 1);
			conv = store_find(d->app->store, number, id);
			sub = follow_find(d->app->hosts, number, id);
			if (!conv || !sub || d->app->hosts->list[number].gone)
				continue;
			/* Every open question is in the queue. */
			if (sub->current[0])
				assert_int_equal(
					prompts_waiting_in(ps, number, id),
					d->disks[h][c].asked[0] != '\0');
			if (sub->have == HOSTS_FULL && conv->loaded &&
			    !sub->reading && !sub->want_read)
				compare(d, conv, &d->disks[h][c]);
		}
	}
}

/* Because of the clocks, a few frames are enough for a day. */
static void draw_some(struct day *d)
{
	if (d->app->dirty && ++d->frames % 16 == 0)
		draw(d);
}

static void step(struct day *d)
{
	int64_t until_ms = d->now_ms + 1 + roll(d, 30000);
	int64_t wake_ms;

	while ((wake_ms = app_wake_ms(d->app)) >= 0 && wake_ms < until_ms) {
		d->now_ms = wake_ms > d->now_ms ? wake_ms : d->now_ms + 1;
		app_tick(d->app, d->now_ms);
		match_runs(d);
		settle(d);
		draw_some(d);
	}
	d->now_ms = until_ms;
	app_happen(d->app, INPUT_QUIET, d->now_ms);
	app_tick(d->app, d->now_ms);
	match_runs(d);
	for (int h = 0; h < HOSTS; h++) {
		if (!roll(d, 3))
			happen_on_disk(d, h, (int)roll(d, CONVS));
		if (!d->calm && !roll(d, 30))
			die_somewhere(d, h);
		if (!d->calm && !roll(d, 200))
			change_hosts(d, h);
	}
	match_runs(d);
	settle(d);
	if (!roll(d, 2))
		answer_one(d);
	if (!roll(d, 10))
		open_something(d);
	settle(d);
	check(d);
}

static size_t bytes_in_use(void)
{
	return mallinfo2().uordblks;
}

static void begin(struct day *d, uint64_t seed)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct options options;
	struct slice line = SLICE("{\"type\":\"init\",\"version\":1,"
				  "\"capabilities\":[]}");

	*d = (struct day){ .seed = seed, .now_ms = 1000 };
	for (int h = 0; h < HOSTS; h++)
		strbuf_init(&d->sessions[h].out);
	canvas_init(&d->canvas);
	options_init(&options);
	options.guard_ms = 0;
	options.popup = false;
	d->app = app_new(&options, layers_all, d->now_ms, 0);
	assert_int_equal(host_message_decode(&init, line, &err), 0);
	app_add_host(d->app, "jp", &init);
	app_resize(d->app, 200, 40, d->now_ms);
	for (int h = 0; h < HOSTS; h++)
		change_hosts(d, h);
	options_release(&options);
}

static void end(struct day *d)
{
	for (int h = 0; h < HOSTS; h++) {
		end_session(&d->sessions[h]);
		for (int c = 0; c < CONVS; c++) {
			while (d->disks[h][c].count)
				free(d->disks[h][c]
					     .events[--d->disks[h][c].count]);
		}
	}
	canvas_release(&d->canvas);
	app_free(d->app);
}

static void a_day_of_hosts_loses_and_doubles_nothing(void **state)
{
	struct day d;
	size_t early, late;

	(void)state;
	begin(&d, random_seed(20260402));
	while (d.now_ms < DAY_MS / 8)
		step(&d);
	early = bytes_in_use();
	while (d.now_ms < END_MS)
		step(&d);
	late = bytes_in_use();
	/* It varies by half of that; leaking each crash's share of the history
	 * would be ten times as much. */
	assert_true(late < early + (1 << 20));
	d.calm = true;
	for (int h = 0; h < HOSTS; h++) {
		if (number_of(&d, h) < 0)
			change_hosts(&d, h);
	}
	for (int i = 0; i < 100; i++)
		step(&d);
	for (int h = 0; h < HOSTS; h++)
		assert_false(d.app->hosts->list[number_of(&d, h)].gone);
	print_message("%zu runs, %zu deaths, %zu removals, %zu answers, %zu "
		      "asked again, %zu panes compared, %zu then %zu bytes\n",
		      d.runs, d.deaths, d.removals, d.answers, d.repeats,
		      d.compared, early, late);
	/* Enough happened. */
	assert_true(d.deaths > (size_t)random_rounds(400) &&
		    d.answers > (size_t)random_rounds(1000) &&
		    d.repeats > (size_t)random_rounds(100) &&
		    d.removals > (size_t)random_rounds(10) &&
		    d.compared > (size_t)random_rounds(1000));
	assert_true(d.app->hosts->count <= HOSTS + 1);
	end(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_day_of_hosts_loses_and_doubles_nothing),
	};

	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("hosts-day", tests, NULL, NULL);
}
