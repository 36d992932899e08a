#include "config.h"

#include "src/jphost/commands/plugin-group.h"

#include <fcntl.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "src/jphost/workspace/workspace-place.h"
#include "ui/text/sanitize.h"

/* Columns for a command's name. */
#define NAME_COLS 12

/* --- Which plugin --- */

const struct plugin_entry *plugin_group_find(const struct plugin_list *list,
					     char *const *argv, int argc,
					     int *words)
{
	struct strbuf typed = STRBUF_INIT, command = STRBUF_INIT;
	const struct plugin_entry *found = NULL;

	for (int count = 1; count <= argc; count++) {
		strbuf_addf(&typed, "%s%s", count > 1 ? " " : "",
			    argv[count - 1]);
		for (size_t i = 0; i < list->count; i++) {
			strbuf_reset(&command);
			plugin_entry_add_command(&command, &list->entries[i]);
			if (strcmp(command.buf, typed.buf) != 0)
				continue;
			found = &list->entries[i];
			*words = count;
		}
	}
	strbuf_release(&typed);
	strbuf_release(&command);
	return found;
}

/* --- The commands of a group --- */

/* The part after the group's words and a blank, or NULL. */
static const char *below(const char *command, const char *group)
{
	size_t len = strlen(group);

	return !strncmp(command, group, len) && command[len] == ' '
		       ? command + len + 1
		       : NULL;
}

static void add_row(struct strbuf *out, const char *name, const char *text,
		    bool installed)
{
	size_t from;

	strbuf_addstr(out, "  ");
	from = out->len;
	sanitize_line(out, slice_str(name));
	do {
		strbuf_addch(out, ' ');
	} while (out->len - from < NAME_COLS);
	sanitize_line(out, slice_str(text ? text : ""));
	if (!installed)
		strbuf_addf(out, " %s", _("(not installed)"));
	strbuf_addch(out, '\n');
}

static bool add_installed(struct strbuf *out, const struct plugin_list *list,
			  const char *group)
{
	bool any = false;

	for (size_t i = 0; i < list->count; i++) {
		struct strbuf command = STRBUF_INIT;
		const char *name;

		plugin_entry_add_command(&command, &list->entries[i]);
		name = below(command.buf, group);
		if (name)
			add_row(out, name,
				list->entries[i].describe.answer.description,
				true);
		any = any || name;
		strbuf_release(&command);
	}
	return any;
}

static bool has_command(const struct plugin_list *list, const char *command)
{
	struct strbuf other = STRBUF_INIT;
	bool has = false;

	for (size_t i = 0; i < list->count && !has; i++) {
		strbuf_reset(&other);
		plugin_entry_add_command(&other, &list->entries[i]);
		has = !strcmp(other.buf, command);
	}
	strbuf_release(&other);
	return has;
}

/* From the registry: `group` itself to `about`, its commands to `out`. */
static bool add_registered(struct strbuf *out, struct strbuf *about,
			   const struct plugin_list *list,
			   struct slice registry, const char *group)
{
	struct json_member plugins, entry;
	struct json_walk walk;
	bool any = false;

	if (!json_find(registry, "plugins", &plugins))
		return false;
	walk = json_walk_begin(plugins.value);
	while (json_walk_next(&walk, &entry)) {
		struct strbuf command = STRBUF_INIT, text = STRBUF_INIT;
		const char *name;

		json_string_add(&command, json_quoted_key(entry.key));
		json_find_text(entry.value, "description", &text);
		name = below(command.buf, group);
		if (!strcmp(command.buf, group)) {
			sanitize_line(about, strbuf_slice(&text));
		} else if (name && !has_command(list, command.buf)) {
			add_row(out, name, text.buf, false);
			any = true;
		}
		strbuf_release(&command);
		strbuf_release(&text);
	}
	return any;
}

bool plugin_group_add_help(struct strbuf *out, const struct plugin_list *list,
			   const char *user_data, const char *group, bool usage)
{
	struct strbuf rows = STRBUF_INIT, about = STRBUF_INIT;
	struct strbuf registry = STRBUF_INIT, path = STRBUF_INIT;
	struct strbuf ignored = STRBUF_INIT;
	bool any;

	strbuf_addf(&path, "%s/registry.json", user_data);
	if (workspace_file_read(AT_FDCWD, path.buf, &registry, &ignored))
		strbuf_reset(&registry);
	any = add_installed(&rows, list, group);
	if (add_registered(&rows, &about, list, strbuf_slice(&registry), group))
		any = true;
	if (any && usage) {
		if (about.len)
			strbuf_addf(out, "%s\n\n", about.buf);
		strbuf_addf(out, _("Usage: jphost run %s COMMAND"), group);
		strbuf_addstr(out, "\n");
	}
	if (any)
		strbuf_addf(out, "\n%s\n%s", _("Commands:"), rows.buf);
	strbuf_release(&rows);
	strbuf_release(&about);
	strbuf_release(&registry);
	strbuf_release(&path);
	strbuf_release(&ignored);
	return any;
}
