#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/signal-fd.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/plugin-log.h"
#include "src/jphost/commands/provider-choice.h"
#include "src/jphost/commands/run-options.h"
#include "src/jphost/serve/session.h"

/* The plugin's time to send `exit` after it was asked to. */
#define GRACE_MS 5000

static void show_help(void)
{
	fputs(_("Usage: jphost serve [OPTIONS]\n\n"
		"Be a JP host on standard input and output, for a plugin at "
		"the other end\n(such as jp-dashboard, over ssh).\n\n"),
	      stdout);
	run_options_help();
}

/* stdout carries the protocol, so a plugin's output goes to stderr. */
static void print(void *user, const struct plugin_message *msg)
{
	(void)user;
	fputs(msg->text ? msg->text : "", stderr);
}

static void log_message(void *user, const struct plugin_message *msg)
{
	const struct run_options *options = user;

	plugin_log_show(NULL, options->verbose, msg);
}

static void loop(struct session *session, int signal_fd)
{
	int64_t leave_ms = -1;

	while (!session->end.done) {
		int wait_ms;

		session_add_fd(session, signal_fd, POLLIN);
		wait_ms = session_poll(session);
		if (leave_ms >= 0) {
			int64_t left_ms = leave_ms - clock_now_ms();

			if (left_ms <= 0)
				return;
			if (wait_ms < 0 || wait_ms > left_ms)
				wait_ms = (int)left_ms;
		}
		if (poll(session->fds, session->fd_count, wait_ms) < 0 &&
		    errno != EINTR)
			return;
		if (session_revents(session, signal_fd)) {
			while (signal_fd_next(signal_fd))
				;
			if (leave_ms < 0) {
				session_shutdown(session);
				leave_ms = clock_now_ms() + GRACE_MS;
			}
		}
		session_ready(session);
		if (session->end.leaving && leave_ms < 0)
			leave_ms = clock_now_ms() + GRACE_MS;
	}
}

static int serve(const struct run_options *with)
{
	struct session_options options = {
		.in_fd = STDIN_FILENO,
		.out_fd = STDOUT_FILENO,
		.config = strbuf_slice(&with->config),
		.options = strbuf_slice(&with->options),
		.log_level = with->verbose,
		.timeout_ms = with->timeout_ms,
		.fallback = with->fallback,
		.user = (void *)with,
		.print = print,
		.log = log_message,
	};
	int in_flags = fcntl(STDIN_FILENO, F_GETFL);
	int out_flags = fcntl(STDOUT_FILENO, F_GETFL);
	struct provider_choice choice;
	struct session session;
	struct strbuf err = STRBUF_INIT;
	struct workspace ws;
	int signal_fd;

	if (run_options_open(with, &ws, &err)) {
		fprintf(stderr, "jphost: %s\n", err.buf);
		strbuf_release(&err);
		return 1;
	}
	strbuf_release(&err);
	provider_choice_init(&choice, &ws, options.config, with->provider,
			     with->model);
	provider_choice_prefer_jp(&choice);
	options.workspace = &ws;
	provider_choice_prompts(&choice, &options.timeout_ms,
				with->fallback_given, &options.fallback);
	options.provider = choice.provider;
	options.model = choice.model;
	signal_fd = signal_fd_open_stops(false);
	fcntl(STDIN_FILENO, F_SETFL, in_flags | O_NONBLOCK);
	fcntl(STDOUT_FILENO, F_SETFL, out_flags | O_NONBLOCK);
	session_init(&session, &options);
	loop(&session, signal_fd);
	session_release(&session);
	provider_choice_release(&choice);
	/* These descriptors may be shared with the process that started us. */
	fcntl(STDIN_FILENO, F_SETFL, in_flags);
	fcntl(STDOUT_FILENO, F_SETFL, out_flags);
	close(signal_fd);
	workspace_release(&ws);
	return 0;
}

int command_serve(int argc, char **argv)
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
		if (rest < argc) {
			fprintf(stderr, "jphost: serve takes no '%s'\n",
				argv[rest]);
		} else if (isatty(STDIN_FILENO)) {
			fputs("jphost: serve speaks the protocol of plugins, "
			      "not with people; see jphost serve --help\n",
			      stderr);
		} else {
			status = serve(&options);
		}
		break;
	}
	run_options_release(&options);
	return status;
}
