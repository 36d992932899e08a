#ifndef JPD_PROTO_TERMINAL_PLACE_H
#define JPD_PROTO_TERMINAL_PLACE_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Where a process's terminal is shown: what its environment says of the
 * programs around it, and on the wire `terminal` of an `elsewhere`. The
 * members are the names on the wire, of the server and of the place in it,
 * and how a person calls the place. The order is that of who is asked first:
 * a multiplexer within a terminal hides the window that it runs in.
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

/* Every string is owned, short, of one line, and NULL where nothing is known. */
struct terminal_place {
	char *tty; /* "/dev/pts/3" */
	struct terminal_seat {
		char *server; /* a socket's path, a session's name */
		char *place;  /* "%3" of tmux, else a number */
	} in[TERMINAL_PROGRAM_COUNT];
};

#define TERMINAL_PLACE_INIT \
	{                   \
		.tty = NULL \
	}

void terminal_place_release(struct terminal_place *place);
/* Into one that holds nothing, or is a copy of the bytes of `from`. */
void terminal_place_copy(struct terminal_place *to,
			 const struct terminal_place *from);
/* A copy in place of the one at `slot`, which may be NULL, as may `from`. */
void terminal_place_set(struct terminal_place **slot,
			const struct terminal_place *from);
bool terminal_place_is_known(const struct terminal_place *place);

/*
 * From an environment as a process has it: NAME=value, a NUL behind each.
 * What cannot be the name of such a place is passed over, whoever wrote it.
 */
void terminal_place_from(struct terminal_place *place,
			 struct slice environment);
/* The terminal's file; false, and nothing changed, where it can be none. */
bool terminal_place_set_tty(struct terminal_place *place, struct slice tty);

/* The raw object, and from it. */
void terminal_place_write(struct strbuf *out,
			  const struct terminal_place *place);
void terminal_place_read(struct terminal_place *place, struct slice json);

/*
 * The program by which one who is `here` can go `there`: both are in the same
 * server, at two places. TERMINAL_PROGRAM_COUNT: there is no way.
 */
enum terminal_program terminal_place_way(const struct terminal_place *here,
					 const struct terminal_place *there);

/* "tmux %3", "/dev/pts/3"; with the server where it is not that of `here`.
 * Nothing is appended where nothing is known. */
void terminal_place_name(struct strbuf *out, const struct terminal_place *there,
			 const struct terminal_place *here);

/*
 * The command that shows `there` in the terminal that is `here`, as words with
 * a NUL behind each. Nothing where there is no way.
 */
void terminal_place_command(struct strbuf *words,
			    const struct terminal_place *here,
			    const struct terminal_place *there);

#endif
