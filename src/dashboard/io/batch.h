#ifndef JPD_IO_BATCH_H
#define JPD_IO_BATCH_H

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/hub.h"

/*
 * Without a screen: the conversations as a table (--list) or JSON (--json), or
 * one as Markdown (--export), through `print`. Returns the exit code: 0; 1 with
 * a sentence in `err` if a host did not answer in time, or the conversation is
 * missing or unreadable.
 */
int batch_run(struct app *app, struct hub *hub, int signal_fd,
	      struct strbuf *err);

#endif
