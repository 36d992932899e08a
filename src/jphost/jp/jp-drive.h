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
 * What jp asks in its terminal, offered to whoever watches, and their answer,
 * written as keys. It computes only: its owner tells it what jp drew, logged
 * and got from the person, and does what it says.
 *
 * Nothing is offered that is not known for certain: which call is asked about
 * (the first one of the stream that jp must ask about), that jp showed these
 * very arguments, and that it waits. No key goes to a prompt but the one that
 * was offered.
 */
struct jp_drive_sink {
	void *user;
	/* Raw events for those who watch. */
	void (*event)(void *user, struct slice event,
		      enum respond_kind respond);
	/* It waits, and can be answered only where it asks: for `what`, about
	 * this call (or NULL). */
	void (*asks)(void *user, const char *what, const char *call);
	/* To jp, as if typed. */
	void (*type)(void *user, struct slice keys);
	/* Whether jp's editor is ours. The arguments that it is to write next;
	 * false: they cannot be given to it. Whether it has written them. */
	bool (*can_edit)(void *user);
	bool (*edit)(void *user, struct slice arguments);
	bool (*edited)(void *user);
	/* Keys that were held. They go on to jp, or are thrown away, for they
	 * were meant for what is gone. */
	void (*release)(void *user, bool pass);
};

/* How jp reads a key just now. */
enum jp_drive_mode {
	JP_DRIVE_LINES, /* a line at once: a key needs an end */
	JP_DRIVE_KEYS,  /* each key at once */
};

struct jp_drive;

/* `name` is what ids of questions begin with. */
struct jp_drive *jp_drive_new(const char *name,
			      const struct jp_drive_sink *sink);
void jp_drive_free(struct jp_drive *drive);

/* --- What jp does --- */

/* Text that jp printed, as jp_screen_write() gives it. */
void jp_drive_printed(struct jp_drive *drive, struct slice text,
		      int64_t now_ms);
/* A prompt was drawn; kind NONE: something else was. */
void jp_drive_drawn(struct jp_drive *drive, const struct jp_prompt *prompt,
		    int64_t now_ms);
void jp_drive_logged(struct jp_drive *drive, const struct trace_line *line);
void jp_drive_called(struct jp_drive *drive,
		     const struct trace_follow_call *call);
void jp_drive_ended(struct jp_drive *drive);

/* --- What people do --- */

/* The person typed something into jp's terminal. */
void jp_drive_typed(struct jp_drive *drive, struct slice keys);
/* Whether the person's keys are to be held. */
bool jp_drive_holds(const struct jp_drive *drive);
/* An answer of one who watches; false: there is no such prompt. */
bool jp_drive_respond(struct jp_drive *drive, const struct plugin_message *msg,
		      int64_t now_ms);
/* One who watches wants the turn to end, and jp was interrupted: what it asks is
 * skipped, and its menu answered with "stop", which stores what there is. */
void jp_drive_cancel(struct jp_drive *drive, int64_t now_ms);
/* What waits, once more, for one who has come. */
void jp_drive_replay(const struct jp_drive *drive,
		     const struct jp_drive_sink *sink);

/* --- Time --- */

/* To be called in each round, and when jp_drive_wake_ms() says so (-1: not). */
void jp_drive_run(struct jp_drive *drive, enum jp_drive_mode mode,
		  int64_t now_ms, int64_t wall_ms);
int64_t jp_drive_wake_ms(const struct jp_drive *drive);

#endif
