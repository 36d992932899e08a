#ifndef JPD_IO_RUN_BRIEFLY_H
#define JPD_IO_RUN_BRIEFLY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/strbuf.h"

/*
 * Run a short program, without a terminal and with empty input, and collect the
 * beginning of its output. `env` NULL: our own; `dir` NULL: our working
 * directory. After `limit_ms` it is killed, with its group. Its status as of
 * waitpid(), or -1 with a sentence in `err`.
 */
int run_briefly(char *const *argv, char *const *env, const char *dir,
		int limit_ms, struct strbuf *out, struct strbuf *err);
/*
 * Wait until `end_ms` for a program that leads a group; `status` is as of
 * waitpid(). False: it did not end, and was killed with its group.
 */
bool run_briefly_ends(pid_t pid, int64_t end_ms, int *status);

#endif
