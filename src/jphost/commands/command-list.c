#include "config.h"

#include "src/jphost/commands/command-list.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/base/url.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/openai-own.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} COMMANDS[] = {
	{ "init", command_init, N_("make a directory a workspace") },
	{ "run", command_run, N_("run a plugin, as jp does") },
	{ "serve", command_serve,
	  N_("be a host on standard input and output") },
	{ "query", command_query, N_("run one turn in this terminal") },
	{ "jp", command_jp, N_("run jp, so that others can answer it") },
	{ "plugins", command_plugins, N_("list the plugins that run finds") },
	{ "trust", command_trust, N_("show and answer a workspace's wishes") },
	{ "replay", command_replay, N_("show a session that was recorded") },
	{ "demo", command_demo, N_("show the dashboard at work") },
};

static void show_help(FILE *to)
{
	fputs(_("Usage: jphost COMMAND [ARGS...]\n\n"
		"A small JP host: it reads the workspace of jp and speaks the "
		"protocol of its\nplugins.\n\nCommands:\n"),
	      to);
	for (size_t i = 0; i < ARRAY_SIZE(COMMANDS); i++)
		fprintf(to, "  %-8s %s\n", COMMANDS[i].name,
			_(COMMANDS[i].help));
	fputs(_("\n`jphost COMMAND --help` tells more.\n"), to);
}

/* Occupy fds 0 to 2, so that none of our pipes gets a closed one's number. */
static void open_standard_fds(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	} while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
}

/* Others can see a command line, also the password of a URL in it. */
static void hide_arguments(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *seen = argv[i];

		if (!strstr(seen, "://"))
			continue;
		argv[i] = xstrdup(seen);
		url_hide_logins(seen);
	}
}

int command_main(int argc, char **argv)
{
	const char *name;

	/*
	 * jp-dashboard's file accepts this as well, so either file can be told
	 * to act as jphost.
	 */
	if (argc > 2 && !strcmp(argv[1], "--as") &&
	    !strcmp(argv[2], "jphost")) {
		argc -= 2;
		argv += 2;
	}
	name = argc > 1 ? argv[1] : "";
	open_standard_fds();
	hide_arguments(argc, argv);
	/* Make a full disk or a limit an error instead of a silent death. */
	signal(SIGXFSZ, SIG_IGN);
	i18n_open();
	trace_open();
	/* For jp, leave our secrets in the environment: it needs them. */
	if (strcmp(name, "jp") != 0)
		openai_own_take();
	for (size_t i = 0; i < ARRAY_SIZE(COMMANDS); i++) {
		if (!strcmp(name, COMMANDS[i].name))
			return COMMANDS[i].run(argc - 1, argv + 1);
	}
	if (!strcmp(name, "--version")) {
		puts("jphost " PACKAGE_VERSION);
		return 0;
	}
	if (!strcmp(name, "-h") || !strcmp(name, "--help")) {
		show_help(stdout);
		return 0;
	}
	if (*name)
		fprintf(stderr,
			_("jphost: there is no command '%s'; 'jphost --help' "
			  "lists them\n"),
			name);
	else
		show_help(stderr);
	return 2;
}
