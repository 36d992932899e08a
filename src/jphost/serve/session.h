#ifndef JPD_SERVE_SESSION_H
#define JPD_SERVE_SESSION_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "proto/framer.h"
#include "proto/plugin-message.h"
#include "src/base/slice.h"
#include "src/base/strmap.h"
#include "src/jphost/serve/session-queue.h"
#include "src/jphost/workspace/workspace-watch.h"
#include "src/jphost/workspace/workspace.h"

/*
 * One plugin at the other end of two descriptors: RFD 072 and D18 with the
 * extensions of protocol(7). Its owner polls: host_session_poll() tells
 * for what and how long, host_session_ready() then does what there is to do.
 */
struct host_session_options {
	struct workspace *workspace;
	int in_fd, out_fd; /* what the plugin writes and reads; not blocking */
	struct slice config;  /* raw object: over that of jp's files */
	struct slice options; /* raw object, or empty */
	const char *plugin;   /* whose configured options it gets, or NULL */
	const char *const *args;
	size_t argc;
	int log_level;
	/* As a jp of protocol 1: no more than it has, and a line that it does
	 * not take is the end. */
	bool strict;
	/* For the plugin's queries; provider NULL: it cannot start any. */
	const char *provider;
	const char *model;  /* or NULL: the configuration's */
	int64_t timeout_ms; /* of a prompt; -1: waits for ever */
	enum fallback fallback;
	void *user;
	void (*print)(void *user, const struct plugin_message *msg);
	void (*log)(void *user, const char *level, const char *message);
};

/* How a session ended. */
struct host_session_end {
	bool leaving; /* `exit` came, or the plugin's output ended */
	bool done;    /* and what it had asked for was written, if it reads */
	bool exited;  /* `exit` came */
	int code;     /* of it */
	char *reason; /* of it, or NULL */
	char *failed; /* what the plugin did that it was ended for, or NULL */
	/* The first line that a jp of protocol 1 does not take, and why; or
	 * NULL. */
	char *refused;
};

struct host_topic;
struct host_sub;

struct host_session {
	struct host_session_options options;
	struct host_session_end end;
	struct strbuf config; /* as the plugin gets it */
	struct framer framer;
	struct host_out out;
	struct host_watch watch;
	struct strmap topics; /* struct host_topic, by digits */
	struct strmap subs;   /* struct host_sub, by sub_id */
	bool watching;   /* it has subscribed, or had nothing to subscribe to */
	bool turn_ended; /* its conversation may be of no interest now */
	bool drops_untold; /* events were dropped, history_changed not sent */
	bool list_changed;
	uint64_t list_hash;     /* what the plugin could know of the list */
	int64_t behind_ms;      /* since when the plugin is behind; -1: not */
	int64_t next_list_ms;   /* not before it is looked at again */
	int64_t next_busy_ms;   /* when holders of locks are looked for */
	int64_t next_look_ms;   /* where nothing tells of changes */
	size_t baseline_budget; /* bytes that may be read in this round */
	struct pollfd *fds;
	size_t fd_count, fd_cap;
};

/* Sends `init`. */
void host_session_init(struct host_session *session,
		       const struct host_session_options *options);
/* Ends its turns, lets go of its locks. */
void host_session_release(struct host_session *session);

/*
 * Add what to poll for to session->fds, behind what is there already (the
 * owner's own), and return how many milliseconds to wait at most; -1: no end.
 */
int host_session_poll(struct host_session *session);
/* After poll(), whatever it returned. */
void host_session_ready(struct host_session *session);
/* End it, for a fault of the plugin's. */
void host_session_fail(struct host_session *session, const char *why);
/* Ask the plugin to leave. */
void host_session_shutdown(struct host_session *session);

/* For the owner: its own entry, before host_session_poll(). */
void host_session_add_fd(struct host_session *session, int fd, short events);
/* What poll() said of `fd`. */
short host_session_revents(const struct host_session *session, int fd);

#endif
