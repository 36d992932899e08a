#ifndef JPD_TESTS_BENCH_DRIVE_H
#define JPD_TESTS_BENCH_DRIVE_H

#include "src/dashboard/app/app.h"
#include "tests/bench/fake-host.h"

/*
 * The app without a terminal, driven like the loop: at most 64 KiB of a host
 * per turn, and a frame every 16 ms if there is something to draw.
 */
#define CHUNK_BYTES 65536
#define FRAME_MS    16
#define WORK_MS     4

struct drive {
	struct app *app;
	struct canvas cv;
	struct fake_host host;
	struct options options;
	int64_t began_ns, drawn_ms;
	double longest_ms; /* CPU time of one turn of the loop */
	double total_ms;   /* of all turns */
	size_t frames;
	char buffer[CHUNK_BYTES];
};

/*
 * Start with a host that has one conversation with this history (the caller's),
 * and read it; in a window of 120 columns and 40 rows.
 */
void drive_start(struct drive *drive, struct slice history);
void drive_stop(struct drive *drive);

int64_t drive_now_ms(const struct drive *drive);
void drive_draw(struct drive *drive);
/* Bytes of a host, in as many turns as needed. */
void drive_feed(struct drive *drive, struct slice text);
/*
 * Deferred work, one turn of the loop at a time; each begins with this key and
 * a frame.
 */
void drive_work(struct drive *drive, enum key_sym key);
/* Exchange lines between app and host until neither has more. */
void drive_talk(struct drive *drive);
bool drive_shows(const struct drive *drive, const char *text);

#endif
