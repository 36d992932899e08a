#include "config.h"

#include "src/jphost/commands/plugin-process.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/spawn.h"
#include "src/base/xalloc.h"

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

static void add_dir(struct plugin_dirs *dirs, const char *dir, size_t len)
{
	ALLOC_GROW(dirs->dirs, dirs->count + 1, dirs->cap);
	dirs->dirs[dirs->count++] = xmemdupz(dir, len);
}

void plugin_dirs_init(struct plugin_dirs *dirs, const char *user_data)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const char *at = getenv("PATH");
	struct strbuf installed = STRBUF_INIT;

	memset(dirs, 0, sizeof(*dirs));
	if (len > 0) {
		const char *dir;

		self[len] = '\0';
		dir = dirname(self);
		add_dir(dirs, dir, strlen(dir));
	}
	strbuf_addf(&installed, "%s/plugins/command", user_data);
	add_dir(dirs, installed.buf, installed.len);
	while (at && *at) {
		size_t dir_len = strcspn(at, ":");

		if (dir_len)
			add_dir(dirs, at, dir_len);
		at += dir_len + (at[dir_len] == ':');
	}
	strbuf_release(&installed);
}

void plugin_dirs_release(struct plugin_dirs *dirs)
{
	free_strings(dirs->dirs, dirs->count);
}

char *plugin_process_in(const char *dir, const char *file)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", strcmp(dir, "/") ? dir : "", file);
	if (is_program(path.buf))
		return strbuf_detach(&path);
	strbuf_release(&path);
	return NULL;
}

char *plugin_process_find(const char *name, const char *user_data,
			  struct strbuf *err)
{
	struct plugin_dirs dirs;
	struct strbuf file = STRBUF_INIT;
	char *found = NULL;

	if (strchr(name, '/')) {
		if (is_program(name))
			return xstrdup(name);
		strbuf_setf(err, "'%s' is not a program", name);
		return NULL;
	}
	strbuf_addf(&file, "%s%s", strncmp(name, "jp-", 3) ? "jp-" : "", name);
	plugin_dirs_init(&dirs, user_data);
	for (size_t i = 0; i < dirs.count && !found; i++)
		found = plugin_process_in(dirs.dirs[i], file.buf);
	if (!found)
		strbuf_setf(err, "no plugin '%s': there is no '%s'", name,
			    file.buf);
	plugin_dirs_release(&dirs);
	strbuf_release(&file);
	return found;
}

int plugin_process_start(struct plugin_process *plugin, const char *path,
			 struct strbuf *err)
{
	char *argv[] = { (char *)path, NULL };
	struct spawned spawned;
	int failed = spawn_program(
		&spawned,
		(struct spawn_tied){ .argv = argv, .death_signal = SIGTERM });

	if (failed) {
		strbuf_setf(err, "cannot start '%s': %s", path,
			    strerror(failed));
		return -1;
	}
	plugin->pid = spawned.pid;
	plugin->to = spawned.in;
	plugin->from = spawned.out;
	plugin->err = spawned.err;
	return 0;
}

bool plugin_process_has_ended(struct plugin_process *plugin)
{
	if (plugin->pid &&
	    waitpid(plugin->pid, &plugin->status, WNOHANG) == plugin->pid)
		plugin->pid = 0;
	return !plugin->pid;
}

void plugin_process_kill(struct plugin_process *plugin)
{
	if (!plugin->pid)
		return;
	/* It may have joined our group, which must not be killed. */
	if (getpgid(plugin->pid) == plugin->pid)
		kill(-plugin->pid, SIGKILL);
	kill(plugin->pid, SIGKILL);
}

void plugin_process_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void plugin_process_release(struct plugin_process *plugin)
{
	plugin_process_kill(plugin);
	while (plugin->pid && waitpid(plugin->pid, &plugin->status, 0) < 0 &&
	       errno == EINTR)
		;
	plugin->pid = 0;
	plugin_process_close(&plugin->to);
	plugin_process_close(&plugin->from);
	plugin_process_close(&plugin->err);
}
