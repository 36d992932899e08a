#ifndef JPD_IO_STATE_FILE_H
#define JPD_IO_STATE_FILE_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * State stored from one run to the next: our files in
 * $XDG_STATE_HOME/jp-dashboard, which no one else reads. Several dashboards may
 * write the same one: the last one wins, and each file is always complete.
 */

/* The folder, created with `make` if missing; or -1. It is ours. */
int own_state_open(bool make);

/* A workspace's file there; `workspace` identifies it. */
struct state_file {
	char name[64]; /* "": nothing is stored */
};

/* The result of looking for it. */
enum state_found {
	STATE_FOUND,
	STATE_NONE, /* or empty */
	STATE_BAD,  /* unreadable: the reason is in `err` */
};

void state_file_init(struct state_file *file, struct slice workspace);
enum state_found state_file_read(struct state_file *file, struct strbuf *text,
				 struct strbuf *err);
/* -1 with a sentence. */
int state_file_write(const struct state_file *file, struct slice text,
		     struct strbuf *err);
/*
 * Move an unusable file away, to another name (appended to `name`), so that
 * nothing is lost. -1 if that fails; it then stays.
 */
int state_file_set_aside(const struct state_file *file, struct strbuf *name);

#endif
