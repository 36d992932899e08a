#ifndef JPD_TESTS_HOST_PLAY_H
#define JPD_TESTS_HOST_PLAY_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

#define HOSTS 4
#define LOCKS 4

struct host {
	pid_t pid;
	int to, from;
	struct strbuf in;
	struct strbuf held; /* lines that go with the next one */
	char *kept; /* a line that was looked at, and is still to come */
};

struct play {
	const char *file;
	int line_number;
	char dir[64];
	struct strbuf args; /* for jphost */
	struct host hosts[HOSTS];
	struct {
		char *id;
		struct conversation_lock lock;
	} locks[LOCKS];
	char **lines;
	size_t count, cap, at;
	bool failed;
};

/* The session has failed here. */
void play_complain(struct play *play, const char *what, const char *detail);
/* Put the workspace's directory for $W; to free(). */
char *play_expand(const struct play *play, const char *text);
/* Whether `text` is as `pattern`, where a star is any text. */
bool play_matches(const char *pattern, const char *text);

/* --- play-jphost.c: the other end --- */

/* Start it where it does not run yet, and send a line. */
void play_send(struct play *play, struct host *host, const char *text);
/* The next line must be so. */
void play_expect(struct play *play, struct host *host, const char *pattern);
/* As many lines as there are with this prefix from here on, in any order. */
void play_expect_all(struct play *play, struct host *host, const char *prefix);
/* The next line may be so. */
void play_expect_perhaps(struct play *play, struct host *host,
			 const char *pattern);
/* Nothing more comes, and it ends with this status. */
void play_expect_end(struct play *play, struct host *host, const char *code);
void play_close_input(struct host *host);

#endif
