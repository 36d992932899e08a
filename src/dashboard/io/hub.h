#ifndef JPD_IO_HUB_H
#define JPD_IO_HUB_H

#include <poll.h>

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/connection.h"
#include "src/dashboard/io/host-child.h"
#include "src/dashboard/io/record.h"

/*
 * The descriptors and processes of all hosts. What the app wants to run is
 * started, what it does not want any more is ended; bytes go both ways.
 */
struct hub_host {
	uint64_t run; /* of the app's, that `child` is; 0: none */
	struct host_child child;
	size_t first; /* of its three entries among those polled, or SIZE_MAX */
};

/* One that was told to end. */
struct hub_leaver {
	struct host_child child;
	int64_t kill_ms;
};

struct hub {
	struct app *app;
	struct record *record;     /* of what hosts say; or NULL */
	struct connection *parent; /* host 0 */
	size_t parent_first;
	struct hub_host *hosts; /* by the app's numbers; 0 is not used */
	size_t host_count;
	struct hub_leaver *leavers;
	size_t leaver_count, leaver_cap;
	struct pollfd *fds;
	size_t fd_count, fd_cap;
	char *buffer; /* CONNECTION_READ_MAX bytes */
};

void hub_init(struct hub *hub, struct app *app, struct connection *parent);
/* Ends all that was started; returns when it is gone, within two seconds. */
void hub_release(struct hub *hub);

/* It happens: recorded, then the app has it. */
void hub_input(struct hub *hub, struct input *input, int64_t now_ms);
void hub_tick(struct hub *hub, int64_t now_ms);

/* Start and end what the app wants, and add what to poll for behind the
 * owner's own entries. */
void hub_poll(struct hub *hub, int64_t now_ms);
/* An entry of the owner's; returns its index. Before hub_poll(). */
size_t hub_add_fd(struct hub *hub, int fd, short events);
/* How long poll() may wait for the hub's sake, or -1. */
int64_t hub_wait_ms(const struct hub *hub);
/* poll(). Where it fails, for there is no memory, say, that is the end. */
int hub_sleep(struct hub *hub, int timeout_ms);
/* After poll(): read and write. */
void hub_ready(struct hub *hub, int64_t now_ms);
/* Then read what hosts have said by now, too: over a megabyte of each is left
 * for later. */
void hub_catch_up(struct hub *hub, int64_t now_ms);
/* Or, where poll() failed. */
void hub_skip(struct hub *hub);

/*
 * poll() for the hosts and what was added, as long as nothing is due, and tick.
 * False where it failed.
 */
bool hub_wait(struct hub *hub, int64_t timeout_ms);

/*
 * A loop without a terminal, until `done` says so; false where `limit_ms`
 * passed or the app wants to end first.
 */
bool hub_until(struct hub *hub, int signal_fd,
	       bool (*done)(const struct app *app, void *data), void *data,
	       int64_t limit_ms);

/*
 * Likewise, until it is known how the host that started us is followed: a few
 * milliseconds, two seconds where it hears nothing more, at most five, and
 * only where that host does not tell.
 */
void hub_find_out(struct hub *hub, int signal_fd);

#endif
