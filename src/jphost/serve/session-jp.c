#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/event-write.h"
#include "src/base/clock.h"
#include "src/jphost/serve/session-conversation.h"

/*
 * A query that the real jp runs: a process of its own, `jphost jp --headless`,
 * which is followed by its log and its socket like anybody else's. It is only
 * begun, ended and missed here.
 */

/* A word of a command line is not longer than the system takes. */
#define CONTENT_MAX ((size_t)100 << 10)

static int refuse(struct strbuf *err, const char *why)
{
	strbuf_setf(err, "%s", why);
	return -1;
}

static int check(const struct host_topic *topic,
		 const struct plugin_message *msg, struct strbuf *err)
{
	if (topic->jp_pid > 0 ||
	    workspace_busy(topic->session->options.workspace, topic->id, NULL))
		return refuse(err, "a query runs in the conversation");
	if (topic->locked)
		return refuse(err, "jp cannot run in a conversation that is "
				   "locked here");
	if (msg->attachments.len || msg->schema.len)
		return refuse(err, "jp takes no attachments or schema from "
				   "here");
	if (strlen(msg->content) > CONTENT_MAX)
		return refuse(err, "the message is too long for jp");
	return 0;
}

/* Behind fork(): nothing but calls that are safe there. */
static _Noreturn void become(const char *folder, char *const *argv)
{
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	/* Ctrl-C in our terminal is not meant for it. */
	setsid();
	if (null >= 0 && !chdir(folder) && dup2(null, STDIN_FILENO) >= 0 &&
	    dup2(null, STDOUT_FILENO) >= 0)
		execv("/proc/self/exe", argv);
	_exit(127);
}

int host_jp_query(struct host_topic *topic, const struct plugin_message *msg,
		  struct strbuf *err)
{
	const char *model = topic->session->options.model;
	struct strbuf id = STRBUF_INIT;
	char *argv[16] = { (char *)"jphost", (char *)"jp", (char *)"--headless",
			   (char *)"query", (char *)"--id" };
	size_t argc = 5;

	if (check(topic, msg, err))
		return -1;
	strbuf_addf(&id, "jp-c%s", topic->id);
	argv[argc++] = id.buf;
	if (model) {
		argv[argc++] = (char *)"--model";
		argv[argc++] = (char *)model;
	}
	argv[argc++] = (char *)"--";
	argv[argc++] = msg->content;
	topic->jp_pid = fork();
	if (!topic->jp_pid)
		become(topic->session->options.workspace->root, argv);
	strbuf_release(&id);
	if (topic->jp_pid < 0) {
		strbuf_setf(err, "cannot start a process: %s", strerror(errno));
		return -1;
	}
	topic->jp_fd = (int)syscall(SYS_pidfd_open, topic->jp_pid, 0);
	return 0;
}

static void push(struct host_topic *topic, struct strbuf *event)
{
	host_topic_push(topic, strbuf_slice(event), RESPOND_NONE, -1, NULL);
	strbuf_release(event);
}

static void tell_failure(struct host_topic *topic, int status)
{
	struct strbuf event = STRBUF_INIT, text = STRBUF_INIT;

	if (WIFSIGNALED(status))
		strbuf_addf(&text, "jp was ended by signal %d",
			    WTERMSIG(status));
	else if (WEXITSTATUS(status) == 127)
		strbuf_addstr(&text, "jp could not be started");
	else
		strbuf_addf(&text, "jp ended with status %d",
			    WEXITSTATUS(status));
	event_write_notice(&event, "jp", NOTICE_ERROR, strbuf_slice(&text),
			   clock_wall_ms());
	push(topic, &event);
	strbuf_release(&text);
}

/* It was waited for. */
static void forget(struct host_topic *topic)
{
	if (topic->jp_fd >= 0)
		close(topic->jp_fd);
	topic->jp_fd = -1;
	topic->jp_pid = 0;
}

void host_jp_ready(struct host_topic *topic)
{
	struct strbuf event = STRBUF_INIT;
	int status;

	if (topic->jp_pid <= 0 ||
	    waitpid(topic->jp_pid, &status, WNOHANG) != topic->jp_pid)
		return;
	forget(topic);
	topic->session->turn_ended = true;
	/* The end of what its log told, if it told anything. */
	host_live_look(topic);
	if (status)
		tell_failure(topic, status);
	event_write_plain(&event, EVENT_QUERY_COMPLETE);
	push(topic, &event);
}

void host_jp_poll(struct host_topic *topic, int64_t now_ms, int64_t *wake_ms)
{
	if (topic->jp_pid <= 0)
		return;
	if (topic->jp_fd >= 0)
		host_session_add_fd(topic->session, topic->jp_fd, POLLIN);
	else
		sooner_ms(wake_ms, now_ms + 500);
}

void host_jp_stop(struct host_topic *topic)
{
	if (topic->jp_pid <= 0)
		return;
	/* It passes this on, and hangs up when it ends. */
	kill(topic->jp_pid, SIGTERM);
	waitpid(topic->jp_pid, NULL, 0);
	forget(topic);
}
