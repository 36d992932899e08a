#ifndef JPD_COMMANDS_DEMO_STAGE_H
#define JPD_COMMANDS_DEMO_STAGE_H

#include <stdbool.h>

/*
 * The demo's own process: it creates the workspace, runs the queries in it,
 * each as a separate `jphost query`, and cleans up. It runs as long as the
 * process that started it holds the other end of `lifeline` (a pipe), however
 * that process exits.
 */
struct demo_stage_options {
	const char *dir; /* NULL: a temporary one */
	bool keep;       /* keep the directory */
	int lifeline;
	int report; /* receives "ok DIR\n" or "error SENTENCE\n" */
};

/* Run until the end and return the exit status. */
int demo_stage_run(const struct demo_stage_options *options);

/* The script that answers messages of the user in the demo. To free(). */
char *demo_stage_reply(const char *dir);
/* Keep the demo away from the user's own jp. */
void demo_stage_set_environment(const char *dir);

#endif
