#ifndef JPD_TESTS_UNIT_QUERY_STAGE_H
#define JPD_TESTS_UNIT_QUERY_STAGE_H

/* `jphost query` as a child on its own terminal, and its watchers. */

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

#include "src/base/strbuf.h"
#include "src/jphost/live/live.h"
#include "src/jphost/workspace/workspace.h"
#include "tests/unit/test.h"

#define STAGE_WATCHERS 2

struct stage {
	char dir[64];
	struct workspace ws;
	char *conversation;
	pid_t pid;           /* of the query; 0: none */
	int tty;             /* our end of its terminal, or of its output */
	struct termios left; /* the terminal's modes at the end */
	int status;          /* its exit status after it exited; otherwise -1 */
	struct strbuf screen;
	struct live_client *clients[STAGE_WATCHERS];
	struct strbuf heard[STAGE_WATCHERS];
};

int stage_setup(void **state);
int stage_teardown(void **state);

/* Write a script, and start a query that plays it, with further arguments. */
void stage_start(struct stage *stage, bool on_tty, const char *script,
		 const char *const *more);
/* Wait until the screen has `text` after the previous match. */
void stage_wait(struct stage *stage, const char *text);
void stage_type(struct stage *stage, const char *keys);
/* Type a key repeatedly until the screen has `text`: it may come too early. */
void stage_press(struct stage *stage, const char *key, const char *text);
/* Wait for its end; returns its exit status. */
int stage_end(struct stage *stage);

void stage_watch(struct stage *stage, size_t watcher);
void stage_wait_heard(struct stage *stage, size_t watcher, const char *text);
void stage_say(struct stage *stage, size_t watcher, const char *line);

/* Everything stored, one event per line. To free(). */
char *stage_stored(struct stage *stage);
void assert_has(const char *text, const char *part);
void assert_has_not(const char *text, const char *part);

#endif
