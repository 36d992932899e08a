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
 * A session with one plugin at the other end of two descriptors: RFD 072 and
 * D18 with the extensions of protocol(7). The owner polls: session_poll()
 * says for what and how long, and session_ready() then does the work.
 */
struct session_options {
	struct workspace *workspace;
	int in_fd, out_fd;    /* the plugin's stdout and stdin; nonblocking */
	struct slice config;  /* raw object: overrides jp's files */
	struct slice options; /* raw object, or empty */
	const char *plugin;   /* its name, for its options, or NULL */
	const char *const *args;
	size_t argc;
	int log_level;
	/*
	 * Act as a jp of protocol 1: offer no more, and end the session at a
	 * line that it rejects.
	 */
	bool strict;
	/* For the plugin's queries; without a provider it cannot start any. */
	const char *provider;
	const char *model;  /* or NULL: the configuration's */
	int64_t timeout_ms; /* of a prompt; -1: none */
	enum fallback fallback;
	void *user;
	void (*print)(void *user, const struct plugin_message *msg);
	void (*log)(void *user, const struct plugin_message *msg);
};

/* How a session ended. */
struct session_end {
	bool leaving; /* `exit` was received, or the plugin's output closed */
	bool done;    /* and pending replies were written, if it reads */
	bool exited;  /* `exit` was received */
	int code;     /* exit code */
	char *reason; /* exit reason, or NULL */
	char *failed; /* the plugin's fault that ended the session, or NULL */
	/*
	 * The first line that a jp of protocol 1 would reject, with the reason;
	 * or NULL.
	 */
	char *refused;
};

struct session_conversation;
struct session_sub;

struct session {
	struct session_options options;
	struct session_end end;
	struct strbuf config; /* as the plugin gets it */
	struct framer framer;
	struct session_queue out;
	struct workspace_watch watch;
	struct strmap convs; /* struct session_conversation, by digits */
	struct strmap subs;  /* struct session_sub, by sub_id */
	bool watching;     /* after its first subscription, or an empty list */
	bool turn_ended;   /* conversations may be unused now */
	bool drops_untold; /* events were dropped, history_changed is due */
	bool list_changed;
	uint64_t list_hash;     /* the list that the plugin knows */
	int64_t behind_ms;      /* when the plugin fell behind; -1: not */
	int64_t next_list_ms;   /* earliest next look at the list */
	int64_t next_busy_ms;   /* when to look for holders of locks */
	int64_t next_look_ms;   /* when to look without notifications */
	size_t baseline_budget; /* bytes that may be read in this round */
	struct pollfd *fds;
	size_t fd_count, fd_cap;
};

/* Sends `init`. */
void session_init(struct session *session,
		  const struct session_options *options);
/* Ends its turns and releases its locks. */
void session_release(struct session *session);

/*
 * Add what to poll for to session->fds, after the owner's entries, and return
 * how many milliseconds to wait at most; -1: no limit.
 */
int session_poll(struct session *session);
/* Call after poll(), whatever that returned. */
void session_ready(struct session *session);
/* End the session because of a fault of the plugin's. */
void session_fail(struct session *session, const char *why);
/* Ask the plugin to exit. */
void session_shutdown(struct session *session);

/* Adds an entry of the owner's; call before session_poll(). */
void session_add_fd(struct session *session, int fd, short events);
/* The result of poll() for `fd`. */
short session_revents(const struct session *session, int fd);

#endif
