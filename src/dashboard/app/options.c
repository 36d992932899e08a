#include "config.h"

#include "src/dashboard/app/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/dialog/prompt-lock.h"
#include "ui/view/keymap.h"
#include "ui/view/layout.h"
#include "ui/view/theme.h"

#define GUARD_MAX_MS 5000

bool options_is_batch(const struct options *options)
{
	return options->action == OPTIONS_LIST ||
	       options->action == OPTIONS_JSON ||
	       options->action == OPTIONS_EXPORT;
}

void options_init(struct options *options)
{
	*options = (struct options){
		.mouse = true,
		.popup = true,
		.restore = true,
		.layout = -1,
		.guard_ms = PROMPT_LOCK_GUARD_MS,
		.theme = xstrdup(THEME_AUTO),
	};
}

void options_release(struct options *options)
{
	if (!options)
		return;
	free(options->theme);
	free(options->rules_file);
	free(options->record);
	for (size_t i = 0; i < options->conversation_count; i++)
		free(options->conversations[i]);
	free(options->conversations);
	for (size_t i = 0; i < options->host_count; i++)
		free(options->hosts[i]);
	free(options->hosts);
	for (size_t i = 0; i < options->binding_count; i++)
		free(options->bindings[i]);
	free(options->bindings);
	*options = (struct options){ 0 };
}

const char *options_help(void)
{
	return N_(
		"Watch conversations live in split panes, and answer what "
		"their tools ask.\n"
		"\n"
		"Usage: jp dashboard [OPTIONS] [CONVERSATION...]\n"
		"\n"
		"Options:\n"
		"  --theme auto|dark|light|neutral|mono|FILE\n"
		"                           colours\n"
		"  --host NAME=COMMAND      another host: a command that speaks "
		"the protocol,\n"
		"                           such as 'ssh -o BatchMode=yes box "
		"jphost serve'\n"
		"  --bind 'KEY COMMAND'     another key for a command of the ? "
		"list\n"
		"  --layout NAME            columns, rows, grid or main\n"
		"  --plain                  lines of text and nothing drawn, "
		"for screen\n"
		"                           readers and dumb terminals\n"
		"  --no-mouse               leave the mouse to the terminal\n"
		"  --notify auto|off|osc9|osc777|osc99\n"
		"                           how the desktop is told of a request "
		"while\n"
		"                           the terminal is not looked at\n"
		"  --popup auto|manual      whether prompts open by themselves\n"
		"  --guard-ms N             how long a prompt must be on the "
		"screen before\n"
		"                           it can be approved (0 to 5000, "
		"default 500)\n"
		"  --live auto|subscribe|sidecar|poll\n"
		"                           how to follow a host that does not "
		"tell what it can\n"
		"  --list, --json           print the conversations, no screen\n"
		"  --export                 print one conversation as Markdown\n"
		"  --rules-file FILE        keep rules that approve or reject "
		"in a file\n"
		"  --record FILE            write what happens to a new file, "
		"without secrets\n"
		"  --no-restore             neither use nor keep what is "
		"remembered of the\n"
		"                           workspace: panes, drafts, "
		"histories\n"
		"  --read-only              never answer, never send\n"
		"  --version                print the version\n"
		"  --help                   print this help\n"
		"\n"
		"Configuration (in .jp/config.toml):\n"
		"  [plugins.command.dashboard.options]\n"
		"  theme = \"light\"\n"
		"  mouse = false\n"
		"  guard_ms = 1000\n"
		"  [plugins.command.dashboard.options.keys]\n"
		"  \"Z\" = \"zoom\"\n"
		"  [plugins.command.dashboard.options.hosts]\n"
		"  box = \"ssh -o BatchMode=yes box jphost serve -w proj\"\n"
		"\n"
		"Inside, ? shows the keys.\n");
}

static int set_theme(struct options *options, const char *name,
		     struct strbuf *err)
{
	if (!theme_is_choice(name)) {
		strbuf_setf(err, _("unknown theme '%s'"), name);
		return -1;
	}
	free(options->theme);
	options->theme = xstrdup(name);
	return 0;
}

/* From the root or the home: what it is must not depend on where one is. */
static int set_rules_file(struct options *options, const char *path,
			  struct strbuf *err)
{
	const char *home = getenv("HOME");
	struct strbuf whole = STRBUF_INIT;

	if (path[0] == '~' && path[1] == '/' && home && *home)
		strbuf_addf(&whole, "%s%s", home, path + 1);
	else if (path[0] == '/')
		strbuf_addstr(&whole, path);
	if (!whole.len) {
		strbuf_setf(err, _("rules_file is no absolute path: '%s'"),
			    path);
		return -1;
	}
	free(options->rules_file);
	options->rules_file = strbuf_detach(&whole);
	return 0;
}

static int set_layout(struct options *options, const char *name,
		      struct strbuf *err)
{
	for (int i = 0; i < LAYOUT_PRESET_COUNT; i++) {
		if (strcmp(layout_preset_name((enum layout_preset)i), name))
			continue;
		options->layout = i;
		return 0;
	}
	strbuf_setf(err, _("unknown layout '%s'"), name);
	return -1;
}

static int set_guard(struct options *options, double ms, const char *text,
		     struct strbuf *err)
{
	if (!(ms >= 0 && ms <= GUARD_MAX_MS)) {
		strbuf_setf(err, _("guard_ms '%s' is not between 0 and %d"),
			    text, GUARD_MAX_MS);
		return -1;
	}
	options->guard_ms = (int)ms;
	return 0;
}

/* One of two words. */
static int set_word(bool *flag, const char *name, const char *value,
		    const char *no, const char *yes, struct strbuf *err)
{
	if (strcmp(value, no) && strcmp(value, yes)) {
		strbuf_setf(err, _("'%s' is neither '%s' nor '%s': '%s'"), name,
			    no, yes, value);
		return -1;
	}
	*flag = !strcmp(value, yes);
	return 0;
}

static int set_live(struct options *options, const char *value,
		    struct strbuf *err)
{
	static const char *const names[] = {
		[LIVE_AUTO] = "auto",
		[LIVE_SUBSCRIBE] = "subscribe",
		[LIVE_SIDECAR] = "sidecar",
		[LIVE_POLL] = "poll",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(value, names[i])) {
			options->live = (enum hosts_live)i;
			return 0;
		}
	}
	strbuf_setf(err,
		    _("live is auto, subscribe, sidecar or poll, not '%s'"),
		    value);
	return -1;
}

static int set_notify(struct options *options, const char *value,
		      struct strbuf *err)
{
	static const char *const names[] = {
		[NOTIFY_AUTO] = "auto",   [NOTIFY_OFF] = "off",
		[NOTIFY_OSC9] = "osc9",   [NOTIFY_OSC777] = "osc777",
		[NOTIFY_OSC99] = "osc99",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(value, names[i])) {
			options->notify = (enum options_notify)i;
			return 0;
		}
	}
	strbuf_setf(err,
		    _("notify is auto, off, osc9, osc777 or osc99, not '%s'"),
		    value);
	return -1;
}

static void add_string(char ***list, size_t *count, const char *text)
{
	*list = xreallocarray(*list, *count + 1, sizeof(**list));
	(*list)[(*count)++] = xstrdup(text);
}

static int add_host(struct options *options, const char *spec,
		    struct strbuf *err)
{
	(void)err;
	add_string(&options->hosts, &options->host_count, spec);
	return 0;
}

/* Of "KEY COMMAND"; no key where it is none. */
static struct key key_of(const char *binding)
{
	struct slice text = slice_of(binding, strcspn(binding, " "));
	struct key key = { .sym = KEY_SYM_NONE };

	if (!key_parse(&text, &key) || text.len)
		return (struct key){ .sym = KEY_SYM_NONE };
	return key;
}

/* What else the same source binds this key to, or NULL. */
static const char *find_clash(const struct options *options,
			      const char *binding)
{
	struct key key = key_of(binding);

	for (size_t i = options->binding_start; i < options->binding_count; i++)
		if (key_equal(key, key_of(options->bindings[i])) &&
		    strcmp(binding, options->bindings[i]) != 0)
			return options->bindings[i];
	return NULL;
}

static int add_binding(struct options *options, const char *binding,
		       struct strbuf *err)
{
	const char *clash = find_clash(options, binding);
	struct keymap keymap;
	int ret;

	if (clash) {
		strbuf_setf(err, _("'%s' and '%s' are of one key"), clash,
			    binding);
		return -1;
	}
	/* The app does it; here it is only looked at. */
	keymap_init(&keymap);
	ret = keymap_bind_line(&keymap, slice_str(binding), err);
	keymap_release(&keymap);
	if (!ret)
		add_string(&options->bindings, &options->binding_count,
			   binding);
	return ret;
}

/* A table of strings, {"NAME": "VALUE"}: each as NAME, `between`, VALUE. */
static int read_table(struct options *options, struct json_member table,
		      char between,
		      int (*add)(struct options *options, const char *text,
				 struct strbuf *err),
		      struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(table.value);
	struct strbuf text = STRBUF_INIT;
	struct json_member m;
	int ret = 0;

	if (!walk.object) {
		strbuf_setf(err, _("'%.*s' is no table"), (int)table.key.len,
			    table.key.ptr);
		return -1;
	}
	while (!ret && json_walk_next(&walk, &m)) {
		strbuf_reset(&text);
		strbuf_addslice(&text, m.key);
		strbuf_addch(&text, between);
		if (!json_string_add(&text, m.value)) {
			strbuf_setf(err, _("'%.*s' in '%.*s' is no string"),
				    (int)m.key.len, m.key.ptr,
				    (int)table.key.len, table.key.ptr);
			ret = -1;
		} else {
			ret = add(options, text.buf, err);
		}
	}
	strbuf_release(&text);
	return ret;
}

static int read_config(struct options *options, struct slice raw,
		       struct strbuf *err)
{
	struct json *root = json_parse(raw, err);
	const struct json *value;
	struct json_member table;
	int ret = -1;

	if (!root)
		return -1;
	if (json_find(raw, "hosts", &table) &&
	    read_table(options, table, '=', add_host, err))
		goto out;
	if (json_find(raw, "keys", &table) &&
	    read_table(options, table, ' ', add_binding, err))
		goto out;
	options->plain = json_bool(json_get(root, "plain"), options->plain);
	options->mouse = json_bool(json_get(root, "mouse"), options->mouse);
	options->restore =
		json_bool(json_get(root, "restore"), options->restore);
	options->read_only =
		json_bool(json_get(root, "read_only"), options->read_only);
	value = json_get(root, "notify");
	if (value && set_notify(options, json_string(value, ""), err))
		goto out;
	value = json_get(root, "theme");
	if (value && set_theme(options, json_string(value, ""), err))
		goto out;
	value = json_get(root, "rules_file");
	if (value && set_rules_file(options, json_string(value, ""), err))
		goto out;
	value = json_get(root, "layout");
	if (value && set_layout(options, json_string(value, ""), err))
		goto out;
	value = json_get(root, "popup");
	if (value && set_word(&options->popup, "popup", json_string(value, ""),
			      "manual", "auto", err))
		goto out;
	value = json_get(root, "live");
	if (value && set_live(options, json_string(value, ""), err))
		goto out;
	value = json_get(root, "guard_ms");
	if (value && set_guard(options, json_number(value, -1), "?", err))
		goto out;
	ret = 0;
out:
	json_free(root);
	return ret;
}

enum {
	OPT_THEME = 256,
	OPT_NOTIFY,
	OPT_BIND,
	OPT_LAYOUT,
	OPT_PLAIN,
	OPT_RULES_FILE,
	OPT_LIST,
	OPT_JSON,
	OPT_EXPORT,
	OPT_NO_MOUSE,
	OPT_POPUP,
	OPT_GUARD,
	OPT_HOST,
	OPT_LIVE,
	OPT_RECORD,
	OPT_NO_RESTORE,
	OPT_READ_ONLY,
	OPT_VERSION
};

static const struct option LONG_OPTIONS[] = {
	{ "theme", required_argument, NULL, OPT_THEME },
	{ "notify", required_argument, NULL, OPT_NOTIFY },
	{ "bind", required_argument, NULL, OPT_BIND },
	{ "list", no_argument, NULL, OPT_LIST },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "export", no_argument, NULL, OPT_EXPORT },
	{ "rules-file", required_argument, NULL, OPT_RULES_FILE },
	{ "plain", no_argument, NULL, OPT_PLAIN },
	{ "layout", required_argument, NULL, OPT_LAYOUT },
	{ "no-mouse", no_argument, NULL, OPT_NO_MOUSE },
	{ "popup", required_argument, NULL, OPT_POPUP },
	{ "guard-ms", required_argument, NULL, OPT_GUARD },
	{ "host", required_argument, NULL, OPT_HOST },
	{ "live", required_argument, NULL, OPT_LIVE },
	{ "record", required_argument, NULL, OPT_RECORD },
	{ "no-restore", no_argument, NULL, OPT_NO_RESTORE },
	{ "read-only", no_argument, NULL, OPT_READ_ONLY },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static int set_option(struct options *options, int option, struct strbuf *err)
{
	char *end;
	double ms;

	switch (option) {
	case OPT_NOTIFY:
		return set_notify(options, optarg, err);
	case OPT_THEME:
		return set_theme(options, optarg, err);
	case OPT_BIND:
		return add_binding(options, optarg, err);
	case OPT_LAYOUT:
		return set_layout(options, optarg, err);
	case OPT_LIST:
		options->action = OPTIONS_LIST;
		return 0;
	case OPT_JSON:
		options->action = OPTIONS_JSON;
		return 0;
	case OPT_EXPORT:
		options->action = OPTIONS_EXPORT;
		return 0;
	case OPT_RULES_FILE:
		return set_rules_file(options, optarg, err);
	case OPT_PLAIN:
		options->plain = true;
		return 0;
	case OPT_NO_MOUSE:
		options->mouse = false;
		return 0;
	case OPT_POPUP:
		return set_word(&options->popup, "--popup", optarg, "manual",
				"auto", err);
	case OPT_HOST:
		return add_host(options, optarg, err);
	case OPT_LIVE:
		return set_live(options, optarg, err);
	case OPT_GUARD:
		ms = strtol(optarg, &end, 10);
		return set_guard(options, *end || end == optarg ? -1 : ms,
				 optarg, err);
	case OPT_RECORD:
		free(options->record);
		options->record = xstrdup(optarg);
		return 0;
	case OPT_NO_RESTORE:
		options->restore = false;
		return 0;
	case OPT_READ_ONLY:
		options->read_only = true;
		return 0;
	case OPT_VERSION:
		options->action = OPTIONS_VERSION;
		return 0;
	case 'h':
		options->action = OPTIONS_HELP;
		return 0;
	}
	return -1;
}

static int read_args(struct options *options, size_t argc, char **args,
		     struct strbuf *err)
{
	/* getopt wants a program name and permutes; the strings stay ours. */
	char **argv = xcalloc(argc + 2, sizeof(*argv));
	char name[] = "dashboard";
	int option, ret = -1;

	argv[0] = name;
	for (size_t i = 0; i < argc; i++)
		argv[i + 1] = args[i];
	optind = 0;
	opterr = 0;
	while ((option = getopt_long((int)argc + 1, argv, "h", LONG_OPTIONS,
				     NULL)) != -1) {
		if (option == '?') {
			strbuf_setf(err,
				    _("unknown option, or its value is "
				      "missing: '%s'"),
				    argv[optind - 1]);
			goto out;
		}
		if (set_option(options, option, err))
			goto out;
	}
	options->conversations =
		xcalloc(argc + 1, sizeof(*options->conversations));
	for (int i = optind; i < (int)argc + 1; i++)
		options->conversations[options->conversation_count++] =
			xstrdup(argv[i]);
	if (options->action == OPTIONS_EXPORT &&
	    options->conversation_count != 1) {
		strbuf_setf(err, _("--export needs one conversation"));
		goto out;
	}
	ret = 0;
out:
	free(argv);
	return ret;
}

int options_read(struct options *options, const struct host_message *init,
		 struct strbuf *err)
{
	if (init->options.len && read_config(options, init->options, err))
		return -1;
	options->binding_start = options->binding_count;
	return read_args(options, init->argc, init->args, err);
}
