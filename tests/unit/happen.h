#ifndef JPD_TESTS_HAPPEN_H
#define JPD_TESTS_HAPPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "src/dashboard/app/app.h"
#include "src/dashboard/app/input.h"

/* Inputs of an app, one per line of a test. */

static inline void app_host_bytes(struct app *app, int host, char *bytes,
				  size_t len, int64_t now_ms)
{
	app_input(app,
		  &(struct input){ .kind = INPUT_HOST_BYTES,
				   .host = host,
				   .bytes = bytes,
				   .byte_count = len },
		  now_ms);
}

static inline void app_host_stderr(struct app *app, int host, struct slice text,
				   int64_t now_ms)
{
	app_input(app,
		  &(struct input){ .kind = INPUT_HOST_STDERR,
				   .host = host,
				   .text = text },
		  now_ms);
}

static inline void app_host_gone(struct app *app, int host, int64_t now_ms)
{
	app_input(app, &(struct input){ .kind = INPUT_HOST_GONE, .host = host },
		  now_ms);
}

static inline void app_host_failed(struct app *app, int host, const char *why,
				   bool for_good, int64_t now_ms)
{
	app_input(app,
		  &(struct input){ .kind = INPUT_HOST_FAILED,
				   .host = host,
				   .text = slice_str(why),
				   .flag = for_good },
		  now_ms);
}

static inline void app_key(struct app *app, struct key key, int64_t now_ms)
{
	app_input(app, &(struct input){ .kind = INPUT_KEY, .key = key },
		  now_ms);
}

static inline void app_let_go(struct app *app, struct key key, int64_t now_ms)
{
	app_input(app, &(struct input){ .kind = INPUT_LET_GO, .key = key },
		  now_ms);
}

static inline void app_paste(struct app *app, struct slice text, bool cut,
			     int64_t now_ms)
{
	app_input(app,
		  &(struct input){
			  .kind = INPUT_PASTE, .text = text, .flag = cut },
		  now_ms);
}

static inline void app_mouse(struct app *app, const struct mouse *mouse,
			     int64_t now_ms)
{
	app_input(app, &(struct input){ .kind = INPUT_MOUSE, .mouse = *mouse },
		  now_ms);
}

static inline void app_focus(struct app *app, bool focused, int64_t now_ms)
{
	app_input(app, &(struct input){ .kind = INPUT_FOCUS, .flag = focused },
		  now_ms);
}

static inline void app_resize(struct app *app, int cols, int rows,
			      int64_t now_ms)
{
	app_input(app,
		  &(struct input){
			  .kind = INPUT_RESIZE, .cols = cols, .rows = rows },
		  now_ms);
}

/* RESUME, NOISE, QUIET, FRAME_WRITTEN. */
static inline void app_happen(struct app *app, enum input_kind kind,
			      int64_t now_ms)
{
	app_input(app, &(struct input){ .kind = kind }, now_ms);
}

static inline void app_tick(struct app *app, int64_t now_ms)
{
	app_input(app,
		  &(struct input){ .kind = INPUT_TICK,
				   .wall_offset_ms = app->wall_offset_ms },
		  now_ms);
}

#endif
