#ifndef JPD_TERM_TERM_PRIVATE_H
#define JPD_TERM_TERM_PRIVATE_H

/* Shared by the files of ui/term; nothing else sees curses. */

#define NCURSES_NOMACROS 1
/* It declares the trace() of its debug library, which is not src/base's. */
#define trace curses_trace_function
#include <curses.h>
#undef trace
#include <stdio.h>
#include <sys/types.h>
#include <termios.h>

#include "ui/term/term-alt.h"
#include "ui/term/term-guard.h"
#include "ui/term/term-input.h"
#include "ui/term/term-out.h"
#include "ui/term/term.h"

enum term_owner {
	TERM_NOBODY, /* not started */
	TERM_OURS,   /* our screen is up */
	TERM_LEFT,   /* given back with its modes: suspended, or a child's */
	TERM_LOST,   /* taken; our screen is down, the modes not ours */
};

/* How the faces look here, and what is on the screen. */
struct term_paint {
	attr_t attrs[2][FACE_COUNT]; /* normal, and selected */
	short pairs[2][FACE_COUNT];
	struct canvas shown;
	bool anew; /* the screen's content is unknown */
	cchar_t *row;
	size_t row_cap;
};

/* Checks, one per second, of who owns the terminal after a key or frame. */
enum { TERM_LOOKS = 3 };

struct term {
	int fd;     /* /dev/tty, to control it */
	int io_fd;  /* opened again, non-blocking: keys and frames; a stop
		       would last inside a read(), and a write() could block
		       forever */
	char *name; /* terminfo name */
	bool rich;
	bool utf8;
	bool mouse;
	bool no_color;
	bool plain; /* no curses */
	bool echo_off;
	bool tells_focus; /* it sent a focus report */
	bool hides_input; /* typed text must not be traced */
	pid_t host;       /* parent; its group is ours too */
	struct termios shell;

	enum term_owner owner;
	struct term_changes changes;
	struct term_guard guard;

	SCREEN *screen;
	FILE *screen_in;
	struct term_out out;
	int cols, rows;
	bool resize_failed; /* curses is between two sizes: unusable */
	bool kept_screen;   /* some curses memory can never be freed */
	struct theme theme;
	struct term_paint paint;

	struct term_input *input;
	struct term_alt alt;
	int64_t input_ms; /* when bytes last came */
	int esc_ms;       /* how long an Esc may begin a key */
	int looks;        /* remaining checks of who owns the terminal */
	int64_t look_ms;  /* time of the last check */

	/* Notes are sent between frames, when the terminal accepts bytes. */
	char *title;
	bool title_due;
	bool title_saved; /* the shell's title */
	bool bell_due;
	bool answers;            /* it has answered a status query */
	int asks_due;            /* status queries to send */
	int asks;                /* unanswered, including those due */
	struct strbuf clipboard; /* the sequence */
	struct strbuf notice;    /* the same */

	term_meanwhile *meanwhile; /* or NULL */
	void *meanwhile_data;

	bool asked;        /* for its features and background */
	int64_t expect_ms; /* until then an Esc may begin an answer; 0 */
	int64_t ground_ms; /* until then that may be the background's */
};

/* term-screen.c: bring curses up and down. */
int term_screen_start(struct term *term, struct strbuf *err);
/* Bring the screen up again, after it was down or overwritten. */
void term_screen_resume(struct term *term);
/*
 * Take the screen down. `modes`: restore the shell's modes too; otherwise keep
 * the current ones, which belong to another program.
 */
void term_screen_leave(struct term *term, bool modes);
void term_screen_free(struct term *term);
/* Read the size, and apply it. True if it changed. */
bool term_screen_resize(struct term *term);

/* term-draw.c: attributes of the faces, once curses runs. */
void term_paint_start(struct term *term);
/* Again, after its theme or curses changed. */
void term_paint_faces(struct term *term);
void term_paint_free(struct term *term);
/* Send the next frame completely. */
void term_paint_anew(struct term *term);

/* term-note.c: send pending notes if the terminal accepts them now. */
bool term_flush_notes(struct term *term);

/* term-own.c: who owns the terminal. */
bool term_in_foreground(const struct term *term);
int term_own_join(struct term *term, struct strbuf *err);
/* Stop until the foreground is ours; false if it never will be. */
bool term_own_wait(const struct term *term);
/* Make `group` the foreground, whoever is in it now. */
void term_own_give(const struct term *term, pid_t group);
/* Check who is in the foreground, and adapt. */
enum term_status term_own_check(struct term *term, bool resumed);
/* TSTP reached the whole job from outside. */
enum term_status term_own_stop(struct term *term);

#endif
