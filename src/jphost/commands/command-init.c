#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/base/i18n.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/provider-choice.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/workspace/workspace.h"

static void show_help(void)
{
	fputs(_("Usage: jphost init [DIR]\n\n"
		"Make DIR, or the current directory, a JP workspace.\n\n"
		"Options:\n"
		"  -h, --help             show this help\n"),
	      stdout);
}

/* If no model is set, show how to set one, in one of the user's files. */
static void tell_provider(const struct workspace *ws)
{
	struct provider_choice choice;
	char *config;

	provider_choice_init(&choice, ws, slice_of(NULL, 0), NULL, NULL);
	config = config_user_dir();
	if (!choice.provider) {
		printf(_("no provider is set; for a model on this machine, "
			 "write into %s/config.toml:\n"),
		       config);
		puts("\n[plugins.command.jphost.options]\n"
		     "provider = \"openai:http://localhost:11434/v1\"\n"
		     "model = \"qwen3\"");
	}
	free(config);
	provider_choice_release(&choice);
}

/* Whether `dir` itself has a `.jp`; parents do not count. */
static bool has_storage(const char *dir)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st;
	bool has;

	strbuf_addf(&path, "%s/.jp", dir);
	has = !lstat(path.buf, &st);
	strbuf_release(&path);
	return has;
}

static int init(const char *dir, struct strbuf *err)
{
	bool had = has_storage(dir);
	struct workspace ws = { 0 };
	int ret = -1;

	if (mkdir(dir, 0777) && errno != EEXIST) {
		strbuf_setf(err, "cannot make '%s': %s", dir, strerror(errno));
		return -1;
	}
	if (had ? workspace_open(&ws, dir, err)
		: workspace_create(&ws, dir, err))
		return -1;
	printf(had ? _("%s is a workspace already\n")
		   : _("%s is now a workspace\n"),
	       ws.root);
	if (!config_load(&ws, dir, err)) {
		tell_provider(&ws);
		ret = 0;
	}
	workspace_release(&ws);
	return ret;
}

int command_init(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct strbuf err = STRBUF_INIT;
	int opt, status;

	optind = 0;
	while ((opt = getopt_long(argc, argv, "+h", options, NULL)) != -1) {
		if (opt != 'h')
			return 2;
		show_help();
		return 0;
	}
	if (optind + 1 < argc) {
		fprintf(stderr, _("jphost: init takes no '%s'\n"),
			argv[optind + 1]);
		return 2;
	}
	status = init(optind < argc ? argv[optind] : ".", &err) ? 1 : 0;
	if (err.len)
		fprintf(stderr, "jphost: %s\n", err.buf);
	strbuf_release(&err);
	return status;
}
