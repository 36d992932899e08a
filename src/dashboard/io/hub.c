#include "config.h"

#include "src/dashboard/io/hub.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/io/signals.h"

/* If a host does not even list within this time, the screen says so. */
#define FIND_OUT_MS  5000
#define KILL_MS      1000 /* from "end" to the kill */
#define WATCH_MS     50   /* polling interval for a process that ends */
#define CATCH_UP_MAX 16   /* reads from a host before a key */

/* The poll entries of a host. */
enum { IN, OUT, ERR, ENTRIES };

void hub_init(struct hub *hub, struct app *app, struct connection *parent)
{
	*hub = (struct hub){
		.app = app,
		.parent = parent,
		.parent_first = SIZE_MAX,
		.buffer = xmalloc(CONNECTION_READ_MAX),
	};
}

void hub_input(struct hub *hub, struct input *input, int64_t now_ms)
{
	record_input(hub->record, input, now_ms);
	app_input(hub->app, input, now_ms);
}

void hub_tick(struct hub *hub, int64_t now_ms)
{
	hub_input(hub,
		  &(struct input){ .kind = INPUT_TICK,
				   .wall_offset_ms = clock_wall_offset_ms() },
		  now_ms);
}

static void grow(struct hub *hub, size_t count)
{
	if (count <= hub->host_count)
		return;
	hub->hosts = xreallocarray(hub->hosts, count, sizeof(*hub->hosts));
	for (; hub->host_count < count; hub->host_count++)
		hub->hosts[hub->host_count] =
			(struct hub_host){ .child = HOST_CHILD_INIT,
					   .first = SIZE_MAX };
}

static void end_child(struct hub *hub, struct hub_host *host, int64_t now_ms)
{
	host->run = 0;
	host->first = SIZE_MAX;
	host_child_end(&host->child);
	if (host->child.pid) {
		ALLOC_GROW(hub->leavers, hub->leaver_count + 1,
			   hub->leaver_cap);
		hub->leavers[hub->leaver_count++] =
			(struct hub_leaver){ .child = host->child,
					     .kill_ms = now_ms + KILL_MS };
	}
	host->child = (struct host_child)HOST_CHILD_INIT;
}

static void tell_failed(struct hub *hub, int number, const char *why,
			bool for_good, int64_t now_ms)
{
	hub_input(hub,
		  &(struct input){ .kind = INPUT_HOST_FAILED,
				   .host = number,
				   .text = slice_str(why),
				   .flag = for_good },
		  now_ms);
}

static void tell_gone(struct hub *hub, int number, int64_t now_ms)
{
	hub_input(hub,
		  &(struct input){ .kind = INPUT_HOST_GONE, .host = number },
		  now_ms);
}

static void start_child(struct hub *hub, int number, int64_t now_ms)
{
	struct host *h = &hub->app->hosts->list[number];
	struct hub_host *host = &hub->hosts[number];
	struct strbuf err = STRBUF_INIT;
	enum host_child_result result =
		h->words ? host_child_start_self(&host->child, h->words, &err)
			 : host_child_start(&host->child, h->command, &err);

	if (result == HOST_CHILD_STARTED)
		host->run = h->run;
	else
		tell_failed(hub, number, err.buf, result == HOST_CHILD_WRONG,
			    now_ms);
	strbuf_release(&err);
}

/* Start and end processes until the running ones match the app's. */
static void match_runs(struct hub *hub, int64_t now_ms)
{
	grow(hub, hub->app->hosts->count);
	for (size_t i = 1; i < hub->host_count; i++) {
		const struct host *h = &hub->app->hosts->list[i];
		struct hub_host *host = &hub->hosts[i];

		if (host->run && host->run != h->run)
			end_child(hub, host, now_ms);
		if (h->run && !host->run)
			start_child(hub, (int)i, now_ms);
	}
}

static void watch_leavers(struct hub *hub, int64_t now_ms)
{
	size_t kept = 0;

	for (size_t i = 0; i < hub->leaver_count; i++) {
		struct hub_leaver *leaver = &hub->leavers[i];

		if (host_child_has_ended(&leaver->child))
			continue;
		if (now_ms >= leaver->kill_ms)
			host_child_kill(&leaver->child);
		hub->leavers[kept++] = *leaver;
	}
	hub->leaver_count = kept;
}

size_t hub_add_fd(struct hub *hub, int fd, short events)
{
	ALLOC_GROW(hub->fds, hub->fd_count + 1, hub->fd_cap);
	hub->fds[hub->fd_count] = (struct pollfd){ .fd = fd, .events = events };
	return hub->fd_count++;
}

/* Even with nothing to write: POLLERR reports that the host closed. */
static size_t add_host(struct hub *hub, int number,
		       const struct connection *conn, int err_fd)
{
	bool waits = !outbox_empty(hosts_outbox(hub->app->hosts, number));
	bool deaf = hosts_is_deaf(hub->app->hosts, number);
	size_t first = hub_add_fd(hub, conn->in_fd, POLLIN);

	hub_add_fd(hub, deaf ? -1 : conn->out_fd, waits ? POLLOUT : 0);
	hub_add_fd(hub, err_fd, POLLIN);
	return first;
}

void hub_poll(struct hub *hub, int64_t now_ms)
{
	match_runs(hub, now_ms);
	watch_leavers(hub, now_ms);
	hub->parent_first = SIZE_MAX;
	if (!hub->app->hosts->list[0].gone)
		hub->parent_first = add_host(hub, 0, hub->parent, -1);
	for (size_t i = 1; i < hub->host_count; i++) {
		struct hub_host *host = &hub->hosts[i];

		host->first = SIZE_MAX;
		if (host->run)
			host->first = add_host(hub, (int)i, &host->child.conn,
					       host->child.err_fd);
	}
}

int64_t hub_wait_ms(const struct hub *hub)
{
	return hub->leaver_count ? WATCH_MS : -1;
}

static void read_errors(struct hub *hub, int number, struct host_child *child,
			int64_t now_ms)
{
	ssize_t got = read(child->err_fd, hub->buffer, CONNECTION_READ_MAX);

	if (got > 0) {
		hub_input(hub,
			  &(struct input){
				  .kind = INPUT_HOST_STDERR,
				  .host = number,
				  .text = slice_of(hub->buffer, (size_t)got) },
			  now_ms);
	} else if (!got || (errno != EAGAIN && errno != EINTR)) {
		close(child->err_fd);
		child->err_fd = -1;
	}
}

/* Read its lines, then write ours. False if either end is closed. */
static bool exchange(struct hub *hub, int number, struct connection *conn,
		     const struct pollfd *fds, int64_t now_ms)
{
	long got = 0;

	if (fds[IN].revents)
		got = connection_read(conn, hub->buffer);
	if (got > 0)
		hub_input(hub,
			  &(struct input){ .kind = INPUT_HOST_BYTES,
					   .host = number,
					   .bytes = hub->buffer,
					   .byte_count = (size_t)got },
			  now_ms);
	if (got < 0)
		return false;
	if (hosts_is_deaf(hub->app->hosts, number))
		return true;
	if (!(fds[OUT].revents & (POLLERR | POLLHUP | POLLNVAL)) &&
	    !connection_write(conn, hosts_outbox(hub->app->hosts, number)))
		return true;
	hub_input(hub,
		  &(struct input){ .kind = INPUT_HOST_CLOSED, .host = number },
		  now_ms);
	return hosts_is_deaf(hub->app->hosts, number);
}

static void ready_child(struct hub *hub, int number, int64_t now_ms)
{
	struct hub_host *host = &hub->hosts[number];
	const struct pollfd *fds = &hub->fds[host->first];

	if (fds[ERR].revents && host->child.err_fd >= 0)
		read_errors(hub, number, &host->child, now_ms);
	if (!exchange(hub, number, &host->child.conn, fds, now_ms) &&
	    hub->app->hosts->list[number].run == host->run) {
		/* The reason is the last thing that it wrote. */
		if (host->child.err_fd >= 0)
			read_errors(hub, number, &host->child, now_ms);
		tell_gone(hub, number, now_ms);
	}
}

void hub_ready(struct hub *hub, int64_t now_ms)
{
	struct app *app = hub->app;

	if (hub->parent_first != SIZE_MAX && !app->hosts->list[0].gone &&
	    !exchange(hub, 0, hub->parent, &hub->fds[hub->parent_first],
		      now_ms))
		tell_gone(hub, 0, now_ms);
	for (size_t i = 1; i < hub->host_count; i++) {
		const struct hub_host *host = &hub->hosts[i];

		/* A line of another host may have ended it. */
		if (host->first != SIZE_MAX &&
		    app->hosts->list[i].run == host->run)
			ready_child(hub, (int)i, now_ms);
	}
	hub_skip(hub);
}

void hub_skip(struct hub *hub)
{
	hub->fd_count = 0;
}

void hub_catch_up(struct hub *hub, int64_t now_ms)
{
	for (int i = 0; i < CATCH_UP_MAX; i++) {
		hub_poll(hub, now_ms);
		if (poll(hub->fds, hub->fd_count, 0) <= 0) {
			hub_skip(hub);
			return;
		}
		hub_ready(hub, now_ms);
	}
}

int hub_sleep(struct hub *hub, int timeout_ms)
{
	int ready = poll(hub->fds, hub->fd_count, timeout_ms);

	if (ready < 0 && errno != EINTR) {
		struct strbuf why = STRBUF_INIT;

		strbuf_addf(&why, _("cannot wait for input: %s"),
			    strerror(errno));
		app_exit(hub->app, 1, why.buf);
		strbuf_release(&why);
	}
	return ready;
}

bool hub_wait(struct hub *hub, int64_t timeout_ms)
{
	int64_t now_ms = clock_now_ms(), wake_ms = app_wake_ms(hub->app);
	int ready;

	hub_poll(hub, now_ms);
	if (wake_ms >= 0 && wake_ms - now_ms < timeout_ms)
		timeout_ms = wake_ms > now_ms ? wake_ms - now_ms : 0;
	if (hub->leaver_count && timeout_ms > WATCH_MS)
		timeout_ms = WATCH_MS;
	ready = hub_sleep(hub, (int)timeout_ms);
	hub_tick(hub, clock_now_ms());
	if (ready < 0)
		hub_skip(hub);
	return ready >= 0;
}

bool hub_until(struct hub *hub, int signal_fd,
	       bool (*done)(const struct app *app, void *data), void *data,
	       int64_t limit_ms)
{
	struct app *app = hub->app;
	int64_t end_ms = clock_now_ms() + limit_ms;

	while (!done(app, data) && !app->exiting) {
		int64_t left_ms = end_ms - clock_now_ms();
		size_t signals = hub_add_fd(hub, signal_fd, POLLIN);

		if (left_ms <= 0) {
			hub_skip(hub);
			return false;
		}
		if (!hub_wait(hub, left_ms))
			continue;
		if (hub->fds[signals].revents && signals_take(signal_fd))
			app_exit(app, 1, NULL);
		hub_ready(hub, clock_now_ms());
	}
	return !app->exiting;
}

static bool found_out(const struct app *app, void *data)
{
	(void)data;
	return !hosts_is_probing(app->hosts);
}

void hub_find_out(struct hub *hub, int signal_fd)
{
	hub_until(hub, signal_fd, found_out, NULL, FIND_OUT_MS);
}

void hub_release(struct hub *hub)
{
	for (size_t i = 1; i < hub->host_count; i++) {
		if (hub->hosts[i].run)
			end_child(hub, &hub->hosts[i], clock_now_ms());
	}
	for (;;) {
		watch_leavers(hub, clock_now_ms());
		if (!hub->leaver_count)
			break;
		poll(NULL, 0, 10);
	}
	free(hub->hosts);
	free(hub->leavers);
	free(hub->fds);
	free(hub->buffer);
}
