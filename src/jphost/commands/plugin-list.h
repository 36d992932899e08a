#ifndef JPD_COMMANDS_PLUGIN_LIST_H
#define JPD_COMMANDS_PLUGIN_LIST_H

#include <stddef.h>

#include "src/base/strbuf.h"
#include "src/jphost/commands/plugin-describe.h"
#include "src/jphost/commands/plugin-policy.h"

/* All plugins that `run` would find, with their descriptions. */
struct plugin_list {
	struct plugin_entry {
		char *file; /* jp-NAME */
		char *path; /* the one that is run */
		/* Others of that name, which are later in the search order. */
		char **shadowed;
		size_t shadowed_count, shadowed_cap;
		struct plugin_describe describe;
	} * entries; /* by command path, those without an answer last */
	size_t count, cap;
};

/*
 * Find all plugins and ask them in parallel, except those that are barred; each
 * has `limit_ms`.
 */
void plugin_list_init(struct plugin_list *list, const char *user_data,
		      const struct plugin_bars *bars, int limit_ms);
void plugin_list_release(struct plugin_list *list);

/*
 * Append its command's words, as typed after `jp`: those that it reports, or
 * else those of its file's name, split at '-' (RFD 072).
 */
void plugin_entry_add_command(struct strbuf *out,
			      const struct plugin_entry *entry);

/* Write for people, grouped by the first word of the command. */
void plugin_list_write_text(struct strbuf *out, const struct plugin_list *list);
/* Write one JSON object. */
void plugin_list_write_json(struct strbuf *out, const struct plugin_list *list);

#endif
