#ifndef JPD_TERM_TERM_H
#define JPD_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/canvas.h"
#include "ui/view/key.h"
#include "ui/view/theme.h"

/*
 * The terminal: who owns it, what is drawn on it, which keys come from it.
 * One per process. stdin and stdout are never touched: it is /dev/tty.
 *
 * We join our host's process group (jp starts plugins in a background one),
 * so that ^Z, fg, bg, resize and hang-up work as for any program, and a
 * guard process gives the terminal back if we are killed.
 */
struct term;

enum term_status {
	TERM_OK,
	TERM_GONE, /* hung up, or no longer ours to take: leave, touch nothing */
};

enum term_event_kind {
	TERM_EVENT_NONE,
	TERM_EVENT_KEY,
	TERM_EVENT_LET_GO, /* key: it is not down any more */
	TERM_EVENT_MOUSE,
	TERM_EVENT_PASTE,  /* text: valid UTF-8, \n line breaks, no controls */
	TERM_EVENT_FOCUS,  /* focused */
	TERM_EVENT_STATUS, /* it has drawn all before a term_ask_status() */
	TERM_EVENT_OTHER,  /* bytes came that mean nothing to us */
};

struct term_event {
	enum term_event_kind kind;
	struct key key;
	bool repeat; /* KEY: the terminal says that it was down before */
	struct mouse mouse;
	struct slice text; /* until the next term_next_event() */
	bool cut;          /* PASTE: over the limit (8 MiB), or its end never
			      came; some of it is missing */
	bool focused;
};

struct term_options {
	const struct theme *theme;
	int keep_fd; /* the protocol's descriptor, which the guard holds
			   open so that the host sees the end only after the
			   terminal is right; -1 for none */
	bool mouse;
	bool no_color;
	bool plain; /* no screen: lines in, lines out, the shell's modes */
	/* What is written to keep_fd, or to standard error, where there is no
	 * memory for the screen; lives as long as the terminal. Or NULL. */
	const char *last_words;
};

/*
 * Take the terminal: /dev/tty, the foreground (waits there like any program
 * started with &), the guard, the alternate screen. NULL with a sentence in
 * `err` where there is no terminal or it cannot move the cursor. Installs
 * handlers for the signals that concern the terminal (TSTP CONT WINCH and
 * the crash ones); others are the caller's, installed before: at least INT
 * QUIT TERM and HUP, or curses takes those, and PIPE ignored.
 */
struct term *term_open(const struct term_options *options, struct strbuf *err);

/*
 * Say that the program is to end: the caller's TERM and HUP handlers call
 * it, also before term_open(). Every wait of ours (for the foreground, for
 * a child program) then ends at once with a failure. Without it a stopped
 * job that is told to end would stop itself again. Async-signal-safe.
 */
void term_note_end(void);

/*
 * Give the terminal back now and write nothing to it any more: for the
 * watchdog and the hook of die(). Does nothing when it was given back
 * already. Async-signal-safe; waits at most 100 ms for a stalled terminal.
 */
void term_restore_now(void);

/* Give the terminal back and forget it. NULL is accepted. */
void term_close(struct term *term);

/*
 * What to poll: the descriptor that keys come from (POLLIN), the one that a
 * frame goes to (POLLOUT, only while a frame waits), and the one where a
 * terminal signal was noted (POLLIN). The first two are -1, which poll()
 * passes over, while the terminal is not ours: ask before each poll().
 */
int term_input_fd(const struct term *term);
int term_output_fd(const struct term *term);
int term_signal_fd(const struct term *term);

/*
 * Milliseconds from `now_ms` after which term_input() wants to be called
 * though nothing came: a lone Esc, a paste without end, and, for a few
 * seconds after the last key or frame, a look once a second at who owns the
 * terminal, for no signal tells us when the host alone is stopped. -1:
 * nothing to wait for. All times are on the clock of term_input().
 */
int term_timeout_ms(const struct term *term, int64_t now_ms);

/*
 * Read what is there: keys, signals, the owner of the terminal. Call when
 * an input or signal descriptor is ready or the time-out passed; then take
 * all events.
 */
enum term_status term_input(struct term *term, int64_t now_ms);
bool term_next_event(struct term *term, struct term_event *event);

/* Whether the size or the ownership changed since the last call. */
struct term_changes {
	bool resized;
	bool resumed; /* back from a suspension or from a child program */
};
struct term_changes term_changes(struct term *term);
void term_size(const struct term *term, int *cols, int *rows);

/*
 * Draw: only rows that differ from what was drawn last. Call when the
 * output descriptor takes bytes; it never waits. True once all that `cv`
 * shows was written. False where the terminal is not ours now, or took only
 * a part: the frame still waits, so call again.
 */
bool term_draw(struct term *term, const struct canvas *cv);
/*
 * With `plain`: append text, whose controls are the caller's care. True from
 * term_print_done() once the terminal took all of it; call when the output
 * descriptor takes bytes.
 */
void term_print(struct term *term, struct slice text);
bool term_print_done(struct term *term);
/* Whether what is typed is shown. */
void term_set_echo(struct term *term, bool on);
/* What is typed from now on is a secret: no trace has it. */
void term_hide_input(struct term *term, bool on);
/*
 * Ask behind what was drawn, which is answered in turn by a
 * TERM_EVENT_STATUS. At the start that is done unasked where the terminal is
 * of a family that knows it: whether it was. Asks that are not answered when
 * the terminal is given to another program never are.
 */
void term_ask_status(struct term *term);
bool term_asks_status(const struct term *term);
/* The next term_draw() sends everything anew (C-l). */
void term_redraw(struct term *term);

void term_bell(struct term *term);

/* How the desktop is asked to tell somebody who looks elsewhere. */
enum term_notice {
	TERM_NOTICE_AUTO, /* as the terminal is known to take it, or not */
	TERM_NOTICE_NONE,
	TERM_NOTICE_OSC9,
	TERM_NOTICE_OSC777,
	TERM_NOTICE_OSC99,
};
void term_notice(struct term *term, enum term_notice how, const char *text);
/* Window title; `title` went through sanitize. Sent only when it differs. */
void term_set_title(struct term *term, const char *title);
enum term_clipboard {
	TERM_CLIPBOARD_SENT, /* whether it arrived nothing tells */
	TERM_CLIPBOARD_FULL, /* larger than terminals take (75000 bytes) */
	TERM_CLIPBOARD_NONE, /* a terminal that has none */
};
/* OSC 52: ask the terminal to put this on its clipboard. */
enum term_clipboard term_clipboard(struct term *term, struct slice text);
/* What the terminal has said of its background, which few do and none must. */
enum theme_ground term_ground(const struct term *term);
/* Other colours from the next frame on; the theme is copied. */
void term_set_theme(struct term *term, const struct theme *theme);

/* Stop the whole job, as ^Z does. TERM_GONE where it could not come back. */
enum term_status term_suspend(struct term *term);

/*
 * What to do while a program of term_run() has the terminal: poll `fd` for
 * input along with what there is to poll, at most for `limit_ms`, and draw
 * nothing. Without one nothing else is done.
 */
typedef void term_meanwhile(void *data, int fd, int limit_ms);
void term_set_meanwhile(struct term *term, term_meanwhile *meanwhile,
			void *data);

/*
 * Run a program (argv, found in $PATH) in the foreground on the terminal,
 * with no other descriptor of ours, until it ends. Its wait status, or -1.
 */
int term_run(struct term *term, char *const argv[]);

/* Whether it reports the focus, as far as is known by now. */
enum term_focus {
	TERM_FOCUS_UNKNOWN,
	TERM_FOCUS_TOLD,
	TERM_FOCUS_NOT_TOLD,
};
enum term_focus term_focus(const struct term *term);

/* TERM, colours, codeset and the like, one "name: value" a line. */
void term_describe(const struct term *term, struct strbuf *out);

#endif
