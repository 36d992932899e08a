#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/strbuf.h"
#include "src/base/xalloc.h"

/*
 * fakejp PROTOCOL ROOT USER_WORKSPACE OPTIONS PLUGIN: runs a plugin as jp does,
 * and behaves on its pipes like a jp of that protocol.
 *
 * 1 is today's: a message of an unknown type ends its reading permanently. It
 * closes its end, keeps the plugin's stdin open, waits for the plugin to exit,
 * and only then reports the error. What it lists is read only once. 8 and newer
 * answer with an error and continue; they have their own queries, which take a
 * second here.
 *
 * fakejp -c plugins.command.dashboard.run=unattended dashboard: a second jp, as
 * the plugin of one with FAKEJP_TWICE in its environment may start it. It
 * leaves a log in its $TMPDIR, like a jp that fails.
 */
struct jp {
	int version;
	pid_t pid;
	int to, from;
	struct strbuf in;
	struct strbuf events; /* of its single conversation */
	bool created;         /* a second one exists */
	struct strbuf query;  /* the id of the running one, or empty */
	struct strbuf asked;  /* its content */
	int64_t query_ms;     /* when it ends */
	bool bad, exited;
	int code;
	struct strbuf reason;
};

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void start(struct jp *jp, char *plugin)
{
	int in[2], out[2];

	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		exit(2);
	jp->pid = fork();
	if (!jp->pid) {
		int null = open("/dev/null", O_WRONLY);

		setpgid(0, 0);
		dup2(in[0], 0);
		dup2(out[1], 1);
		dup2(null, 2);
		execlp(plugin, plugin, (char *)NULL);
		_exit(127);
	}
	setpgid(jp->pid, jp->pid);
	close(in[0]);
	close(out[1]);
	jp->to = in[1];
	jp->from = out[0];
}

static void say(struct jp *jp, struct strbuf *line)
{
	for (size_t done = 0; done < line->len;) {
		ssize_t n = write(jp->to, line->buf + done, line->len - done);

		if (n < 0 && errno != EINTR)
			break;
		done += n > 0 ? (size_t)n : 0;
	}
	strbuf_release(line);
}

static const char *the_id(const struct jp *jp)
{
	return jp->version < 8 ? "17700000009" : "jp-c17700000009";
}

static void list(struct jp *jp, const char *id)
{
	struct strbuf line = STRBUF_INIT;
	struct conversation_summary all[2] = {
		{ .id = (char *)the_id(jp),
		  .title = (char *)"Kept in jp",
		  .last_activated_ms = 1767268800000,
		  .pinned_ms = INT64_MIN,
		  .events_count = 2 },
		{ .id = (char *)"jp-c17700000010",
		  .title = (char *)"Brand new",
		  .last_activated_ms = 1767268900000,
		  .pinned_ms = INT64_MIN,
		  .events_count = 0 },
	};

	host_write_conversations(&line, id, all, jp->created ? 2 : 1);
	say(jp, &line);
}

static void read_events(struct jp *jp, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;

	if (strcmp(msg->conversation, the_id(jp)) &&
	    !(jp->created && !strcmp(msg->conversation, "jp-c17700000010"))) {
		host_write_error(&line, msg->id, "read_events", NULL,
				 "conversation not found");
		say(jp, &line);
		return;
	}
	strbuf_addf(&line,
		    "{\"type\":\"events\",\"id\":\"%s\",\"conversation\":"
		    "\"%s\",%s\"data\":[%s]}\n",
		    msg->id, msg->conversation,
		    jp->query.len ? "\"lock\":\"here\"," : "", jp->events.buf);
	say(jp, &line);
}

static void complete(struct jp *jp)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&jp->events,
		    ",{\"type\":\"chat_response\",\"message\":\"jp says: %s\"}",
		    jp->asked.buf);
	host_write_conversation(&line, HOST_MESSAGE_QUERY_COMPLETE,
				jp->query.buf, the_id(jp));
	strbuf_reset(&jp->query);
	say(jp, &line);
}

static void query(struct jp *jp, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;

	if (!msg->id || jp->query.len || !msg->content) {
		host_write_error(&line, msg->id, "query", msg->conversation,
				 jp->query.len ? "locked by another query"
					       : "a query needs an id");
		say(jp, &line);
		return;
	}
	if (msg->is_new) {
		jp->created = true;
		host_write_conversation(&line, HOST_MESSAGE_CREATED, msg->id,
					"jp-c17700000010");
		say(jp, &line);
	}
	strbuf_addstr(&jp->query, msg->id);
	strbuf_reset(&jp->asked);
	strbuf_addstr(&jp->asked, msg->content);
	strbuf_addf(&jp->events,
		    ",{\"type\":\"turn_start\"},{\"type\":\"chat_request\","
		    "\"content\":\"%s\"}",
		    msg->content);
	jp->query_ms =
		now_ms() + (strstr(msg->content, "long") ? 600000 : 1500);
}

static void interrupt(struct jp *jp, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;

	if (!jp->query.len) {
		host_write_error(&line, msg->id, "interrupt", msg->conversation,
				 "nothing runs");
	} else {
		strbuf_addf(&line, "{\"type\":\"done\",\"id\":\"%s\"}\n",
			    msg->id);
		strbuf_reset(&jp->asked);
		strbuf_addf(&jp->asked, "%s %s",
			    msg->interrupt ? msg->interrupt : "?",
			    msg->content ? msg->content : "");
		jp->query_ms = now_ms();
	}
	say(jp, &line);
}

static bool take_old(struct jp *jp, const struct plugin_message *msg)
{
	struct strbuf line = STRBUF_INIT;

	switch (msg->type) {
	case PLUGIN_MESSAGE_READY:
	case PLUGIN_MESSAGE_LOG:
		return true;
	case PLUGIN_MESSAGE_PRINT:
		fputs(msg->text, stdout);
		return true;
	case PLUGIN_MESSAGE_LIST_CONVERSATIONS:
		list(jp, msg->id);
		return true;
	case PLUGIN_MESSAGE_READ_EVENTS:
		read_events(jp, msg);
		return true;
	case PLUGIN_MESSAGE_READ_CONFIG:
		host_write_config(&line, msg->id, msg->path, SLICE("{}"));
		say(jp, &line);
		return true;
	case PLUGIN_MESSAGE_EXIT:
		jp->exited = true;
		jp->code = (int)msg->code;
		if (msg->reason)
			strbuf_addstr(&jp->reason, msg->reason);
		return true;
	default:
		return false;
	}
}

static void take(struct jp *jp, struct slice text)
{
	struct plugin_message msg = PLUGIN_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT, line = STRBUF_INIT;
	FILE *log = fopen(getenv("FAKEJP_LOG"), "ae");

	if (log) {
		fprintf(log, "%.*s\n", (int)text.len, text.ptr);
		fclose(log);
	}
	if (plugin_message_decode(&msg, text, &err) || msg.bad_id) {
		jp->bad = true;
	} else if (take_old(jp, &msg)) {
		;
	} else if (jp->version < 8) {
		jp->bad = true;
	} else if (msg.type == PLUGIN_MESSAGE_QUERY) {
		query(jp, &msg);
	} else if (msg.type == PLUGIN_MESSAGE_INTERRUPT) {
		interrupt(jp, &msg);
	} else {
		host_write_error(&line, msg.id, msg.type_name, NULL,
				 "unknown message");
		say(jp, &line);
	}
	plugin_message_release(&msg);
	strbuf_release(&err);
}

static void serve(struct jp *jp)
{
	while (!jp->bad && !jp->exited) {
		struct pollfd fd = { .fd = jp->from, .events = POLLIN };
		int64_t left = jp->query_ms - now_ms();
		char bytes[65536];
		const char *newline;
		ssize_t got;

		if (poll(&fd, 1,
			 !jp->query.len ? -1
			 : left > 0     ? (int)left
					: 0) == 0) {
			complete(jp);
			continue;
		}
		got = read(jp->from, bytes, sizeof(bytes));
		if (got <= 0)
			return;
		strbuf_add(&jp->in, bytes, (size_t)got);
		while (!jp->bad && !jp->exited &&
		       (newline = memchr(jp->in.buf, '\n', jp->in.len))) {
			size_t len = (size_t)(newline - jp->in.buf);

			take(jp, slice_of(jp->in.buf, len));
			strbuf_remove(&jp->in, 0, len + 1);
		}
	}
}

/* Store the first one's arguments, for a second one. */
static void remember(char **argv)
{
	char *plugin = realpath(argv[5], NULL);

	setenv("FAKEJP_VERSION", argv[1], 1);
	setenv("FAKEJP_ROOT", argv[2], 1);
	setenv("FAKEJP_USER", argv[3], 1);
	setenv("FAKEJP_PLUGIN", plugin ? plugin : argv[5], 1);
	free(plugin);
}

/* Replace the arguments by the stored ones; false if it is not a second jp. */
static bool is_second(char **argv)
{
	char path[PATH_MAX];
	int fd;

	if (!getenv("FAKEJP_TWICE") ||
	    strcmp(argv[2], "plugins.command.dashboard.run=unattended") ||
	    strcmp(argv[3], "dashboard") || open("/dev/tty", O_RDWR) >= 0)
		return false;
	snprintf(path, sizeof(path), "%s/left", getenv("TMPDIR"));
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	if (fd < 0)
		return false;
	close(fd);
	snprintf(path, sizeof(path), "%s.second", getenv("FAKEJP_LOG"));
	setenv("FAKEJP_LOG", path, 1);
	return true;
}

int main(int argc, char **argv)
{
	char empty[] = "{}";
	char *second[] = { argv[0],
			   getenv("FAKEJP_VERSION"),
			   getenv("FAKEJP_ROOT"),
			   getenv("FAKEJP_USER"),
			   empty,
			   getenv("FAKEJP_PLUGIN"),
			   NULL };
	struct jp jp = { .in = STRBUF_INIT,
			 .events = STRBUF_INIT,
			 .query = STRBUF_INIT,
			 .asked = STRBUF_INIT,
			 .reason = STRBUF_INIT };
	struct strbuf init = STRBUF_INIT, args = STRBUF_INIT;

	if (argc == 4 && !strcmp(argv[1], "-c") && is_second(argv)) {
		argv = second;
		argc = 6;
	}
	if (argc < 6)
		return 2;
	remember(argv);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	jp.version = atoi(argv[1]);
	strbuf_addstr(
		&jp.events,
		"{\"type\":\"chat_request\",\"content\":\"As jp read "
		"it\"},{\"type\":\"chat_response\",\"message\":\"Once\"}");
	start(&jp, argv[5]);
	/* The plugin gets its arguments in the first line. */
	for (int i = 6; i < argc; i++)
		strbuf_addf(&args, "%s\"%s\"", i > 6 ? "," : "", argv[i]);
	strbuf_addf(&init,
		    "{\"type\":\"init\",\"version\":%d,\"workspace\":{\"root\":"
		    "\"%s\",\"storage\":\"%s/.jp\",\"id\":\"abcde\"},\"paths\":"
		    "{\"user_workspace\":\"%s\"},\"config\":{},\"options\":%s,"
		    "\"args\":[%s],\"log_level\":0}\n",
		    jp.version, argv[2], argv[2], argv[3], argv[4], args.buf);
	strbuf_release(&args);
	say(&jp, &init);
	serve(&jp);
	/* It closes its end, and waits with the plugin's stdin open. */
	close(jp.from);
	while (waitpid(jp.pid, NULL, 0) < 0 && errno == EINTR)
		;
	if (jp.bad)
		printf("Error: invalid plugin message\n");
	else if (!jp.exited)
		printf("Error: plugin exited unexpectedly\n");
	else if (jp.reason.len)
		printf("Error: %s\n", jp.reason.buf);
	jp.code = jp.bad || !jp.exited ? 1 : jp.code;
	printf("jp ended with %d\n", jp.code);
	strbuf_release(&jp.in);
	strbuf_release(&jp.events);
	strbuf_release(&jp.query);
	strbuf_release(&jp.asked);
	strbuf_release(&jp.reason);
	return jp.code;
}
