#include "config.h"

#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "ui/term/term.h"

/*
 * A plugin that only has a screen: shows what happened to it and echoes keys.
 * Keys: q exits, C-z suspends, C-l redraws, e runs $PROBE_CHILD, s and a crash,
 * k kills it, d dies, h hangs, t sets a title, c shows the cursor, w fills the
 * clipboard, r draws at random until another key and writes the expected
 * content to $PROBE_ROWS.
 */
struct probe {
	struct term *term;
	struct canvas cv;
	int in, out; /* of the protocol */
	int keys, draws, resized, resumed, other, status;
	char last[64];
	bool cursor, quit, dirty;
	bool random; /* stays on the screen until the next key */
	const char *why;
};

static volatile sig_atomic_t end_wanted;

static void on_end(int sig)
{
	(void)sig;
	end_wanted = 1;
	term_note_end();
}

static void nothing(int sig)
{
	(void)sig;
}

static void set_handler(int sig, void (*handler)(int))
{
	struct sigaction act = { .sa_handler = handler,
				 .sa_flags = SA_RESTART };

	sigemptyset(&act.sa_mask);
	sigaction(sig, &act, NULL);
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Move the protocol to descriptors that no child inherits. */
static void keep_protocol(struct probe *probe)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	probe->in = fcntl(0, F_DUPFD_CLOEXEC, 10);
	probe->out = fcntl(1, F_DUPFD_CLOEXEC, 10);
	dup2(null, 0);
	dup2(2, 1);
	close(null);
}

static int line(struct probe *probe, int y, enum face face, const char *text)
{
	struct rect all = { 0, 0, probe->cv.w, probe->cv.h };

	return canvas_text(&probe->cv, all, 0, y, slice_str(text), face);
}

static void compose(struct probe *probe)
{
	struct strbuf text = STRBUF_INIT;
	struct canvas *cv = &probe->cv;
	int w, h;

	term_size(probe->term, &w, &h);
	canvas_resize(cv, w, h);
	canvas_fill(cv, (struct rect){ 0, 0, w, 1 }, FACE_BAR);
	strbuf_setf(&text, "probe %dx%d pid=%d draws=%d. status=%d.", w, h,
		    (int)getpid(), probe->draws + 1, probe->status);
	line(probe, 0, FACE_BAR, text.buf);
	strbuf_setf(&text,
		    "keys=%d. last=%s. resized=%d. resumed=%d. other=%d.",
		    probe->keys, probe->last, probe->resized, probe->resumed,
		    probe->other);
	line(probe, 1, FACE_DEFAULT, text.buf);
	line(probe, 2, FACE_WAITING, "wide 日本語 e\u0301 é end");
	canvas_box(cv, (struct rect){ 0, 3, w, 4 }, FACE_BORDER);
	canvas_put(cv, (struct rect){ 0, 0, w, h }, 2, 4, GLYPH_DOT, FACE_OK);
	strbuf_reset(&text);
	term_describe(probe->term, &text);
	for (int y = 8; y < h && text.len; y++) {
		size_t end = (size_t)(strchr(text.buf, '\n') - text.buf);

		canvas_text(cv, (struct rect){ 0, 0, w, h }, 0, y,
			    slice_of(text.buf, end), FACE_DIM);
		strbuf_remove(&text, 0, end + 1);
	}
	if (probe->cursor)
		cv->cursor_x = cv->cursor_y = 1;
	strbuf_release(&text);
}

static void draw(struct probe *probe)
{
	if (!probe->random)
		compose(probe);
	if (term_draw(probe->term, &probe->cv)) {
		probe->draws++;
		probe->dirty = false;
	}
}

/* Draw many frames that differ in few cells, over wide and marked text. */
static void draw_random(struct probe *probe)
{
	static const uint32_t chars[] = { 'a',     '#',   0xe9, 0x65e5,
					  0x1f600, 0x301, ' ',  GLYPH_DOT };
	struct canvas *cv = &probe->cv;
	struct rect all = { 0, 0, cv->w, cv->h };
	uint32_t seed = 1;

	for (int frame = 0; frame < 200; frame++) {
		for (int i = 0; i < 30; i++) {
			int n[4];

			for (int k = 0; k < 4; k++) {
				seed = seed * 1664525 + 1013904223;
				n[k] = (int)(seed >> 9 & 0xfff);
			}
			canvas_put(cv, all, n[0] % (cv->w + 1) - 1,
				   n[1] % cv->h, chars[n[2] % 8],
				   (enum face)(n[3] % FACE_COUNT));
		}
		term_draw(probe->term, cv);
	}
	probe->random = true;
}

static void write_rows(const struct canvas *cv, const char *path)
{
	FILE *file = fopen(path, "we");
	struct strbuf row = STRBUF_INIT;

	for (int y = 0; file && y < cv->h; y++) {
		strbuf_reset(&row);
		canvas_row_text(&row, cv, y);
		fprintf(file, "%s\n", row.buf);
	}
	strbuf_release(&row);
	if (file)
		fclose(file);
}

static void run_child(struct probe *probe)
{
	char shell[] = "sh", flag[] = "-c";
	char *argv[] = { shell, flag, getenv("PROBE_CHILD"), NULL };

	probe->status = term_run(probe->term, argv);
}

static void crash(void)
{
	/* Like a wild pointer. */
	raise(SIGSEGV);
}

static void command(struct probe *probe, uint32_t ch)
{
	switch (ch) {
	case 'q':
		probe->quit = true;
		break;
	case 's':
		crash();
		break;
	case 'a':
		abort();
	case 'd':
		die("the probe died");
	case 'k':
		kill(getpid(), SIGKILL);
		break;
	case 'h':
		fprintf(stderr, "the probe hangs\n");
		for (;;)
			pause();
	case 'e':
		run_child(probe);
		break;
	case 't':
		term_set_title(probe->term, "title\033]2;not this\a\xc2\x9c.");
		break;
	case 'c':
		probe->cursor = !probe->cursor;
		break;
	case 'r':
		draw_random(probe);
		write_rows(&probe->cv, getenv("PROBE_ROWS"));
		break;
	case 'w':
		term_clipboard(probe->term, SLICE("a\033\nb"));
		break;
	default:
		break;
	}
}

static void set_last(struct probe *probe, struct slice text)
{
	size_t len = text.len < sizeof(probe->last) - 1
			     ? text.len
			     : sizeof(probe->last) - 1;

	memcpy(probe->last, text.ptr, len);
	probe->last[len] = '\0';
}

static void key(struct probe *probe, struct key key)
{
	struct strbuf name = STRBUF_INIT;

	probe->keys++;
	probe->random = false;
	key_format(&name, key);
	set_last(probe, strbuf_slice(&name));
	strbuf_release(&name);
	if (key.sym == KEY_SYM_NONE && key.mods == KEY_CTRL && key.ch == 'z' &&
	    term_suspend(probe->term) == TERM_GONE)
		probe->quit = true;
	if (key.sym == KEY_SYM_NONE && key.mods == KEY_CTRL && key.ch == 'l')
		term_redraw(probe->term);
	if (key.sym == KEY_SYM_NONE && !key.mods)
		command(probe, key.ch);
}

static void take_events(struct probe *probe)
{
	struct term_event event;
	char mouse[48];

	while (!probe->quit && term_next_event(probe->term, &event)) {
		probe->dirty = true;
		switch (event.kind) {
		case TERM_EVENT_KEY:
			key(probe, event.key);
			break;
		case TERM_EVENT_PASTE:
			set_last(probe, event.text);
			break;
		case TERM_EVENT_MOUSE:
			snprintf(mouse, sizeof(mouse), "mouse%d:%d,%d",
				 event.mouse.button, event.mouse.x,
				 event.mouse.y);
			set_last(probe, slice_str(mouse));
			break;
		default:
			probe->other++;
			break;
		}
	}
}

static void take_changes(struct probe *probe)
{
	struct term_changes changes = term_changes(probe->term);

	probe->resized += changes.resized;
	probe->resumed += changes.resumed;
	if (changes.resized || changes.resumed)
		probe->dirty = true;
}

static void hear_host(struct probe *probe)
{
	char bytes[4096];
	ssize_t got = read(probe->in, bytes, sizeof(bytes) - 1);

	if (got <= 0) {
		probe->why = "the host is gone";
		probe->quit = true;
		return;
	}
	bytes[got] = '\0';
	if (strstr(bytes, "shutdown"))
		probe->quit = true;
}

static void loop(struct probe *probe)
{
	probe->dirty = true;
	while (!probe->quit) {
		int64_t now = now_ms();
		struct pollfd fds[] = {
			{ .fd = probe->in, .events = POLLIN },
			{ .fd = term_signal_fd(probe->term), .events = POLLIN },
			{ .fd = term_input_fd(probe->term), .events = POLLIN },
			{ .fd = probe->dirty ? term_output_fd(probe->term) : -1,
			  .events = POLLOUT },
		};

		poll(fds, ARRAY_SIZE(fds), term_timeout_ms(probe->term, now));
		if (end_wanted)
			probe->quit = true;
		if (fds[0].revents)
			hear_host(probe);
		if (!probe->quit &&
		    term_input(probe->term, now_ms()) == TERM_GONE) {
			probe->why = "the terminal is gone";
			return;
		}
		take_events(probe);
		take_changes(probe);
		if (!probe->quit && fds[3].revents & POLLOUT)
			draw(probe);
	}
}

static int leave(struct probe *probe, int code, const char *reason)
{
	char text[256];
	int len =
		snprintf(text, sizeof(text),
			 "{\"type\":\"exit\",\"code\":%d,\"reason\":\"%s\"}\n",
			 code, reason);

	if (code)
		fprintf(stderr, "%s\n", reason);
	(void)!write(probe->out, text, (size_t)len);
	return code;
}

int main(int argc, char **argv)
{
	struct probe probe = { .last = "none" };
	struct term_options options = { .theme = theme_find("dark"),
					.mouse = true };
	struct strbuf err = STRBUF_INIT;
	int code;

	options.no_color = argc > 1 && !strcmp(argv[1], "--no-color");
	setlocale(LC_ALL, "");
	trace_open();
	set_handler(SIGINT, nothing);
	set_handler(SIGQUIT, nothing);
	set_handler(SIGTERM, on_end);
	set_handler(SIGHUP, on_end);
	set_handler(SIGPIPE, SIG_IGN);
	keep_protocol(&probe);
	options.keep_fd = probe.out;
	probe.term = term_open(&options, &err);
	if (!probe.term) {
		code = leave(&probe, 1, err.buf);
		strbuf_release(&err);
		return code;
	}
	die_set_hook(term_restore_now);
	canvas_init(&probe.cv);
	loop(&probe);
	term_close(probe.term);
	canvas_release(&probe.cv);
	strbuf_release(&err);
	return leave(&probe, probe.why ? 1 : 0, probe.why ? probe.why : "bye");
}
