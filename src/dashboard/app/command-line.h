#ifndef JPD_APP_COMMAND_LINE_H
#define JPD_APP_COMMAND_LINE_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "ui/view/command.h"

struct app;

/* Open the line with the command's name in it. */
void app_command_ask(struct app *app, enum command_id command);
/* Run the line. -1 with a sentence in `err`. */
int app_command_line(struct app *app, struct slice line, struct strbuf *err);

#endif
