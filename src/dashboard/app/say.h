#ifndef JPD_APP_SAY_H
#define JPD_APP_SAY_H

#include "ui/text/face.h"

struct app;

/* Show a message in the bottom line, for a while, and in the log. */
void app_say(struct app *app, enum face face, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Clear the message, which is outdated. */
void app_unsay(struct app *app);

/* Ask the program to exit. */
void app_exit(struct app *app, int code, const char *reason);

/* The theme to draw with: the option, or what "auto" means now. */
const char *app_theme_name(const struct app *app);
/* The theme has changed. */
void app_theme_changed(struct app *app);

#endif
