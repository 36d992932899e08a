#include "config.h"

#include "src/host/host-plugin.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/xalloc.h"
#include "src/host/host-spawn.h"

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* `dir`/`file`, where that is a program. */
static char *program_in(const char *dir, size_t dir_len, const char *file)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_add(&path, dir, dir_len);
	strbuf_addf(&path, "/%s", file);
	if (is_program(path.buf))
		return strbuf_detach(&path);
	strbuf_release(&path);
	return NULL;
}

static char *beside_us(const char *file)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	while (len > 0 && self[len - 1] != '/')
		len--;
	return len > 1 ? program_in(self, (size_t)len - 1, file) : NULL;
}

static char *in_user_data(const char *user_data, const char *file)
{
	struct strbuf dir = STRBUF_INIT;
	char *found;

	strbuf_addf(&dir, "%s/plugins/command", user_data);
	found = program_in(dir.buf, dir.len, file);
	strbuf_release(&dir);
	return found;
}

static char *in_path(const char *file)
{
	const char *at = getenv("PATH");
	char *found = NULL;

	while (at && *at && !found) {
		size_t len = strcspn(at, ":");

		if (len)
			found = program_in(at, len, file);
		at += len + (at[len] == ':');
	}
	return found;
}

char *host_plugin_find(const char *name, const char *user_data,
		       struct strbuf *err)
{
	struct strbuf file = STRBUF_INIT;
	char *found;

	if (strchr(name, '/')) {
		if (is_program(name))
			return xstrdup(name);
		strbuf_setf(err, "'%s' is no program", name);
		return NULL;
	}
	strbuf_addf(&file, "%s%s", strncmp(name, "jp-", 3) ? "jp-" : "", name);
	found = beside_us(file.buf);
	if (!found)
		found = in_user_data(user_data, file.buf);
	if (!found)
		found = in_path(file.buf);
	if (!found)
		strbuf_setf(err, "no plugin '%s': there is no '%s'", name,
			    file.buf);
	strbuf_release(&file);
	return found;
}

int host_plugin_start(struct host_plugin *plugin, const char *path,
		      struct strbuf *err)
{
	char *argv[] = { (char *)path, NULL };
	struct host_spawned spawned;
	int failed = host_spawn(&spawned, argv, NULL, NULL);

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

bool host_plugin_has_ended(struct host_plugin *plugin)
{
	if (plugin->pid &&
	    waitpid(plugin->pid, &plugin->status, WNOHANG) == plugin->pid)
		plugin->pid = 0;
	return !plugin->pid;
}

void host_plugin_kill(struct host_plugin *plugin)
{
	if (!plugin->pid)
		return;
	/* It may have joined our group, which is not to be killed. */
	if (getpgid(plugin->pid) == plugin->pid)
		kill(-plugin->pid, SIGKILL);
	kill(plugin->pid, SIGKILL);
}

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void host_plugin_release(struct host_plugin *plugin)
{
	host_plugin_kill(plugin);
	while (plugin->pid && waitpid(plugin->pid, &plugin->status, 0) < 0 &&
	       errno == EINTR)
		;
	plugin->pid = 0;
	close_end(&plugin->to);
	close_end(&plugin->from);
	close_end(&plugin->err);
}

static int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Its first line, without the newline. False where none comes in time. */
static bool read_line(struct host_plugin *plugin, int limit_ms,
		      struct strbuf *line)
{
	int64_t end_ms = clock_ms() + limit_ms;

	for (;;) {
		struct pollfd fds[] = { { plugin->from, POLLIN, 0 },
					{ plugin->err, POLLIN, 0 } };
		int64_t left_ms = end_ms - clock_ms();
		char bytes[4096];
		ssize_t got;

		if (left_ms <= 0 || line->len > (1 << 20))
			return false;
		if (poll(fds, 2, (int)left_ms) < 0 && errno != EINTR)
			return false;
		/* What it logs is of no interest, but must not hold it up. */
		if (!read(plugin->err, bytes, sizeof(bytes)))
			close_end(&plugin->err);
		got = read(plugin->from, bytes, sizeof(bytes));
		if (got > 0)
			strbuf_add(line, bytes, (size_t)got);
		if (memchr(line->buf, '\n', line->len)) {
			strbuf_setlen(line, strcspn(line->buf, "\n"));
			return true;
		}
		if (!got)
			return line->len > 0;
	}
}

int host_plugin_print_help(const char *path, int limit_ms, struct strbuf *err)
{
	struct host_plugin plugin = HOST_PLUGIN_INIT;
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf text = STRBUF_INIT;
	int ret = -1;

	if (host_plugin_start(&plugin, path, err))
		return -1;
	host_write_plain(&text, HOST_MESSAGE_DESCRIBE);
	/* A few bytes: they fit into the pipe. */
	if (write(plugin.to, text.buf, text.len) != (ssize_t)text.len)
		strbuf_setf(err, "'%s' does not read", path);
	close_end(&plugin.to);
	strbuf_reset(&text);
	if (!read_line(&plugin, limit_ms, &text)) {
		strbuf_setf(err, "'%s' does not describe itself", path);
	} else if (plugin_message_decode(&msg, strbuf_slice(&text), err) ||
		   msg.type != PLUGIN_MESSAGE_DESCRIBE) {
		strbuf_setf(err, "'%s' says something else than what it is",
			    path);
	} else {
		const char *help = msg.help ? msg.help : msg.description;

		ret = 0;
		puts(help ? help : "");
	}
	plugin_message_release(&msg);
	strbuf_release(&text);
	host_plugin_release(&plugin);
	return ret;
}
