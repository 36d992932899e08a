#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vterm.h>

#include "src/base/xalloc.h"
#include "tests/fuzz/session-clock.h"
#include "tests/fuzz/session-host.h"
#include "tests/fuzz/session-judge.h"
#include "tests/fuzz/session-terminal.h"

/*
 * Plays a session with the real program on a pseudo-terminal: keys are the
 * bytes that a terminal sends, and the screen is what libvterm makes of the
 * output. The clock is ours (session-clock.c), so nothing waits.
 */

#define HANG_MS   20000 /* real time after which the program counts as hung */
#define START_MS  1000
#define FIRST_MS  4000 /* until it knows its terminal */
#define TURNS_MAX 10000

/* Written, but not on the screen yet. */
struct flight {
	int64_t at_ms;
	struct strbuf bytes;
};

struct pty {
	const struct session_terminal *terminal;
	struct model model;
	struct session_hosts hosts;
	struct strbuf *record;

	pid_t pid;
	int master, slave, to, from, clock;
	struct strbuf heard; /* an incomplete line */
	int64_t now_ms, wake_ms;
	int64_t written, taken; /* bytes, by it and from it */
	bool over, stalled;

	struct flight *flights;
	size_t count, cap;
	VTerm *vterm;
	VTermScreen *cells;
	struct canvas canvas;
	char editor[4096], folder[64], mark[128];
};

static void fail(struct pty *p, const char *why)
{
	if (!p->model.why.len)
		strbuf_addf(&p->model.why, "%s (%s)", why, p->terminal->name);
	p->over = true;
	if (p->pid > 0)
		kill(p->pid, SIGKILL);
}

/* --- The program --- */

static void set_environment(const struct pty *p)
{
	static const char *const gone[] = {
		"TMUX",     "STY",       "DISPLAY",   "WAYLAND_DISPLAY",
		"ESCDELAY", "JP_EDITOR", "COLORFGBG", "JPD_TRACE",
		"NO_COLOR", "LANGUAGE",
	};

	for (size_t i = 0; i < ARRAY_SIZE(gone); i++)
		unsetenv(gone[i]);
	setenv("LC_ALL", "C.UTF-8", 1);
	setenv("TERM", p->terminal->term, 1);
	setenv("HOME", p->folder, 1);
	setenv("XDG_STATE_HOME", p->folder, 1);
	setenv("XDG_CONFIG_HOME", p->folder, 1);
	setenv("XDG_DATA_HOME", p->folder, 1);
	setenv("TMPDIR", p->folder, 1);
	setenv("XDG_RUNTIME_DIR", p->folder, 1);
	setenv("VISUAL", p->editor, 1);
	setenv("SESSION_MARK", p->mark, 1);
	setenv("PAGER", "true", 1);
}

static void become(const struct pty *p, const char *program, const int in[2],
		   const int out[2], int clock)
{
	int slave, errors;

	setsid();
	slave = open(ptsname(p->master), O_RDWR);
	ioctl(slave, TIOCSCTTY, 0);
	errors = open("/dev/null", O_WRONLY);
	dup2(in[0], 0);
	dup2(out[1], 1);
	if (!getenv("SESSION_ERRORS"))
		dup2(errors, 2);
	dup2(clock, SESSION_CLOCK_FD);
	for (int fd = 3; fd < 64; fd++)
		if (fd != SESSION_CLOCK_FD)
			close(fd);
	set_environment(p);
	execl(program, program, NULL);
	_exit(127);
}

static bool open_master(struct pty *p)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };

	p->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (p->master < 0 || grantpt(p->master) || unlockpt(p->master) ||
	    ioctl(p->master, TIOCSWINSZ, &size))
		return false;
	p->slave = open(ptsname(p->master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	fcntl(p->master, F_SETFL, O_NONBLOCK);
	return p->slave >= 0;
}

static bool launch(struct pty *p, const char *program)
{
	int in[2], out[2], ends[2];

	if (!open_master(p) || pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	fflush(NULL);
	p->pid = fork();
	if (!p->pid)
		become(p, program, in, out, ends[1]);
	close(in[0]);
	close(out[1]);
	close(ends[1]);
	p->to = in[1];
	p->from = out[0];
	p->clock = ends[0];
	fcntl(p->from, F_SETFL, O_NONBLOCK);
	return p->pid > 0;
}

static void write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t wrote = write(fd, bytes, len);

		if (wrote < 0 && errno != EINTR && errno != EAGAIN)
			return;
		bytes += wrote > 0 ? wrote : 0;
		len -= wrote > 0 ? (size_t)wrote : 0;
	}
}

/* A worker of the kernel delivers them a little later: wait until all have
 * arrived. The program is idle and reads none of them meanwhile. */
static void type(struct pty *p, const char *bytes, size_t len)
{
	struct pollfd fd = { .fd = p->slave, .events = POLLIN };
	int before = 0, there = 0;

	ioctl(p->slave, FIONREAD, &before);
	write_all(p->master, bytes, len);
	for (int ms = 0; there < before + (int)len; ms++) {
		if (ms == HANG_MS || poll(&fd, 1, HANG_MS) <= 0) {
			fail(p, "what is typed does not arrive");
			return;
		}
		if (ms)
			poll(NULL, 0, 1);
		ioctl(p->slave, FIONREAD, &there);
	}
}

/* --- Its output --- */

static void look(struct pty *p)
{
	struct canvas *cv = &p->canvas;

	canvas_resize(cv, p->model.cols, p->model.rows);
	for (int y = 0; y < cv->h; y++) {
		for (int x = 0; x < cv->w; x++) {
			struct cell *cell = canvas_cell(cv, x, y);
			VTermScreenCell seen;

			if (!vterm_screen_get_cell(p->cells, (VTermPos){ y, x },
						   &seen) ||
			    !seen.chars[0])
				continue;
			cell->width = seen.chars[0] == (uint32_t)-1 ? 0 : 1;
			cell->ch = cell->width ? seen.chars[0] : 0;
			for (int i = 0;
			     cell->width && i < 4 && seen.chars[i + 1]; i++)
				cell->marks[i] = seen.chars[i + 1];
		}
	}
	p->model.now_ms = p->now_ms;
	model_frame(&p->model, cv);
}

/* Due output reaches the terminal, which answers. */
static bool arrive(struct pty *p)
{
	struct strbuf answer = STRBUF_INIT;
	size_t due = 0;
	bool answers;

	while (!p->stalled && due < p->count &&
	       p->flights[due].at_ms <= p->now_ms) {
		struct strbuf *bytes = &p->flights[due++].bytes;

		vterm_input_write(p->vterm, bytes->buf, bytes->len);
		session_terminal_answer(p->terminal, bytes->buf, &answer);
		strbuf_release(bytes);
	}
	p->count -= due;
	memmove(p->flights, p->flights + due, p->count * sizeof(*p->flights));
	if (due)
		look(p);
	answers = answer.len > 0;
	if (answers)
		type(p, answer.buf, answer.len);
	strbuf_release(&answer);
	return answers;
}

static void take_written(struct pty *p)
{
	struct pollfd fd = { .fd = p->master, .events = POLLIN };
	struct strbuf bytes = STRBUF_INIT;
	char buffer[8192];

	while (p->taken < p->written && poll(&fd, 1, HANG_MS) > 0) {
		ssize_t got = read(p->master, buffer, sizeof(buffer));

		if (got <= 0)
			break;
		/* Outside of our screen the kernel adds \r. */
		p->taken += got;
		strbuf_add(&bytes, buffer, (size_t)got);
	}
	if (!bytes.len) {
		strbuf_release(&bytes);
		return;
	}
	ALLOC_GROW(p->flights, p->count + 1, p->cap);
	p->flights[p->count++] =
		(struct flight){ p->now_ms + p->terminal->late_ms, bytes };
}

/* Read its lines to the host, which answers. */
static bool take_said(struct pty *p)
{
	struct strbuf answer = STRBUF_INIT;
	char buffer[8192];
	ssize_t got;
	bool answers;

	while ((got = read(p->from, buffer, sizeof(buffer))) > 0)
		strbuf_add(&p->heard, buffer, (size_t)got);
	p->model.now_ms = p->now_ms;
	for (char *end; (end = strchr(p->heard.buf, '\n'));) {
		size_t len = (size_t)(end - p->heard.buf);

		session_hosts_hear(&p->hosts, 0, slice_of(p->heard.buf, len),
				   &answer);
		strbuf_remove(&p->heard, 0, len + 1);
	}
	model_sent(&p->model);
	answers = answer.len > 0;
	write_all(p->to, answer.buf, answer.len);
	strbuf_release(&answer);
	return answers;
}

/* --- Time --- */

/* Run until it waits for something. */
static bool wait_idle(struct pty *p)
{
	struct pollfd fd = { .fd = p->clock, .events = POLLIN };
	struct session_idle idle;

	if (poll(&fd, 1, HANG_MS) <= 0) {
		fail(p, "the program does nothing any more");
		return false;
	}
	if (read(p->clock, &idle, sizeof(idle)) != sizeof(idle)) {
		p->over = true;
		return false;
	}
	p->wake_ms = idle.wake_ms;
	p->written = idle.written;
	return true;
}

/* Let it run, at the current time, until it has nothing more to do. */
static void run(struct pty *p)
{
	bool more = true;

	for (int i = 0; more && !p->over; i++) {
		write_all(p->clock, (const char *)&p->now_ms,
			  sizeof(p->now_ms));
		if (!wait_idle(p))
			return;
		take_written(p);
		more = take_said(p);
		more = arrive(p) || more;
		if (i > TURNS_MAX)
			fail(p, "the program has no end of it");
	}
}

static void pass(struct pty *p, int64_t ms)
{
	int64_t end_ms = p->now_ms + ms;

	while (p->now_ms < end_ms && !p->over && !p->model.why.len) {
		int64_t next_ms = end_ms;

		if (p->wake_ms >= 0 && p->wake_ms < next_ms)
			next_ms = p->wake_ms;
		if (!p->stalled && p->count && p->flights[0].at_ms < next_ms)
			next_ms = p->flights[0].at_ms;
		p->now_ms = next_ms > p->now_ms ? next_ms : p->now_ms + 1;
		arrive(p);
		run(p);
	}
}

/* --- Steps --- */

static void send_step(struct pty *p, const struct session_step *step)
{
	struct strbuf bytes = STRBUF_INIT;
	size_t from = 0;

	session_terminal_send(p->terminal, step, &bytes);
	if (p->terminal->esc_ms && bytes.len > 1 && bytes.buf[0] == '\033') {
		type(p, bytes.buf, 1);
		run(p);
		pass(p, p->terminal->esc_ms);
		from = 1;
	}
	if (!p->over)
		type(p, bytes.buf + from, bytes.len - from);
	strbuf_release(&bytes);
}

static void resize(struct pty *p, const struct session_step *step)
{
	struct winsize size = { .ws_row = (unsigned short)step->y,
				.ws_col = (unsigned short)step->x };

	vterm_set_size(p->vterm, step->y, step->x);
	ioctl(p->master, TIOCSWINSZ, &size);
}

static void say(struct pty *p, const struct session_step *step)
{
	struct strbuf line = STRBUF_INIT;

	if (session_hosts_say(&p->hosts, step, &line)) {
		session_note_step(p->record, step, line.buf);
		strbuf_addch(&line, '\n');
		model_host(&p->model, step);
		write_all(p->to, line.buf, line.len);
	}
	strbuf_release(&line);
}

/* The text that the editor will write; it consumes that. */
static void edit(struct pty *p, const struct session_step *step)
{
	FILE *file = fopen(p->mark, "w");
	struct model *model = &p->model;
	int64_t shown_ms = model->edit_shown_ms;
	int edit = model->edit;

	if (file) {
		fputs(step->text.buf, file);
		fclose(file);
	}
	sscanf(step->text.buf, "\"E%dE", &model->edit);
	model->edit_shown_ms = -1;
	send_step(p, step);
	run(p);
	if (unlink(p->mark)) {
		model_covered(model);
		return;
	}
	/* It was not used. */
	model->edit = edit;
	model->edit_shown_ms = shown_ms;
}

/* Whether the step is possible on this terminal. */
static bool can(const struct pty *p, const struct session_step *step)
{
	struct strbuf bytes = STRBUF_INIT;
	bool sends = session_terminal_send(p->terminal, step, &bytes);

	strbuf_release(&bytes);
	switch (step->kind) {
	case SESSION_TICK:
	case SESSION_BUSY:
	case SESSION_FLOW:
		return true;
	case SESSION_RESIZE: /* otherwise there is no signal */
		return step->x != p->model.cols || step->y != p->model.rows;
	case SESSION_STALL:
		/* Without answers, writing the frame counts. */
		return p->terminal->answers;
	case SESSION_HOST:
		return !step->host;
	default:
		return sends;
	}
}

static void play_step(struct pty *p, const struct session_step *step)
{
	if (step->kind != SESSION_HOST)
		session_note_step(p->record, step, NULL);
	switch (step->kind) {
	case SESSION_TICK:
		pass(p, step->number);
		return;
	case SESSION_BUSY:
		p->now_ms += step->number;
		return;
	case SESSION_RESIZE:
		resize(p, step);
		break;
	case SESSION_STALL:
	case SESSION_FLOW:
		p->stalled = step->kind == SESSION_STALL;
		arrive(p);
		break;
	case SESSION_HOST:
		say(p, step);
		break;
	case SESSION_EDITOR:
		edit(p, step);
		break;
	default:
		send_step(p, step);
		break;
	}
}

/* --- A session --- */

static bool begin(struct pty *p, const char *program)
{
	char init[1024];

	snprintf(p->folder, sizeof(p->folder), "/tmp/sessions.XXXXXX");
	if (!mkdtemp(p->folder))
		return false;
	snprintf(p->mark, sizeof(p->mark), "%s/mark", p->folder);
	canvas_init(&p->canvas);
	p->vterm = vterm_new(24, 80);
	vterm_set_utf8(p->vterm, 1);
	p->cells = vterm_obtain_screen(p->vterm);
	vterm_screen_enable_altscreen(p->cells, 1);
	vterm_screen_reset(p->cells, 1);
	if (!launch(p, program) || !wait_idle(p))
		return false;
	snprintf(init, sizeof(init), "%s\n", session_init);
	write_all(p->to, init, strlen(init));
	if (p->record)
		strbuf_addf(p->record, "# %s\nauto %d\ninit %s\n",
			    p->terminal->name, SESSION_CONVERSATIONS,
			    session_init);
	run(p);
	pass(p, FIRST_MS);
	return !p->over;
}

static void end(struct pty *p)
{
	char command[128];
	int status = 0;
	bool died;

	close(p->clock);
	close(p->to);
	close(p->from);
	if (p->pid > 0 &&
	    waitpid(p->pid, &status, p->over ? 0 : WNOHANG) == 0) {
		kill(p->pid, SIGKILL);
		waitpid(p->pid, NULL, 0);
		status = 0;
	}
	died = WIFSIGNALED(status) ||
	       (WIFEXITED(status) && WEXITSTATUS(status));
	if (died && !p->model.why.len)
		strbuf_addf(&p->model.why, "the program died: status %d (%s)",
			    status, p->terminal->name);
	close(p->master);
	close(p->slave);
	for (size_t i = 0; i < p->count; i++)
		strbuf_release(&p->flights[i].bytes);
	free(p->flights);
	strbuf_release(&p->heard);
	vterm_free(p->vterm);
	canvas_release(&p->canvas);
	snprintf(command, sizeof(command), "rm -rf '%s'", p->folder);
	if (system(command))
		fprintf(stderr, "# cannot remove %s\n", p->folder);
}

bool session_play_pty(const struct session *session, const bool *left_out,
		      struct strbuf *record, struct strbuf *why)
{
	struct pty p = { .terminal = &session_terminals[session->terminal],
			 .record = record,
			 .heard = STRBUF_INIT,
			 .now_ms = START_MS,
			 .wake_ms = -1,
			 .master = -1,
			 .slave = -1,
			 .to = -1,
			 .from = -1,
			 .clock = -1 };
	bool right;

	snprintf(p.editor, sizeof(p.editor), "'%s' edit", session->self);
	model_init(&p.model);
	p.model.terminal = p.terminal;
	p.hosts.model = &p.model;
	if (!begin(&p, session->program))
		fail(&p, "the program does not start");
	for (size_t i = 0; i < session->count && !p.model.why.len; i++) {
		const struct session_step *step = &session->steps[i];

		if (left_out && left_out[i])
			continue;
		if (p.over)
			break;
		if (!can(&p, step))
			continue;
		model_before(&p.model, step, p.now_ms);
		play_step(&p, step);
		model_after(&p.model, step);
		if (step->kind != SESSION_TICK && step->kind != SESSION_BUSY &&
		    !step->together)
			run(&p);
	}
	end(&p);
	right = model_conclude(&p.model, why);
	model_release(&p.model);
	return right;
}
