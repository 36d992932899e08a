#ifndef JPD_IO_STATE_FILE_H
#define JPD_IO_STATE_FILE_H

#include <stdbool.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What is remembered from one run to the next: files of ours in
 * $XDG_STATE_HOME/jp-dashboard, that nobody else reads. Several dashboards may
 * write the same one: the last one wins, and each file is whole at any time.
 */

/* The folder, made where it is missing and `make`; or -1. It is ours. */
int own_state_open(bool make);

/* A workspace's file there; `workspace` is what it is told apart by. */
struct state_file {
	char name[64]; /* "": nothing is kept */
};

/* What became of looking for it. */
enum state_found {
	STATE_FOUND,
	STATE_NONE, /* or empty */
	STATE_BAD,  /* not to be read: the reason is in `err` */
};

void state_file_init(struct state_file *file, struct slice workspace);
enum state_found state_file_read(struct state_file *file, struct strbuf *text,
				 struct strbuf *err);
/* -1 with a sentence. */
int state_file_write(const struct state_file *file, struct slice text,
		     struct strbuf *err);
/*
 * What it holds is of no use: out of the way, under another name (added to
 * `name`), so that nothing is lost. -1 where that cannot be; then it is left.
 */
int state_file_set_aside(const struct state_file *file, struct strbuf *name);

#endif
