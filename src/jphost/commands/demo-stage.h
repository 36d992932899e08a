#ifndef JPD_COMMANDS_DEMO_STAGE_H
#define JPD_COMMANDS_DEMO_STAGE_H

#include <stdbool.h>

/*
 * The process behind the demo: it makes the workspace, plays the queries in
 * it, each a `jphost query` of its own, and cleans up. It lives as long as
 * `lifeline` (a pipe's end) is held by the process that started it, however
 * that one ends.
 */
struct demo_stage_options {
	const char *dir; /* NULL: a temporary one */
	bool keep;       /* the directory, at the end */
	int lifeline;
	int report; /* "ok DIR\n", or "error SENTENCE\n", is written there */
};

/* Does not return before the end; the exit status. */
int demo_stage_run(const struct demo_stage_options *options);

/* The script that answers what the person sends in the demo. To free(). */
char *demo_stage_reply(const char *dir);
/* So that nothing is read from or written to the person's own jp. */
void demo_stage_set_environment(const char *dir);

#endif
