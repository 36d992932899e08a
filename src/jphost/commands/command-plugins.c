#include "config.h"

#include <getopt.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/plugin-list.h"
#include "src/jphost/workspace/workspace.h"

/* A plugin's time to answer: it only has to give its name. */
#define LIMIT_MS 3000

static void show_help(void)
{
	fputs(_("Usage: jphost plugins [list] [OPTIONS]\n\n"
		"List the plugins that `jphost run` finds, by the command "
		"that jp has for them.\nEach is started and asked what it "
		"is.\n\n"
		"Options:\n"
		"      --json             a JSON object\n"
		"  -h, --help             show this help\n"),
	      stdout);
}

static void list_plugins(bool json)
{
	char *user_data = workspace_user_data();
	struct plugin_bars bars = PLUGIN_BARS_INIT;
	struct strbuf out = STRBUF_INIT;
	struct plugin_list list;

	/* A plugin may exit before it has read our question. */
	signal(SIGPIPE, SIG_IGN);
	plugin_bars_read(&bars, ".");
	plugin_list_init(&list, user_data, &bars, LIMIT_MS);
	if (json)
		plugin_list_write_json(&out, &list);
	else if (list.count)
		plugin_list_write_text(&out, &list);
	else
		fputs(_("no plugins found\n"), stderr);
	fwrite(out.buf, 1, out.len, stdout);
	plugin_list_release(&list);
	plugin_bars_release(&bars);
	strbuf_release(&out);
	free(user_data);
}

int command_plugins(int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	bool json = false;
	int opt;

	optind = 0;
	while ((opt = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (opt == 'h') {
			show_help();
			return 0;
		}
		if (opt != 'j')
			return 2;
		json = true;
	}
	/* jp names this command so. */
	if (optind < argc && !strcmp(argv[optind], "list"))
		optind++;
	if (optind < argc) {
		fprintf(stderr, _("jphost: plugins takes no '%s'\n"),
			argv[optind]);
		return 2;
	}
	list_plugins(json);
	return 0;
}
