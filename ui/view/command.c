#include "config.h"

#include "ui/view/command.h"

#include <assert.h>
#include <stddef.h>

#include "src/base/xalloc.h"

static const struct {
	const char *name;
	const char *keys;
	enum command_group group;
	const char *help;
} commands[COMMAND_COUNT] = {
#define X(id, name, keys, group, help) \
	[COMMAND_##id] = { name, keys, COMMAND_GROUP_##group, help },
	COMMANDS(X)
#undef X
};

static const char *const group_titles[] = {
#define X(id, title) [COMMAND_GROUP_##id] = title,
	COMMAND_GROUPS(X)
#undef X
};

static const struct {
	enum command_argument kind;
	bool needed;
} arguments[COMMAND_COUNT] = {
#define X(id, kind, needed) [COMMAND_##id] = { ARGUMENT_##kind, needed },
	COMMAND_ARGUMENTS(X)
#undef X
};

static const char *const argument_titles[] = {
	[ARGUMENT_NONE] = NULL,
	[ARGUMENT_CONVERSATION] = N_("TITLE"),
	[ARGUMENT_PATTERN] = N_("PATTERN"),
	[ARGUMENT_FILE] = N_("FILE"),
	[ARGUMENT_NUMBER] = N_("NUMBER"),
	[ARGUMENT_LAYOUT] = "columns|rows|grid|main",
	[ARGUMENT_THEME] = "auto|dark|light|neutral|mono|FILE",
	/* TRANSLATORS: with the help of :host at most 78 columns */
	[ARGUMENT_HOST] = N_("add NAME=COMMAND | remove NAME | restart NAME"),
	[ARGUMENT_BINDING] = N_("KEY COMMAND"),
	[ARGUMENT_TRUST] = "allow|refuse|revoke",
	[ARGUMENT_TEXT] = N_("TEXT"),
};

static void check(enum command_id id)
{
	assert(id > COMMAND_NONE && id < COMMAND_COUNT);
}

const char *command_name(enum command_id id)
{
	check(id);
	return commands[id].name;
}

const char *command_keys(enum command_id id)
{
	check(id);
	return commands[id].keys;
}

const char *command_help(enum command_id id)
{
	check(id);
	return commands[id].help;
}

enum command_group command_group(enum command_id id)
{
	check(id);
	return commands[id].group;
}

const char *command_group_title(enum command_group group)
{
	assert(group < COMMAND_GROUP_COUNT);
	return group_titles[group];
}

enum command_id command_find(struct slice name)
{
	for (int id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++)
		if (slice_is(name, commands[id].name))
			return (enum command_id)id;
	return COMMAND_NONE;
}

enum command_argument command_argument(enum command_id id)
{
	check(id);
	return arguments[id].kind;
}

bool command_needs_argument(enum command_id id)
{
	check(id);
	return arguments[id].needed;
}

const char *command_argument_title(enum command_argument argument)
{
	assert(argument < ARRAY_SIZE(argument_titles));
	return argument_titles[argument];
}

/* The command of that name, or the only one that begins with it. */
static enum command_id find_beginning(struct slice name, struct strbuf *err)
{
	enum command_id id = command_find(name);
	struct strbuf names = STRBUF_INIT;
	size_t count = 0;

	if (id != COMMAND_NONE)
		return id;
	for (int i = COMMAND_NONE + 1; i < COMMAND_COUNT; i++) {
		if (!slice_starts_with(slice_str(commands[i].name), name))
			continue;
		strbuf_addf(&names, "%s%s", count++ ? ", " : "",
			    commands[i].name);
		id = (enum command_id)i;
	}
	if (count != 1)
		id = COMMAND_NONE;
	if (!count)
		strbuf_setf(err, _("unknown command: '%.*s'"), (int)name.len,
			    name.ptr);
	else if (count > 1)
		strbuf_setf(err, _("which one: %s?"), names.buf);
	strbuf_release(&names);
	return id;
}

enum command_id command_parse(struct slice line, struct slice *argument,
			      struct strbuf *err)
{
	struct slice name = slice_skip_blanks(line);
	enum command_id id;
	size_t len = 0;

	while (len < name.len && name.ptr[len] != ' ')
		len++;
	*argument = slice_trim(slice_skip(name, len));
	name.len = len;
	if (!len) {
		strbuf_setf(err, _("no command"));
		return COMMAND_NONE;
	}
	id = find_beginning(name, err);
	if (id == COMMAND_NONE)
		return id;
	if (argument->len && arguments[id].kind == ARGUMENT_NONE) {
		strbuf_setf(err, _("'%s' takes nothing more"),
			    commands[id].name);
		return COMMAND_NONE;
	}
	if (!argument->len && arguments[id].needed) {
		strbuf_setf(err, _("'%s' needs %s"), commands[id].name,
			    _(argument_titles[arguments[id].kind]));
		return COMMAND_NONE;
	}
	return id;
}
