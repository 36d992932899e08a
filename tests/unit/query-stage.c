#include "config.h"

#include "tests/unit/query-stage.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/config/config-load.h"
#include "tests/unit/remove-folder.h"

/* Longer than anything takes: only a failure waits so long. */
#define LIMIT_MS 20000

static int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int stage_setup(void **state)
{
	struct stage *stage = xcalloc(1, sizeof(*stage));
	struct strbuf err = STRBUF_INIT;

	snprintf(stage->dir, sizeof(stage->dir), "/tmp/query-test-XXXXXX");
	assert_non_null(mkdtemp(stage->dir));
	setenv("XDG_RUNTIME_DIR", stage->dir, 1);
	setenv("JP_USER_DATA_DIR", stage->dir, 1);
	setenv("TERM", "dumb", 1);
	assert_int_equal(workspace_create(&stage->ws, stage->dir, &err), 0);
	stage->conversation = config_new_conversation(&stage->ws, "Test",
						      1773839946800, &err);
	assert_non_null(stage->conversation);
	stage->tty = -1;
	strbuf_init(&stage->screen);
	for (size_t i = 0; i < STAGE_WATCHERS; i++)
		strbuf_init(&stage->heard[i]);
	*state = stage;
	return 0;
}

int stage_teardown(void **state)
{
	struct stage *stage = *state;

	if (stage->pid) {
		kill(stage->pid, SIGKILL);
		waitpid(stage->pid, NULL, 0);
	}
	if (stage->tty >= 0)
		close(stage->tty);
	for (size_t i = 0; i < STAGE_WATCHERS; i++) {
		live_client_close(stage->clients[i]);
		strbuf_release(&stage->heard[i]);
	}
	strbuf_release(&stage->screen);
	free(stage->conversation);
	workspace_release(&stage->ws);
	remove_folder(stage->dir);
	free(stage);
	return 0;
}

static char *write_script(struct stage *stage, const char *script)
{
	struct strbuf path = STRBUF_INIT, provider = STRBUF_INIT;
	FILE *file;

	strbuf_addf(&path, "%s/script", stage->dir);
	file = fopen(path.buf, "w");
	assert_non_null(file);
	fputs(script, file);
	fclose(file);
	strbuf_addf(&provider, "replay:%s", path.buf);
	strbuf_release(&path);
	return strbuf_detach(&provider);
}

static void become_query(struct stage *stage, const char *provider,
			 const char *const *more)
{
	char *argv[16];
	int argc = 0;

	argv[argc++] = xstrdup("query");
	argv[argc++] = xstrdup("-w");
	argv[argc++] = xstrdup(stage->dir);
	argv[argc++] = xstrdup("--provider");
	argv[argc++] = xstrdup(provider);
	for (; more && *more; more++)
		argv[argc++] = xstrdup(*more);
	argv[argc++] = xstrdup("Hello");
	argv[argc] = NULL;
	/* Skip the parent's at-exit checks in the child. */
	argc = command_query(argc, argv);
	fflush(NULL);
	_exit(argc);
}

void stage_start(struct stage *stage, bool on_tty, const char *script,
		 const char *const *more)
{
	char *provider = write_script(stage, script);
	int ends[2], null;

	strbuf_reset(&stage->screen);
	stage->status = -1;
	if (on_tty) {
		stage->pid = forkpty(&stage->tty, NULL, NULL, NULL);
	} else {
		assert_int_equal(pipe(ends), 0);
		stage->tty = ends[0];
		stage->pid = fork();
	}
	assert_true(stage->pid >= 0);
	if (!stage->pid) {
		if (!on_tty) {
			null = open("/dev/null", O_RDONLY);
			dup2(null, STDIN_FILENO);
			dup2(ends[1], STDOUT_FILENO);
			dup2(ends[1], STDERR_FILENO);
			close(ends[1]);
		}
		become_query(stage, provider, more);
	}
	if (!on_tty)
		close(ends[1]);
	free(provider);
}

static void hear(void *user, struct slice line)
{
	strbuf_addslice(user, line);
	strbuf_addch(user, '\n');
}

/* Read what is available from all ends; waits at most a moment. */
static void turn_around(struct stage *stage)
{
	struct pollfd fds[STAGE_WATCHERS + 1];
	char bytes[4096];
	ssize_t n;

	fds[0] = (struct pollfd){ stage->tty, POLLIN, 0 };
	for (size_t i = 0; i < STAGE_WATCHERS; i++)
		fds[i + 1] = (struct pollfd){
			stage->clients[i] ? live_client_fd(stage->clients[i])
					  : -1,
			POLLIN, 0
		};
	poll(fds, STAGE_WATCHERS + 1, 20);
	if (fds[0].revents) {
		n = read(stage->tty, bytes, sizeof(bytes));
		if (n > 0) {
			strbuf_add(&stage->screen, bytes, (size_t)n);
		} else {
			tcgetattr(stage->tty, &stage->left);
			close(stage->tty);
			stage->tty = -1;
		}
	}
	for (size_t i = 0; i < STAGE_WATCHERS; i++) {
		if (!stage->clients[i] ||
		    live_client_ready(stage->clients[i], hear,
				      &stage->heard[i]))
			continue;
		live_client_close(stage->clients[i]);
		stage->clients[i] = NULL;
	}
}

/* Drop the text up to the part that was awaited. */
static bool take(struct strbuf *text, const char *part)
{
	const char *at = strstr(text->buf, part);

	if (at)
		strbuf_remove(text, 0, (size_t)(at - text->buf) + strlen(part));
	return at;
}

void stage_wait(struct stage *stage, const char *text)
{
	int64_t end_ms = clock_ms() + LIMIT_MS;

	while (!take(&stage->screen, text)) {
		if (clock_ms() > end_ms || stage->tty < 0)
			fail_msg("no '%s' in: %s", text, stage->screen.buf);
		turn_around(stage);
	}
}

void stage_type(struct stage *stage, const char *keys)
{
	assert_int_equal(write(stage->tty, keys, strlen(keys)), strlen(keys));
}

void stage_press(struct stage *stage, const char *key, const char *text)
{
	int64_t end_ms = clock_ms() + LIMIT_MS, next_ms = 0;

	while (!take(&stage->screen, text)) {
		if (clock_ms() > end_ms || stage->tty < 0)
			fail_msg("no '%s' in: %s", text, stage->screen.buf);
		if (clock_ms() >= next_ms) {
			stage_type(stage, key);
			/* A key pressed again soon would count as held. */
			next_ms = clock_ms() + 1500;
		}
		turn_around(stage);
	}
}

int stage_end(struct stage *stage)
{
	int64_t end_ms = clock_ms() + LIMIT_MS;
	int status;

	while (!waitpid(stage->pid, &status, WNOHANG)) {
		if (clock_ms() > end_ms)
			fail_msg("it does not end: %s", stage->screen.buf);
		turn_around(stage);
	}
	stage->pid = 0;
	while (stage->tty >= 0 && clock_ms() < end_ms) {
		struct pollfd fd = { stage->tty, POLLIN, 0 };

		if (poll(&fd, 1, 0) <= 0)
			break;
		turn_around(stage);
	}
	if (stage->tty >= 0)
		tcgetattr(stage->tty, &stage->left);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

void stage_watch(struct stage *stage, size_t watcher)
{
	int64_t end_ms = clock_ms() + LIMIT_MS;
	struct strbuf err = STRBUF_INIT;

	while (!stage->clients[watcher]) {
		stage->clients[watcher] =
			live_client_open(&stage->ws, stage->conversation, &err);
		if (clock_ms() > end_ms)
			fail_msg("nobody listens: %s", err.buf);
		turn_around(stage);
	}
	strbuf_release(&err);
}

void stage_wait_heard(struct stage *stage, size_t watcher, const char *text)
{
	int64_t end_ms = clock_ms() + LIMIT_MS;

	while (!take(&stage->heard[watcher], text)) {
		if (clock_ms() > end_ms)
			fail_msg("no '%s' in: %s", text,
				 stage->heard[watcher].buf);
		turn_around(stage);
	}
}

void stage_say(struct stage *stage, size_t watcher, const char *line)
{
	live_client_send(stage->clients[watcher], slice_str(line));
	turn_around(stage);
}

char *stage_stored(struct stage *stage)
{
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;

	assert_int_equal(
		workspace_read(&stage->ws, stage->conversation, &history, &err),
		0);
	for (size_t i = 0; i < history.count; i++) {
		strbuf_addslice(&text, history.events[i]);
		strbuf_addch(&text, '\n');
	}
	history_release(&history);
	return strbuf_detach(&text);
}

void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no '%s' in: %s", part, text);
}

void assert_has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' in: %s", part, text);
}
