#ifndef JPD_IO_HOST_CHILD_H
#define JPD_IO_HOST_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/base/strbuf.h"
#include "src/dashboard/io/connection.h"

/*
 * The process of a host that we start. It leads a session of its own without
 * a controlling terminal, so that nothing in it (ssh asking for a password)
 * can reach ours; it has three pipes, and ends when we do.
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
	HOST_CHILD_WRONG,  /* the command is none */
};

/*
 * The words of a command line as wordexp(3) has them: quotes, ~ and
 * variables, but no shell, no substitution of commands, no pipes. With a
 * sentence in `err` where it did not start.
 */
enum host_child_result host_child_start(struct host_child *child,
					const char *command,
					struct strbuf *err);
/* -1 with a sentence in `err` where no run of that command could start. */
int host_child_check(const char *command, struct strbuf *err);
/*
 * The program that we are, whatever has its path by now: a checksum that our
 * host has for us holds for it, too. The words need no reading, the first is
 * what it is called, the last is NULL.
 */
enum host_child_result host_child_start_self(struct host_child *child,
					     char *const *words,
					     struct strbuf *err);

/* Close its pipes and tell its group to end. Its pid must be waited for. */
void host_child_end(struct host_child *child);
void host_child_kill(struct host_child *child);
/* Whether it has ended; does not wait. */
bool host_child_has_ended(struct host_child *child);

#endif
