#include "config.h"

#include "src/jphost/commands/plugin-list.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"

/* How many are asked in parallel; the others wait for one to finish. */
#define MAX_AT_ONCE 32

/* --- Finding plugins --- */

static struct plugin_entry *find_entry(struct plugin_list *list,
				       const char *file)
{
	for (size_t i = 0; i < list->count; i++) {
		if (!strcmp(list->entries[i].file, file))
			return &list->entries[i];
	}
	return NULL;
}

static void add_program(struct plugin_list *list, const char *dir,
			const char *file)
{
	struct plugin_entry *entry = find_entry(list, file);
	char *path = plugin_process_in(dir, file);

	if (!path)
		return;
	if (!entry) {
		ALLOC_GROW(list->entries, list->count + 1, list->cap);
		list->entries[list->count++] = (struct plugin_entry){
			.file = xstrdup(file),
			.path = path,
		};
	} else {
		ALLOC_GROW(entry->shadowed, entry->shadowed_count + 1,
			   entry->shadowed_cap);
		entry->shadowed[entry->shadowed_count++] = path;
	}
}

/* Another path of a directory already read: its plugins are not shadowed. */
static bool is_again(const struct plugin_dirs *dirs, size_t at)
{
	struct stat own, st;

	if (stat(dirs->dirs[at], &own))
		return true;
	for (size_t i = 0; i < at; i++) {
		if (!stat(dirs->dirs[i], &st) && st.st_dev == own.st_dev &&
		    st.st_ino == own.st_ino)
			return true;
	}
	return false;
}

static void look_in(struct plugin_list *list, const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;

	/* An empty list would be wrong. */
	if (!dir && errno != ENOENT && errno != ENOTDIR)
		fprintf(stderr, "jphost: cannot open '%s': %s\n", path,
			strerror(errno));
	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		if (!strncmp(entry->d_name, "jp-", 3) && entry->d_name[3])
			add_program(list, path, entry->d_name);
	}
	closedir(dir);
}

/* --- Asking plugins --- */

static bool ask_round(struct plugin_list *list, size_t first, size_t started)
{
	struct pollfd fds[MAX_AT_ONCE * PLUGIN_DESCRIBE_FDS];
	size_t asked[MAX_AT_ONCE], count = 0;
	int wait_ms = -1;

	for (size_t i = first; i < started; i++) {
		struct plugin_describe *describe = &list->entries[i].describe;
		int left_ms = plugin_describe_left_ms(describe);

		if (describe->done)
			continue;
		plugin_describe_poll(describe,
				     fds + count * PLUGIN_DESCRIBE_FDS);
		asked[count++] = i;
		if (wait_ms < 0 || left_ms < wait_ms)
			wait_ms = left_ms;
	}
	if (!count)
		return false;
	poll(fds, count * PLUGIN_DESCRIBE_FDS, wait_ms);
	for (size_t i = 0; i < count; i++)
		plugin_describe_ready(&list->entries[asked[i]].describe);
	return true;
}

static void ask(struct plugin_entry *entry, const struct plugin_bars *bars,
		int limit_ms)
{
	struct strbuf why = STRBUF_INIT;

	if (plugin_bars_check(bars, entry->file, entry->path, &why))
		plugin_describe_refuse(&entry->describe, entry->path, why.buf);
	else
		plugin_describe_init(&entry->describe, entry->path, limit_ms);
	strbuf_release(&why);
}

static void ask_all(struct plugin_list *list, const struct plugin_bars *bars,
		    int limit_ms)
{
	for (size_t first = 0; first < list->count; first += MAX_AT_ONCE) {
		size_t end = first + MAX_AT_ONCE;

		if (end > list->count)
			end = list->count;
		for (size_t i = first; i < end; i++)
			ask(&list->entries[i], bars, limit_ms);
		while (ask_round(list, first, end))
			;
		/* Do not keep those that do not exit. */
		for (size_t i = first; i < end; i++)
			plugin_process_release(
				&list->entries[i].describe.plugin);
	}
}

/* --- In order --- */

static bool answered(const struct plugin_entry *entry)
{
	return !entry->describe.failed.len;
}

void plugin_entry_add_command(struct strbuf *out,
			      const struct plugin_entry *entry)
{
	const struct plugin_message *answer = &entry->describe.answer;
	size_t from = out->len;

	for (size_t i = 0; i < answer->command_words; i++)
		strbuf_addf(out, "%s%s", i ? " " : "", answer->command[i]);
	if (out->len > from)
		return;
	strbuf_addstr(out, entry->file + strlen("jp-"));
	for (size_t i = from; i < out->len; i++) {
		if (out->buf[i] == '-')
			out->buf[i] = ' ';
	}
}

static int by_command(const void *a, const void *b)
{
	const struct plugin_entry *left = a, *right = b;
	struct strbuf left_command = STRBUF_INIT;
	struct strbuf right_command = STRBUF_INIT;
	int order = answered(right) - answered(left);

	plugin_entry_add_command(&left_command, left);
	plugin_entry_add_command(&right_command, right);
	if (!order)
		order = strcmp(left_command.buf, right_command.buf);
	if (!order)
		order = strcmp(left->file, right->file);
	strbuf_release(&left_command);
	strbuf_release(&right_command);
	return order;
}

void plugin_list_init(struct plugin_list *list, const char *user_data,
		      const struct plugin_bars *bars, int limit_ms)
{
	struct plugin_dirs dirs;

	memset(list, 0, sizeof(*list));
	plugin_dirs_init(&dirs, user_data);
	for (size_t i = 0; i < dirs.count; i++) {
		if (!is_again(&dirs, i))
			look_in(list, dirs.dirs[i]);
	}
	plugin_dirs_release(&dirs);
	ask_all(list, bars, limit_ms);
	if (list->count)
		qsort(list->entries, list->count, sizeof(*list->entries),
		      by_command);
}

void plugin_list_release(struct plugin_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct plugin_entry *entry = &list->entries[i];

		free_strings(entry->shadowed, entry->shadowed_count);
		plugin_describe_release(&entry->describe);
		free(entry->file);
		free(entry->path);
	}
	free(list->entries);
}

/* --- Output --- */

/* A plugin's text is untrusted: put it on one line, without controls. */
static void add_clean(struct strbuf *out, const char *text)
{
	sanitize_line(out, slice_str(text));
}

static void add_entry(struct strbuf *out, const struct plugin_entry *entry,
		      const char *command)
{
	const struct plugin_message *answer = &entry->describe.answer;

	strbuf_addstr(out, "  jp ");
	add_clean(out, command);
	if (answer->description && *answer->description) {
		strbuf_addstr(out, "  ");
		add_clean(out, answer->description);
	}
	strbuf_addstr(out, "\n      ");
	add_clean(out, answer->name ? answer->name : entry->file + 3);
	if (answer->version && *answer->version) {
		strbuf_addch(out, ' ');
		add_clean(out, answer->version);
	}
	strbuf_addstr(out, "  ");
	add_clean(out, entry->path);
	strbuf_addch(out, '\n');
}

static void add_shadowed(struct strbuf *out, const struct plugin_entry *entry)
{
	for (size_t i = 0; i < entry->shadowed_count; i++) {
		struct strbuf path = STRBUF_INIT;

		add_clean(&path, entry->shadowed[i]);
		strbuf_addstr(out, "      ");
		strbuf_addf(out, _("shadowed by the first one: %s"), path.buf);
		strbuf_addch(out, '\n');
		strbuf_release(&path);
	}
}

static void add_group(struct strbuf *out, struct strbuf *group,
		      const char *command)
{
	size_t len = strcspn(command, " ");

	if (slice_equal(strbuf_slice(group), slice_of(command, len)))
		return;
	strbuf_reset(group);
	strbuf_add(group, command, len);
	if (out->len)
		strbuf_addch(out, '\n');
	add_clean(out, group->buf);
	strbuf_addch(out, '\n');
}

void plugin_list_write_text(struct strbuf *out, const struct plugin_list *list)
{
	struct strbuf group = STRBUF_INIT;
	size_t i = 0;

	for (; i < list->count && answered(&list->entries[i]); i++) {
		struct strbuf command = STRBUF_INIT;

		plugin_entry_add_command(&command, &list->entries[i]);
		add_group(out, &group, command.buf);
		add_entry(out, &list->entries[i], command.buf);
		add_shadowed(out, &list->entries[i]);
		strbuf_release(&command);
	}
	if (i < list->count)
		strbuf_addf(out, "%s%s\n", out->len ? "\n" : "",
			    _("Without an answer:"));
	for (; i < list->count; i++) {
		strbuf_addstr(out, "  ");
		add_clean(out, list->entries[i].path);
		strbuf_addf(out, "\n      %s\n",
			    list->entries[i].describe.failed.buf);
		add_shadowed(out, &list->entries[i]);
	}
	strbuf_release(&group);
}

static void write_text(struct strbuf *out, const char *key, const char *text)
{
	if (text)
		json_write_member(out, key, slice_str(text));
}

static void write_entry(struct strbuf *out, const struct plugin_entry *entry)
{
	const struct plugin_message *answer = &entry->describe.answer;

	strbuf_addch(out, '{');
	write_text(out, "path", entry->path);
	json_write_member_texts(out, "shadowed",
				(const char *const *)entry->shadowed,
				entry->shadowed_count);
	if (answered(entry)) {
		json_write_member_texts(out, "command",
					(const char *const *)answer->command,
					answer->command_words);
		write_text(out, "name", answer->name);
		write_text(out, "version", answer->version);
		write_text(out, "description", answer->description);
	} else {
		write_text(out, "error", entry->describe.failed.buf);
	}
	strbuf_addch(out, '}');
}

void plugin_list_write_json(struct strbuf *out, const struct plugin_list *list)
{
	struct strbuf json = STRBUF_INIT;

	strbuf_addstr(&json, "{\"plugins\":[");
	for (size_t i = 0; i < list->count; i++) {
		if (i)
			strbuf_addch(&json, ',');
		write_entry(&json, &list->entries[i]);
	}
	strbuf_addstr(&json, "]}");
	json_write_pretty(out, strbuf_slice(&json), 0);
	strbuf_addch(out, '\n');
	strbuf_release(&json);
}
