#ifndef JPD_PROTO_TERMINAL_PLACE_H
#define JPD_PROTO_TERMINAL_PLACE_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Where a process's terminal is shown, from what its environment says of the
 * programs around it; on the wire, `terminal` of an `elsewhere`. The columns
 * are the wire names of the server and of the place in it, and the name for
 * people. Programs are asked in this order: a multiplexer hides the terminal
 * window that it runs in.
 */
#define TERMINAL_PROGRAMS(X)                               \
	X(TMUX, "tmux", "socket", "pane", "tmux")          \
	X(SCREEN, "screen", "session", "window", "screen") \
	X(ZELLIJ, "zellij", "session", "pane", "zellij")   \
	X(WEZTERM, "wezterm", "socket", "pane", "WezTerm") \
	X(KITTY, "kitty", "socket", "window", "kitty")

enum terminal_program {
#define X(program, name, server, place, title) TERMINAL_##program,
	TERMINAL_PROGRAMS(X)
#undef X
		TERMINAL_PROGRAM_COUNT
};

/* Every string is owned, short and one line; NULL if unknown. */
struct terminal_place {
	char *tty; /* "/dev/pts/3" */
	/* It is in jphost's memory: jphost itself shows it. */
	bool headless;
	struct terminal_seat {
		char *server; /* a socket's path or a session's name */
		char *place;  /* "%3" for tmux, otherwise a number */
	} in[TERMINAL_PROGRAM_COUNT];
};

#define TERMINAL_PLACE_INIT \
	{                   \
		.tty = NULL \
	}

void terminal_place_release(struct terminal_place *place);
/* `to` must be empty, or a bytewise copy of `*from`. */
void terminal_place_copy(struct terminal_place *to,
			 const struct terminal_place *from);
/* Replace the one at `slot` by a copy of `from`; either may be NULL. */
void terminal_place_set(struct terminal_place **slot,
			const struct terminal_place *from);
bool terminal_place_is_known(const struct terminal_place *place);

/*
 * Read a process's environment: NAME=value, each with a NUL. Values that cannot
 * be the name of such a place are skipped: anyone may have written them.
 */
void terminal_place_from(struct terminal_place *place,
			 struct slice environment);
/* The terminal's device; false, and nothing changed, if it cannot be one. */
bool terminal_place_set_tty(struct terminal_place *place, struct slice tty);

/* Write and read the raw object. */
void terminal_place_write(struct strbuf *out,
			  const struct terminal_place *place);
void terminal_place_read(struct terminal_place *place, struct slice json);

/*
 * The program by which a user who is `here` can go `there`: both are places of
 * the same server. TERMINAL_PROGRAM_COUNT: there is no way.
 */
enum terminal_program terminal_place_way(const struct terminal_place *here,
					 const struct terminal_place *there);

/* "tmux %3", "/dev/pts/3"; with the server if it is not that of `here`. Appends
 * nothing if the place is unknown. */
void terminal_place_name(struct strbuf *out, const struct terminal_place *there,
			 const struct terminal_place *here);

/*
 * The command that shows `there` in the terminal that is `here`, as words with
 * a NUL after each. Appends nothing if there is no way.
 */
void terminal_place_command(struct strbuf *words,
			    const struct terminal_place *here,
			    const struct terminal_place *there);

#endif
