#include "config.h"

#include "tests/bench/drive.h"

#include "src/dashboard/layers/layers.h"
#include "tests/bench/measure.h"
#include "tests/bench/workload.h"
#include "tests/unit/happen.h"

int64_t drive_now_ms(const struct drive *drive)
{
	return (measure_now_ns() - drive->began_ns) / 1000000 + 1;
}

void drive_draw(struct drive *drive)
{
	int64_t now = drive_now_ms(drive);

	app_draw(drive->app, &drive->cv);
	app_happen(drive->app, INPUT_FRAME_WRITTEN, now);
	drive->drawn_ms = now;
	drive->frames++;
}

static void count_turn(struct drive *drive, int64_t took_ns)
{
	double took = measure_ms(took_ns);

	drive->total_ms += took;
	if (took > drive->longest_ms)
		drive->longest_ms = took;
}

/* One turn of the loop: bytes of a host, then a frame if one is due. */
static void turn(struct drive *drive, char *bytes, size_t len)
{
	int64_t began = measure_cpu_ns();

	app_host_bytes(drive->app, 0, bytes, len, drive_now_ms(drive));
	if (drive->app->dirty &&
	    drive_now_ms(drive) - drive->drawn_ms >= FRAME_MS)
		drive_draw(drive);
	count_turn(drive, measure_cpu_ns() - began);
}

void drive_feed(struct drive *drive, struct slice text)
{
	while (text.len) {
		size_t len = text.len < CHUNK_BYTES ? text.len : CHUNK_BYTES;

		memcpy(drive->buffer, text.ptr, len);
		turn(drive, drive->buffer, len);
		text = slice_skip(text, len);
	}
}

void drive_work(struct drive *drive, enum key_sym key)
{
	bool more = true;

	while (more) {
		int64_t began = measure_cpu_ns(), now = began;

		app_key(drive->app, (struct key){ .sym = key },
			drive_now_ms(drive));
		if (drive->app->dirty)
			drive_draw(drive);
		while (more && measure_ms(now - began) < WORK_MS) {
			more = app_work(drive->app);
			now = measure_cpu_ns();
		}
		count_turn(drive, measure_cpu_ns() - began);
	}
}

void drive_talk(struct drive *drive)
{
	struct outbox *out = hosts_outbox(drive->app->hosts, 0);

	do {
		struct slice front = outbox_front(out);

		fake_host_take(&drive->host, front);
		outbox_sent(out, front.len);
		while ((front = fake_host_front(&drive->host)).len) {
			drive_feed(drive, front);
			fake_host_sent(&drive->host, front.len);
		}
	} while (!outbox_empty(out));
}

void drive_start(struct drive *drive, struct slice history)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct slice line;

	*drive = (struct drive){ .began_ns = measure_now_ns() };
	fake_host_init(&drive->host, history, 1);
	line = fake_host_front(&drive->host);
	if (host_message_decode(&init, line, &err))
		measure_fail("init: %s", err.buf);
	fake_host_sent(&drive->host, line.len);
	options_init(&drive->options);
	canvas_init(&drive->cv);
	drive->app =
		app_new(&drive->options, layers_all, drive_now_ms(drive), 0);
	app_add_host(drive->app, "jp", &init);
	app_resize(drive->app, 120, 40, drive_now_ms(drive));
	drive_draw(drive);
	drive_talk(drive);
	drive_draw(drive);
	if (!drive->host.sub_ids[0][0] || !drive->host.was_read)
		measure_fail("the app did not subscribe and read");
	strbuf_release(&err);
}

void drive_stop(struct drive *drive)
{
	app_free(drive->app);
	canvas_release(&drive->cv);
	options_release(&drive->options);
	fake_host_release(&drive->host);
}

bool drive_shows(const struct drive *drive, const char *text)
{
	struct strbuf screen = STRBUF_INIT;
	bool found;

	for (int y = 0; y < drive->cv.h; y++)
		canvas_row_text(&screen, &drive->cv, y);
	found = strstr(screen.buf, text) != NULL;
	strbuf_release(&screen);
	return found;
}
