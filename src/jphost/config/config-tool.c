#include "config.h"

#include "src/jphost/config/config-tool.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/xalloc.h"

/*
 * The members that decide what a tool does and whether the user is asked; all
 * others are text for the model, and so are some of each parameter's. The
 * first KEYS_OF_ALL are allowed in "*" as
 * well, for all tools.
 */
enum {
	RUN,
	RESULT,
	ENABLE,
	TIMEOUT,
	MAX_BYTES,
	STATEFUL,
	ACCESS,
	KEYS_OF_ALL,
	SOURCE = KEYS_OF_ALL,
	COMMAND,
	QUESTIONS,
	OPTIONS,
	PARAMETERS,
	KEY_COUNT
};

static const char *const KEYS[KEY_COUNT] = {
	[RUN] = "\"run\"",
	[RESULT] = "\"result\"",
	[ENABLE] = "\"enable\"",
	[TIMEOUT] = "\"timeout_secs\"",
	[MAX_BYTES] = "\"max_bytes\"",
	[STATEFUL] = "\"stateful\"",
	[ACCESS] = "\"access\"",
	[SOURCE] = "\"source\"",
	[COMMAND] = "\"command\"",
	[QUESTIONS] = "\"questions\"",
	[OPTIONS] = "\"options\"",
	[PARAMETERS] = "\"parameters\"",
};

/* Values of `run` and `result`, from the least to the most careful. */
static const char *const MODES[] = { "\"unattended\"", "\"ask\"", "\"edit\"",
				     "\"skip\"" };
enum { UNATTENDED, ASK };

/* The tool's member, else that of "*". */
static const struct config_tree *member_of(const struct config_tree *tools,
					   const struct config_tree *tool,
					   int key)
{
	const struct config_tree *own = config_tree_find(tool, KEYS[key]);

	return own || key >= KEYS_OF_ALL
		       ? own
		       : config_tree_find(config_tree_find(tools, "\"*\""),
					  KEYS[key]);
}

/* An unknown mode is from a newer jp: ask, to be safe. */
static int mode_of(const struct config_tree *member, int otherwise)
{
	if (!member)
		return otherwise;
	for (size_t i = 0; i < ARRAY_SIZE(MODES); i++) {
		if (member->scalar && !strcmp(member->scalar, MODES[i]))
			return (int)i;
	}
	return ASK;
}

static int default_of(int key)
{
	return key == RUN ? ASK : UNATTENDED;
}

enum enable { ENABLE_UNSAID, ENABLE_OFF, ENABLE_ON };

/* {state, allow_toggle}, and nothing else. */
static enum enable state_of(const struct config_tree *enable)
{
	const struct config_tree *state = config_tree_find(enable, "\"state\"");
	size_t known = (state ? 1 : 0) +
		       (config_tree_find(enable, "\"allow_toggle\"") ? 1 : 0);

	if (enable->count != known)
		return ENABLE_OFF;
	if (!state || (state->scalar && !strcmp(state->scalar, "null")))
		return ENABLE_UNSAID;
	return state->scalar && !strcmp(state->scalar, "true") ? ENABLE_ON
							       : ENABLE_OFF;
}

/* Read it as tool-config.c does: an unknown value is off. */
static enum enable enable_of(const struct config_tree *enable)
{
	static const char *const on[] = { "true", "\"on\"", "\"true\"",
					  "\"always\"" };

	if (!enable || (enable->scalar && !strcmp(enable->scalar, "null")))
		return ENABLE_UNSAID;
	if (enable->kind == CONFIG_TABLE)
		return state_of(enable);
	for (size_t i = 0; enable->scalar && i < ARRAY_SIZE(on); i++) {
		if (!strcmp(enable->scalar, on[i]))
			return ENABLE_ON;
	}
	return ENABLE_OFF;
}

static bool is_off(const struct config_tree *tools,
		   const struct config_tree *tool)
{
	enum enable enable = enable_of(config_tree_find(tool, KEYS[ENABLE]));

	if (enable == ENABLE_UNSAID)
		enable = enable_of(config_tree_find(
			config_tree_find(tools, "\"*\""), KEYS[ENABLE]));
	return enable == ENABLE_OFF;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

/* --- Describing a tool --- */

/* Write "a b" like {"program": "a", "args": ["b"], "shell": false}. */
static void write_words(struct strbuf *out, const char *json)
{
	struct slice text = slice_of(json + 1, strlen(json) - 2);
	size_t words = 0;

	strbuf_addstr(out, "{\"program\":");
	for (text = slice_trim(text); text.len; text = slice_trim(text)) {
		const char *blank = memchr(text.ptr, ' ', text.len);
		size_t len = blank ? (size_t)(blank - text.ptr) : text.len;

		if (words++ > 1)
			strbuf_addch(out, ',');
		strbuf_addf(out, "\"%.*s\"", (int)len, text.ptr);
		if (words == 1)
			strbuf_addstr(out, ",\"args\":[");
		text = slice_skip(text, len);
	}
	strbuf_addstr(out, "]}");
}

static void write_command(struct strbuf *out, const struct config_tree *command)
{
	const struct config_tree *program =
		config_tree_find(command, "\"program\"");
	const struct config_tree *args = config_tree_find(command, "\"args\"");
	const struct config_tree *shell =
		config_tree_find(command, "\"shell\"");

	/* Leave quotes and braces to tool-command.c, which splits it. */
	if (command->scalar && command->scalar[0] == '"' &&
	    strspn(command->scalar + 1, " ") + 2 < strlen(command->scalar) &&
	    !strpbrk(command->scalar, "\\'{#")) {
		write_words(out, command->scalar);
	} else if (program && command->count <= 3 &&
		   command->count == 1u + (args != NULL) + (shell != NULL) &&
		   (!shell ||
		    (shell->scalar && !strcmp(shell->scalar, "false")))) {
		strbuf_addstr(out, "{\"program\":");
		config_tree_write(out, program);
		strbuf_addstr(out, ",\"args\":");
		if (args)
			config_tree_write(out, args);
		else
			strbuf_addstr(out, "[]");
		strbuf_addch(out, '}');
	} else {
		config_tree_write(out, command);
	}
}

static void remove_texts_of(struct config_tree *parameters);

/* A default is what runs without a word of the model's, and a type or a list of
 * values may be what keeps the tool harmless: only texts decide nothing. */
static void remove_texts(struct config_tree *parameter)
{
	static const char *const texts[] = { "\"summary\"", "\"description\"",
					     "\"examples\"" };
	struct config_tree *items;

	if (!parameter || parameter->kind != CONFIG_TABLE)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		config_tree_remove(parameter, slice_str(texts[i]));
	items = config_tree_find(parameter, "\"items\"");
	remove_texts(items);
	remove_texts_of(config_tree_find(parameter, "\"properties\""));
}

static void remove_texts_of(struct config_tree *parameters)
{
	if (!parameters || parameters->kind != CONFIG_TABLE)
		return;
	for (size_t i = 0; i < parameters->count; i++)
		remove_texts(parameters->members[i].tree);
}

static void write_parameters(struct strbuf *out, const struct config_tree *all)
{
	struct config_tree *copy = config_tree_copy(all);

	remove_texts_of(copy);
	config_tree_write(out, copy);
	config_tree_free(copy);
}

/* Describe a tool with these modes, and without `enable` if `off`. */
static void describe(struct strbuf *out, const struct config_tree *tools,
		     const struct config_tree *tool, const int modes[2],
		     bool off)
{
	/* The command comes first: it is what the user looks for. */
	static const int order[] = { COMMAND, SOURCE,    RUN,      RESULT,
				     ENABLE,  QUESTIONS, ACCESS,   OPTIONS,
				     TIMEOUT, MAX_BYTES, STATEFUL, PARAMETERS };
	const char *comma = "{";

	for (size_t i = 0; i < ARRAY_SIZE(order); i++) {
		const int key = order[i];
		const struct config_tree *member = member_of(tools, tool, key);

		if (key > RESULT && (!member || (key == ENABLE && off)))
			continue;
		strbuf_addf(out, "%s%s:", comma, KEYS[key]);
		comma = ",";
		if (key <= RESULT)
			strbuf_addstr(out, MODES[modes[key]]);
		else if (key == COMMAND)
			write_command(out, member);
		else if (key == PARAMETERS)
			write_parameters(out, member);
		else
			config_tree_write(out, member);
	}
	strbuf_addch(out, '}');
}

static void modes_of(int modes[2], const struct config_tree *tools,
		     const struct config_tree *tool)
{
	for (int key = RUN; key <= RESULT; key++)
		modes[key] =
			mode_of(member_of(tools, tool, key), default_of(key));
}

/* Whether the user's own layers have this tool, and it is not less careful. */
static bool is_own(const struct config_tree *tools,
		   const struct config_tree *tool,
		   const struct config_tree *own,
		   const struct config_tree *own_tool)
{
	bool off = is_off(tools, tool);
	struct strbuf left = STRBUF_INIT, right = STRBUF_INIT;
	int modes[2], own_modes[2];
	bool same;

	if (!config_tree_find(own_tool, KEYS[COMMAND]))
		return false;
	modes_of(modes, tools, tool);
	modes_of(own_modes, own, own_tool);
	for (int key = RUN; key <= RESULT; key++)
		if (modes[key] > own_modes[key])
			modes[key] = own_modes[key];
	describe(&left, tools, tool, modes, off);
	describe(&right, own, own_tool, own_modes, off);
	same = !strcmp(left.buf, right.buf);
	strbuf_release(&left);
	strbuf_release(&right);
	return same;
}

enum config_tool_kind config_tool_look(struct strbuf *out,
				       const struct config_tree *tools,
				       const struct config_tree *own,
				       const char *key)
{
	const struct config_tree *tool = config_tree_find(tools, key);
	int modes[2];

	/* A tool without a command is jp's own, or an MCP server's. */
	if (!config_tree_find(tool, KEYS[COMMAND]) ||
	    is_own(tools, tool, own, config_tree_find(own, key)))
		return CONFIG_TOOL_OWN;
	if (is_off(tools, tool))
		return CONFIG_TOOL_OFF;
	modes_of(modes, tools, tool);
	describe(out, tools, tool, modes, false);
	return CONFIG_TOOL_FOREIGN;
}

/* --- Our own settings for tools --- */

/* jp rejects unknown members, so ours are in our options. */
static const char *const GRAFTS[] = { "\"timeout_secs\"", "\"max_bytes\"",
				      "\"stateful\"", "\"notifications\"" };

/* The table of this name, created if missing. NULL if it is not a table. */
static struct config_tree *table_in(struct config_tree *tree, const char *key)
{
	struct config_tree *table = config_tree_find(tree, key);

	if (!table) {
		table = config_tree_new(CONFIG_TABLE);
		config_tree_put(tree, slice_str(key), table);
	}
	return table->kind == CONFIG_TABLE ? table : NULL;
}

static void graft_one(struct config_tree *tools, const char *name,
		      const struct config_tree *ours)
{
	struct config_tree *tool = table_in(tools, name);

	for (size_t i = 0; tool && i < ARRAY_SIZE(GRAFTS); i++) {
		const struct config_tree *value =
			config_tree_find(ours, GRAFTS[i]);

		if (!value)
			continue;
		config_tree_remove(tool, slice_str(GRAFTS[i]));
		config_tree_put(tool, slice_str(GRAFTS[i]),
				config_tree_copy(value));
	}
}

void config_tool_graft(struct config_tree *config)
{
	static const char *const path[] = { "\"plugins\"", "\"command\"",
					    "\"jphost\"", "\"options\"" };
	struct config_tree *options = config, *conversation, *tools;
	const struct config_tree *ours;

	for (size_t i = 0; options && i < ARRAY_SIZE(path); i++)
		options = config_tree_find(options, path[i]);
	ours = config_tree_find(options, "\"tools\"");
	if (!ours || ours->kind != CONFIG_TABLE)
		return;
	conversation = table_in(config, "\"conversation\"");
	tools = conversation ? table_in(conversation, "\"tools\"") : NULL;
	for (size_t i = 0; tools && i < ours->count; i++)
		graft_one(tools, ours->members[i].key, ours->members[i].tree);
	config_tree_remove(options, SLICE("\"tools\""));
}

/* --- Changing tools --- */

/* Set a member to a copy; NULL removes it. */
static void set(struct config_tree *table, int key,
		const struct config_tree *value)
{
	struct config_tree *copy = value ? config_tree_copy(value) : NULL;

	config_tree_remove(table, slice_str(KEYS[key]));
	if (copy)
		config_tree_put(table, slice_str(KEYS[key]), copy);
}

static void set_mode(struct config_tree *table, int key, int mode)
{
	config_tree_remove(table, slice_str(KEYS[key]));
	config_tree_put(table, slice_str(KEYS[key]),
			config_tree_scalar(slice_str(MODES[mode])));
}

void config_tool_keep(struct config_tree *tools, const char *key)
{
	struct config_tree *tool = config_tree_find(tools, key);

	if (!tool || tool->kind != CONFIG_TABLE)
		return;
	for (int i = 0; i < KEYS_OF_ALL; i++) {
		if (!config_tree_find(tool, KEYS[i]) &&
		    member_of(tools, tool, i))
			set(tool, i, member_of(tools, tool, i));
	}
}

static void restrain_foreign(struct config_tree *tool,
			     const struct config_tree *own)
{
	const struct config_tree *all = config_tree_find(own, "\"*\"");
	int modes[2];

	modes_of(modes, tool, tool);
	set_mode(tool, RUN,
		 larger(larger(modes[RUN], ASK),
			mode_of(config_tree_find(all, KEYS[RUN]), ASK)));
	set_mode(tool, RESULT,
		 larger(modes[RESULT],
			mode_of(config_tree_find(all, KEYS[RESULT]),
				UNATTENDED)));
	set(tool, QUESTIONS, NULL);
	if (config_tree_find(all, KEYS[ENABLE]) && !is_off(NULL, tool))
		set(tool, ENABLE, config_tree_find(all, KEYS[ENABLE]));
}

static void restrain_to_own(struct config_tree *tool,
			    const struct config_tree *own,
			    const struct config_tree *own_tool)
{
	int modes[2], own_modes[2];
	bool off = is_off(NULL, tool);

	modes_of(modes, tool, tool);
	modes_of(own_modes, own, own_tool);
	for (int key = 0; key < KEY_COUNT; key++) {
		if (key <= RESULT)
			set_mode(tool, key, larger(modes[key], own_modes[key]));
		else if (key != ENABLE || !off)
			set(tool, key, member_of(own, own_tool, key));
	}
}

void config_tool_restrain(struct config_tree *tools,
			  const struct config_tree *own, const char *key)
{
	struct config_tree *tool = config_tree_find(tools, key);
	const struct config_tree *own_tool = config_tree_find(own, key);

	if (!tool || tool->kind != CONFIG_TABLE)
		return;
	config_tool_keep(tools, key);
	if (config_tree_find(own_tool, KEYS[COMMAND]))
		restrain_to_own(tool, own, own_tool);
	else
		restrain_foreign(tool, own);
}

void config_tool_ask_always(struct config_tree *config)
{
	const struct config_tree *conversation =
		config_tree_find(config, "\"conversation\"");
	const struct config_tree *tools =
		config_tree_find(conversation, "\"tools\"");

	for (size_t i = 0; tools && i < tools->count; i++) {
		struct config_tree *tool = tools->members[i].tree;
		int modes[2];

		if (tool->kind != CONFIG_TABLE)
			continue;
		modes_of(modes, tools, tool);
		set_mode(tool, RUN, larger(modes[RUN], ASK));
		set_mode(tool, RESULT, larger(modes[RESULT], ASK));
	}
}

void config_tool_restrain_defaults(struct config_tree *tools,
				   const struct config_tree *own)
{
	struct config_tree *all = config_tree_find(tools, "\"*\"");
	const struct config_tree *own_all = config_tree_find(own, "\"*\"");

	if (!all || all->kind != CONFIG_TABLE)
		return;
	for (int key = 0; key < KEYS_OF_ALL; key++) {
		const struct config_tree *there =
			config_tree_find(all, KEYS[key]);
		const struct config_tree *mine =
			config_tree_find(own_all, KEYS[key]);

		if (key <= RESULT && there)
			set_mode(all, key,
				 larger(mode_of(there, ASK),
					mode_of(mine, default_of(key))));
		else if (key > RESULT &&
			 !(key == ENABLE && enable_of(there) == ENABLE_OFF))
			set(all, key, mine);
	}
}
