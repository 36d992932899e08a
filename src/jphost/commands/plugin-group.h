#ifndef JPD_COMMANDS_PLUGIN_GROUP_H
#define JPD_COMMANDS_PLUGIN_GROUP_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/jphost/commands/plugin-list.h"

/*
 * Commands of several words, which plugins choose themselves (RFD 072, "Help
 * Aggregation for Command Groups").
 */

/*
 * The plugin with the longest command, of `*words` words, that `argv` begins
 * with. NULL if there is none.
 */
const struct plugin_entry *plugin_group_find(const struct plugin_list *list,
					     char *const *argv, int argc,
					     int *words);

/*
 * Append the commands under `group`: the plugins whose command begins with it,
 * and those in jp's registry in `user_data`. Returns false, with nothing
 * appended, if there are none. With `usage`, append the group's whole help.
 */
bool plugin_group_add_help(struct strbuf *out, const struct plugin_list *list,
			   const char *user_data, const char *group,
			   bool usage);

#endif
