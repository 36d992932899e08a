#ifndef JPD_JP_JP_WATCH_H
#define JPD_JP_JP_WATCH_H

#include <poll.h>
#include <stdint.h>
#include <sys/types.h>

#include "src/jphost/jp/jp-drive.h"
#include "src/jphost/live/live.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Shows a jp of ours to others: events from its log and its prompts are sent to
 * its conversation's socket, and answers are received there.
 */
#define JP_WATCH_FDS_MAX (1 + LIVE_SERVER_FDS_MAX)

struct jp_watch {
	struct jp_drive *drive;
	void *user;
	/* A watcher cancels the turn. */
	void (*cancel)(void *user);
	pid_t pid;
	struct trace_follow *trace;
	int64_t next_try_ms; /* when to open the log; -1: no more */
	char *root;          /* of the workspace, as found by jp */
	struct workspace workspace;
	bool has_workspace;
	struct live_server *server;
	char *live_path; /* of its socket */
	bool headless;   /* there is no user at jp's terminal */
	int64_t now_ms;
};

void jp_watch_init(struct jp_watch *watch, pid_t pid, struct jp_drive *drive);
void jp_watch_release(struct jp_watch *watch);
/* Read all that jp has logged so far. */
void jp_watch_read(struct jp_watch *watch);
void jp_watch_send(struct jp_watch *watch, struct slice event,
		   enum respond_kind respond);
/* Report what must be answered in jp's own terminal. */
void jp_watch_send_asks(struct jp_watch *watch, const char *what,
			const char *call);
/* Whether jp uses $JP_EDITOR first; false if its configuration is unknown. */
bool jp_watch_uses_our_editor(const struct jp_watch *watch);
size_t jp_watch_poll(struct jp_watch *watch, struct pollfd *fds);
void jp_watch_ready(struct jp_watch *watch, const struct pollfd *fds,
		    size_t count);
int64_t jp_watch_wake_ms(const struct jp_watch *watch);

#endif
