#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/demo-stage.h"

static const char usage_text[] = N_(
	"Usage: jphost demo [OPTIONS] [-- DASHBOARD-OPTIONS...]\n"
	"\n"
	"Make a workspace with conversations that were written for it, play four\n"
	"of them at once, and show them in the dashboard. No model is asked, and\n"
	"no tool is really run. All is removed at the end.\n"
	"\n"
	"      --dir DIR       make it in this empty directory\n"
	"      --keep          leave it there at the end\n"
	"      --no-dashboard  only play, until interrupted\n"
	"  -h, --help          this help\n");

struct demo {
	struct demo_stage_options stage;
	bool dashboard;
	char **args; /* the dashboard's own, terminated by NULL */
	pid_t pid;
	int lifeline;
	struct strbuf dir;
};

/* Returns -1 to go on, otherwise the exit status. */
static int parse_options(struct demo *demo, int argc, char **argv)
{
	enum { OPTION_DIR = 256, OPTION_KEEP, OPTION_NO_DASHBOARD };
	static const struct option options[] = {
		{ "dir", required_argument, NULL, OPTION_DIR },
		{ "keep", no_argument, NULL, OPTION_KEEP },
		{ "no-dashboard", no_argument, NULL, OPTION_NO_DASHBOARD },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	optind = 1;
	while ((option = getopt_long(argc, argv, "+h", options, NULL)) != -1) {
		switch (option) {
		case OPTION_DIR:
			demo->stage.dir = optarg;
			break;
		case OPTION_KEEP:
			demo->stage.keep = true;
			break;
		case OPTION_NO_DASHBOARD:
			demo->dashboard = false;
			break;
		case 'h':
			fputs(_(usage_text), stdout);
			return 0;
		default:
			fprintf(stderr, "%s\n", _("try 'jphost demo --help'"));
			return 2;
		}
	}
	demo->args = argv + optind;
	return -1;
}

/* Read the stage's first line, without its newline; empty if the stage died. */
static void read_report(int fd, struct strbuf *line)
{
	char byte;
	ssize_t n;

	while ((n = read(fd, &byte, 1)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || byte == '\n')
			break;
		strbuf_addch(line, byte);
	}
}

/* Start the process that owns the workspace, and learn its path. */
static int start_stage(struct demo *demo)
{
	struct strbuf line = STRBUF_INIT;
	int lifeline[2], told[2], ret = -1;

	if (pipe2(lifeline, O_CLOEXEC) || pipe2(told, O_CLOEXEC)) {
		fprintf(stderr, "jphost: %s\n", strerror(errno));
		return -1;
	}
	demo->pid = fork();
	if (!demo->pid) {
		close(lifeline[1]);
		close(told[0]);
		demo->stage.lifeline = lifeline[0];
		demo->stage.report = told[1];
		_exit(demo_stage_run(&demo->stage));
	}
	close(lifeline[0]);
	close(told[1]);
	demo->lifeline = lifeline[1];
	if (demo->pid > 0)
		read_report(told[0], &line);
	close(told[0]);
	if (slice_starts_with(strbuf_slice(&line), SLICE("ok "))) {
		strbuf_addstr(&demo->dir, line.buf + strlen("ok "));
		ret = 0;
	} else if (slice_starts_with(strbuf_slice(&line), SLICE("error "))) {
		fprintf(stderr, "jphost: %s\n", line.buf + strlen("error "));
	} else {
		fprintf(stderr, "jphost: %s\n", _("cannot start the demo"));
	}
	strbuf_release(&line);
	return ret;
}

/* Release the stage, and wait until it has cleaned up. */
static void end_stage(struct demo *demo)
{
	close(demo->lifeline);
	if (demo->pid > 0) {
		while (waitpid(demo->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
}

/* Run `jphost run -w DIR --provider replay:… dashboard`. */
static int run_dashboard(const char *dir, char **args)
{
	struct strbuf provider = STRBUF_INIT;
	char *reply = demo_stage_reply(dir);
	char **argv;
	size_t given = 0;
	int argc = 0, status;

	while (args[given])
		given++;
	argv = xcalloc(given + 8, sizeof(*argv));
	demo_stage_set_environment(dir);
	strbuf_addf(&provider, "replay:%s", reply);
	argv[argc++] = xstrdup("run");
	argv[argc++] = xstrdup("-w");
	argv[argc++] = xstrdup(dir);
	argv[argc++] = xstrdup("--provider");
	argv[argc++] = strbuf_detach(&provider);
	argv[argc++] = xstrdup("dashboard");
	for (size_t i = 0; i < given; i++)
		argv[argc++] = xstrdup(args[i]);
	status = command_run(argc, argv);
	while (argc)
		free(argv[--argc]);
	free(argv);
	free(reply);
	return status;
}

static int wait_for_signal(const char *dir, const sigset_t *signals)
{
	int number;

	printf(_("The demo plays in %s\n"
		 "Watch it with: JP_USER_DATA_DIR=%s/.demo/user "
		 "jphost run -w %s dashboard\n"
		 "Interrupt it with ^C.\n"),
	       dir, dir, dir);
	fflush(stdout);
	sigwait(signals, &number);
	return 0;
}

static int play(struct demo *demo)
{
	sigset_t signals;
	int status = 1;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGHUP);
	if (start_stage(demo)) {
		end_stage(demo);
		return 1;
	}
	/* From here on an interrupt must not keep us from cleaning up. */
	sigprocmask(SIG_BLOCK, &signals, NULL);
	if (demo->dashboard)
		status = run_dashboard(demo->dir.buf, demo->args);
	else
		status = wait_for_signal(demo->dir.buf, &signals);
	end_stage(demo);
	if (demo->stage.keep)
		printf(_("The demo's workspace stays in %s\n"), demo->dir.buf);
	return status;
}

int command_demo(int argc, char **argv)
{
	struct demo demo = { .dashboard = true, .dir = STRBUF_INIT };
	int status = parse_options(&demo, argc, argv);

	if (status == -1)
		status = play(&demo);
	strbuf_release(&demo.dir);
	return status;
}
