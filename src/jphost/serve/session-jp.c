#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/event-write.h"
#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/secret-env.h"
#include "src/jphost/serve/jp-words.h"
#include "src/jphost/serve/session-conversation.h"

/*
 * Queries that the real jp runs: each is a `jphost jp --headless` process,
 * which is observed by its log and its socket like any other. This file only
 * starts, stops and reaps it.
 */

/* The system limits the length of an argument. */
#define CONTENT_MAX ((size_t)100 << 10)
#define SAID_MAX    ((size_t)64 << 10)

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
	if (strlen(msg->content) > CONTENT_MAX)
		return refuse(err, "the message is too long for jp");
	return 0;
}

/* Runs after fork() of a process without threads, so it may allocate. */
static _Noreturn void become(const char *folder, int error, char *const *argv)
{
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	/* Ctrl-C in our terminal is not for this process. */
	setsid();
	secret_env_put_back();
	if (null >= 0 && !chdir(folder) && dup2(null, STDIN_FILENO) >= 0 &&
	    dup2(null, STDOUT_FILENO) >= 0 &&
	    dup2(error >= 0 ? error : null, STDERR_FILENO) >= 0)
		execv("/proc/self/exe", argv);
	_exit(127);
}

/* Call this when it was reaped, or could not be started. */
static void forget(struct host_topic *topic)
{
	if (topic->jp_fd >= 0)
		close(topic->jp_fd);
	if (topic->jp_error >= 0)
		close(topic->jp_error);
	topic->jp_fd = topic->jp_error = -1;
	topic->jp_pid = 0;
}

static int write_words(struct jp_words *words, const struct host_topic *topic,
		       const struct plugin_message *msg, struct strbuf *err)
{
	static const char *const begin[] = { "jphost", "jp", "--headless",
					     "query", "--id" };
	const struct host_session *session = topic->session;
	struct strbuf id = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(begin); i++)
		jp_words_add(words, begin[i]);
	strbuf_addf(&id, "jp-c%s", topic->id);
	jp_words_add(words, id.buf);
	strbuf_release(&id);
	if (session->options.model) {
		jp_words_add(words, "--model");
		jp_words_add(words, session->options.model);
	}
	if (jp_words_add_attached(words, session->options.workspace->root, msg,
				  err))
		return -1;
	jp_words_add(words, "--");
	jp_words_add(words, msg->content);
	return 0;
}

int host_jp_query(struct host_topic *topic, const struct plugin_message *msg,
		  struct strbuf *err)
{
	const char *root = topic->session->options.workspace->root;
	struct jp_words words = JP_WORDS_INIT;

	if (check(topic, msg, err) || write_words(&words, topic, msg, err)) {
		jp_words_release(&words);
		return -1;
	}
	topic->jp_error = memfd_create("jp", MFD_CLOEXEC);
	topic->jp_pid = fork();
	if (!topic->jp_pid)
		become(root, topic->jp_error, words.list);
	jp_words_release(&words);
	if (topic->jp_pid < 0) {
		strbuf_setf(err, "cannot start a process: %s", strerror(errno));
		forget(topic);
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

/* Append ": " and the last line that it wrote. */
static void add_reason(const struct host_topic *topic, struct strbuf *out)
{
	const struct slice head = SLICE("jphost: ");
	struct strbuf said = STRBUF_INIT;
	struct slice rest, line = slice_of(NULL, 0);

	if (topic->jp_error < 0 || lseek(topic->jp_error, 0, SEEK_SET) ||
	    file_read(topic->jp_error, &said, SAID_MAX))
		strbuf_reset(&said);
	rest = strbuf_slice(&said);
	while (rest.len)
		line = slice_take_line(&rest);
	if (slice_starts_with(line, head))
		line = slice_skip(line, head.len);
	if (line.len)
		strbuf_addstr(out, ": ");
	strbuf_addslice(out, line);
	strbuf_release(&said);
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
	if (WIFEXITED(status))
		add_reason(topic, &text);
	event_write_notice(&event, "jp", NOTICE_ERROR, strbuf_slice(&text),
			   clock_wall_ms());
	push(topic, &event);
	strbuf_release(&text);
}

void host_jp_ready(struct host_topic *topic)
{
	struct strbuf event = STRBUF_INIT;
	int status;

	if (topic->jp_pid <= 0 ||
	    waitpid(topic->jp_pid, &status, WNOHANG) != topic->jp_pid)
		return;
	topic->session->turn_ended = true;
	topic->jp_pid = 0;
	/* Also ends what its log has reported, if anything. */
	host_live_look(topic);
	if (status)
		tell_failure(topic, status);
	forget(topic);
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
	/* It passes the signal on, and hangs up when it exits. */
	kill(topic->jp_pid, SIGTERM);
	waitpid(topic->jp_pid, NULL, 0);
	forget(topic);
}
