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
 * The terminal: who owns it, what is drawn, which keys come. One per process.
 * It is /dev/tty; stdin and stdout are never touched.
 *
 * We join our host's process group (jp starts plugins in a background one), so
 * that ^Z, fg, bg, resize and hang-up work as for any program; a guard process
 * restores the terminal if we are killed.
 */
struct term;

enum term_status {
	TERM_OK,
	TERM_GONE, /* hung up, or not ours to use: leave it untouched */
};

enum term_event_kind {
	TERM_EVENT_NONE,
	TERM_EVENT_KEY,
	TERM_EVENT_LET_GO, /* key: it was released */
	TERM_EVENT_MOUSE,
	TERM_EVENT_PASTE,  /* text: valid UTF-8, \n line breaks, no controls */
	TERM_EVENT_FOCUS,  /* focused */
	TERM_EVENT_STATUS, /* all before a term_ask_status() was drawn */
	TERM_EVENT_OTHER,  /* bytes without a meaning to us */
};

struct term_event {
	enum term_event_kind kind;
	struct key key;
	bool repeat; /* KEY: the terminal reports a repeat */
	struct mouse mouse;
	struct slice text; /* until the next term_next_event() */
	bool cut;          /* PASTE: over the limit (8 MiB), or without an end;
			      some of it is missing */
	bool focused;
};

struct term_options {
	const struct theme *theme;
	int keep_fd; /* the protocol's descriptor, which the guard keeps open so
			that the host sees the end only after the terminal is
			restored; -1 for none */
	bool mouse;
	bool no_color;
	bool plain; /* no screen: lines in, lines out, the shell's modes */
	/* Written to keep_fd or standard error if there is no memory for the
	 * screen; must live as long as the terminal. Or NULL. */
	const char *last_words;
};

/*
 * Open the terminal: /dev/tty, the foreground (waits for it like any program
 * started with &), the guard, the alternate screen. NULL with a sentence in
 * `err` if there is no terminal or it cannot move the cursor. Installs handlers
 * for signals that concern the terminal (TSTP CONT WINCH and the crash ones).
 * The caller installs the others first: at least INT QUIT TERM and HUP, or
 * curses handles those, and PIPE ignored.
 */
struct term *term_open(const struct term_options *options, struct strbuf *err);

/*
 * Note that the program must end: called by the caller's TERM and HUP handlers,
 * also before term_open(). Every wait here (for the foreground, for a child
 * program) then fails immediately. Without it a stopped job that is told to end
 * would stop itself again. Async-signal-safe.
 */
void term_note_end(void);

/*
 * Restore the terminal now and write nothing more to it: for the watchdog and
 * the hook of die(). Does nothing if it was already restored.
 * Async-signal-safe; waits at most 100 ms for a stalled terminal.
 */
void term_restore_now(void);

/* Restore the terminal and free it. NULL is accepted. */
void term_close(struct term *term);

/*
 * What to poll: the descriptor for keys (POLLIN), the one for frames (POLLOUT,
 * only while a frame is pending), and the one for terminal signals (POLLIN).
 * The first two are -1, which poll() ignores, while the terminal is not ours:
 * call these before each poll().
 */
int term_input_fd(const struct term *term);
int term_output_fd(const struct term *term);
int term_signal_fd(const struct term *term);

/*
 * Milliseconds from `now_ms` after which to call term_input() even without
 * input: for a lone Esc, a paste without end, and, for a few seconds after the
 * last key or frame, a check once per second of who owns the terminal, because
 * no signal reports when only the host is stopped. -1: no wait. All times are
 * on the clock of term_input().
 */
int term_timeout_ms(const struct term *term, int64_t now_ms);

/*
 * Read keys and signals, and check who owns the terminal. Call when an input or
 * signal descriptor is ready or the timeout passed; then take all events.
 */
enum term_status term_input(struct term *term, int64_t now_ms);
bool term_next_event(struct term *term, struct term_event *event);
/* Whether bytes came that are not an event yet. */
bool term_is_within_key(const struct term *term);
/* Whether there is more to read. */
bool term_has_input(const struct term *term);

/* Whether the size or the ownership changed since the last call. */
struct term_changes {
	bool resized;
	bool resumed; /* after a suspension or a child program */
};
struct term_changes term_changes(struct term *term);
void term_size(const struct term *term, int *cols, int *rows);

/*
 * Draw the rows that differ from those last drawn. Call when the output
 * descriptor accepts bytes; it never waits. True once all of `cv` was written.
 * False if the terminal is not ours now, or accepted only part of the frame:
 * call again.
 */
bool term_draw(struct term *term, const struct canvas *cv);
/*
 * With `plain`: append text, whose controls are up to the caller.
 * term_print_done() is true once the terminal accepted all of it; call it when
 * the output descriptor accepts bytes.
 */
void term_print(struct term *term, struct slice text);
bool term_print_done(struct term *term);
/* Whether typed text is echoed. */
void term_set_echo(struct term *term, bool on);
/* What is typed from now on is secret: it must not be traced. */
void term_hide_input(struct term *term, bool on);
/*
 * Query the status after the last frame; a TERM_EVENT_STATUS follows when it
 * was drawn. At the start this is done automatically for terminal families that
 * support it: whether it was. Queries that are unanswered when the terminal
 * goes to another program are never answered.
 */
void term_ask_status(struct term *term);
bool term_asks_status(const struct term *term);
/* Send everything again with the next term_draw() (C-l). */
void term_redraw(struct term *term);

void term_bell(struct term *term);

/* How to show desktop notices to a user who looks elsewhere. */
enum term_notice {
	TERM_NOTICE_AUTO, /* as the terminal is known to support it, or not */
	TERM_NOTICE_NONE,
	TERM_NOTICE_OSC9,
	TERM_NOTICE_OSC777,
	TERM_NOTICE_OSC99,
};
void term_notice(struct term *term, enum term_notice how, const char *text);
/* Set the window title, which must be sanitised. Sent only if it changed. */
void term_set_title(struct term *term, const char *title);
enum term_clipboard {
	TERM_CLIPBOARD_SENT, /* whether it arrived is unknown */
	TERM_CLIPBOARD_FULL, /* larger than terminals accept (75000 bytes) */
	TERM_CLIPBOARD_NONE, /* the terminal has none */
};
/* Ask the terminal to put this on its clipboard (OSC 52). */
enum term_clipboard term_clipboard(struct term *term, struct slice text);
/* The background that the terminal reported, which few do. */
enum theme_ground term_ground(const struct term *term);
/* Use other colours from the next frame on; the theme is copied. */
void term_set_theme(struct term *term, const struct theme *theme);

/* Stop the whole job, as ^Z does. TERM_GONE if it could not come back. */
enum term_status term_suspend(struct term *term);

/*
 * What to do while a program of term_run() has the terminal: poll `fd` for
 * input together with the caller's descriptors, at most for `limit_ms`, and
 * draw nothing. Without it, only `fd` is polled.
 */
typedef void term_meanwhile(void *data, int fd, int limit_ms);
void term_set_meanwhile(struct term *term, term_meanwhile *meanwhile,
			void *data);

/*
 * Run a program (argv, searched for in $PATH) in the foreground on the
 * terminal, with none of our other descriptors, until it ends. Its wait status,
 * or -1.
 */
int term_run(struct term *term, char *const argv[]);

/* Whether the terminal is one in tmux or screen, by its name. */
bool term_is_multiplexer(void);

/* Whether the terminal reports the focus, as far as known. */
enum term_focus {
	TERM_FOCUS_UNKNOWN,
	TERM_FOCUS_TOLD,
	TERM_FOCUS_NOT_TOLD,
};
enum term_focus term_focus(const struct term *term);

/* TERM, colours, codeset and so on, one "name: value" per line. */
void term_describe(const struct term *term, struct strbuf *out);

#endif
