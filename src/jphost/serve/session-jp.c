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

static int check(const struct session_conversation *conv,
		 const struct plugin_message *msg, struct strbuf *err)
{
	if (conv->jp_pid > 0 ||
	    workspace_busy(conv->session->options.workspace, conv->id, NULL))
		return refuse(err, "a query runs in the conversation");
	if (conv->locked)
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
static void forget(struct session_conversation *conv)
{
	if (conv->jp_fd >= 0)
		close(conv->jp_fd);
	if (conv->jp_error >= 0)
		close(conv->jp_error);
	conv->jp_fd = conv->jp_error = -1;
	conv->jp_pid = 0;
}

static int write_words(struct jp_words *words,
		       const struct session_conversation *conv,
		       const struct plugin_message *msg, struct strbuf *err)
{
	static const char *const begin[] = { "jphost", "jp", "--headless",
					     "query", "--id" };
	const struct session *session = conv->session;
	struct strbuf id = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(begin); i++)
		jp_words_add(words, begin[i]);
	strbuf_addf(&id, "jp-c%s", conv->id);
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
	jp_words_add_message(words, msg->content);
	return 0;
}

int session_jp_query(struct session_conversation *conv,
		     const struct plugin_message *msg, struct strbuf *err)
{
	const char *root = conv->session->options.workspace->root;
	struct jp_words words = JP_WORDS_INIT;

	if (check(conv, msg, err) || write_words(&words, conv, msg, err)) {
		jp_words_release(&words);
		return -1;
	}
	conv->jp_error = memfd_create("jp", MFD_CLOEXEC);
	conv->jp_pid = fork();
	if (!conv->jp_pid)
		become(root, conv->jp_error, words.list);
	jp_words_release(&words);
	if (conv->jp_pid < 0) {
		strbuf_setf(err, "cannot start a process: %s", strerror(errno));
		forget(conv);
		return -1;
	}
	conv->jp_fd = (int)syscall(SYS_pidfd_open, conv->jp_pid, 0);
	return 0;
}

static void push(struct session_conversation *conv, struct strbuf *event)
{
	session_conversation_push(conv, strbuf_slice(event), RESPOND_NONE, -1,
				  NULL);
	strbuf_release(event);
}

/* Append ": " and the last line that it wrote. */
static void add_reason(const struct session_conversation *conv,
		       struct strbuf *out)
{
	const struct slice head = SLICE("jphost: ");
	struct strbuf said = STRBUF_INIT;
	struct slice rest, line = slice_of(NULL, 0);

	if (conv->jp_error < 0 || lseek(conv->jp_error, 0, SEEK_SET) ||
	    file_read(conv->jp_error, &said, SAID_MAX))
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

static void tell_failure(struct session_conversation *conv, int status)
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
		add_reason(conv, &text);
	event_write_notice(&event, "jp", NOTICE_ERROR, strbuf_slice(&text),
			   clock_wall_ms());
	push(conv, &event);
	strbuf_release(&text);
}

void session_jp_ready(struct session_conversation *conv)
{
	struct strbuf event = STRBUF_INIT;
	int status;

	if (conv->jp_pid <= 0 ||
	    waitpid(conv->jp_pid, &status, WNOHANG) != conv->jp_pid)
		return;
	conv->session->turn_ended = true;
	conv->jp_pid = 0;
	/* Also ends what its log has reported, if anything. */
	session_live_look(conv);
	if (status)
		tell_failure(conv, status);
	forget(conv);
	event_write_plain(&event, EVENT_QUERY_COMPLETE);
	push(conv, &event);
}

void session_jp_poll(struct session_conversation *conv, int64_t now_ms,
		     int64_t *wake_ms)
{
	if (conv->jp_pid <= 0)
		return;
	if (conv->jp_fd >= 0)
		session_add_fd(conv->session, conv->jp_fd, POLLIN);
	else
		sooner_ms(wake_ms, now_ms + 500);
}

void session_jp_stop(struct session_conversation *conv)
{
	if (conv->jp_pid <= 0)
		return;
	/* It passes the signal on, and hangs up when it exits. */
	kill(conv->jp_pid, SIGTERM);
	waitpid(conv->jp_pid, NULL, 0);
	forget(conv);
}
