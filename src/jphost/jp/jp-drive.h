#ifndef JPD_JP_JP_DRIVE_H
#define JPD_JP_JP_DRIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "proto/event.h"
#include "proto/plugin-message.h"
#include "src/base/slice.h"
#include "src/jphost/jp/jp-prompt.h"
#include "src/jphost/jp/trace-follow.h"

/*
 * Offers jp's prompts in its terminal to all watchers, and types their answers
 * as keys. It does no I/O: the owner reports what jp drew and logged and what
 * the user typed, and carries out the sink's calls.
 *
 * A prompt is offered only if it is certain which call it is about (the first
 * in the stream that jp must ask about), that jp showed exactly these
 * arguments, and that it is waiting. Keys are typed only into the prompt that
 * was offered.
 */
struct jp_drive_sink {
	void *user;
	/* Raw events for the watchers. */
	void (*event)(void *user, struct slice event,
		      enum respond_kind respond);
	/*
	 * A prompt can only be answered in jp's own terminal: for `what`, about
	 * this call (or NULL).
	 */
	void (*asks)(void *user, const char *what, const char *call);
	/* Type these keys into jp. */
	void (*type)(void *user, struct slice keys);
	/*
	 * Whether jp's editor is ours; pass it the arguments to write next, or
	 * none (false if that fails); and whether it has written them.
	 */
	bool (*can_edit)(void *user);
	bool (*edit)(void *user, struct slice arguments);
	bool (*edited)(void *user);
	/*
	 * Release the keys that were held: pass them to jp, or drop them
	 * because their prompt is closed.
	 */
	void (*release)(void *user, bool pass);
};

/* jp's present input mode. */
enum jp_drive_mode {
	JP_DRIVE_LINES, /* whole lines */
	JP_DRIVE_KEYS,  /* single keys */
};

struct jp_drive;

/* Ids of questions start with `name`. */
struct jp_drive *jp_drive_new(const char *name,
			      const struct jp_drive_sink *sink);
void jp_drive_free(struct jp_drive *drive);

/* --- Reports about jp --- */

/* Text printed by jp, as jp_screen_write() extracts it. */
void jp_drive_printed(struct jp_drive *drive, struct slice text,
		      int64_t now_ms);
/*
 * A prompt was drawn; kind NONE: something else was. jp reads single keys when
 * it asks: what is drawn in LINES was only printed, by a model or a tool, and a
 * key would wait for what jp asks next.
 */
void jp_drive_drawn(struct jp_drive *drive, const struct jp_prompt *prompt,
		    enum jp_drive_mode mode, int64_t now_ms);
void jp_drive_logged(struct jp_drive *drive, const struct trace_line *line);
void jp_drive_called(struct jp_drive *drive,
		     const struct trace_follow_call *call);
void jp_drive_ended(struct jp_drive *drive);

/* --- Reports about people --- */

/* The user typed something into jp's terminal. */
void jp_drive_typed(struct jp_drive *drive, struct slice keys);
/* Whether the user's keys must be held. */
bool jp_drive_holds(const struct jp_drive *drive);
/* Handle a watcher's answer; false if there is no such prompt. */
bool jp_drive_respond(struct jp_drive *drive, const struct plugin_message *msg,
		      int64_t now_ms);
/*
 * A watcher cancels the turn, and jp was interrupted: skip what jp asks, and
 * answer its menu with "stop", which stores what there is.
 */
void jp_drive_cancel(struct jp_drive *drive, int64_t now_ms);
/* Send pending prompts again, for a new watcher. */
void jp_drive_replay(const struct jp_drive *drive,
		     const struct jp_drive_sink *sink);

/* --- Time --- */

/* Call this in each round, and when jp_drive_wake_ms() says (-1: never). */
void jp_drive_run(struct jp_drive *drive, enum jp_drive_mode mode,
		  int64_t now_ms, int64_t wall_ms);
int64_t jp_drive_wake_ms(const struct jp_drive *drive);

#endif
