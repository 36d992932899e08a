#include "config.h"

#include <assert.h>

#include "proto/host-message.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/layers/layers.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/happen.h"

/* A workspace's state from anyone: a dashboard starts and draws, and it answers
 * nothing. */

static const char init[] =
	"{\"type\":\"init\",\"version\":1,\"workspace\":{\"root\":\"/home/ann/"
	"jp-dev\",\"storage\":\"/w/.jp\",\"id\":\"abcde\"},\"config\":{},"
	"\"args\":[],\"log_level\":0,\"capabilities\":[\"subscribe\"]}";
static const char list[] =
	"{\"type\":\"conversations\",\"data\":[{\"id\":\"1\",\"title\":"
	"\"One\"},{\"id\":\"2\",\"title\":\"Two\"}]}\n";

FUZZ_TARGET(state)
{
	struct host_message hello = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT, text = STRBUF_INIT;
	struct options options;
	struct canvas canvas;
	struct app *app;
	int bad = host_message_decode(&hello, slice_str(init), &err);

	assert(!bad);
	options_init(&options);
	canvas_init(&canvas);
	app = app_new(&options, layers_all, 1000, 1767268800000);
	app_add_host(app, "jp", &hello);
	if (app_state_read(app, slice_of((const char *)data, size), &err) !=
	    APP_STATE_READ)
		assert(err.len);
	app_state_begin(app);
	app_resize(app, 80, 24, 1000);
	strbuf_addstr(&text, list);
	app_host_bytes(app, 0, text.buf, text.len, 1100);
	app_tick(app, 9000);
	app_draw(app, &canvas);
	app_happen(app, INPUT_FRAME_WRITTEN, 9000);
	app_state_end(app);
	app_free(app);
	canvas_release(&canvas);
	options_release(&options);
	host_message_release(&hello);
	strbuf_release(&err);
	strbuf_release(&text);
}
