#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/signal-fd.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/plugin-describe.h"
#include "src/jphost/commands/plugin-group.h"
#include "src/jphost/commands/plugin-log.h"
#include "src/jphost/commands/plugin-policy.h"
#include "src/jphost/commands/plugin-print.h"
#include "src/jphost/commands/plugin-process.h"
#include "src/jphost/commands/provider-choice.h"
#include "src/jphost/commands/run-options.h"
#include "src/jphost/serve/session.h"

/*
 * From `shutdown` to the kill, and from `exit` to the actual exit, unless
 * plugins.shutdown_timeout_secs is set; the same as in jp.
 */
#define GRACE_MS     5000
#define LOG_LINE_MAX 65536
/* A plugin's time to describe itself. */
#define DESCRIBE_MS 3000

struct run {
	const struct run_options *with;
	const char *name;
	struct plugin_process plugin;
	struct session session;
	struct strbuf log; /* an unfinished line of its stderr */
	int signal_fd;
	int64_t leave_ms; /* when to kill it; -1: not set */
	int64_t grace_ms;
	bool told_to_leave, killed;
};

static void show_help(void)
{
	fputs(_("Usage: jphost run [OPTIONS] PLUGIN [ARGS...]\n\n"
		"Run a JP plugin as jp does: by its path, or NAME for jp-NAME "
		"beside jphost,\namong the installed plugins, or in $PATH.\n"
		"`jphost run PLUGIN --help` shows the plugin's own help.\n\n"),
	      stdout);
	run_options_help();
	fputs(_("  -q, --quiet            content and errors only\n"
		"      --format WHAT      what it prints: text or json\n"
		"      --strict           end where jp would, and do no more\n"),
	      stdout);
}

static void print(void *user, const struct plugin_message *msg)
{
	const struct run *run = user;
	bool is_error = !run->with->json && !run->with->strict &&
			msg->channel && !strcmp(msg->channel, "error");
	FILE *to = is_error ? stderr : stdout;
	const struct plugin_print print = {
		.quiet = run->with->quiet,
		.json = run->with->json,
		.raw = run->with->strict,
		.look = terminal_look_of(fileno(to)),
	};
	struct strbuf text = STRBUF_INIT;

	plugin_print_add(&print, &text, msg);
	fwrite(text.buf, 1, text.len, to);
	fflush(to);
	strbuf_release(&text);
}

static void log_message(void *user, const struct plugin_message *msg)
{
	const struct run *run = user;

	plugin_log_show(run->name, run->with->verbose, msg);
}

static void tell_log_line(struct run *run, struct slice line)
{
	trace_bytes(TRACE_HOST, "plugin stderr", line);
	if (run->with->verbose)
		plugin_log_tell(run->name, line);
}

static void take_log(struct run *run)
{
	char bytes[4096];
	ssize_t got = read(run->plugin.err, bytes, sizeof(bytes));
	const char *newline;

	if (got > 0)
		strbuf_add(&run->log, bytes, (size_t)got);
	while ((newline = memchr(run->log.buf, '\n', run->log.len))) {
		size_t len = (size_t)(newline - run->log.buf);

		tell_log_line(run, slice_of(run->log.buf, len));
		strbuf_remove(&run->log, 0, len + 1);
	}
	if (run->log.len && (!got || run->log.len > LOG_LINE_MAX)) {
		tell_log_line(run, strbuf_slice(&run->log));
		strbuf_reset(&run->log);
	}
	if (!got || (got < 0 && errno != EAGAIN && errno != EINTR)) {
		close(run->plugin.err);
		run->plugin.err = -1;
	}
}

/* It may have written this just before its exit was read. A child of it may
 * write on, so no more than a pipe holds is read. */
static void take_last_log(struct run *run)
{
	for (int i = 0; i < 16; i++) {
		struct pollfd fd = { .fd = run->plugin.err, .events = POLLIN };

		if (poll(&fd, 1, 0) <= 0)
			return;
		take_log(run);
	}
}

static void take_signals(struct run *run)
{
	int number;

	while ((number = signal_fd_next(run->signal_fd))) {
		if (number == SIGCHLD || run->told_to_leave)
			continue;
		run->told_to_leave = true;
		session_shutdown(&run->session);
		if (run->leave_ms < 0)
			run->leave_ms = clock_now_ms() + run->grace_ms;
	}
}

/*
 * The plugin announced its exit, or is no longer heard. One that waits for the
 * end of its input exits now; jp leaves that open and waits forever.
 */
static void let_go(struct run *run)
{
	if (run->with->strict) {
		if (run->session.end.failed)
			plugin_process_close(&run->plugin.from);
		return;
	}
	if (run->leave_ms < 0)
		run->leave_ms = clock_now_ms() + run->grace_ms;
	if (run->session.end.done && run->plugin.to >= 0) {
		plugin_process_close(&run->plugin.to);
		run->session.out.failed = true;
	}
}

/* Kill it once its time is over; otherwise shorten `wait_ms` to that time. */
static int mind_the_end(struct run *run, bool ended, int wait_ms)
{
	int64_t left_ms = run->leave_ms - clock_now_ms();

	if (run->leave_ms < 0)
		return wait_ms;
	if (left_ms > 0)
		return wait_ms < 0 || wait_ms > left_ms ? (int)left_ms
							: wait_ms;
	if (!ended) {
		run->killed = true;
		plugin_process_kill(&run->plugin);
	}
	return wait_ms;
}

/* Poll once; false when the plugin has exited and all its output was read. */
static bool step(struct run *run)
{
	struct session *session = &run->session;
	bool ended = plugin_process_has_ended(&run->plugin);
	bool waits_for_err =
		run->with->strict && run->plugin.err >= 0 && !run->killed;
	int wait_ms;

	session_add_fd(session, run->signal_fd, POLLIN);
	if (run->plugin.err >= 0)
		session_add_fd(session, run->plugin.err, POLLIN);
	wait_ms = mind_the_end(run, ended, session_poll(session));
	/*
	 * A child of the plugin may hold the pipes open, so read only what is
	 * there; jp waits until stderr is closed.
	 */
	if (ended && !waits_for_err)
		wait_ms = 0;
	if (poll(session->fds, session->fd_count, wait_ms) < 0)
		return errno == EINTR;
	if (ended && !waits_for_err &&
	    (session->end.done || !session_revents(session, run->plugin.from)))
		return false;
	if (session_revents(session, run->signal_fd))
		take_signals(run);
	if (run->plugin.err >= 0 && session_revents(session, run->plugin.err))
		take_log(run);
	session_ready(session);
	return true;
}

/* Return the exit status, and report on the restored screen. */
static int conclude(const struct run *run)
{
	const struct session_end *end = &run->session.end;
	int status = run->plugin.status;

	if (end->refused)
		plugin_log_tell("jphost: jp would end here",
				slice_str(end->refused));
	if (run->killed)
		fprintf(stderr,
			"jphost: the plugin '%s' did not end in %" PRId64
			" s and was killed\n",
			run->name, run->grace_ms / 1000);
	if (end->exited && !end->failed) {
		if (end->code && end->reason)
			plugin_log_tell("jphost", slice_str(end->reason));
		return end->code;
	}
	if (end->failed)
		plugin_log_tell(run->with->strict ? "jphost: jp ends here"
						  : "jphost",
				slice_str(end->failed));
	else if (run->told_to_leave &&
		 (run->with->strict || !WIFSIGNALED(status)))
		return 0;
	else if (WIFSIGNALED(status) && !run->killed)
		fprintf(stderr, "jphost: the plugin '%s' was killed: %s\n",
			run->name, strsignal(WTERMSIG(status)));
	else if (!run->killed)
		fprintf(stderr,
			"jphost: the plugin '%s' exited with status %d "
			"without an exit message\n",
			run->name, WEXITSTATUS(status));
	return 1;
}

static int64_t grace_ms_of(const struct run *run)
{
	struct slice config = strbuf_slice(&run->session.config);
	struct json_member member;
	int64_t seconds;

	/* jp reads this key but does not use it. */
	if (!run->with->strict &&
	    json_find_path(config, &member, "plugins", "shutdown_timeout_secs",
			   NULL) &&
	    json_int64(member.value, &seconds) && seconds >= 0 &&
	    seconds <= UINT16_MAX)
		return seconds * 1000;
	return GRACE_MS;
}

static int run_plugin(struct run *run, struct workspace *ws, const char *path,
		      char **args, int argc)
{
	struct session_options options = {
		.workspace = ws,
		.config = strbuf_slice(&run->with->config),
		.options = strbuf_slice(&run->with->options),
		.plugin = run->name,
		.args = (const char *const *)args,
		.argc = (size_t)argc,
		.log_level = run->with->verbose,
		.strict = run->with->strict,
		.timeout_ms = run->with->timeout_ms,
		.fallback = run->with->fallback,
		.user = run,
		.print = print,
		.log = log_message,
	};
	struct provider_choice choice;
	struct strbuf err = STRBUF_INIT;
	int status;

	if (plugin_process_start(&run->plugin, path, &err)) {
		fprintf(stderr, "jphost: %s\n", err.buf);
		strbuf_release(&err);
		return 1;
	}
	provider_choice_init(&choice, ws, options.config, run->with->provider,
			     run->with->model);
	provider_choice_prompts(&choice, &options.timeout_ms,
				run->with->fallback_given, &options.fallback);
	options.provider = choice.provider;
	options.model = choice.model;
	options.in_fd = run->plugin.from;
	options.out_fd = run->plugin.to;
	session_init(&run->session, &options);
	run->grace_ms = grace_ms_of(run);
	while (step(run)) {
		if (run->session.end.leaving)
			let_go(run);
	}
	take_last_log(run);
	plugin_process_release(&run->plugin);
	status = conclude(run);
	session_release(&run->session);
	provider_choice_release(&choice);
	strbuf_release(&run->log);
	return status;
}

static bool asks_for_help(char **args, int argc)
{
	for (int i = 0; i < argc; i++) {
		if (!strcmp(args[i], "-h") || !strcmp(args[i], "--help"))
			return true;
	}
	return false;
}

/* The most words of a command in a plugin's file name. */
#define WORDS_MAX 3

/* A typed command, and the plugin that it names. */
struct named {
	char **argv;
	int argc;
	char *user_data;
	const char *dir;    /* of the workspace */
	struct strbuf name; /* its file's without "jp-", or a path */
	char *path;         /* NULL: not found */
	int words;          /* of the command */
	bool listed;        /* all plugins were asked for their commands */
	bool barred;        /* `bars` was read */
	struct plugin_bars bars;
	struct plugin_list list;
};

/* How many words the command may have: options and paths are not part of it. */
static int command_words(char **argv, int argc, int max)
{
	int words = 1;

	if (strchr(argv[0], '/'))
		return 1;
	while (words < argc && words < max && argv[words][0] &&
	       argv[words][0] != '-' && !strchr(argv[words], '/'))
		words++;
	return words;
}

/*
 * Find it by file name: `serve web` is jp-serve-web (RFD 072). The longest name
 * that exists counts.
 */
static void find_by_file(struct named *named, struct strbuf *err)
{
	named->words = command_words(named->argv, named->argc, WORDS_MAX);
	for (;; named->words--) {
		strbuf_setf(&named->name, "%s", named->argv[0]);
		for (int i = 1; i < named->words; i++)
			strbuf_addf(&named->name, "-%s", named->argv[i]);
		strbuf_reset(err);
		named->path = plugin_process_find(named->name.buf,
						  named->user_data, err);
		if (named->path || named->words == 1)
			return;
	}
}

/* Which plugins may not be asked, by the present files. */
static const struct plugin_bars *bars_of(struct named *named)
{
	if (!named->barred)
		plugin_bars_read(&named->bars, named->dir);
	named->barred = true;
	return &named->bars;
}

static void ask_all(struct named *named)
{
	signal(SIGPIPE, SIG_IGN);
	if (!named->listed)
		plugin_list_init(&named->list, named->user_data, bars_of(named),
				 DESCRIBE_MS);
	named->listed = true;
}

/* Find it by its reported command. That asks every plugin, so it comes last. */
static void find_by_command(struct named *named, struct strbuf *err)
{
	const struct plugin_entry *entry;

	if (named->path || strchr(named->argv[0], '/'))
		return;
	ask_all(named);
	entry = plugin_group_find(
		&named->list, named->argv,
		command_words(named->argv, named->argc, named->argc),
		&named->words);
	if (!entry)
		return;
	strbuf_reset(err);
	strbuf_setf(&named->name, "%s", entry->file + strlen("jp-"));
	named->path = xstrdup(entry->path);
}

static int may_be_asked(struct named *named, struct strbuf *err)
{
	struct strbuf why = STRBUF_INIT;
	int ret = plugin_bars_check(bars_of(named), named->name.buf,
				    named->path, &why);

	if (ret)
		strbuf_setf(err, "'%s' cannot be asked for its help: %s",
			    named->path, why.buf);
	strbuf_release(&why);
	return ret;
}

/* Show its own help, and the commands below it. */
static int show_plugin_help(struct named *named, struct strbuf *err)
{
	struct strbuf more = STRBUF_INIT;

	signal(SIGPIPE, SIG_IGN);
	if (may_be_asked(named, err) ||
	    plugin_describe_print_help(named->path, GRACE_MS, err))
		return 1;
	/* A group's name is one word, so the others need not be asked. */
	if (named->words > 1)
		return 0;
	ask_all(named);
	if (plugin_group_add_help(&more, &named->list, named->user_data,
				  named->name.buf, false))
		fputs(more.buf, stdout);
	strbuf_release(&more);
	return 0;
}

/* A group has help but no program, so a missing subcommand is an error. */
static int show_group_help(struct named *named, struct strbuf *err)
{
	struct strbuf help = STRBUF_INIT;
	bool asked = asks_for_help(named->argv, named->argc);
	int status = 1;

	if (named->listed && (asked || named->argc == 1) &&
	    plugin_group_add_help(&help, &named->list, named->user_data,
				  named->argv[0], true)) {
		strbuf_reset(err);
		fputs(help.buf, asked ? stdout : stderr);
		status = asked ? 0 : 2;
	}
	strbuf_release(&help);
	return status;
}

static int run_named(const struct run_options *with, struct named *named,
		     struct strbuf *err)
{
	struct run run = {
		.with = with,
		.name = named->name.buf,
		.plugin = PLUGIN_PROCESS_INIT,
		.log = STRBUF_INIT,
		.leave_ms = -1,
	};
	char **args = named->argv + named->words;
	int argc = named->argc - named->words, status = 1;
	struct workspace ws = { 0 };

	if (asks_for_help(args, argc))
		return show_plugin_help(named, err);
	if (!run_options_open(with, &ws, err) &&
	    !plugin_policy_check(&ws, strbuf_slice(&with->config), run.name,
				 named->path, err)) {
		run.signal_fd = signal_fd_open_stops(true);
		status = run_plugin(&run, &ws, named->path, args, argc);
		close(run.signal_fd);
	}
	workspace_release(&ws);
	return status;
}

static int find_and_run(const struct run_options *with, char **argv, int argc)
{
	struct named named = {
		.argv = argv,
		.argc = argc,
		.user_data = workspace_user_data(),
		.dir = with->dir,
		.name = STRBUF_INIT,
		.bars = PLUGIN_BARS_INIT,
	};
	struct strbuf err = STRBUF_INIT;
	int status;

	find_by_file(&named, &err);
	find_by_command(&named, &err);
	status = named.path ? run_named(with, &named, &err)
			    : show_group_help(&named, &err);
	if (err.len)
		fprintf(stderr, "jphost: %s\n", err.buf);
	if (named.listed)
		plugin_list_release(&named.list);
	plugin_bars_release(&named.bars);
	free(named.user_data);
	free(named.path);
	strbuf_release(&named.name);
	strbuf_release(&err);
	return status;
}

int command_run(int argc, char **argv)
{
	struct run_options options;
	int rest, status = 2;

	switch (run_options_parse(&options, argc, argv, &rest)) {
	case OPTIONS_HELP:
		show_help();
		status = 0;
		break;
	case OPTIONS_WRONG:
		break;
	case OPTIONS_GO_ON:
		if (rest == argc)
			fputs("jphost: run needs a plugin\n", stderr);
		else
			status = find_and_run(&options, argv + rest,
					      argc - rest);
		break;
	}
	run_options_release(&options);
	return status;
}
