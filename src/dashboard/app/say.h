#ifndef JPD_APP_SAY_H
#define JPD_APP_SAY_H

#include "ui/text/face.h"

struct app;

/* Say something in the bottom line, for a while, and in the log. */
void app_say(struct app *app, enum face face, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* It is not true any more. */
void app_unsay(struct app *app);

/* Ask the program to end. */
void app_exit(struct app *app, int code, const char *reason);

/* The theme to draw with: the option, or what "auto" stands for now. */
const char *app_theme_name(const struct app *app);
/* Another is wanted. */
void app_theme_changed(struct app *app);

#endif
