#include "config.h"

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/trust-ask.h"
#include "src/jphost/config/config-load.h"
#include "ui/text/sanitize.h"

struct command {
	const char *dir;
	const char *conversation; /* or NULL: only that of the files */
	bool all;
	struct workspace ws;
	struct config_wishes wishes;
};

static const char usage_text[] = N_(
	"Usage: jphost trust [OPTIONS] [show|list|allow|revoke] [NAME...]\n"
	"\n"
	"What files of a workspace and conversations in it wish for, and only "
	"you can\nallow: to define tools and run them unasked, to start "
	"programs, and so on.\nWhat is not allowed is left out.\n"
	"\n"
	"  show     the wishes of the workspace, each in full, with your "
	"answers\n"
	"  list     your answers for all workspaces\n"
	"  allow    ask for those without an answer, or allow these NAMEs\n"
	"  revoke   forget the answers for the workspace, or for these NAMEs\n"
	"\n"
	"Options:\n"
	"  -w, --workspace DIR    the workspace (or a directory in it)\n"
	"  -c, --conversation ID  with what this conversation wishes for\n"
	"      --all              allow all that show shows\n"
	"  -h, --help             show this help\n");

static const char *answer_name(enum trust_word answer)
{
	if (answer == TRUST_ALLOWED)
		return _("allowed");
	/* TRANSLATORS: of a wish: the person said no, or was not asked yet */
	return answer == TRUST_DENIED ? _("refused") : _("not asked");
}

static void print_wish(const struct config_wish *wish)
{
	struct strbuf text = STRBUF_INIT;

	trust_wish_add(&text, wish);
	trust_keep_order(stdout, true);
	printf("%s: %s", answer_name(wish->answer), text.buf);
	trust_keep_order(stdout, false);
	strbuf_release(&text);
}

static bool is_named(const char *name, char **names, int count)
{
	for (int i = 0; i < count; i++) {
		if (!strcmp(names[i], name))
			return true;
	}
	return false;
}

static int fail(struct strbuf *err)
{
	fprintf(stderr, "jphost: %s\n", err->buf);
	return 1;
}

static int show(const struct command *command)
{
	for (size_t i = 0; i < command->wishes.count; i++)
		print_wish(&command->wishes.entries[i]);
	if (!command->wishes.count)
		fputs(_("nothing is wished for\n"), stderr);
	return 0;
}

static int list(void)
{
	struct trust trust = TRUST_INIT;
	struct strbuf err = STRBUF_INIT, place = STRBUF_INIT;
	int status = trust_load(&trust, &err) ? fail(&err) : 0;

	for (size_t i = 0; i < trust.count; i++) {
		const struct trust_answer *answer = &trust.answers[i];
		const struct config_wish wish = { answer->name, answer->value,
						  answer->allowed
							  ? TRUST_ALLOWED
							  : TRUST_DENIED };

		strbuf_reset(&place);
		sanitize_visible(&place, slice_str(answer->place), NULL);
		printf("%s\n", place.buf);
		print_wish(&wish);
	}
	trust_release(&trust);
	strbuf_release(&place);
	strbuf_release(&err);
	return status;
}

/* Check that each NAME is one of the wishes. */
static int check_names(const struct command *command, char **names, int count)
{
	for (int i = 0; i < count; i++) {
		bool found = false;

		for (size_t j = 0; j < command->wishes.count; j++)
			found = found ||
				!strcmp(command->wishes.entries[j].name,
					names[i]);
		if (!found) {
			fprintf(stderr,
				_("jphost: the workspace does not wish for "
				  "'%s'\n"),
				names[i]);
			return 1;
		}
	}
	return 0;
}

static int allow(struct command *command, char **names, int count)
{
	struct strbuf err = STRBUF_INIT;
	int status = check_names(command, names, count);

	if (!command->all && !count) {
		if (!trust_ask_can()) {
			fputs(_("jphost: say what is allowed: names, or "
				"--all\n"),
			      stderr);
			status = 2;
		} else if (trust_ask(&command->ws, &command->wishes, &err)) {
			status = fail(&err);
		}
		strbuf_release(&err);
		return status;
	}
	for (size_t i = 0; !status && i < command->wishes.count; i++) {
		struct config_wish *wish = &command->wishes.entries[i];

		if (!command->all && !is_named(wish->name, names, count))
			continue;
		wish->answer = TRUST_ALLOWED;
		if (trust_save(command->ws.root, wish->name, wish->value,
			       TRUST_ALLOWED, &err))
			status = fail(&err);
		else
			print_wish(wish);
	}
	strbuf_release(&err);
	return status;
}

static int revoke(const struct command *command, char **names, int count)
{
	const struct trust *trust = &command->ws.trust;
	const char *root = command->ws.root;
	struct strbuf err = STRBUF_INIT;
	int status = 0;

	if (!count && trust_save(root, NULL, NULL, TRUST_UNASKED, &err))
		status = fail(&err);
	for (size_t i = 0; count && !status && i < trust->count; i++) {
		const struct trust_answer *answer = &trust->answers[i];

		if (!strcmp(answer->place, root) &&
		    is_named(answer->name, names, count) &&
		    trust_save(root, answer->name, answer->value, TRUST_UNASKED,
			       &err))
			status = fail(&err);
	}
	strbuf_release(&err);
	return status;
}

static int open_workspace(struct command *command)
{
	struct strbuf err = STRBUF_INIT;
	int status = 0;

	if (workspace_open(&command->ws, command->dir, &err) ||
	    config_load(&command->ws, command->dir, &err) ||
	    config_wishes(&command->wishes, &command->ws, command->conversation,
			  &err))
		status = fail(&err);
	strbuf_release(&err);
	return status;
}

static int run(struct command *command, char **argv, int argc)
{
	const char *action = argc ? argv[0] : "show";
	bool takes_names =
		!strcmp(action, "allow") || !strcmp(action, "revoke");
	int status;

	if (!strcmp(action, "list") && argc == 1)
		return list();
	if ((strcmp(action, "show") != 0 && !takes_names) ||
	    (!takes_names && argc > 1)) {
		fprintf(stderr, _("jphost: trust takes no '%s'\n"),
			argv[argc > 1]);
		return 2;
	}
	status = open_workspace(command);
	if (!status && !strcmp(action, "show"))
		status = show(command);
	else if (!status && !strcmp(action, "allow"))
		status = allow(command, argv + 1, argc - 1);
	else if (!status)
		status = revoke(command, argv + 1, argc - 1);
	config_wishes_release(&command->wishes);
	workspace_release(&command->ws);
	return status;
}

int command_trust(int argc, char **argv)
{
	static const struct option options[] = {
		{ "workspace", required_argument, NULL, 'w' },
		{ "conversation", required_argument, NULL, 'c' },
		{ "all", no_argument, NULL, 'a' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct command command = { .dir = "." };
	int opt;

	optind = 0;
	while ((opt = getopt_long(argc, argv, "w:c:h", options, NULL)) != -1) {
		if (opt == 'h') {
			fputs(_(usage_text), stdout);
			return 0;
		}
		if (opt == 'w')
			command.dir = optarg;
		else if (opt == 'c')
			command.conversation = optarg;
		else if (opt == 'a')
			command.all = true;
		else
			return 2;
	}
	return run(&command, argv + optind, argc - optind);
}
