#include "config.h"

#include "src/dashboard/app/say.h"

#include <stdarg.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/layer.h"
#include "ui/view/theme.h"

#define MESSAGE_MS 6000
/* Nobody reads faster. */
#define UNREAD_MS 1000

/* The log keeps messages longer than the bottom line. */
static void log_message(struct app *app)
{
	struct strbuf line = STRBUF_INIT;

	i18n_add_clock(&line, app_wall_ms(app), true);
	strbuf_addf(&line, " %s", app->message.buf);
	line_log_add(&app->log, strbuf_slice(&line));
	strbuf_release(&line);
}

/* Whether the shown message is replaced before it could be read, and not
 * because of a key. */
static bool is_unread(const struct app *app)
{
	return app->message.len && !app->own->in_key &&
	       !app->own->message_of_key &&
	       app->now_ms <
		       app->own->message_until_ms - MESSAGE_MS + UNREAD_MS;
}

void app_say(struct app *app, enum face face, const char *fmt, ...)
{
	va_list args;

	if (is_unread(app))
		app->own->messages_before++;
	else
		app->own->messages_before = 0;
	strbuf_reset(&app->message);
	va_start(args, fmt);
	strbuf_vaddf(&app->message, fmt, args);
	va_end(args);
	log_message(app);
	if (face == FACE_ERROR &&
	    layers_complained(app, strbuf_slice(&app->message)))
		strbuf_reset(&app->message);
	app->own->message_face = face;
	app->own->message_until_ms = app->now_ms + MESSAGE_MS;
	app->own->message_of_key = app->own->in_key && face == FACE_DIM;
	app->dirty = true;
}

void app_unsay(struct app *app)
{
	/* A printed line cannot be taken back, and all must be printed. */
	if (app->options.plain)
		return;
	strbuf_reset(&app->message);
	app->own->message_until_ms = 0;
	app->dirty = true;
}

void app_exit(struct app *app, int code, const char *reason)
{
	if (app->exiting)
		return;
	hosts_leave(app->hosts);
	app->exiting = true;
	app->exit_code = code;
	app->exit_reason = reason ? xstrdup(reason) : NULL;
}

const char *app_theme_name(const struct app *app)
{
	return strcmp(app->options.theme, THEME_AUTO) != 0
		       ? app->options.theme
		       : theme_for_ground(app->ground);
}

void app_theme_changed(struct app *app)
{
	struct effect *effect = effect_add(&app->effects, EFFECT_THEME);

	effect->name = xstrdup(app_theme_name(app));
}
