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
/* Whether no earlier run has told the user that the terminal does not report
 * the focus; this one does. */
bool start_may_say_focus(void);

#endif
