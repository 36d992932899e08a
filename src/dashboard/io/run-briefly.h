#ifndef JPD_IO_RUN_BRIEFLY_H
#define JPD_IO_RUN_BRIEFLY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/base/strbuf.h"

/*
 * Run a program that is over in a moment, without a terminal and with nothing
 * to read, and gather the beginning of what it writes. `env` NULL: our own;
 * `dir` NULL: where we are. After `limit_ms` it is killed, with all of its
 * group. Its status as of waitpid(), or -1 with a sentence in `err`.
 */
int run_briefly(char *const *argv, char *const *env, const char *dir,
		int limit_ms, struct strbuf *out, struct strbuf *err);
/*
 * Wait for a program that leads a group, until then; `status` is as of
 * waitpid(). False: it did not end, and was killed, with all of its group.
 */
bool run_briefly_ends(pid_t pid, int64_t end_ms, int *status);

#endif
