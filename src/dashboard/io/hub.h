#ifndef JPD_IO_HUB_H
#define JPD_IO_HUB_H

#include <poll.h>

#include "src/dashboard/app/parts.h"
#include "src/dashboard/io/connection.h"
#include "src/dashboard/io/host-child.h"
#include "src/dashboard/io/record.h"

/*
 * The descriptors and processes of all hosts. Starts what the app wants to run,
 * ends what it does not want, and moves bytes both ways.
 */
struct hub_host {
	uint64_t run; /* the app's run number of `child`; 0: none */
	struct host_child child;
	size_t first; /* first of its three poll entries, or SIZE_MAX */
};

/* A process that was told to end. */
struct hub_leaver {
	struct host_child child;
	int64_t kill_ms;
};

struct hub {
	struct app *app;
	struct record *record;     /* of host output; or NULL */
	struct connection *parent; /* host 0 */
	size_t parent_first;
	struct hub_host *hosts; /* by the app's numbers; 0 is unused */
	size_t host_count;
	struct hub_leaver *leavers;
	size_t leaver_count, leaver_cap;
	struct pollfd *fds;
	size_t fd_count, fd_cap;
	char *buffer; /* CONNECTION_READ_MAX bytes */
};

void hub_init(struct hub *hub, struct app *app, struct connection *parent);
/* End all that was started; returns when it has ended, within two seconds. */
void hub_release(struct hub *hub);

/* An input happens: record it, then pass it to the app. */
void hub_input(struct hub *hub, struct input *input, int64_t now_ms);
void hub_tick(struct hub *hub, int64_t now_ms);

/* Start and end what the app wants, and append the hosts' poll entries to those
 * of the owner. */
void hub_poll(struct hub *hub, int64_t now_ms);
/* Add an entry of the owner; returns its index. Call before hub_poll(). */
size_t hub_add_fd(struct hub *hub, int fd, short events);
/* How long poll() may wait as far as the hub is concerned, or -1. */
int64_t hub_wait_ms(const struct hub *hub);
/* poll(). If it fails, for lack of memory for example, the program ends. */
int hub_sleep(struct hub *hub, int timeout_ms);
/* Call after poll(): read and write. */
void hub_ready(struct hub *hub, int64_t now_ms);
/* Then also read what hosts have written meanwhile; more than a megabyte of
 * each is left for later. */
void hub_catch_up(struct hub *hub, int64_t now_ms);
/* Call instead if poll() failed. */
void hub_skip(struct hub *hub);

/*
 * poll() for the hosts and the added entries, until something is due, and tick.
 * False if it failed.
 */
bool hub_wait(struct hub *hub, int64_t timeout_ms);

/*
 * A loop without a terminal, until `done` returns true; false if `limit_ms`
 * passed or the app wants to exit first.
 */
bool hub_until(struct hub *hub, int signal_fd,
	       bool (*done)(const struct app *app, void *data), void *data,
	       int64_t limit_ms);

/*
 * The same until it is known how to follow the host that started us: a few
 * milliseconds, two seconds if it is deaf, at most five, and only if that host
 * does not announce it.
 */
void hub_find_out(struct hub *hub, int signal_fd);

#endif
