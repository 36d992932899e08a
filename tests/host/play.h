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
	struct strbuf held; /* lines to send with the next one */
	char *kept;         /* a line that was read too early */
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

/* The session failed here. */
void play_complain(struct play *play, const char *what, const char *detail);
/* Replace $W by the workspace's directory; to free(). */
char *play_expand(const struct play *play, const char *text);
/* Whether `text` matches `pattern`, in which a star is any text. */
bool play_matches(const char *pattern, const char *text);

/* --- play-jphost.c: the other end --- */

/* Send a line, after starting it if necessary. */
void play_send(struct play *play, struct host *host, const char *text);
/* The next line must match. */
void play_expect(struct play *play, struct host *host, const char *pattern);
/* All consecutive lines with this prefix must come, in any order. */
void play_expect_all(struct play *play, struct host *host, const char *prefix);
/* The next line may match. */
void play_expect_perhaps(struct play *play, struct host *host,
			 const char *pattern);
/* Nothing more comes, and it exits with this status. */
void play_expect_end(struct play *play, struct host *host, const char *code);
void play_close_input(struct host *host);

#endif
