#ifndef JPD_IO_HOST_CHILD_H
#define JPD_IO_HOST_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/base/strbuf.h"
#include "src/dashboard/io/connection.h"

/*
 * The process of a host that we start. It leads a separate session without a
 * controlling terminal, so that nothing in it (ssh asking for a password) can
 * reach ours; it has three pipes, and ends when we do.
 */
struct host_child {
	pid_t pid;              /* also its group's; 0: none */
	struct connection conn; /* its stdin and stdout */
	int err_fd;             /* its stderr; -1: closed */
};

#define HOST_CHILD_INIT           \
	{                         \
		0, { -1, -1 }, -1 \
	}

enum host_child_result {
	HOST_CHILD_STARTED,
	HOST_CHILD_FAILED, /* it may work another time */
	HOST_CHILD_WRONG,  /* the command is invalid */
};

/*
 * Start a command line with the words of wordexp(3): quotes, ~ and variables,
 * but no shell, no command substitution, no pipes. With a sentence in `err` if
 * it did not start.
 */
enum host_child_result host_child_start(struct host_child *child,
					const char *command,
					struct strbuf *err);
/* -1 with a sentence in `err` if the command could never start. */
int host_child_check(const char *command, struct strbuf *err);
/*
 * Start the program that we are, even if its path now has another: a checksum
 * that our host has for us covers it too. The words are used as they are; the
 * first is its name, the last is NULL.
 */
enum host_child_result host_child_start_self(struct host_child *child,
					     char *const *words,
					     struct strbuf *err);

/* Close its pipes and tell its group to end. Wait for its pid after that. */
void host_child_end(struct host_child *child);
void host_child_kill(struct host_child *child);
/* Whether it has ended; does not wait. */
bool host_child_has_ended(struct host_child *child);

#endif
