#include "config.h"

#include "src/dashboard/io/probe.h"

#include <dirent.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/plugin-message.h"
#include "src/base/clock.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/io/run-briefly.h"

#define VARIABLE "JP_DASHBOARD_PROBE"
/* In total, and for its plugin: jp waits for the plugin's end. */
enum { PARENT_MS = 2000, ANSWER_MS = 1000 };

/* jp's last words about an unknown type. */
#define COMPLAINT "invalid plugin message"

/* A jp that fails leaves its log, so it gets a temporary folder. */
static char *folder_new(void)
{
	const char *dir = getenv("TMPDIR");
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/jp-dashboard.XXXXXX",
		    dir && *dir == '/' ? dir : "/tmp");
	if (mkdtemp(path.buf))
		return strbuf_detach(&path);
	strbuf_release(&path);
	return NULL;
}

static void folder_remove(char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
	rmdir(path);
	free(path);
}

/* Our environment, with that folder for temporary files, and the task. */
static char **make_environment(char *folder, char *variable)
{
	size_t count = 0, kept = 0;
	char **env;

	while (environ[count])
		count++;
	env = xcalloc(count + 3, sizeof(*env));
	env[kept++] = folder;
	env[kept++] = variable;
	for (size_t i = 0; i < count; i++) {
		if (strncmp(environ[i], "TMPDIR=", 7) != 0)
			env[kept++] = environ[i];
	}
	return env;
}

static enum probe_result run_second(char *program, const char *root,
				    const char *folder)
{
	char option[] = "-c", command[] = "dashboard",
	     variable[] = VARIABLE "=1";
	char unattended[] = "plugins.command.dashboard.run=unattended";
	char *const argv[] = { program, option, unattended, command, NULL };
	struct strbuf temporary = STRBUF_INIT, out = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;
	enum probe_result result = PROBE_UNKNOWN;
	char **env;
	int status;

	strbuf_addf(&temporary, "TMPDIR=%s", folder);
	env = make_environment(temporary.buf, variable);
	status = run_briefly(argv, env, root, PARENT_MS, &out, &err);
	if (!status)
		result = PROBE_HEARS;
	else if (status > 0 && strstr(out.buf, COMPLAINT))
		result = PROBE_DEAF;
	trace(TRACE_HOST, "a second jp: status %d %s%s", status, err.buf,
	      out.buf);
	free(env);
	strbuf_release(&temporary);
	strbuf_release(&out);
	strbuf_release(&err);
	return result;
}

/* Other hosts may take these words for something else. */
static bool is_jp(const char *program)
{
	char path[PATH_MAX];
	ssize_t len = readlink(program, path, sizeof(path) - 1);
	const char *slash;

	if (len <= 0)
		return false;
	path[len] = '\0';
	slash = strrchr(path, '/');
	return slash && strstr(slash, "jp") && strncmp(slash, "/jphost", 7);
}

enum probe_result probe_parent(const struct host_message *init)
{
	enum probe_result result = PROBE_UNKNOWN;
	struct strbuf program = STRBUF_INIT;
	char *folder;

	/* The running file, even if its path now has another. */
	strbuf_addf(&program, "/proc/%ld/exe", (long)getppid());
	folder = init->workspace_root && is_jp(program.buf) ? folder_new()
							    : NULL;
	if (folder) {
		result = run_second(program.buf, init->workspace_root, folder);
		folder_remove(folder);
	}
	strbuf_release(&program);
	return result;
}

/* --- As the second jp's plugin --- */

bool probe_is_wanted(void)
{
	return getenv(VARIABLE) != NULL;
}

static void add_exit(struct outbox *outbox, int code)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_exit(&line, code, NULL);
	outbox_push(outbox, strbuf_slice(&line), OUTBOX_ALWAYS);
	strbuf_release(&line);
}

/* A jp that knows subscriptions answers with `subscribed` or an error; one that
 * does not closes its end. */
static bool is_answered(struct connection *conn)
{
	int64_t end_ms = clock_now_ms() + ANSWER_MS, left_ms;
	struct pollfd fds[2] = { { .fd = conn->in_fd, .events = POLLIN },
				 { .fd = conn->out_fd } };
	char bytes[CONNECTION_READ_MAX];
	long got = 0;

	while (!got && (left_ms = end_ms - clock_now_ms()) > 0) {
		if (poll(fds, 2, (int)left_ms) <= 0)
			continue;
		if (fds[1].revents)
			return false;
		got = connection_read(conn, bytes);
	}
	return got > 0;
}

int probe_ask(struct connection *conn)
{
	struct strbuf line = STRBUF_INIT;
	struct outbox outbox;
	int code = 1;

	outbox_init(&outbox, (size_t)64 << 10);
	plugin_write_ready(&line);
	outbox_push(&outbox, strbuf_slice(&line), OUTBOX_ALWAYS);
	strbuf_reset(&line);
	plugin_write_subscribe(&line, NULL, "probe", "0", NULL, 0);
	outbox_push(&outbox, strbuf_slice(&line), OUTBOX_ALWAYS);
	connection_flush(conn, &outbox, clock_now_ms() + ANSWER_MS);
	if (is_answered(conn))
		code = 0;
	add_exit(&outbox, code);
	connection_flush(conn, &outbox, clock_now_ms() + ANSWER_MS);
	outbox_release(&outbox);
	strbuf_release(&line);
	return code;
}
