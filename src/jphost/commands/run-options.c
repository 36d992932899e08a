#include "config.h"

#include "src/jphost/commands/run-options.h"

#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/jphost/commands/trust-ask.h"
#include "src/jphost/config/config-file.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/provider/openai-own.h"

enum {
	OPT_CONFIG = 256,
	OPT_OPTION,
	OPT_PROVIDER,
	OPT_MODEL,
	OPT_HEADER,
	OPT_FORMAT,
	OPT_STRICT,
	OPT_TIMEOUT,
	OPT_FALLBACK,
	OPT_USER_WORKSPACE
};

static const struct option LONG_OPTIONS[] = {
	{ "workspace", required_argument, NULL, 'w' },
	{ "user-workspace", required_argument, NULL, OPT_USER_WORKSPACE },
	{ "config", required_argument, NULL, OPT_CONFIG },
	{ "option", required_argument, NULL, OPT_OPTION },
	{ "provider", required_argument, NULL, OPT_PROVIDER },
	{ "model", required_argument, NULL, OPT_MODEL },
	{ "header", required_argument, NULL, OPT_HEADER },
	{ "timeout", required_argument, NULL, OPT_TIMEOUT },
	{ "fallback", required_argument, NULL, OPT_FALLBACK },
	{ "quiet", no_argument, NULL, 'q' },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

void run_options_help(void)
{
	fputs(_("Options:\n"
		"  -w, --workspace DIR    the workspace that contains DIR (default: here)\n"
		"      --user-workspace DIR  the user's own part of it, where jp tells it\n"
		"      --config FILE      configuration that overrides jp's own\n"
		"      --option KEY=VALUE plugin option; VALUE is JSON if valid, else text\n"
		"      --provider NAME    provider for the plugin's queries: jp,\n"
		"                         replay:FILE or openai:URL\n"
		"      --model NAME       the model to ask there\n"
		"      --header TEXT      another header to send there: 'Name: $VARIABLE'\n"
		"      --timeout SECONDS  how long a prompt waits (default: forever)\n"
		"      --fallback WHAT    on timeout: approve or reject (default: reject)\n"
		"  -v, --verbose          show what the plugin logs\n"
		"  -h, --help             show this help\n"),
	      stdout);
}

int run_options_read_config(struct strbuf *config, const char *path,
			    struct strbuf *err)
{
	struct config_tree *tree = config_file_read(path, err);

	if (!tree)
		return -1;
	strbuf_reset(config);
	config_tree_write(config, tree);
	config_tree_free(tree);
	return 0;
}

int run_options_open(const struct run_options *options, struct workspace *ws,
		     struct strbuf *err)
{
	if (workspace_open(ws, options->dir, err))
		return -1;
	/* jp may name a silo that does not exist yet. */
	if (options->silo && workspace_set_silo(ws, options->silo, err))
		trace(TRACE_FILE, "%s", err->buf);
	strbuf_reset(err);
	if (!config_load(ws, options->dir, err) &&
	    !trust_consult(ws, NULL, false, err))
		return 0;
	workspace_release(ws);
	return -1;
}

/* Add "KEY":VALUE to the object, replacing the same key. */
static int add_option(struct strbuf *options, const char *text,
		      struct strbuf *err)
{
	const char *equals = strchr(text, '=');
	struct strbuf key = STRBUF_INIT;
	struct strbuf out = STRBUF_INIT;
	struct json_walk walk = json_walk_begin(strbuf_slice(options));
	struct json_member member;
	struct slice value;

	if (!equals || equals == text) {
		strbuf_setf(err, "'%s' is not KEY=VALUE", text);
		return -1;
	}
	json_write_string(&key, slice_of(text, (size_t)(equals - text)));
	strbuf_addch(&out, '{');
	while (json_walk_next(&walk, &member)) {
		if (!slice_equal(member.key,
				 slice_of(key.buf + 1, key.len - 2)))
			strbuf_addf(&out, "\"%.*s\":%.*s,", (int)member.key.len,
				    member.key.ptr, (int)member.value.len,
				    member.value.ptr);
	}
	strbuf_addf(&out, "%s:", key.buf);
	value = slice_str(equals + 1);
	if (json_is_valid(value))
		json_write_compact(&out, value);
	else
		json_write_string(&out, value);
	strbuf_addch(&out, '}');
	strbuf_release(options);
	*options = out;
	strbuf_release(&key);
	return 0;
}

int run_options_read_timeout(int64_t *timeout_ms, const char *text,
			     struct strbuf *err)
{
	/* The decimal separator is a point in every locale. */
	locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
	char *end;
	double seconds = strtod_l(text, &end, c);

	freelocale(c);
	if (end == text || *end || !(seconds >= 0 && seconds <= 1e9)) {
		strbuf_setf(
			err,
			_("invalid --timeout '%s': give a number of seconds"),
			text);
		return -1;
	}
	*timeout_ms = (int64_t)(seconds * 1000);
	return 0;
}

static int set_fallback(struct run_options *options, const char *text,
			struct strbuf *err)
{
	enum fallback found = fallback_find(text);

	if (found == FALLBACK_OTHER) {
		strbuf_setf(err, "'%s' is neither approve nor reject", text);
		return -1;
	}
	options->fallback = found;
	options->fallback_given = true;
	return 0;
}

static int set_format(bool *json, const char *text, struct strbuf *err)
{
	*json = !strcmp(text, "json");
	if (*json || !strcmp(text, "text"))
		return 0;
	strbuf_setf(err, "'%s' is neither text nor json", text);
	return -1;
}

static int take(struct run_options *options, int opt, const char *word,
		struct strbuf *err)
{
	switch (opt) {
	case 'w':
		options->dir = optarg;
		return 0;
	case 'v':
		options->verbose++;
		return 0;
	case OPT_USER_WORKSPACE:
		options->silo = optarg;
		return 0;
	case 'q':
		options->quiet = true;
		return 0;
	case OPT_FORMAT:
		return set_format(&options->json, optarg, err);
	case OPT_STRICT:
		options->strict = true;
		return 0;
	case OPT_PROVIDER:
		options->provider = optarg;
		return 0;
	case OPT_MODEL:
		options->model = optarg;
		return 0;
	case OPT_HEADER:
		return openai_own_give(optarg, err);
	case OPT_CONFIG:
		return run_options_read_config(&options->config, optarg, err);
	case OPT_OPTION:
		return add_option(&options->options, optarg, err);
	case OPT_TIMEOUT:
		return run_options_read_timeout(&options->timeout_ms, optarg,
						err);
	case OPT_FALLBACK:
		return set_fallback(options, optarg, err);
	case ':':
		strbuf_setf(err, "'%s' needs a value", word);
		return -1;
	default:
		strbuf_setf(err, "there is no option '%s'", word);
		return -1;
	}
}

enum run_options_result run_options_parse(struct run_options *options, int argc,
					  char **argv, int *rest)
{
	struct strbuf err = STRBUF_INIT;
	int opt, ret = 0;

	*options = (struct run_options){
		.dir = ".",
		.fallback = FALLBACK_REJECT,
		.timeout_ms = -1,
		.config = STRBUF_INIT,
		.options = STRBUF_INIT,
	};
	strbuf_addstr(&options->config, "{}");
	optind = 0;
	/* The options after the plugin's name are its own. */
	while (!ret && (opt = getopt_long(argc, argv, "+:w:qvh", LONG_OPTIONS,
					  NULL)) != -1) {
		if (opt == 'h')
			return OPTIONS_HELP;
		ret = take(options, opt, argv[optind - 1], &err);
	}
	if (err.len)
		fprintf(stderr, "jphost: %s\n", err.buf);
	strbuf_release(&err);
	*rest = optind;
	return ret ? OPTIONS_WRONG : OPTIONS_GO_ON;
}

void run_options_release(struct run_options *options)
{
	strbuf_release(&options->config);
	strbuf_release(&options->options);
}
