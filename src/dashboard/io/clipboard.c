#include "config.h"

#include "src/dashboard/io/clipboard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/spawn.h"
#include "src/base/xalloc.h"
#include "src/dashboard/io/run-briefly.h"

#define LIMIT_MS 1000

enum place { PLACE_TMUX, PLACE_DISPLAY, PLACE_COUNT };

/*
 * The first program of each place that accepts the text, if its variable is
 * set.
 */
static const struct {
	enum place place;
	const char *variable;
	const char *argv[5];
} programs[] = {
	/* With -w (3.2) tmux passes it to the terminal too. */
	{ PLACE_TMUX, "TMUX", { "tmux", "load-buffer", "-w", "-" } },
	{ PLACE_TMUX, "TMUX", { "tmux", "load-buffer", "-" } },
	{ PLACE_DISPLAY, "WAYLAND_DISPLAY", { "wl-copy" } },
	{ PLACE_DISPLAY,
	  "DISPLAY",
	  { "xclip", "-selection", "clipboard", "-in" } },
	{ PLACE_DISPLAY, "DISPLAY", { "xsel", "--clipboard", "--input" } },
};

/*
 * The programs of a display keep running to serve the text, so they must
 * inherit none of our descriptors: a host waits for the end of our stderr. Does
 * not change the words.
 */
static int start(pid_t *pid, const char *const *argv, int in)
{
	return spawn_fds(pid, (int[]){ in, -1, -1 }, SPAWN_SESSION,
			 (char *const *)argv, NULL, NULL);
}

static int64_t left_ms(int64_t end_ms)
{
	int64_t left = end_ms - clock_now_ms();

	return left > 0 ? left : 0;
}

static bool write_all(int fd, struct slice text, int64_t end_ms)
{
	while (text.len) {
		struct pollfd out = { .fd = fd, .events = POLLOUT };
		ssize_t wrote = write(fd, text.ptr, text.len);

		if (wrote > 0)
			text = slice_skip(text, (size_t)wrote);
		else if (errno != EAGAIN && errno != EINTR)
			return false;
		else if (errno == EAGAIN &&
			 poll(&out, 1, (int)left_ms(end_ms)) == 0)
			return false;
	}
	return true;
}

static bool give(const char *const *argv, struct slice text, int64_t end_ms)
{
	int ends[2], status;
	pid_t pid;
	bool wrote;

	if (pipe2(ends, O_CLOEXEC))
		return false;
	if (start(&pid, argv, ends[0])) {
		close(ends[0]);
		close(ends[1]);
		return false;
	}
	close(ends[0]);
	fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) | O_NONBLOCK);
	wrote = write_all(ends[1], text, end_ms);
	close(ends[1]);
	return run_briefly_ends(pid, end_ms, &status) && !status && wrote;
}

bool clipboard_copy(struct slice text)
{
	int64_t end_ms = clock_now_ms() + LIMIT_MS;
	bool has[PLACE_COUNT] = { false };

	for (size_t i = 0; i < ARRAY_SIZE(programs); i++) {
		const char *value = getenv(programs[i].variable);

		if (value && *value && !has[programs[i].place])
			has[programs[i].place] =
				give(programs[i].argv, text, end_ms);
	}
	return has[PLACE_TMUX] || has[PLACE_DISPLAY];
}

void clipboard_describe(struct strbuf *out)
{
	const char *before = "";

	strbuf_addf(out, "%s: ", _("clipboard"));
	for (size_t i = 0; i < ARRAY_SIZE(programs); i++) {
		const char *value = getenv(programs[i].variable);
		bool again = i && !strcmp(programs[i].argv[0],
					  programs[i - 1].argv[0]);

		if (!value || !*value || again)
			continue;
		strbuf_addf(out, "%s%s", before, programs[i].argv[0]);
		before = ", ";
	}
	strbuf_addf(out, "%s%s\n", before, _("OSC 52, which nobody answers"));
}
