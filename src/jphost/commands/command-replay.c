#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/signal-fd.h"
#include "src/base/spawn.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/plugin-process.h"
#include "src/jphost/commands/replay-session.h"
#include "src/jphost/workspace/workspace.h"

#define READ_MAX ((size_t)64 << 20) /* bytes in a line of the dashboard */
#define LEAVE_MS 5000

static const char usage_text[] = N_(
	"Usage: jphost replay [OPTIONS] FILE [-- DASHBOARD-OPTIONS...]\n"
	"\n"
	"Show a session that `jp dashboard --record FILE` has written, in the\n"
	"dashboard. Nothing in it is run, and no host of it is started.\n"
	"\n"
	"      --speed N       playback speed; 0 = no pauses\n"
	"      --only NAME     play only this host, on standard input and output\n"
	"      --since MS      the monotonic time at which the replay began\n"
	"  -h, --help          this help\n");

struct replay {
	double speed;
	const char *only; /* or NULL: the host that started the dashboard */
	int64_t since_ms; /* -1: now */
	const char *file;
	char **args; /* the dashboard's, terminated by NULL */
	struct recording recording;
	struct replay_session session;
	struct plugin_process plugin;
	int in_fd, out_fd; /* from and to the dashboard; -1: closed */
	struct strbuf line;
	int64_t leave_ms; /* when to kill it; -1: not set */
};

static int bad_option(void)
{
	fprintf(stderr, "%s\n", _("try 'jphost replay --help'"));
	return 2;
}

/* Returns -1 to go on, otherwise the exit status. */
static int parse_options(struct replay *replay, int argc, char **argv)
{
	enum { OPTION_SPEED = 256, OPTION_ONLY, OPTION_SINCE };
	static const struct option options[] = {
		{ "speed", required_argument, NULL, OPTION_SPEED },
		{ "only", required_argument, NULL, OPTION_ONLY },
		{ "since", required_argument, NULL, OPTION_SINCE },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	char *end = NULL;
	int option;

	optind = 1;
	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case OPTION_SPEED:
			replay->speed = strtod(optarg, &end);
			if (*end ||
			    !(replay->speed >= 0 && replay->speed <= 1000000))
				return bad_option();
			break;
		case OPTION_ONLY:
			replay->only = optarg;
			break;
		case OPTION_SINCE:
			replay->since_ms = strtoll(optarg, &end, 10);
			break;
		case 'h':
			fputs(_(usage_text), stdout);
			return 0;
		default:
			return bad_option();
		}
	}
	if (optind == argc)
		return bad_option();
	replay->file = argv[optind++];
	if (optind < argc && !strcmp(argv[optind], "--"))
		optind++;
	replay->args = argv + optind;
	return -1;
}

/* --- The first line, as recorded, except that it starts nothing. --- */

static void add_argument(struct strbuf *out, const char *text)
{
	if (out->buf[out->len - 1] != '[')
		strbuf_addch(out, ',');
	json_write_string(out, slice_str(text));
}

/* A host of the recording is replayed here as well. */
static void add_host(const struct replay *replay, struct strbuf *out,
		     struct slice name)
{
	struct strbuf spec = STRBUF_INIT;
	char self[PATH_MAX], *file = realpath(replay->file, NULL);
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[len > 0 ? len : 0] = '\0';
	strbuf_addf(&spec, "%.*s=", (int)name.len, name.ptr);
	spawn_quote(&spec, slice_str(self));
	strbuf_addf(&spec,
		    " --as jphost replay --speed %g --since %lld --only %.*s ",
		    replay->speed, (long long)clock_now_ms(), (int)name.len,
		    name.ptr);
	spawn_quote(&spec, slice_str(file ? file : replay->file));
	add_argument(out, "--host");
	add_argument(out, spec.buf);
	free(file);
	strbuf_release(&spec);
}

static struct slice name_of(struct slice spec)
{
	const char *equals = spec.len ? memchr(spec.ptr, '=', spec.len) : NULL;

	return slice_of(spec.ptr, equals ? (size_t)(equals - spec.ptr) : 0);
}

/* Options that would write files or start programs; getopt accepts prefixes. */
static const char *barred_option(struct slice text)
{
	static const char *const barred[] = { "--host", "--record",
					      "--rules-file", "--live" };
	size_t len = name_of(text).len ? name_of(text).len : text.len;

	for (size_t i = 0; i < ARRAY_SIZE(barred); i++) {
		if (len > 2 && slice_starts_with(slice_str(barred[i]),
						 slice_of(text.ptr, len)))
			return barred[i];
	}
	return NULL;
}

static void add_recorded(const struct replay *replay, struct strbuf *out,
			 struct slice args)
{
	struct json_walk walk = json_walk_begin(args);
	struct strbuf text = STRBUF_INIT;
	const char *option = NULL;
	struct json_member m;

	while (json_walk_next(&walk, &m)) {
		struct slice value;
		bool is_value = option;

		strbuf_reset(&text);
		if (!json_string_add(&text, m.value))
			continue;
		value = strbuf_slice(&text);
		if (!is_value) {
			option = barred_option(value);
			if (!option) {
				add_argument(out, text.buf);
				continue;
			}
			value = slice_skip(value, name_of(value).len);
			/* Its value is after '=', or the next argument. */
			if (!slice_starts_with(value, SLICE("=")))
				continue;
			value = slice_skip(value, 1);
		}
		if (!strcmp(option, "--host"))
			add_host(replay, out, name_of(value));
		option = NULL;
	}
	strbuf_release(&text);
}

static void add_args(const struct replay *replay, struct strbuf *out,
		     struct slice init)
{
	struct json_walk walk;
	struct json_member m, hosts;

	strbuf_addstr(out, "[");
	/* Start no jphost for a workspace that does not exist here. */
	add_argument(out, "--live");
	add_argument(out, "poll");
	/* The state saved for the workspace is not this session's. */
	add_argument(out, "--no-restore");
	if (json_find_path(init, &hosts, "options", "hosts", NULL)) {
		walk = json_walk_begin(hosts.value);
		while (json_walk_next(&walk, &m))
			add_host(replay, out, m.key);
	}
	if (json_find(init, "args", &m))
		add_recorded(replay, out, m.value);
	for (char **arg = replay->args; *arg; arg++)
		add_argument(out, *arg);
	strbuf_addch(out, ']');
}

static void add_options(struct strbuf *out, struct slice options)
{
	struct json_walk walk = json_walk_begin(options);
	struct json_member m;

	strbuf_addch(out, '{');
	while (json_walk_next(&walk, &m)) {
		if (slice_is(m.key, "hosts") || slice_is(m.key, "rules_file") ||
		    slice_is(m.key, "live"))
			continue;
		if (out->buf[out->len - 1] != '{')
			strbuf_addch(out, ',');
		strbuf_addf(out, "\"%.*s\":", (int)m.key.len, m.key.ptr);
		strbuf_addslice(out, m.value);
	}
	strbuf_addch(out, '}');
}

static int64_t length_ms(const struct recording *recording)
{
	return recording->count ? recording->steps[recording->count - 1].at_ms
				: 0;
}

static void add_init(const struct replay *replay, struct strbuf *out)
{
	struct slice init = replay->recording.init;
	struct json_walk walk = json_walk_begin(init);
	struct json_member m;

	strbuf_addch(out, '{');
	while (json_walk_next(&walk, &m)) {
		if (slice_is(m.key, "args"))
			continue;
		strbuf_addf(out, "\"%.*s\":", (int)m.key.len, m.key.ptr);
		if (slice_is(m.key, "options"))
			add_options(out, m.value);
		else
			strbuf_addslice(out, m.value);
		strbuf_addch(out, ',');
	}
	strbuf_addf(out, "\"replay\":{\"permille\":%lld,\"length_ms\":%lld},",
		    (long long)(replay->speed * 1000),
		    (long long)length_ms(&replay->recording));
	strbuf_addstr(out, "\"args\":");
	add_args(replay, out, init);
	strbuf_addstr(out, "}\n");
}

/* --- The dashboard at the other end. --- */

static void read_lines(struct replay *replay)
{
	char bytes[65536];
	ssize_t got = read(replay->in_fd, bytes, sizeof(bytes));
	const char *newline;

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		close(replay->in_fd);
		replay->in_fd = -1;
		return;
	}
	strbuf_add(&replay->line, bytes, (size_t)got);
	while ((newline = memchr(replay->line.buf, '\n', replay->line.len))) {
		size_t len = (size_t)(newline - replay->line.buf);

		replay_session_line(&replay->session,
				    slice_of(replay->line.buf, len),
				    clock_now_ms());
		strbuf_remove(&replay->line, 0, len + 1);
	}
	if (replay->line.len > READ_MAX)
		strbuf_reset(&replay->line);
}

static void close_out(struct replay *replay)
{
	if (replay->out_fd >= 0)
		close(replay->out_fd);
	if (replay->out_fd == replay->plugin.to)
		replay->plugin.to = -1;
	replay->out_fd = -1;
}

static void write_lines(struct replay *replay)
{
	struct outbox *out = &replay->session.out;

	while (!outbox_empty(out)) {
		struct slice front = outbox_front(out);
		ssize_t wrote = write(replay->out_fd, front.ptr, front.len);

		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0 && errno == EAGAIN)
			return;
		if (wrote <= 0) {
			close_out(replay);
			return;
		}
		outbox_sent(out, (size_t)wrote);
	}
}

static void drop_log(struct plugin_process *plugin)
{
	char bytes[4096];

	if (!read(plugin->err, bytes, sizeof(bytes))) {
		close(plugin->err);
		plugin->err = -1;
	}
}

/* All was sent, or nobody reads it: make the dashboard exit. False once it has. */
static bool wait_for_exit(struct replay *replay)
{
	int64_t now_ms = clock_now_ms();

	close_out(replay);
	if (replay->only || plugin_process_has_ended(&replay->plugin))
		return false;
	if (replay->leave_ms < 0)
		replay->leave_ms = now_ms + LEAVE_MS;
	else if (now_ms >= replay->leave_ms)
		plugin_process_kill(&replay->plugin);
	return true;
}

/* Poll once; false when it is over. */
static bool step(struct replay *replay, int signal_fd)
{
	struct replay_session *session = &replay->session;
	int64_t at_ms = replay_session_play(session, clock_now_ms()), left_ms;
	bool waits = !outbox_empty(&session->out);
	struct pollfd fds[] = {
		{ replay->in_fd, POLLIN, 0 },
		{ replay->out_fd, waits ? POLLOUT : 0, 0 },
		{ replay->plugin.err, POLLIN, 0 },
		{ signal_fd, POLLIN, 0 },
	};

	if (replay->in_fd < 0 || session->exited || (session->gone && !waits)) {
		if (!wait_for_exit(replay))
			return false;
		at_ms = clock_now_ms() + 20;
		fds[1].fd = -1;
	}
	left_ms = at_ms < 0 ? 60000 : at_ms - clock_now_ms();
	left_ms = left_ms < 0 ? 0 : left_ms > 60000 ? 60000 : left_ms;
	if (poll(fds, 4, (int)left_ms) < 0)
		return errno == EINTR;
	if (fds[3].revents) {
		while (signal_fd_next(signal_fd))
			;
		session->gone = true;
	}
	if (fds[2].revents)
		drop_log(&replay->plugin);
	if (fds[0].revents)
		read_lines(replay);
	if (fds[1].revents)
		write_lines(replay);
	return true;
}

static int play(struct replay *replay)
{
	int signal_fd = signal_fd_open_stops(false), status = 0;
	int64_t start_ms = clock_now_ms();
	struct strbuf init = STRBUF_INIT;

	replay_session_init(&replay->session, &replay->recording, replay->speed,
			    start_ms);
	if (replay->only) {
		if (replay->since_ms >= 0)
			replay_session_skip(
				&replay->session,
				(int64_t)((double)(start_ms -
						   replay->since_ms) *
					  replay->speed));
	} else {
		add_init(replay, &init);
		outbox_push(&replay->session.out, strbuf_slice(&init),
			    OUTBOX_ALWAYS);
	}
	while (step(replay, signal_fd))
		;
	if (replay->session.exited && replay->session.code) {
		status = replay->session.code;
		if (replay->session.reason)
			fprintf(stderr, "jphost: %s\n", replay->session.reason);
	}
	close(signal_fd);
	strbuf_release(&init);
	replay_session_release(&replay->session);
	return status;
}

static int play_to_dashboard(struct replay *replay, struct strbuf *err)
{
	char *user_data = workspace_user_data();
	char *path = plugin_process_find("dashboard", user_data, err);
	int status = -1;

	if (path && !plugin_process_start(&replay->plugin, path, err)) {
		replay->in_fd = replay->plugin.from;
		replay->out_fd = replay->plugin.to;
		status = play(replay);
		if (replay->in_fd < 0)
			replay->plugin.from = -1;
		plugin_process_release(&replay->plugin);
	}
	free(user_data);
	free(path);
	return status;
}

int command_replay(int argc, char **argv)
{
	struct replay replay = {
		.speed = 1,
		.since_ms = -1,
		.plugin = PLUGIN_PROCESS_INIT,
		.in_fd = 0,
		.out_fd = 1,
		.line = STRBUF_INIT,
		.leave_ms = -1,
	};
	int status = parse_options(&replay, argc, argv);
	struct strbuf err = STRBUF_INIT;

	if (status >= 0)
		return status;
	recording_init(&replay.recording);
	if (!recording_read(&replay.recording, replay.file,
			    replay.only ? replay.only : "jp", &err))
		status = replay.only ? play(&replay)
				     : play_to_dashboard(&replay, &err);
	if (err.len)
		fprintf(stderr, "jphost: %s\n", err.buf);
	recording_release(&replay.recording);
	strbuf_release(&replay.line);
	strbuf_release(&err);
	return status < 0 ? 1 : status;
}
