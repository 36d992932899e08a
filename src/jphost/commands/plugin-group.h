#ifndef JPD_COMMANDS_PLUGIN_GROUP_H
#define JPD_COMMANDS_PLUGIN_GROUP_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/jphost/commands/plugin-list.h"

/*
 * Commands of several words, as plugins name them themselves (RFD 072, "Help
 * Aggregation for Command Groups").
 */

/*
 * The plugin whose command the words of `argv` begin with, the longest; it has
 * `*words` words. NULL where there is none.
 */
const struct plugin_entry *plugin_group_find(const struct plugin_list *list,
					     char *const *argv, int argc,
					     int *words);

/*
 * Append what there is under `group`: the plugins whose command begins with
 * it, and those that jp's registry in `user_data` has. False, and nothing
 * appended, where there is nothing. With `usage` it is the whole help of the
 * group.
 */
bool plugin_group_add_help(struct strbuf *out, const struct plugin_list *list,
			   const char *user_data, const char *group,
			   bool usage);

#endif
