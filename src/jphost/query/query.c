#include "config.h"

#include "src/jphost/query/query.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/signal-fd.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/query/query-editor.h"
#include "src/jphost/query/query-output.h"
#include "src/jphost/query/query-prompt.h"
#include "src/jphost/query/query-stdin.h"
#include "src/jphost/turn/live-turn.h"

/* Pause the turn if more is pending for the terminal or a watcher, in bytes. */
#define MAX_WAITING ((size_t)1 << 20)
/* The longest pause for a watcher, and for the last bytes at the end. */
#define MAX_HELD_MS 2000
/* Bytes per write(): a writable pipe accepts this many without blocking. */
#define WRITE_BYTES 1024

#define MAX_FDS (3 + LIVE_TURN_FDS_MAX)

struct query {
	const struct query_options *options;
	struct live_turn live;
	bool reading; /* in the middle of reading this round's input */
	struct query_output show;
	struct query_ask ask;
	struct query_stdin tty;
	struct query_edit edit;
	struct query_out shown; /* of `show`; held during a prompt */
	struct query_out out;   /* being written */
	bool gone[2];           /* by kind: the reader is gone */
	int signals;            /* a signalfd */
	sigset_t old_mask;
	int64_t now_ms;
	int64_t held_ms;     /* start of the pause for a watcher; -1: none */
	int64_t over_ms;     /* when the turn ended; -1: it is running */
	unsigned long asked; /* the ask.asked last seen */
	int interrupts;
	bool leave;
};

/* --- From the turn --- */

static void hear(void *user, struct slice raw, enum respond_kind respond,
		 int64_t deadline_ms)
{
	struct query *query = user;
	struct strbuf id = STRBUF_INIT;
	struct event_peek peek;
	enum turn_edit edit;
	struct slice draft;

	(void)deadline_ms;
	if (respond == RESPOND_NONE || !query->tty.usable) {
		query_output_event(&query->show, raw, respond);
		return;
	}
	query_output_close(&query->show);
	if (query->ask.mode == ASK_NOTHING)
		query_out_move(&query->out, &query->shown);
	if (event_peek(&peek, raw))
		json_id_add(&id, peek.id);
	edit = turn_edit_of(query->live.turn, id.buf, &draft);
	query_ask_add(&query->ask, raw, respond, edit, draft);
	strbuf_release(&id);
}

static void hear_closed(void *user, const char *id, enum prompt_voice voice,
			enum prompt_outcome outcome)
{
	struct query *query = user;

	if (query->tty.usable) {
		query_ask_closed(&query->ask, id, voice, outcome);
	} else {
		query_output_close(&query->show);
		query_output_outcome(query_out_to(&query->shown, OUT_NEWS),
				     voice, outcome);
	}
}

/* --- From this terminal --- */

/* Answers given while other input is being read are settled with it. */
static void give(struct query *query, const struct live_answer *answer)
{
	live_turn_answer(&query->live, answer);
	if (!query->reading)
		live_turn_settle(&query->live, query->now_ms);
}

static void approve(void *user, const char *id, enum respond_action action,
		    struct slice arguments, const char *reason)
{
	char *json = xmemdupz(arguments.ptr, arguments.len);
	const struct live_answer answer = {
		.respond = RESPOND_TOOL_APPROVAL,
		.id = id,
		.action = action,
		.json = json,
		.reason = reason,
		.voice = PROMPT_VOICE_TERMINAL,
	};

	give(user, &answer);
	free(json);
}

static void answer(void *user, const char *id, struct slice json)
{
	char *copy = xmemdupz(json.ptr, json.len);
	const struct live_answer given = {
		.respond = RESPOND_INQUIRY,
		.id = id,
		.json = copy,
		.voice = PROMPT_VOICE_TERMINAL,
	};

	give(user, &given);
	free(copy);
}

static void stop_turn(void *user)
{
	struct query *query = user;

	query->interrupts++;
	turn_cancel(query->live.turn, query->now_ms);
}

static void reply(void *user, struct slice text)
{
	struct query *query = user;
	struct strbuf err = STRBUF_INIT;

	if (turn_reply(query->live.turn, text, query->now_ms, &err))
		strbuf_addf(query_out_to(&query->out, OUT_NEWS), "%s\n",
			    err.buf);
	strbuf_release(&err);
}

static void refused(void *user, const struct live_answer *answer,
		    const char *why, bool late)
{
	struct query *query = user;

	(void)late;
	/* A watcher already knows who came first. */
	if (answer->voice == PROMPT_VOICE_TERMINAL)
		strbuf_addf(query_out_to(&query->out, OUT_NEWS), "\n%s\n", why);
}

static bool reads_input(const struct query *query)
{
	return query->ask.mode != ASK_NOTHING &&
	       query->ask.mode == query->tty.mode && !query->edit.pid;
}

static void read_input(struct query *query, short revents)
{
	char bytes[4096];
	ssize_t n;

	if (!revents)
		return;
	n = read(STDIN_FILENO, bytes, sizeof(bytes));
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n < 0 || (revents & POLLHUP)) {
		/* The terminal hung up; watchers can still answer. */
		query->tty.usable = false;
		return;
	}
	/* Ctrl-D on an empty line reads nothing; treat it as an empty line. */
	query_ask_input(&query->ask,
			n ? slice_of(bytes, (size_t)n) : SLICE("\n"),
			query->now_ms);
}

static bool out_is_empty(const struct query *query)
{
	return !query->out.text.len;
}

/* Start the editor once all output is written. */
static void start_editor(struct query *query)
{
	struct strbuf err = STRBUF_INIT;

	if (query->ask.mode != ASK_EDITOR || query->edit.pid ||
	    !out_is_empty(query))
		return;
	query_stdin_restore(&query->tty);
	if (!query_edit_start(&query->edit, strbuf_slice(&query->ask.draft),
			      !query->ask.is_text, &err))
		return;
	strbuf_addf(query_out_to(&query->out, OUT_NEWS), "%s\n", err.buf);
	query_ask_edited(&query->ask, slice_of(NULL, 0));
	strbuf_release(&err);
}

/* Release held output, and set the terminal's mode for the prompt. */
static void settle(struct query *query)
{
	query_ask_settle(&query->ask);
	if (query->ask.mode == ASK_NOTHING)
		query_out_move(&query->out, &query->shown);
	if (query->edit.pid || !query->tty.usable)
		return;
	if (query->ask.mode != ASK_EDITOR)
		query_stdin_set(&query->tty, query->ask.mode);
	if (query->asked == query->ask.asked)
		return;
	query->asked = query->ask.asked;
	query_stdin_flush(&query->tty);
}

static int fd_of(enum query_out_kind kind)
{
	return kind == OUT_ANSWER ? STDOUT_FILENO : STDERR_FILENO;
}

/* Write a little, if the descriptor accepts it; false if it does not. */
static bool write_some(struct query *query)
{
	enum query_out_kind kind = OUT_NEWS;
	struct slice text = query_out_first(&query->out, &kind);
	struct pollfd fd = { fd_of(kind), POLLOUT, 0 };
	ssize_t n;

	if (query->gone[kind]) {
		query_out_drop(&query->out, text.len);
		return true;
	}
	if (poll(&fd, 1, 0) <= 0)
		return false;
	n = write(fd.fd, text.ptr,
		  text.len < WRITE_BYTES ? text.len : WRITE_BYTES);
	if (n > 0)
		query_out_drop(&query->out, (size_t)n);
	else if (n < 0 && errno != EAGAIN && errno != EINTR)
		query->gone[kind] = true;
	return n > 0 || errno != EAGAIN;
}

static void write_out(struct query *query)
{
	while (!out_is_empty(query) && write_some(query))
		;
	if (out_is_empty(query))
		query_ask_written(&query->ask, query->now_ms);
}

/* --- Signals --- */

static int open_signals(struct query *query, struct strbuf *err)
{
	static const int caught[] = { SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
				      SIGTSTP, SIGCONT, SIGCHLD };

	query->signals =
		signal_fd_open(caught, ARRAY_SIZE(caught), &query->old_mask);
	if (query->signals >= 0)
		return 0;
	strbuf_setf(err, "cannot take signals: %s", strerror(errno));
	return -1;
}

static void stop(struct query *query)
{
	query_stdin_restore(&query->tty);
	raise(SIGSTOP);
}

/* Other output interrupted the line of the answer. */
static void break_line(struct query *query)
{
	terminal_stream_break(&query->show.stream,
			      query_out_to(&query->shown, OUT_ANSWER));
}

static void go_on(struct query *query)
{
	if (query->edit.pid)
		return;
	if (query->ask.mode == ASK_NOTHING) {
		break_line(query);
		return;
	}
	strbuf_addch(query_out_to(&query->out, OUT_NEWS), '\n');
	query_ask_again(&query->ask);
}

static void end_editor(struct query *query)
{
	struct strbuf text = STRBUF_INIT;

	if (query->edit.pid && query_edit_finish(&query->edit, &text))
		query_ask_edited(&query->ask, strbuf_slice(&text));
	strbuf_release(&text);
}

static void take_signal(struct query *query, int number)
{
	switch (number) {
	case SIGCHLD:
		end_editor(query);
		break;
	case SIGTSTP:
		if (!query->edit.pid)
			stop(query);
		break;
	case SIGCONT:
		go_on(query);
		break;
	case SIGINT:
		if (query->edit.pid)
			break; /* meant for the editor */
		if (!query->interrupts && query->tty.usable &&
		    query->over_ms == -1 && query_ask_interrupt(&query->ask)) {
			break_line(query);
			break;
		}
		if (query->interrupts++)
			query->leave = true;
		turn_cancel(query->live.turn, query->now_ms);
		break;
	default:
		query->interrupts++;
		query->leave = true;
		turn_cancel(query->live.turn, query->now_ms);
	}
}

static void take_signals(struct query *query)
{
	int number;

	while ((number = signal_fd_next(query->signals)))
		take_signal(query, number);
}

/* --- The loop --- */

/* Whether the turn must pause until its output was read. */
static bool is_held(struct query *query)
{
	size_t backlog = query->live.server
				 ? live_server_backlog(query->live.server)
				 : 0;

	/* While the menu is open, it is not decided how the turn goes on. */
	if ((query->ask.menu && !query->interrupts) ||
	    query->out.text.len > MAX_WAITING)
		return true;
	if (backlog <= MAX_WAITING) {
		query->held_ms = -1;
		return false;
	}
	if (query->held_ms == -1)
		query->held_ms = query->now_ms;
	return query->now_ms - query->held_ms < MAX_HELD_MS;
}

static bool is_finished(const struct query *query)
{
	if (query->over_ms == -1)
		return false;
	if (query->leave)
		return true;
	if (!out_is_empty(query))
		return false;
	return !query->live.server ||
	       !live_server_backlog(query->live.server) ||
	       query->now_ms - query->over_ms > MAX_HELD_MS;
}

static int wait_ms(const struct query *query, bool held)
{
	int64_t wake_ms;
	int ms;

	if (held || query->over_ms != -1)
		return 100;
	wake_ms = turn_wake_ms(query->live.turn);
	sooner_ms(&wake_ms, query_ask_wake_ms(&query->ask));
	ms = clock_poll_ms(wake_ms, query->now_ms);
	return ms < 60000 ? ms : 60000;
}

static void wait_and_take(struct query *query, bool held)
{
	struct pollfd fds[MAX_FDS];
	enum query_out_kind kind = OUT_NEWS;
	size_t count = 3;

	fds[0] = (struct pollfd){ query->signals, POLLIN, 0 };
	fds[1] = (struct pollfd){ reads_input(query) ? STDIN_FILENO : -1,
				  POLLIN, 0 };
	query_out_first(&query->out, &kind);
	fds[2] = (struct pollfd){ out_is_empty(query) || query->edit.pid
					  ? -1
					  : fd_of(kind),
				  POLLOUT, 0 };
	count += live_turn_poll(&query->live, fds + count, held);
	if (poll(fds, count, wait_ms(query, held)) < 0) {
		/* poll() would fail again, in an endless loop. */
		if (errno != EINTR) {
			query->interrupts++;
			query->leave = true;
			turn_cancel(query->live.turn, query->now_ms);
		}
		return;
	}
	query->now_ms = clock_now_ms();
	query->reading = true;
	if (fds[0].revents)
		take_signals(query);
	if (fds[1].revents && reads_input(query))
		read_input(query, fds[1].revents);
	else if (fds[1].fd >= 0)
		query_ask_quiet(&query->ask, query->now_ms);
	live_turn_ready(&query->live, fds + 3, query->now_ms);
	query->reading = false;
	live_turn_settle(&query->live, query->now_ms);
}

static void loop(struct query *query)
{
	while (!is_finished(query)) {
		struct terminal_look look = terminal_look_of(STDOUT_FILENO);
		struct terminal_look asks = terminal_look_of(query->tty.out);
		bool held = is_held(query);

		query->now_ms = clock_now_ms();
		/* The terminal may have been resized. */
		terminal_stream_set_look(&query->show.stream, &look);
		query_ask_set_look(&query->ask, &asks);
		if (query->over_ms == -1 && !held &&
		    !turn_run(query->live.turn, query->now_ms))
			query->over_ms = query->now_ms;
		settle(query);
		if (!query->edit.pid)
			write_out(query);
		start_editor(query);
		if (!is_finished(query))
			wait_and_take(query, held);
	}
}

static int start(struct query *query, struct strbuf *err)
{
	const struct query_options *options = query->options;
	struct turn_options turn = {
		.workspace = options->workspace,
		.conversation = options->conversation,
		.lock = options->lock,
		.content = options->content,
		.provider = options->provider,
		.model = options->model,
		.timeout_ms = options->timeout_ms,
		.fallback = options->fallback,
		.clock = &turn_real_clock,
		.sink = { query, hear, hear_closed },
	};
	struct strbuf config = STRBUF_INIT;
	int ret = -1;

	if (open_signals(query, err))
		return -1;
	if (config_write_for(&config, options->workspace, options->conversation,
			     options->config, err))
		goto out;
	turn.config = strbuf_slice(&config);
	if (live_turn_start(&query->live, &turn, refused, query->now_ms, err))
		goto out;
	if (!query->live.server)
		fprintf(stderr, "jphost: %s: %s\n", _("nobody can watch"),
			err->buf);
	strbuf_reset(err);
	ret = 0;
out:
	strbuf_release(&config);
	return ret;
}

int query_run(const struct query_options *options, struct strbuf *err)
{
	struct query_ask_sink sink = { NULL, approve, answer, stop_turn,
				       reply };
	struct query query = {
		.options = options,
		.shown = QUERY_OUT_INIT,
		.out = QUERY_OUT_INIT,
		.signals = -1,
		.now_ms = clock_now_ms(),
		.held_ms = -1,
		.over_ms = -1,
	};
	struct terminal_look look = terminal_look_of(STDOUT_FILENO);
	struct terminal_look news = terminal_look_of(STDERR_FILENO);
	int status = 1;

	live_turn_init(&query.live);
	sink.user = &query;
	query_stdin_init(&query.tty);
	query_output_init(&query.show, &query.shown, &look, &news);
	query_ask_init(&query.ask, &sink, &query.out,
		       query.tty.out == STDERR_FILENO ? OUT_NEWS : OUT_ANSWER);
	die_set_hook(query_stdin_rescue);
	if (!start(&query, err)) {
		loop(&query);
		if (query.interrupts)
			strbuf_setf(err, "interrupted");
		status = turn_failed(query.live.turn) || query.interrupts;
	}
	query_edit_release(&query.edit);
	query_stdin_restore(&query.tty);
	live_turn_release(&query.live);
	query_ask_release(&query.ask);
	query_output_release(&query.show);
	query_out_release(&query.shown);
	query_out_release(&query.out);
	if (query.signals >= 0)
		close(query.signals);
	sigprocmask(SIG_SETMASK, &query.old_mask, NULL);
	return status;
}
