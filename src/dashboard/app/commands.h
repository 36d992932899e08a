#ifndef JPD_APP_COMMANDS_H
#define JPD_APP_COMMANDS_H

#include "ui/view/command.h"

struct app;

void app_command(struct app *app, enum command_id command);

#endif
