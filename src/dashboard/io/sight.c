#include "config.h"

#include "src/dashboard/io/sight.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/spawn.h"
#include "src/base/xalloc.h"
#include "ui/term/term.h"

#define ASK_MS   1000
#define HURRY_MS 100
#define SAID_MAX 65536

/*
 * Our session is that of the pane's first process, unless the variables come
 * from a terminal that was started from a pane, or from a tmux around another
 * one.
 */
#define PANE_FORMAT                                                 \
	"#{pane_pid} #{pane_active} #{pane_in_mode} #{session_id} " \
	"#{window_id}"
#define CLIENT_FORMAT                                        \
	"#{client_control_mode} #{session_id} #{window_id} " \
	"#{client_flags}"

static const char *variable(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

void sight_init(struct sight *sight)
{
	*sight =
		(struct sight){ .fd = -1, .said = STRBUF_INIT, .asked_ms = -1 };
	if (variable("TMUX") && term_is_multiplexer())
		sight->pane = variable("TMUX_PANE");
}

bool sight_is_tmux(const struct sight *sight)
{
	return sight->pane && !variable("STY");
}

/* It has ended, or is ended now. */
static void forget(struct sight *sight)
{
	int status;

	if (sight->fd >= 0)
		close(sight->fd);
	sight->fd = -1;
	if (!sight->pid)
		return;
	kill(-sight->pid, SIGKILL);
	while (waitpid(sight->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	sight->pid = 0;
}

void sight_release(struct sight *sight)
{
	forget(sight);
	strbuf_release(&sight->said);
}

static void start(struct sight *sight)
{
	char pane_format[] = PANE_FORMAT, client_format[] = CLIENT_FORMAT;
	char tmux[] = "tmux", display[] = "display-message", print[] = "-p";
	char target[] = "-t", next[] = ";", list[] = "list-clients";
	char format[] = "-F", *pane = xstrdup(sight->pane);
	char *const argv[] = { tmux,   display,       print, target,
			       pane,   pane_format,   next,  list,
			       format, client_format, NULL };
	int ends[2];

	strbuf_reset(&sight->said);
	if (!pipe2(ends, O_CLOEXEC)) {
		if (spawn_fds(&sight->pid, (int[]){ -1, ends[1], -1 },
			      SPAWN_SESSION, argv, NULL, NULL))
			sight->pid = 0;
		close(ends[1]);
		fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK);
		sight->fd = ends[0];
	}
	free(pane);
}

static int64_t due_ms(const struct sight *sight, int64_t now_ms)
{
	return sight->asked_ms < 0 ? now_ms : sight->asked_ms + ASK_MS;
}

int sight_ask(struct sight *sight, bool wanted, int64_t now_ms)
{
	if (!sight->pane)
		return -1;
	if (!wanted) {
		forget(sight);
		sight->hidden = false;
		sight->asked_ms = -1;
		return -1;
	}
	if (now_ms >= due_ms(sight, now_ms)) {
		/* Without an answer nothing is known. */
		if (sight->fd >= 0)
			sight->hidden = false;
		forget(sight);
		start(sight);
		sight->asked_ms = now_ms;
	}
	return (int)(due_ms(sight, now_ms) - now_ms);
}

void sight_hurry(struct sight *sight, int64_t now_ms)
{
	if (sight->hidden && sight->fd < 0 &&
	    now_ms - sight->asked_ms >= HURRY_MS)
		sight->asked_ms = -1;
}

int sight_fd(const struct sight *sight)
{
	return sight->fd;
}

/* The next word, and the text after it; "" at the end of the line. */
static const char *next_word(const char **text, size_t *len)
{
	const char *word = *text;

	*len = strcspn(word, " \n");
	*text = word + *len + (word[*len] == ' ');
	return word;
}

static bool same(const char *a, size_t a_len, const char *b, size_t b_len)
{
	return a_len == b_len && !memcmp(a, b, a_len);
}

/* A client: whether it belongs to the pane's session. */
struct client {
	bool controls, ours, shows;
};

static struct client read_client(const char *line, const char *session,
				 size_t session_len, const char *window,
				 size_t window_len)
{
	struct client client = { .controls = *line == '1' };
	const char *word, *end = line + strcspn(line, "\n");
	const char *suspended = strstr(line, "suspended");
	size_t len;

	next_word(&line, &len);
	word = next_word(&line, &len);
	client.ours = same(word, len, session, session_len);
	word = next_word(&line, &len);
	client.shows = same(word, len, window, window_len) &&
		       !(suspended && suspended < end);
	client.ours = client.ours || client.shows;
	return client;
}

bool sight_is_hidden(const char *said)
{
	const char *active, *mode, *session, *window;
	size_t len, mode_len, session_len, window_len;
	bool any = false, shown = false;

	next_word(&said, &len); /* the process */
	active = next_word(&said, &len);
	mode = next_word(&said, &mode_len);
	session = next_word(&said, &session_len);
	window = next_word(&said, &window_len);
	if (!len || !mode_len || !session_len || !window_len)
		return false;
	while (*(said = strchr(said, '\n') ? strchr(said, '\n') + 1 : "")) {
		struct client client = read_client(said, session, session_len,
						   window, window_len);

		if (client.ours && client.controls)
			return false;
		any |= client.ours;
		shown |= client.shows;
	}
	return any && (!shown || *active == '0' || *mode != '0');
}

static void judge(struct sight *sight)
{
	if (atol(sight->said.buf) != (long)getsid(0))
		sight->pane = NULL;
	sight->hidden = sight->pane && sight_is_hidden(sight->said.buf);
}

void sight_read(struct sight *sight)
{
	char bytes[4096];
	ssize_t got = read(sight->fd, bytes, sizeof(bytes));

	if (got > 0 && sight->said.len < SAID_MAX) {
		strbuf_add(&sight->said, bytes, (size_t)got);
		return;
	}
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (sight->said.len)
		judge(sight);
	else
		sight->hidden = false;
	forget(sight);
}
