#include "config.h"

#include "src/jphost/provider/provider-replay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/file.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/replay-script.h"

/* Code points per chunk: about a token of English. */
#define CHUNK_LENGTH 4
#define DEFAULT_RATE 40
/* Bytes of a script, which is held in memory. */
#define MAX_SCRIPT ((size_t)256 << 20)
/* After a longer delay, playback does not catch up. */
#define MAX_LATE_MS 500

struct provider_replay {
	struct provider base;
	struct replay_script script;
	size_t at;      /* index of the step */
	size_t text_at; /* offset in its text */
	int64_t rate;   /* chunks per second; 0: no limit */
	/* Chunk n of a run of text is due at from_ms + n * 1000 / rate. */
	int64_t from_ms, chunks;
	bool running;     /* from_ms and chunks are set */
	int64_t pause_ms; /* the end of a pause; -1: none */
};

static int read_file(struct strbuf *out, const char *path, struct strbuf *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int ret;

	if (fd < 0) {
		strbuf_setf(err, "cannot open '%s': %s", path, strerror(errno));
		return -1;
	}
	ret = file_read(fd, out, MAX_SCRIPT);
	if (ret && errno == EFBIG)
		strbuf_setf(err, "script '%s' is over 256 MiB", path);
	else if (ret)
		file_fail(err, "cannot read", path);
	close(fd);
	return ret;
}

struct provider *provider_replay_open(const char *path, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;
	struct provider *replay = NULL;

	if (!read_file(&text, path, err))
		replay = provider_replay_parse(strbuf_slice(&text), path, err);
	strbuf_release(&text);
	return replay;
}

/* Bytes of the next chunk: whole code points, even in invalid text. */
static size_t chunk_bytes(struct slice text)
{
	size_t len = 0;

	for (int i = 0; i < CHUNK_LENGTH && len < text.len; i++)
		len = utf8_next(text.ptr, text.len, len);
	return len;
}

static void next_step(struct provider_replay *replay)
{
	replay->at++;
	replay->text_at = 0;
}

static bool next_chunk(struct provider_replay *replay,
		       const struct replay_step *step, int64_t now_ms,
		       struct provider_item *item)
{
	struct slice rest =
		slice_skip(strbuf_slice(&step->text), replay->text_at);
	int64_t due_ms;

	if (!rest.len)
		return false;
	if (!replay->running || !replay->rate) {
		replay->from_ms = now_ms;
		replay->chunks = 0;
		replay->running = true;
	}
	due_ms = replay->from_ms;
	if (replay->rate)
		due_ms += replay->chunks * 1000 / replay->rate;
	if (due_ms > now_ms) {
		item->kind = PROVIDER_WAIT;
		item->until_ms = due_ms;
		return true;
	}
	if (now_ms - due_ms > MAX_LATE_MS) {
		replay->from_ms = now_ms;
		replay->chunks = 0;
	}
	item->kind = PROVIDER_CHUNK;
	item->part = step->part;
	item->text = slice_of(rest.ptr, chunk_bytes(rest));
	replay->text_at += item->text.len;
	replay->chunks++;
	return true;
}

static bool pause_is_over(struct provider_replay *replay,
			  const struct replay_step *step, int64_t now_ms,
			  struct provider_item *item)
{
	if (replay->pause_ms < 0)
		replay->pause_ms = now_ms + step->number;
	if (replay->pause_ms > now_ms) {
		item->kind = PROVIDER_WAIT;
		item->until_ms = replay->pause_ms;
		return false;
	}
	replay->pause_ms = -1;
	return true;
}

/* Run a step other than text; false if it gives no item. */
static bool take_step(struct provider_replay *replay,
		      const struct replay_step *step, int64_t now_ms,
		      struct provider_item *item)
{
	switch (step->kind) {
	case STEP_RATE:
		replay->rate = step->number;
		replay->running = false;
		return false;
	case STEP_PAUSE:
		if (!pause_is_over(replay, step, now_ms, item))
			return true;
		replay->running = false;
		return false;
	case STEP_DATA:
		item->kind = PROVIDER_DATA;
		item->json = strbuf_slice(&step->text);
		return true;
	case STEP_CALLS:
		item->kind = PROVIDER_CALLS;
		item->calls = step->calls;
		item->call_count = step->call_count;
		replay->running = false;
		return true;
	case STEP_INQUIRY:
		item->kind = PROVIDER_INQUIRY;
		item->json = strbuf_slice(&step->text);
		replay->running = false;
		return true;
	case STEP_ERROR:
		item->kind = PROVIDER_FAILED;
		item->text = strbuf_slice(&step->text);
		return true;
	case STEP_TEXT:
		break;
	}
	return next_chunk(replay, step, now_ms, item);
}

static void next(struct provider *provider, int64_t now_ms,
		 struct provider_item *item)
{
	struct provider_replay *replay = (struct provider_replay *)provider;

	*item = (struct provider_item){ .kind = PROVIDER_END };
	while (replay->at < replay->script.count) {
		const struct replay_step *step =
			&replay->script.steps[replay->at];
		bool took = take_step(replay, step, now_ms, item);

		if (took && (item->kind == PROVIDER_WAIT ||
			     item->kind == PROVIDER_CHUNK ||
			     item->kind == PROVIDER_FAILED))
			return;
		next_step(replay);
		if (took)
			return;
	}
}

/* A text that was cut off is not continued. */
static void interrupt(struct provider *provider)
{
	struct provider_replay *replay = (struct provider_replay *)provider;

	if (replay->text_at || replay->pause_ms >= 0)
		next_step(replay);
	replay->pause_ms = -1;
	replay->running = false;
}

static void free_replay(struct provider *provider)
{
	struct provider_replay *replay = (struct provider_replay *)provider;

	replay_script_release(&replay->script);
	free(replay);
}

struct provider *provider_replay_parse(struct slice text, const char *name,
				       struct strbuf *err)
{
	static const struct provider_ops ops = { .next = next,
						 .interrupt = interrupt,
						 .free = free_replay };
	struct replay_script script = REPLAY_SCRIPT_INIT;
	struct provider_replay *replay;

	if (replay_script_parse(&script, text, name, err)) {
		replay_script_release(&script);
		return NULL;
	}
	replay = xcalloc(1, sizeof(*replay));
	replay->base.ops = &ops;
	replay->script = script;
	replay->rate = DEFAULT_RATE;
	replay->pause_ms = -1;
	return &replay->base;
}
