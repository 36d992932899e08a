#ifndef JPD_IO_START_H
#define JPD_IO_START_H

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/record.h"
#include "src/dashboard/io/state-file.h"

/*
 * What is read before the first key: the file of rules, and what the workspace
 * remembers, from a file that is `file` from then on.
 */
void start_read(struct app *app, struct record *record,
		struct state_file *file);
/* Whether nothing of this name happened in any run before; it has from now
 * on. */
bool start_is_first(const char *what);

#endif
