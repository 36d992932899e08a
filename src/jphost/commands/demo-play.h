#ifndef JPD_COMMANDS_DEMO_PLAY_H
#define JPD_COMMANDS_DEMO_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * The demo's conversations, from the plays in src/jphost/commands/demo: JSON
 * lines made by plays.awk. NULL ends the list.
 */
extern const char *const DEMO_PLAYS[];

struct demo_turn {
	bool past; /* part of the history; otherwise it is played live */
	char *request;
	struct strbuf script; /* for the replay provider; @N@ is the round */
};

struct demo_play {
	char *title;      /* NULL: not a conversation of its own */
	int64_t age_ms;   /* age of the end of its history */
	int64_t start_ms; /* time of its first live turn; -1: none */
	struct demo_turn *turns;
	size_t count, cap;
	char *conversation; /* its id, once created */
};

void demo_play_read(struct demo_play *play, const char *text);
void demo_play_release(struct demo_play *play);

/* Write a turn's script to a file. -1 with a sentence in `err`. */
int demo_play_write_script(const struct demo_turn *turn, int round,
			   const char *path, struct strbuf *err);
/*
 * Create the conversation and its past turns, with the times they would have
 * had. `scratch` is a file to use. -1 with a sentence in `err`.
 */
int demo_play_write_past(struct demo_play *play, const struct workspace *ws,
			 const char *scratch, int64_t now_ms,
			 struct strbuf *err);

#endif
