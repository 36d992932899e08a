#include "config.h"

#include "src/jphost/serve/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/serve/session-conversation.h"

/* A push_events may be large; no other message needs to be. */
#define LINE_MAX_BYTES ((size_t)64 << 20)
/* Bytes read from a plugin in one round. */
#define READ_BYTES 65536
#define PIPE_MAX   ((size_t)1 << 20) /* capacity a pipe may be set to */
/* Bytes of files read in one round to learn their events. */
#define BASELINE_BYTES ((size_t)8 << 20)
/* Between two looks if there are no notifications. */
#define LOOK_EVERY_MS 2000

static uint32_t capabilities(const struct session_options *with)
{
	static const enum capability always[] = {
		CAPABILITY_SUBSCRIBE,   CAPABILITY_RESPOND,
		CAPABILITY_LOCK,        CAPABILITY_DEADLINE,
		CAPABILITY_WITHDRAW,    CAPABILITY_REASON,
		CAPABILITY_TOOL_OUTPUT, CAPABILITY_STATUS,
		CAPABILITY_NOTICE,      CAPABILITY_USAGE,
		CAPABILITY_EXACT,       CAPABILITY_HISTORY,
		CAPABILITY_CHANGES,     CAPABILITY_MODIFY,
		CAPABILITY_ELSEWHERE,
	};
	uint32_t bits = 0;

	for (size_t i = 0; i < ARRAY_SIZE(always); i++)
		bits |= UINT32_C(1) << always[i];
	if (with->provider)
		bits |= UINT32_C(1) << CAPABILITY_QUERY |
			UINT32_C(1) << CAPABILITY_CANCEL_QUERY |
			UINT32_C(1) << CAPABILITY_INTERRUPT;
	return bits;
}

static void send_init(struct session *session, struct slice options,
		      struct slice untrusted)
{
	const struct session_options *with = &session->options;
	const struct workspace *ws = with->workspace;
	char *user_config = config_user_dir();
	const struct host_init init = {
		.root = ws->root,
		.storage = ws->storage,
		.workspace_id = ws->id,
		.user_data = ws->user_data,
		.user_config = user_config,
		.user_workspace = ws->silo,
		.config = strbuf_slice(&session->config),
		.options = options,
		.untrusted_options = untrusted,
		.args = with->args,
		.argc = with->argc,
		.log_level = with->log_level,
		.capabilities = with->strict ? 0 : capabilities(with),
	};
	struct strbuf line = STRBUF_INIT;

	host_write_init(&line, &init);
	session_queue_push(&session->out, strbuf_slice(&line), OUTBOX_ALWAYS);
	strbuf_release(&line);
	free(user_config);
}

static void configure(struct session *session)
{
	const struct session_options *with = &session->options;
	struct strbuf options = STRBUF_INIT, untrusted = STRBUF_INIT;

	config_write(&session->config, with->workspace, with->config);
	if (with->plugin) {
		config_write_options(&options, strbuf_slice(&session->config),
				     with->plugin, with->options);
		if (!with->strict)
			config_write_untrusted(&untrusted, with->workspace,
					       with->plugin);
	} else {
		strbuf_addslice(&options, with->options);
	}
	send_init(session, strbuf_slice(&options), strbuf_slice(&untrusted));
	strbuf_release(&options);
	strbuf_release(&untrusted);
}

void session_init(struct session *session,
		  const struct session_options *options)
{
	const struct session_queue_source source = { session,
						     session_request_load };

	memset(session, 0, sizeof(*session));
	session->options = *options;
	framer_init(&session->framer, LINE_MAX_BYTES, LINE_MAX_BYTES);
	session_queue_init(&session->out, options->out_fd, &source);
	session->watch.fd = -1;
	session->behind_ms = -1;
	strmap_init(&session->watch.marks);
	strbuf_init(&session->config);
	strmap_init(&session->convs);
	strmap_init(&session->subs);
	configure(session);
}

void session_watch(struct session *session)
{
	const struct workspace *ws = session->options.workspace;
	struct strbuf err = STRBUF_INIT;
	char *live_dir;

	if (session->watching)
		return;
	session->watching = true;
	live_dir = live_directory(ws, &err);
	if (!live_dir)
		trace(TRACE_FILE, "turns elsewhere are not seen: %s", err.buf);
	workspace_watch_init(&session->watch, ws, live_dir);
	/* A list sent earlier may have changed unnoticed. */
	if (session->list_hash)
		session->list_changed = true;
	else
		session_request_list_known(session);
	free(live_dir);
	strbuf_release(&err);
}

void session_release(struct session *session)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&session->convs, &pos)))
		session_conversation_free(entry->value);
	strmap_release(&session->convs);
	strmap_release(&session->subs);
	workspace_watch_release(&session->watch);
	session_queue_release(&session->out);
	framer_release(&session->framer);
	strbuf_release(&session->config);
	free(session->fds);
	free(session->end.reason);
	free(session->end.failed);
	free(session->end.refused);
}

/* --- Polling --- */

void session_add_fd(struct session *session, int fd, short events)
{
	ALLOC_GROW(session->fds, session->fd_count + 1, session->fd_cap);
	session->fds[session->fd_count++] = (struct pollfd){ fd, events, 0 };
}

short session_revents(const struct session *session, int fd)
{
	for (size_t i = 0; i < session->fd_count; i++) {
		if (session->fds[i].fd == fd)
			return session->fds[i].revents;
	}
	return 0;
}

static bool wants_input(const struct session *session)
{
	return !session->end.leaving && !session_queue_is_full(&session->out);
}

/* Whether a conversation's events were not read yet. */
static bool is_unlearned(const struct session_conversation *conv)
{
	return conv->sub_count && !conv->baseline.known &&
	       !conv->baseline.unreadable;
}

int session_poll(struct session *session)
{
	int64_t now_ms = clock_now_ms(), wake_ms = -1;
	const struct strmap_entry *entry;
	size_t pos = 0;

	if (wants_input(session))
		session_add_fd(session, session->options.in_fd, POLLIN);
	if (!session->out.failed && !session_queue_is_empty(&session->out))
		session_add_fd(session, session->options.out_fd, POLLOUT);
	if (session->watch.fd >= 0 && session->watching)
		session_add_fd(session, session->watch.fd, POLLIN);
	while ((entry = strmap_next(&session->convs, &pos))) {
		const struct session_conversation *conv = entry->value;

		session_live_poll(entry->value, now_ms, &wake_ms);
		if (is_unlearned(conv))
			wake_ms = now_ms;
		if (conv->busy)
			sooner_ms(&wake_ms, session->next_busy_ms);
	}
	if (session->watching && session->list_changed)
		sooner_ms(&wake_ms, session->next_list_ms);
	if (session->watching && session->watch.incomplete)
		sooner_ms(&wake_ms, session->next_look_ms);
	return clock_poll_ms(wake_ms, now_ms);
}

/* --- Changes in the workspace --- */

static void on_set(void *user)
{
	struct session *session = user;

	session->list_changed = true;
}

static void on_events(void *user, const char *id)
{
	struct session_conversation *conv = session_conversation_find(user, id);

	if (conv)
		conv->changed = true;
	/* It may have become unreadable, or readable again. */
	on_set(user);
}

static void on_metadata(void *user, const char *id)
{
	(void)id;
	on_set(user);
}

static void on_lock(void *user, const char *id)
{
	struct session_conversation *conv = session_conversation_find(user, id);

	if (conv)
		session_live_look(conv);
}

static void on_live(void *user, const char *id)
{
	struct session_conversation *conv = session_conversation_find(user, id);

	for (size_t i = 0; conv && i < conv->sub_count; i++)
		session_live_attach(conv->subs[i]);
}

static void on_overflow(void *user)
{
	struct session *session = user;
	const struct strmap_entry *entry;
	size_t pos = 0;

	session->list_changed = true;
	while ((entry = strmap_next(&session->convs, &pos))) {
		struct session_conversation *conv = entry->value;

		conv->changed = true;
		for (size_t i = 0; i < conv->sub_count; i++)
			session_live_attach(conv->subs[i]);
		session_live_look(conv);
	}
}

static void take_notices(struct session *session, int64_t now_ms)
{
	const struct workspace_watch_sink sink = {
		session, on_set,  on_events,   on_metadata,
		on_lock, on_live, on_overflow,
	};

	if (!session->watching)
		return;
	if (session->watch.fd >= 0 &&
	    session_revents(session, session->watch.fd))
		workspace_watch_ready(&session->watch, &sink);
	if (session->watch.incomplete && now_ms >= session->next_look_ms) {
		session->next_look_ms = now_ms + LOOK_EVERY_MS;
		workspace_watch_again(&session->watch);
		on_overflow(session);
	}
}

/* --- Input from the plugin --- */

static void take_bytes(struct session *session, char *bytes, size_t len)
{
	struct framer_item item;
	enum framer_result result;

	while ((result = framer_next(&session->framer, &bytes, &len, &item)) !=
	       FRAMER_MORE) {
		struct strbuf line = STRBUF_INIT;

		if (session->end.leaving)
			continue;
		if (result == FRAMER_LINE) {
			session_request_take(session,
					     slice_of(item.text, item.len));
		} else if (result == FRAMER_TOO_LARGE) {
			host_write_error(&line, NULL, NULL, NULL,
					 "the message is too large");
			session_queue_push(&session->out, strbuf_slice(&line),
					   OUTBOX_ALWAYS);
		}
		strbuf_release(&line);
	}
}

/* The last line may lack its newline. */
static void end_input(struct session *session)
{
	char newline[] = "\n";

	take_bytes(session, newline, 1);
	session->end.leaving = true;
}

static void take_input(struct session *session)
{
	char bytes[READ_BYTES];
	ssize_t got;

	if (!wants_input(session) ||
	    !session_revents(session, session->options.in_fd))
		return;
	got = read(session->options.in_fd, bytes, sizeof(bytes));
	if (got > 0) {
		take_bytes(session, bytes, (size_t)got);
	} else if (!got || (errno != EAGAIN && errno != EINTR)) {
		end_input(session);
	}
}

/*
 * The plugin reads no more. What it wrote before, such as its `exit`, is
 * already in the pipe, and no more than a pipe holds.
 */
static void hear_out(struct session *session)
{
	struct pollfd in = { .fd = session->options.in_fd, .events = POLLIN };
	size_t budget = PIPE_MAX;
	char bytes[READ_BYTES];

	while (!session->end.leaving && budget && poll(&in, 1, 0) == 1) {
		ssize_t got = read(in.fd, bytes, sizeof(bytes));

		if (got <= 0)
			break;
		take_bytes(session, bytes, (size_t)got);
		budget -= (size_t)got < budget ? (size_t)got : budget;
	}
	if (session->options.strict && !session->end.leaving)
		session_fail(session, "it does not read its answers");
	end_input(session);
}

/* --- The round --- */

static void tell_drops(struct session *session)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	if (!session->drops_untold || !session_queue_is_low(&session->out))
		return;
	session->drops_untold = false;
	while ((entry = strmap_next(&session->convs, &pos))) {
		struct session_conversation *conv = entry->value;

		if (conv->dropped)
			session_conversation_push_changed(conv);
		conv->dropped = false;
	}
}

static void run_conversations(struct session *session, int64_t now_ms)
{
	bool look = now_ms >= session->next_busy_ms;
	const struct strmap_entry *entry;
	size_t pos = 0;

	if (look)
		session->next_busy_ms = now_ms + LOOK_EVERY_MS;

	session->baseline_budget = BASELINE_BYTES;
	while ((entry = strmap_next(&session->convs, &pos))) {
		struct session_conversation *conv = entry->value;

		session_live_ready(conv, now_ms);
		if (conv->busy && look)
			session_live_look(conv);
		if (conv->changed)
			session_conversation_check(conv);
		/* One per round, so that other requests are still answered. */
		if (is_unlearned(conv) && session->baseline_budget) {
			session->baseline_budget = 0;
			session_conversation_check(conv);
			if (is_unlearned(conv))
				session_conversation_refresh(conv);
		}
	}
	session->baseline_budget = BASELINE_BYTES;
}

/* All input of this round was read, so give answers now. */
static void run_turns(struct session *session, int64_t now_ms)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&session->convs, &pos)))
		session_live_run(entry->value, now_ms);
}

/* Nobody is left to answer their prompts. */
static void stop_turns(struct session *session)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&session->convs, &pos)))
		session_live_stop(entry->value);
}

/* Free conversations that were kept only for their turn. */
static void settle_conversations(struct session *session)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	session->turn_ended = false;
	while ((entry = strmap_next(&session->convs, &pos))) {
		size_t count = session->convs.count;

		session_conversation_settle(entry->value);
		/* The map has changed, so start again. */
		if (session->convs.count != count)
			pos = 0;
	}
}

void session_ready(struct session *session)
{
	int64_t now_ms = clock_now_ms();

	take_notices(session, now_ms);
	run_conversations(session, now_ms);
	take_input(session);
	run_turns(session, now_ms);
	if (session->turn_ended)
		settle_conversations(session);
	if (session->watching && session->list_changed)
		session_request_list_check(session, now_ms);
	tell_drops(session);
	if (session->end.leaving)
		stop_turns(session);
	session_queue_write(&session->out);
	if (session_queue_is_low(&session->out))
		session->behind_ms = -1;
	else if (session->behind_ms < 0)
		session->behind_ms = now_ms;
	if (session->out.failed)
		hear_out(session);
	if (session->end.leaving &&
	    (session->out.failed || session_queue_is_empty(&session->out)))
		session->end.done = true;
	session->fd_count = 0;
}

void session_fail(struct session *session, const char *why)
{
	free(session->end.failed);
	session->end.failed = xstrdup(why);
	session->end.leaving = true;
}

void session_shutdown(struct session *session)
{
	struct strbuf line = STRBUF_INIT;

	host_write_plain(&line, HOST_MESSAGE_SHUTDOWN);
	session_queue_push(&session->out, strbuf_slice(&line), OUTBOX_ALWAYS);
	strbuf_release(&line);
}
