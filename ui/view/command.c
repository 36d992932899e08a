#include "config.h"

#include "ui/view/command.h"

#include <assert.h>
#include <stddef.h>

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
