#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/message.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/lock-wait.h"
#include "src/jphost/commands/provider-choice.h"
#include "src/jphost/commands/run-options.h"
#include "src/jphost/commands/trust-ask.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/provider/openai-own.h"
#include "src/jphost/provider/secret-env.h"
#include "src/jphost/query/query.h"
#include "src/jphost/serve/jp-words.h"
#include "src/jphost/workspace/workspace.h"

/* Bytes of a request that is read from stdin. */
#define MAX_CONTENT ((size_t)64 << 20)

struct command {
	const char *directory;
	const char *conversation; /* NULL: the newest */
	bool new;
	const char *title;
	const char *fallback; /* as typed */
	struct query_options query;
	struct strbuf content;
	struct strbuf config;
};

static const char usage_text[] = N_(
	"Usage: jphost query [OPTIONS] TEXT...\n"
	"\n"
	"Send TEXT to a conversation of a JP workspace and show the answer as\n"
	"it comes. A TEXT of - is read from standard input.\n"
	"\n"
	"  -w, --workspace DIR    the workspace (or a directory in it)\n"
	"  -c, --conversation ID  the conversation (default: the newest)\n"
	"      --new              a new conversation\n"
	"      --title TITLE      its title\n"
	"      --provider P       who answers: jp, replay:FILE or openai:URL\n"
	"      --model NAME       the model to ask there\n"
	"      --header TEXT      another header to send there: 'Name: $VARIABLE'\n"
	"      --config FILE      configuration that overrides jp's own\n"
	"      --timeout SECONDS  how long a question waits (default: forever)\n"
	"      --fallback WHAT    on timeout: approve or reject\n"
	"  -h, --help             this help\n");

static int __attribute__((format(printf, 1, 2)))
usage_error(const char *format, ...)
{
	va_list args;

	fputs("jphost query: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, "\n%s\n", _("try 'jphost query --help'"));
	return 2;
}

static int parse_timeout(struct command *command, const char *text)
{
	struct strbuf err = STRBUF_INIT;
	int ret = run_options_read_timeout(&command->query.timeout_ms, text,
					   &err);

	if (ret)
		usage_error("%s", err.buf);
	strbuf_release(&err);
	return ret;
}

static int read_content(struct strbuf *content)
{
	char bytes[16384];
	ssize_t n;

	while ((n = read(STDIN_FILENO, bytes, sizeof(bytes))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || content->len + (size_t)n > MAX_CONTENT)
			return -1;
		strbuf_add(content, bytes, (size_t)n);
	}
	return 0;
}

static int parse_content(struct command *command, int argc, char **argv)
{
	if (argc == 1 && !strcmp(argv[0], "-")) {
		if (read_content(&command->content))
			return usage_error(_("cannot read %s"), "stdin");
	}
	for (int i = 0; i < argc && strcmp(argv[0], "-") != 0; i++)
		strbuf_addf(&command->content, "%s%s", i ? " " : "", argv[i]);
	if (!slice_skip_space(strbuf_slice(&command->content)).len)
		return usage_error("%s", _("there is no text to send"));
	return 0;
}

static int read_config(struct command *command, const char *path)
{
	struct strbuf err = STRBUF_INIT;
	int ret = run_options_read_config(&command->config, path, &err);

	if (ret)
		usage_error("%s", err.buf);
	strbuf_release(&err);
	return ret;
}

static int take_header(char *line)
{
	struct strbuf err = STRBUF_INIT;
	int ret = openai_own_give(line, &err);

	if (ret)
		usage_error("%s", err.buf);
	strbuf_release(&err);
	return ret;
}

enum {
	OPTION_NEW = 256,
	OPTION_TITLE,
	OPTION_PROVIDER,
	OPTION_MODEL,
	OPTION_HEADER,
	OPTION_CONFIG,
	OPTION_TIMEOUT,
	OPTION_FALLBACK
};

static const struct option long_options[] = {
	{ "workspace", required_argument, NULL, 'w' },
	{ "conversation", required_argument, NULL, 'c' },
	{ "new", no_argument, NULL, OPTION_NEW },
	{ "title", required_argument, NULL, OPTION_TITLE },
	{ "provider", required_argument, NULL, OPTION_PROVIDER },
	{ "model", required_argument, NULL, OPTION_MODEL },
	{ "header", required_argument, NULL, OPTION_HEADER },
	{ "config", required_argument, NULL, OPTION_CONFIG },
	{ "timeout", required_argument, NULL, OPTION_TIMEOUT },
	{ "fallback", required_argument, NULL, OPTION_FALLBACK },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

/* Returns -1 to go on, otherwise the exit status. */
static int parse_options(struct command *command, int argc, char **argv)
{
	int option;

	optind = 1;
	while ((option = getopt_long(argc, argv, "+w:c:h", long_options,
				     NULL)) != -1) {
		switch (option) {
		case 'w':
			command->directory = optarg;
			break;
		case 'c':
			command->conversation = optarg;
			break;
		case OPTION_NEW:
			command->new = true;
			break;
		case OPTION_TITLE:
			command->title = optarg;
			break;
		case OPTION_PROVIDER:
			command->query.provider = optarg;
			break;
		case OPTION_MODEL:
			command->query.model = optarg;
			break;
		case OPTION_HEADER:
			if (take_header(optarg))
				return 2;
			break;
		case OPTION_CONFIG:
			if (read_config(command, optarg))
				return 2;
			break;
		case OPTION_TIMEOUT:
			if (parse_timeout(command, optarg))
				return 2;
			break;
		case OPTION_FALLBACK:
			command->query.fallback = fallback_find(optarg);
			command->fallback = optarg;
			break;
		case 'h':
			fputs(_(usage_text), stdout);
			return 0;
		default:
			fprintf(stderr, "%s\n", _("try 'jphost query --help'"));
			return 2;
		}
	}
	return -1;
}

static int check_options(const struct command *command)
{
	if (command->new && command->conversation)
		return usage_error("%s",
				   _("--new and -c are mutually exclusive"));
	if (command->title && !command->new)
		return usage_error("%s", _("--title needs --new"));
	if (command->query.fallback == FALLBACK_OTHER)
		return usage_error(
			_("invalid --fallback '%s': use approve or reject"),
			command->fallback);
	return 0;
}

/* The id of the chosen conversation, to free(). NULL: a new one, or `err`. */
static char *find_conversation(const struct command *command,
			       const struct workspace *ws, struct strbuf *err)
{
	struct conversation_list list = { NULL, 0, 0 };
	char *id = NULL;

	if (command->new)
		return NULL;
	if (command->conversation)
		return xstrdup(command->conversation);
	if (workspace_list(ws, &list, err))
		return NULL;
	for (size_t i = 0; i < list.count && !id; i++) {
		if (!list.entries[i].unreadable)
			id = xstrdup(list.entries[i].id);
	}
	conversation_list_release(&list);
	return id;
}

static char *make_conversation(const struct command *command,
			       const struct workspace *ws, struct strbuf *err)
{
	struct strbuf title = STRBUF_INIT;
	char *id;

	if (command->title)
		strbuf_addstr(&title, command->title);
	else
		message_title_add(&title, strbuf_slice(&command->content));
	id = config_new_conversation(ws, title.len ? title.buf : NULL,
				     clock_wall_ms(), err);
	if (id)
		fprintf(stderr, _("new conversation jp-c%s\n"), id);
	strbuf_release(&title);
	return id;
}

/* Called before a conversation is created, so that an error leaves nothing. */
static int choose_provider(struct command *command,
			   struct provider_choice *choice,
			   const struct workspace *ws, struct strbuf *err)
{
	char *dir = config_user_dir();
	int ret = 0;

	provider_choice_init(choice, ws, strbuf_slice(&command->config),
			     command->query.provider, command->query.model);
	command->query.provider = choice->provider;
	command->query.model = choice->model;
	provider_choice_prompts(choice, &command->query.timeout_ms,
				command->fallback, &command->query.fallback);
	if (!choice->provider) {
		strbuf_setf(err,
			    _("--provider is missing, and there is no "
			      "'provider' for jphost in %s/config.toml"),
			    dir);
		ret = -1;
	}
	free(dir);
	return ret;
}

/*
 * Run the real jp instead: dashboards can then answer what it asks, too. It
 * creates a new conversation (a NULL `id`) itself.
 */
static int run_jp(struct command *command, const struct workspace *ws,
		  const char *id)
{
	struct jp_words message = JP_WORDS_INIT;
	struct strbuf name = STRBUF_INIT;
	char *argv[16] = { (char *)"jp", (char *)"--workspace", ws->root,
			   (char *)"query" };
	int argc = 4, status;

	if (id) {
		strbuf_addf(&name, "jp-c%s", workspace_conversation_digits(id));
		argv[argc++] = (char *)"--id";
		argv[argc++] = name.buf;
	} else {
		argv[argc++] = (char *)"--new";
	}
	if (command->title) {
		argv[argc++] = (char *)"--title";
		argv[argc++] = (char *)command->title;
	}
	if (command->query.model) {
		argv[argc++] = (char *)"--model";
		argv[argc++] = (char *)command->query.model;
	}
	argv[argc++] = (char *)"--";
	jp_words_add_message(&message, command->content.buf);
	for (size_t i = 0; i < message.count; i++)
		argv[argc++] = message.list[i];
	secret_env_put_back();
	status = command_jp(argc, argv);
	jp_words_release(&message);
	strbuf_release(&name);
	return status;
}

/* The real jp asks the model itself. */
static int query_jp(struct command *command, const struct workspace *ws,
		    struct strbuf *err)
{
	char *id = find_conversation(command, ws, err);
	int status = 1;

	if (id && !workspace_conversation_digits(id))
		strbuf_setf(err, "conversation not found: %.40s", id);
	else if (!err->len)
		status = run_jp(command, ws, id);
	free(id);
	return status;
}

static int query_here(struct command *command, struct workspace *ws,
		      struct strbuf *err)
{
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	int status = 1;
	char *id;

	if (command->new &&trust_consult(ws, NULL, true, err))
		return 1;
	id = find_conversation(command, ws, err);
	if (!id && !err->len)
		id = make_conversation(command, ws, err);
	if (!id || (!command->new &&trust_consult(ws, id, true, err)))
		goto out;
	if (lock_wait(ws, id, &lock, err) == LOCK_TAKEN) {
		command->query.workspace = ws;
		command->query.conversation = id;
		command->query.lock = &lock;
		status = query_run(&command->query, err);
		workspace_unlock(&lock);
	}
out:
	free(id);
	return status;
}

static int run(struct command *command)
{
	struct provider_choice choice = { NULL, NULL, STRBUF_INIT };
	struct strbuf err = STRBUF_INIT;
	struct workspace ws;
	int status = 1;

	if (workspace_open(&ws, command->directory, &err))
		goto out;
	if (config_load(&ws, command->directory, &err))
		goto close;
	if (choose_provider(command, &choice, &ws, &err))
		status = 2;
	else if (!strcmp(choice.provider, "jp"))
		status = query_jp(command, &ws, &err);
	else
		status = query_here(command, &ws, &err);
close:
	provider_choice_release(&choice);
	workspace_release(&ws);
out:
	if (err.len)
		fprintf(stderr, "jphost: %s\n", err.buf);
	strbuf_release(&err);
	return status;
}

int command_query(int argc, char **argv)
{
	struct command command = {
		.directory = ".",
		.query = { .timeout_ms = -1 },
		.content = STRBUF_INIT,
		.config = STRBUF_INIT,
	};
	int status = parse_options(&command, argc, argv);

	if (status == -1)
		status = check_options(&command);
	else
		goto out;
	if (!status)
		status = parse_content(&command, argc - optind, argv + optind);
	if (!status) {
		command.query.content = strbuf_slice(&command.content);
		command.query.config = strbuf_slice(&command.config);
		status = run(&command);
	}
out:
	strbuf_release(&command.content);
	strbuf_release(&command.config);
	return status;
}
