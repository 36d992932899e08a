#ifndef JPD_TERM_TERM_PRIVATE_H
#define JPD_TERM_TERM_PRIVATE_H

/* What the files of ui/term share; curses is seen by them alone. */

#define NCURSES_NOMACROS 1
/* It declares a trace() of its debugging library, which is not src/base's. */
#define trace curses_trace_function
#include <curses.h>
#undef trace
#include <stdio.h>
#include <sys/types.h>
#include <termios.h>

#include "ui/term/term-guard.h"
#include "ui/term/term-input.h"
#include "ui/term/term-out.h"
#include "ui/term/term.h"

enum term_owner {
	TERM_NOBODY, /* not started */
	TERM_OURS,   /* our screen is up */
	TERM_LEFT,   /* we gave it back, modes too: suspended, or a child's */
	TERM_LOST,   /* it was taken; our screen is down, the modes not ours */
};

/* How the faces look here, and what stands on the screen. */
struct term_paint {
	attr_t attrs[2][FACE_COUNT]; /* as they are, and selected */
	short pairs[2][FACE_COUNT];
	struct canvas shown;
	bool anew; /* nothing of what is shown can be relied on */
	cchar_t *row;
	size_t row_cap;
};

/* Once a second, after the last key or frame: whose is the terminal? */
enum { TERM_LOOKS = 3 };

struct term {
	int fd;     /* /dev/tty, to control it */
	int io_fd;  /* opened again, non-blocking: keys and frames; inside of a
		      read() a stop would last, and a write() could for ever */
	char *name; /* in terminfo */
	bool rich;
	bool utf8;
	bool mouse;
	bool no_color;
	bool plain; /* no curses */
	bool echo_off;
	bool tells_focus; /* a report of it came */
	bool hides_input; /* what is typed goes into no trace */
	pid_t host;       /* parent; a group of it is ours too */
	struct termios shell;

	enum term_owner owner;
	struct term_changes changes;
	struct term_guard guard;

	SCREEN *screen;
	FILE *screen_in;
	struct term_out out;
	int cols, rows;
	bool resize_failed; /* curses is between two sizes: not to be used */
	bool kept_screen;   /* what it had then can never be freed */
	struct theme theme;
	struct term_paint paint;

	struct term_input *input;
	int64_t input_ms; /* when bytes came last */
	int esc_ms;       /* how long an Esc may be the beginning of a key */
	int looks;        /* ticks that still ask who owns the terminal */
	int64_t look_ms;  /* when that was asked last */

	/* Notes go out between frames, when the terminal takes bytes. */
	char *title;
	bool title_due;
	bool title_saved; /* the shell's one */
	bool bell_due;
	bool answers;            /* it has told once that all is drawn */
	int asks_due;            /* whether all is drawn */
	int asks;                /* not answered; those that are due as well */
	struct strbuf clipboard; /* the sequence */
	struct strbuf notice;    /* likewise */

	term_meanwhile *meanwhile; /* or NULL */
	void *meanwhile_data;

	bool asked;        /* what it knows, and its background */
	int64_t expect_ms; /* until then an Esc may begin an answer; 0 */
	int64_t ground_ms; /* until when that may be about the background */
};

/* term-screen.c: curses, up and down. */
int term_screen_start(struct term *term, struct strbuf *err);
/* Up again, after it was down or somebody scribbled on it. */
void term_screen_resume(struct term *term);
/*
 * Down. `modes`: set the shell's modes too; else leave those that are set
 * now, which are somebody else's.
 */
void term_screen_leave(struct term *term, bool modes);
void term_screen_free(struct term *term);
/* Ask for the size, and take it over. True when it differs. */
bool term_screen_resize(struct term *term);

/* term-draw.c: faces to attributes, once curses runs. */
void term_paint_start(struct term *term);
/* Again, where its theme or curses is another. */
void term_paint_faces(struct term *term);
void term_paint_free(struct term *term);
/* The next frame is sent as a whole. */
void term_paint_anew(struct term *term);

/* term-note.c: send what waits, as far as the terminal takes it now. */
bool term_flush_notes(struct term *term);

/* term-own.c: whose the terminal is. */
bool term_in_foreground(const struct term *term);
int term_own_join(struct term *term, struct strbuf *err);
/* Stop until the foreground is ours; false where it never will be. */
bool term_own_wait(const struct term *term);
/* Make `group` the foreground, whoever has it now. */
void term_own_give(const struct term *term, pid_t group);
/* Look who has it, and follow. */
enum term_status term_own_check(struct term *term, bool resumed);
/* TSTP reached the whole job from outside. */
enum term_status term_own_stop(struct term *term);

#endif
