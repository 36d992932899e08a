#include "config.h"

#include "src/dashboard/app/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "proto/init-options.h"
#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/hosts/host-spec.h"
#include "src/dashboard/hosts/hosts.h"
#include "ui/view/keymap.h"
#include "ui/view/layout.h"
#include "ui/view/theme.h"

/* Reading the options: each is parsed in one way, whatever its source. */

#define GUARD_MAX_MS 5000

/* The place of our options in jp's configuration. */
#define TABLE "plugins.command.dashboard.options"

static void add_string(char ***list, size_t *count, const char *text)
{
	*list = xreallocarray(*list, *count + 1, sizeof(**list));
	(*list)[(*count)++] = xstrdup(text);
}

void options_add_problem(struct options *options, const char *where,
			 const char *why)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s%s%s", where ? where : "", where ? ": " : "",
		    why);
	add_string(&options->problems, &options->problem_count, text.buf);
	strbuf_release(&text);
}

/* --- Single options, from a text --- */

int options_set_theme(struct options *options, const char *name,
		      struct strbuf *err)
{
	if (!theme_is_choice(name)) {
		strbuf_setf(err, _("unknown theme '%s'"), name);
		return -1;
	}
	free(options->theme);
	options->theme = xstrdup(name);
	options->theme_given = true;
	return 0;
}

/* From the root or the home: the meaning must not depend on the directory. */
static int set_rules_file(struct options *options, const char *path,
			  struct strbuf *err)
{
	const char *home = options->home;
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

static int set_record(struct options *options, const char *path,
		      struct strbuf *err)
{
	(void)err;
	free(options->record);
	options->record = xstrdup(path);
	return 0;
}

static int set_layout(struct options *options, const char *name,
		      struct strbuf *err)
{
	int preset = layout_preset_find(slice_str(name));

	if (preset >= 0) {
		options->layout = preset;
		return 0;
	}
	strbuf_setf(err, _("unknown layout '%s'"), name);
	return -1;
}

static int set_guard(struct options *options, const char *text,
		     struct strbuf *err)
{
	int64_t ms;

	if (!json_int64(slice_str(text), &ms) || ms < 0 || ms > GUARD_MAX_MS) {
		strbuf_setf(err, _("guard_ms '%s' is not between 0 and %d"),
			    text, GUARD_MAX_MS);
		return -1;
	}
	options->guard_ms = (int)ms;
	return 0;
}

/* Parse one of two words. */
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

#define SETTER(member, no, yes)                                             \
	static int set_##member(struct options *options, const char *value, \
				struct strbuf *err)                         \
	{                                                                   \
		return set_word(&options->member, #member, value, no, yes,  \
				err);                                       \
	}
SETTER(popup, "manual", "auto")
SETTER(plain, "false", "true")
SETTER(mouse, "false", "true")
SETTER(restore, "false", "true")
SETTER(read_only, "false", "true")

/* The index of the name; or -1. */
static int find_name(const char *const *names, size_t count, const char *value)
{
	for (size_t i = 0; i < count; i++) {
		if (!strcmp(value, names[i]))
			return (int)i;
	}
	return -1;
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
	int live = find_name(names, ARRAY_SIZE(names), value);

	if (live >= 0) {
		options->live = (enum hosts_live)live;
		return 0;
	}
	strbuf_setf(err,
		    _("live is auto, subscribe, sidecar or poll, not '%s'"),
		    value);
	return -1;
}

static const char *const NOTIFY_NAMES[] = {
	[NOTIFY_AUTO] = "auto",   [NOTIFY_OFF] = "off",
	[NOTIFY_OSC9] = "osc9",   [NOTIFY_OSC777] = "osc777",
	[NOTIFY_OSC99] = "osc99",
};

const char *options_notify_name(enum options_notify notify)
{
	return NOTIFY_NAMES[notify];
}

static int set_notify(struct options *options, const char *value,
		      struct strbuf *err)
{
	int notify = find_name(NOTIFY_NAMES, ARRAY_SIZE(NOTIFY_NAMES), value);

	if (notify >= 0) {
		options->notify = (enum options_notify)notify;
		return 0;
	}
	strbuf_setf(err,
		    _("notify is auto, off, osc9, osc777 or osc99, not '%s'"),
		    value);
	return -1;
}

/* The index of the host with that name; or the end of the list. */
static size_t find_host(const struct options *options, struct slice name)
{
	struct strbuf err = STRBUF_INIT;
	struct host_spec spec;
	size_t i = 0;

	while (i < options->host_count &&
	       (host_spec_read(&spec, slice_str(options->hosts[i]), &err) ||
		!slice_equal(spec.name, name)))
		i++;
	strbuf_release(&err);
	return i;
}

/* Replaces a host of the same name from an earlier source. */
static int add_host(struct options *options, const char *text,
		    struct strbuf *err)
{
	struct host_spec spec;
	size_t i;

	if (host_spec_read(&spec, slice_str(text), err))
		return -1;
	i = find_host(options, spec.name);
	if (slice_is(spec.name, HOSTS_PARENT) ||
	    (i >= options->host_start && i < options->host_count)) {
		strbuf_setf(err, _("host '%.*s' already exists"),
			    (int)spec.name.len, spec.name.ptr);
		return -1;
	}
	if (i == options->host_count && i >= HOSTS_MAX - 1) {
		strbuf_setf(err, _("too many hosts (%d at most)"), HOSTS_MAX);
		return -1;
	}
	if (i < options->host_count) {
		free(options->hosts[i]);
		memmove(options->hosts + i, options->hosts + i + 1,
			(--options->host_count - i) * sizeof(*options->hosts));
		options->host_start--;
	}
	add_string(&options->hosts, &options->host_count, text);
	return 0;
}

/* The key of "KEY COMMAND"; KEY_SYM_NONE and no character if invalid. */
static struct key key_of(const char *binding)
{
	struct slice text = slice_of(binding, strcspn(binding, " "));
	struct key key = { .sym = KEY_SYM_NONE };

	if (!key_parse(&text, &key) || text.len)
		return (struct key){ .sym = KEY_SYM_NONE };
	return key;
}

/* Another binding of this key from the same source, or NULL. */
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
		strbuf_setf(err, _("'%s' and '%s' bind the same key"), clash,
			    binding);
		return -1;
	}
	/* The app binds it; here it is only checked. */
	keymap_init(&keymap);
	ret = keymap_bind_line(&keymap, slice_str(binding), err);
	keymap_release(&keymap);
	if (!ret)
		add_string(&options->bindings, &options->binding_count,
			   binding);
	return ret;
}

/* Help and version win, in any order; other actions exclude each other. */
static int set_action(struct options *options, enum options_action action,
		      struct strbuf *err)
{
	bool asks = action == OPTIONS_HELP || action == OPTIONS_VERSION;

	if (asks || !options_is_batch(options)) {
		if (asks || options->action == OPTIONS_RUN)
			options->action = action;
		return 0;
	}
	if (options->action == action)
		return 0;
	strbuf_setf(err, _("one of --list, --json and --export, not two"));
	return -1;
}

#define ACTION(name, what)                                                \
	static int set_##name(struct options *options, const char *value, \
			      struct strbuf *err)                         \
	{                                                                 \
		(void)value;                                              \
		return set_action(options, what, err);                    \
	}
ACTION(list, OPTIONS_LIST)
ACTION(json, OPTIONS_JSON)
ACTION(export, OPTIONS_EXPORT)
ACTION(version, OPTIONS_VERSION)
ACTION(help, OPTIONS_HELP)

/*
 * Every option, once: the argument's name, the key in a configuration ("" if it
 * has none), the value of the argument alone (NULL: it needs one), the
 * separator between name and value of a table's member (0: not a table), and
 * its setter.
 */
#define OPTIONS(X)                                             \
	X("theme", "theme", NULL, 0, options_set_theme)        \
	X("host", "hosts", NULL, '=', add_host)                \
	X("bind", "keys", NULL, ' ', add_binding)              \
	X("layout", "layout", NULL, 0, set_layout)             \
	X("plain", "plain", "true", 0, set_plain)              \
	X("no-mouse", "mouse", "false", 0, set_mouse)          \
	X("notify", "notify", NULL, 0, set_notify)             \
	X("popup", "popup", NULL, 0, set_popup)                \
	X("guard-ms", "guard_ms", NULL, 0, set_guard)          \
	X("live", "live", NULL, 0, set_live)                   \
	X("list", "", "", 0, set_list)                         \
	X("json", "", "", 0, set_json)                         \
	X("export", "", "", 0, set_export)                     \
	X("rules-file", "rules_file", NULL, 0, set_rules_file) \
	X("record", "", NULL, 0, set_record)                   \
	X("no-restore", "restore", "false", 0, set_restore)    \
	X("read-only", "read_only", "true", 0, set_read_only)  \
	X("version", "", "", 0, set_version)                   \
	X("help", "", "", 0, set_help)

static const struct row {
	const char *name, *key, *alone;
	char between;
	int (*set)(struct options *options, const char *value,
		   struct strbuf *err);
} ROWS[] = {
#define X(name, key, alone, between, set) { name, key, alone, between, set },
	OPTIONS(X)
#undef X
};

/* --- From a configuration --- */

/* A source of options. */
struct source {
	struct options *options;
	const char *where; /* for problems */
	bool own;          /* the user, whose word counts */
};

static const struct row *find_row(struct slice key)
{
	for (size_t i = 0; i < ARRAY_SIZE(ROWS); i++) {
		if (ROWS[i].key[0] && slice_is(key, ROWS[i].key))
			return &ROWS[i];
	}
	return NULL;
}

static void add_problem(const struct source *source, struct slice key,
			const char *why)
{
	struct strbuf where = STRBUF_INIT;

	strbuf_addf(&where, "%s: %.*s", source->where, (int)key.len, key.ptr);
	options_add_problem(source->options, where.buf, why);
	strbuf_release(&where);
}

/* Whether a wish is allowed; an unknown one is recorded. */
static bool is_allowed(struct options *options, const char *name,
		       struct slice raw)
{
	struct strbuf value = STRBUF_INIT;
	enum trust_word answer;

	json_write_compact(&value, raw);
	answer = options->place ? trust_find(&options->trust, options->place,
					     name, value.buf)
				: TRUST_UNASKED;
	options->wishes =
		xreallocarray(options->wishes, options->wish_count + 1,
			      sizeof(*options->wishes));
	options->wishes[options->wish_count++] =
		(struct options_wish){ xstrdup(name), strbuf_detach(&value),
				       answer };
	return answer == TRUST_ALLOWED;
}

/* The value as the option's setter needs it. False if it is invalid. */
static bool text_of(struct strbuf *text, const struct json_member *m)
{
	if (m->type == JSON_STRING)
		return json_string_add(text, m->value);
	strbuf_addslice(text, m->value);
	return m->type != JSON_OBJECT && m->type != JSON_ARRAY &&
	       m->type != JSON_NULL;
}

static void set_member(const struct source *source, const struct row *row,
		       const struct json_member *m)
{
	struct strbuf name = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;

	strbuf_addf(&name, TABLE ".%.*s", (int)m->key.len, m->key.ptr);
	if (!source->own && !init_option_is_harmless(m->key, m->value) &&
	    !is_allowed(source->options, name.buf, m->value))
		goto out;
	if (!text_of(&text, m))
		add_problem(source, m->key, _("it has no such value"));
	else if (row->set(source->options, text.buf, &err))
		add_problem(source, m->key, err.buf);
out:
	strbuf_release(&name);
	strbuf_release(&text);
	strbuf_release(&err);
}

/*
 * Read a table of strings, {"NAME": "VALUE"}: each is NAME, `between`, VALUE.
 */
static void set_table(const struct source *source, const struct row *row,
		      const struct json_member *table)
{
	struct json_walk walk = json_walk_begin(table->value);
	struct strbuf name = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;
	struct json_member m;

	if (table->type != JSON_OBJECT)
		add_problem(source, table->key, _("not a table"));
	while (walk.object && json_walk_next(&walk, &m)) {
		struct slice key = json_quoted_key(m.key);

		strbuf_reset(&text);
		json_string_add(&text, key);
		strbuf_setf(&name, TABLE ".%s.%s", row->key, text.buf);
		if (!source->own &&
		    !is_allowed(source->options, name.buf, m.value))
			continue;
		strbuf_addch(&text, row->between);
		strbuf_reset(&err);
		if (!json_string_add(&text, m.value))
			strbuf_setf(&err, _("'%.*s' is not a string"),
				    (int)m.key.len, m.key.ptr);
		else
			row->set(source->options, text.buf, &err);
		if (err.len)
			add_problem(source, table->key, err.buf);
	}
	strbuf_release(&name);
	strbuf_release(&text);
	strbuf_release(&err);
}

/* A later source replaces values of earlier ones. */
static void begin_source(struct options *options)
{
	options->binding_start = options->binding_count;
	options->host_start = options->host_count;
	options->theme_given = false;
}

static void read_config(const struct source *source, struct slice raw)
{
	struct json_walk walk = json_walk_begin(raw);
	struct json_member m;

	begin_source(source->options);
	while (json_walk_next(&walk, &m)) {
		const struct row *row = find_row(m.key);

		if (!row)
			add_problem(source, m.key,
				    _("there is no such option"));
		else if (row->between)
			set_table(source, row, &m);
		else
			set_member(source, row, &m);
	}
}

/* --- From the arguments --- */

static int read_args(struct options *options, size_t argc, char **args,
		     struct strbuf *err)
{
	struct option long_options[ARRAY_SIZE(ROWS) + 1] = { { 0 } };
	/* getopt wants a program name and permutes; the strings stay ours. */
	char **argv = xcalloc(argc + 2, sizeof(*argv));
	char name[] = "dashboard";
	int option, at, ret = -1;

	for (size_t i = 0; i < ARRAY_SIZE(ROWS); i++)
		long_options[i] = (struct option){
			ROWS[i].name,
			ROWS[i].alone ? no_argument : required_argument, NULL, 0
		};
	argv[0] = name;
	for (size_t i = 0; i < argc; i++)
		argv[i + 1] = args[i];
	optind = 0;
	opterr = 0;
	while ((option = getopt_long((int)argc + 1, argv, "h", long_options,
				     &at)) != -1) {
		if (option == '?') {
			strbuf_setf(err,
				    _("unknown option, or its value is "
				      "missing: '%s'"),
				    argv[optind - 1]);
			goto out;
		}
		if (option == 'h')
			options->action = OPTIONS_HELP;
		else if (ROWS[at].set(options, optarg ? optarg : ROWS[at].alone,
				      err))
			goto out;
	}
	for (int i = optind; i < (int)argc + 1; i++)
		add_string(&options->conversations,
			   &options->conversation_count, argv[i]);
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
	const struct source anybody = { options, TABLE, false };
	const struct source host = { options, TABLE, init->says_untrusted };
	const struct source own = { options, options->own_path, true };

	if (init->workspace_root)
		options->place = xstrdup(init->workspace_root);
	read_config(&host, init->options);
	read_config(&anybody, init->untrusted_options);
	if (options->own)
		read_config(&own, slice_str(options->own));
	begin_source(options);
	return read_args(options, init->argc, init->args, err);
}
