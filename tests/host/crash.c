#include "config.h"

/*
 * kill -9 at random points: of a host that stores a plugin's pushes, of such a
 * plugin, and of a query. After each, the workspace loads, there is no lock,
 * and no acknowledged event is missing.
 *
 *     crash [ROUNDS [SEED]]
 *
 * The moments are random except for their seed; if a machine's timing changes
 * them, the guarantees are the same.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/config/config-load.h"
#include "src/jphost/workspace/workspace.h"

/* Instrumented programs start slowly; with them, only memory matters. */
#ifdef __SANITIZE_ADDRESS__
#define ROUNDS 40
#else
#define ROUNDS 200
#endif
#define LIMIT_MS 20000
/* Rounds per conversation, so that files stay small. */
#define ROUNDS_EACH 20

struct crash {
	char dir[64];
	const char *self, *host;
	struct workspace ws;
	char *id; /* the conversation of the current rounds */
	uint64_t random;
	long next; /* number of the next event to push */
	bool *acked;
	size_t acked_cap;
	size_t stored; /* events present after the last round */
	int queries;
	const char *failure;
};

static void fail(struct crash *crash, const char *why)
{
	if (!crash->failure)
		crash->failure = why;
}

static unsigned draw(struct crash *crash, unsigned below)
{
	crash->random =
		crash->random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(crash->random >> 33) % below;
}

/* Wait a random time, at most `max_us`. */
static void pass_some_time(struct crash *crash, unsigned max_us)
{
	struct timespec time = { 0, (long)draw(crash, max_us) * 1000 };

	nanosleep(&time, NULL);
}

static int64_t clock_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void ack(struct crash *crash, long number)
{
	if (number < 0 || number >= crash->next) {
		fail(crash, "an event was acknowledged that was not sent");
		return;
	}
	crash->acked[number] = true;
}

static long new_number(struct crash *crash)
{
	size_t cap = crash->acked_cap;

	ALLOC_GROW(crash->acked, (size_t)crash->next + 1, crash->acked_cap);
	memset(crash->acked + cap, 0, crash->acked_cap - cap);
	return crash->next++;
}

/* --- A child with our ends of two pipes --- */

struct child {
	pid_t pid;
	int to, from;
	struct strbuf in;
};

static void start(struct child *child, const char *const *argv, bool quiet)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
		die("no pipe: %s", strerror(errno));
	strbuf_init(&child->in);
	child->pid = fork();
	if (!child->pid) {
		int null = open("/dev/null", O_RDWR);

		dup2(to[0], 0);
		dup2(quiet ? null : from[1], 1);
		dup2(null, 2);
		execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	close(to[0]);
	close(from[1]);
	child->to = to[1];
	child->from = from[0];
}

static void end(struct child *child)
{
	kill(child->pid, SIGKILL);
	waitpid(child->pid, NULL, 0);
	close(child->to);
	close(child->from);
	strbuf_release(&child->in);
}

/* Read a line, without its newline; false at the end. */
static bool read_line(int fd, struct strbuf *in, struct strbuf *line)
{
	int64_t end_ms = clock_ms() + LIMIT_MS;
	char bytes[65536];

	for (;;) {
		char *newline = memchr(in->buf, '\n', in->len);
		struct pollfd poll_fd = { fd, POLLIN, 0 };
		ssize_t got;

		if (newline) {
			size_t len = (size_t)(newline - in->buf);

			strbuf_reset(line);
			strbuf_add(line, in->buf, len);
			strbuf_remove(in, 0, len + 1);
			return true;
		}
		if (poll(&poll_fd, 1, (int)(end_ms - clock_ms())) <= 0)
			return false;
		got = read(fd, bytes, sizeof(bytes));
		if (got <= 0)
			return false;
		strbuf_add(in, bytes, (size_t)got);
	}
}

static bool is_type(const struct strbuf *line, const char *type)
{
	struct json_member member;

	return json_find(strbuf_slice(line), "type", &member) &&
	       json_string_is(member.value, type);
}

static void say(int fd, const char *text)
{
	/* The other process may be dead already. */
	if (write(fd, text, strlen(text)) < 0 && errno != EPIPE)
		die("cannot write: %s", strerror(errno));
}

static void add_push(struct strbuf *out, const char *id, long number)
{
	strbuf_addf(out,
		    "{\"type\":\"push_events\",\"id\":\"%ld\","
		    "\"conversation\":\"%s\",\"events\":[{\"type\":"
		    "\"chat_request\",\"content\":\"event %ld\"}]}\n",
		    number, id, number);
}

/* The number acknowledged by a `pushed`; -1: it is not one. */
static long pushed_number(const struct strbuf *line)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;
	long number = -1;

	if (is_type(line, "pushed") &&
	    json_find(strbuf_slice(line), "id", &member) &&
	    json_string_add(&text, member.value))
		number = strtol(text.buf, NULL, 10);
	strbuf_release(&text);
	return number;
}

/* --- The rounds --- */

/* The host is killed while it stores; we are the plugin. */
static void kill_host(struct crash *crash)
{
	const char *argv[] = { crash->host, "serve", "-w", crash->ws.root,
			       NULL };
	unsigned answers = draw(crash, 12);
	struct strbuf line = STRBUF_INIT, text = STRBUF_INIT;
	struct child child;

	start(&child, argv, false);
	strbuf_addf(&text, "{\"type\":\"lock\",\"conversation\":\"%s\"}\n",
		    crash->id);
	say(child.to, text.buf);
	/* Several are under way when it is killed. */
	for (unsigned i = 0; i < answers + 8; i++) {
		strbuf_reset(&text);
		add_push(&text, crash->id, new_number(crash));
		say(child.to, text.buf);
	}
	for (unsigned i = 0; i < answers;) {
		if (!read_line(child.from, &child.in, &line)) {
			fail(crash, "the host did not answer");
			break;
		}
		if (is_type(&line, "error"))
			fail(crash, "the host refused an event");
		if (pushed_number(&line) >= 0) {
			ack(crash, pushed_number(&line));
			i++;
		}
	}
	pass_some_time(crash, 3000);
	kill(child.pid, SIGKILL);
	/* What it sent before it died counts. */
	while (read_line(child.from, &child.in, &line)) {
		if (pushed_number(&line) >= 0)
			ack(crash, pushed_number(&line));
	}
	end(&child);
	strbuf_release(&line);
	strbuf_release(&text);
}

static char *path_in(const struct crash *crash, const char *name)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", crash->dir, name);
	return strbuf_detach(&path);
}

static void write_plugin(const struct crash *crash, const char *path,
			 const char *acks, long first)
{
	FILE *file = fopen(path, "w");

	if (!file)
		die("cannot write '%s'", path);
	fprintf(file, "#!/bin/sh\nexec '%s' plugin '%s' '%s' %ld\n",
		crash->self, acks, crash->id, first);
	fclose(file);
	chmod(path, 0755);
}

/* Read the plugin's pid, then a line for each answer. */
static pid_t wait_for_acks(struct crash *crash, int fd, unsigned answers,
			   struct strbuf *in)
{
	struct strbuf line = STRBUF_INIT;
	pid_t pid = 0;

	if (read_line(fd, in, &line))
		pid = (pid_t)strtol(line.buf, NULL, 10);
	else
		fail(crash, "the plugin did not start");
	for (unsigned i = 0; i < answers && pid; i++) {
		if (!read_line(fd, in, &line)) {
			fail(crash, "the plugin got no answer");
			break;
		}
		ack(crash, strtol(line.buf, NULL, 10));
	}
	strbuf_release(&line);
	return pid;
}

/* The plugin is killed; the host must notice, unlock and exit. */
static void kill_plugin(struct crash *crash)
{
	char *plugin = path_in(crash, "jp-crash"),
	     *acks = path_in(crash, "acks");
	const char *argv[] = { crash->host,    "run",  "-w",
			       crash->ws.root, plugin, NULL };
	unsigned answers = draw(crash, 12);
	struct strbuf in = STRBUF_INIT, line = STRBUF_INIT;
	struct child child;
	int status, fd;
	pid_t pid;

	write_plugin(crash, plugin, acks, crash->next);
	for (int i = 0; i < 400; i++)
		new_number(crash);
	unlink(acks);
	if (mkfifo(acks, 0600))
		die("no fifo: %s", strerror(errno));
	fd = open(acks, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	start(&child, argv, true);
	fcntl(fd, F_SETFL, 0);
	pid = wait_for_acks(crash, fd, answers, &in);
	pass_some_time(crash, 3000);
	if (pid > 0)
		kill(pid, SIGKILL);
	else
		kill(child.pid, SIGKILL);
	while (read_line(fd, &in, &line))
		ack(crash, strtol(line.buf, NULL, 10));
	close(fd);
	if (waitpid(child.pid, &status, 0) != child.pid || !WIFEXITED(status) ||
	    WEXITSTATUS(status) != 1)
		fail(crash, "the host did not end with its plugin");
	close(child.to);
	close(child.from);
	strbuf_release(&child.in);
	strbuf_release(&in);
	strbuf_release(&line);
	free(plugin);
	free(acks);
}

static int plugin(const char *acks, const char *id, long number)
{
	struct strbuf in = STRBUF_INIT, line = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;
	int fd = open(acks, O_WRONLY | O_CLOEXEC);

	strbuf_addf(&text, "%ld\n", (long)getpid());
	say(fd, text.buf);
	strbuf_setf(&text,
		    "{\"type\":\"ready\"}\n{\"type\":\"lock\","
		    "\"conversation\":\"%s\"}\n",
		    id);
	for (long i = 0; i < 4; i++)
		add_push(&text, id, number++);
	say(1, text.buf);
	for (int left = 396; left && read_line(0, &in, &line);) {
		long pushed = pushed_number(&line);

		if (pushed < 0)
			continue;
		strbuf_setf(&text, "%ld\n", pushed);
		say(fd, text.buf);
		strbuf_reset(&text);
		add_push(&text, id, number++);
		say(1, text.buf);
		left--;
	}
	/* Not killed after that many: wait for it. */
	pause();
	return 0;
}

/* A query is killed during its turn. */
static void kill_query(struct crash *crash)
{
	char *script = path_in(crash, "script");
	struct strbuf provider = STRBUF_INIT;
	const char *argv[] = {
		crash->host, "query",      "-w", crash->ws.root, "-c",
		crash->id,   "--provider", NULL, "Go",           NULL
	};
	struct child child;

	strbuf_addf(&provider, "replay:%s", script);
	argv[7] = provider.buf;
	start(&child, argv, true);
	crash->queries++;
	pass_some_time(crash, 40000);
	end(&child);
	strbuf_release(&provider);
	free(script);
}

/* --- After each round --- */

/* The number in "event N"; -1: another event. */
static long event_number(struct slice event)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member member;
	long number = -1;

	if (json_find(event, "content", &member) &&
	    json_string_add(&text, member.value) &&
	    !strncmp(text.buf, "event ", 6))
		number = strtol(text.buf + 6, NULL, 10);
	strbuf_release(&text);
	return number;
}

static void check_events(struct crash *crash, long first,
			 const struct history *history)
{
	bool *seen = xcalloc((size_t)crash->next + 1, sizeof(*seen));
	long last = -1;

	for (size_t i = 0; i < history->count; i++) {
		long number = event_number(history->events[i]);

		if (number < 0 || number >= crash->next)
			continue;
		if (number <= last)
			fail(crash, "events are out of order, or doubled");
		last = number;
		seen[number] = true;
	}
	for (long i = first; i < crash->next; i++) {
		if (crash->acked[i] && !seen[i])
			fail(crash, "an acknowledged event is missing");
	}
	if (history->count < crash->stored)
		fail(crash, "events went that had been there");
	crash->stored = history->count;
	free(seen);
}

static void check(struct crash *crash, long first)
{
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct conversation_list list = { NULL, 0, 0 };
	struct history history = HISTORY_INIT;
	struct strbuf err = STRBUF_INIT;

	if (workspace_list(&crash->ws, &list, &err))
		fail(crash, "the workspace does not load");
	for (size_t i = 0; i < list.count; i++) {
		if (list.entries[i].unreadable)
			fail(crash, "a conversation cannot be read");
	}
	if (workspace_busy(&crash->ws, crash->id, NULL))
		fail(crash, "it still looks busy");
	if (workspace_lock(&crash->ws, crash->id, &lock, &err) != LOCK_TAKEN)
		fail(crash, "a lock is stuck");
	workspace_unlock(&lock);
	if (workspace_read(&crash->ws, crash->id, &history, &err))
		fail(crash, "its events cannot be read");
	else
		check_events(crash, first, &history);
	if (crash->failure && err.len)
		printf("# %s\n", err.buf);
	history_release(&history);
	conversation_list_release(&list);
	strbuf_release(&err);
}

static void write_script(const struct crash *crash)
{
	char *path = path_in(crash, "script");
	FILE *file = fopen(path, "w");

	if (!file)
		die("cannot write '%s'", path);
	fputs("{\"rate\":0}\n", file);
	for (int i = 0; i < 20; i++)
		fprintf(file,
			"{\"reasoning\":\"thought %d\"}\n"
			"{\"message\":\"message %d\"}\n"
			"{\"tool_call\":{\"id\":\"t%d\",\"name\":\"t\"},"
			"\"run\":\"unattended\",\"takes_ms\":1,"
			"\"result\":\"r\"}\n",
			i, i, i);
	fclose(file);
	free(path);
}

static void begin_conversation(struct crash *crash, int64_t at_ms)
{
	struct strbuf err = STRBUF_INIT;

	free(crash->id);
	crash->id = config_new_conversation(&crash->ws, "Crash", at_ms, &err);
	if (!crash->id)
		die("%s", err.buf);
	crash->stored = 0;
}

static void play(struct crash *crash, int rounds)
{
	static void (*const kills[])(
		struct crash * crash) = { kill_host, kill_plugin, kill_query };
	int counts[ARRAY_SIZE(kills)] = { 0 };
	long first = 0;

	for (int i = 0; i < rounds && !crash->failure; i++) {
		unsigned which = draw(crash, ARRAY_SIZE(kills));

		if (i % ROUNDS_EACH == 0) {
			first = crash->next;
			begin_conversation(crash, 1773839946800 + i * 1000);
		}
		kills[which](crash);
		counts[which]++;
		check(crash, first);
		if (crash->failure)
			printf("# round %d, victim %u\n", i, which);
	}
	printf("# killed: %d hosts, %d plugins, %d queries\n", counts[0],
	       counts[1], counts[2]);
}

int main(int argc, char **argv)
{
	struct crash crash = { .random = 1 };
	int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
	struct strbuf err = STRBUF_INIT, clean = STRBUF_INIT;
	char *self = realpath("/proc/self/exe", NULL), *path;
	const char *program = getenv("JPHOST");
	size_t acked = 0;

	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 5 && !strcmp(argv[1], "plugin"))
		return plugin(argv[2], argv[3], strtol(argv[4], NULL, 10));
	if (argc > 2)
		crash.random = strtoull(argv[2], NULL, 10);
	crash.self = self;
	crash.host = program ? program : "./jphost";
	snprintf(crash.dir, sizeof(crash.dir), "/tmp/jpd-crash-XXXXXX");
	if (!mkdtemp(crash.dir))
		die("no directory: %s", strerror(errno));
	path = path_in(&crash, "data");
	setenv("JP_USER_DATA_DIR", path, 1);
	free(path);
	setenv("XDG_RUNTIME_DIR", crash.dir, 1);
	path = path_in(&crash, "w");
	if (mkdir(path, 0700) || workspace_create(&crash.ws, path, &err))
		die("no workspace: %s", err.buf);
	free(path);
	write_script(&crash);
	puts("1..1");
	play(&crash, rounds);
	for (long i = 0; i < crash.next; i++)
		acked += crash.acked[i];
	printf("# %zu events acknowledged\n", acked);
	if (crash.failure)
		printf("# %s: %s\n", crash.dir, crash.failure);
	printf("%s 1 - %d deaths lose nothing and leave no lock\n",
	       crash.failure ? "not ok" : "ok", rounds);
	if (!crash.failure) {
		strbuf_addf(&clean, "rm -rf '%s'", crash.dir);
		if (system(clean.buf))
			puts("# not cleaned");
		strbuf_release(&clean);
	}
	workspace_release(&crash.ws);
	free(crash.id);
	free(crash.acked);
	free(self);
	return crash.failure != NULL;
}
