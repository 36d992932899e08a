#ifndef JPD_IO_START_H
#define JPD_IO_START_H

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/record.h"
#include "src/dashboard/io/state-file.h"

/*
 * Read what is needed before the first key: the file of rules, and the
 * workspace's state, from what becomes `file`.
 */
void start_read(struct app *app, struct record *record,
		struct state_file *file);
/* Whether this is the first time, over all runs, that `what` happens; records
 * that it did. */
bool start_is_first(const char *what);

#endif
