#ifndef JPD_JP_JP_ATTACH_H
#define JPD_JP_JP_ATTACH_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ioctl.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The socket by which a user attaches to a headless jp: beside that of its turn,
 * for our own user only, one terminal at a time. Packets from the user are a
 * letter and its content: `k` and keys, `s` and "ROWS COLUMNS"; what jp prints
 * goes back as it is.
 */
#define JP_ATTACH_FDS 2

struct jp_attach {
	int listener, fd; /* fd: of the attached user; or -1 */
	char *path;
	int64_t again_ms; /* when to try again what failed; or -1 */
	int64_t failures; /* in a row */
};

enum jp_attach_event {
	JP_ATTACH_NOTHING,
	JP_ATTACH_KEYS,
	JP_ATTACH_SIZE,
	JP_ATTACH_LEFT,
};

void jp_attach_init(struct jp_attach *attach);
/*
 * Open it beside the turn's socket, whose folder is ours. False if that fails; it
 * is then retried only when jp_attach_wake_ms() says so, less and less often.
 * All times are those of one clock.
 */
bool jp_attach_open(struct jp_attach *attach, const char *live_path,
		    int64_t now_ms);
void jp_attach_close(struct jp_attach *attach);
/* When to retry, or -1. */
int64_t jp_attach_wake_ms(const struct jp_attach *attach);
size_t jp_attach_poll(const struct jp_attach *attach, int64_t now_ms,
		      struct pollfd *fds);
/* The next thing that happened; call it until it returns NOTHING. */
enum jp_attach_event jp_attach_take(struct jp_attach *attach, int64_t now_ms,
				    struct strbuf *keys, struct winsize *size);
/* A user who does not read it is detached. */
void jp_attach_send(struct jp_attach *attach, struct slice bytes);

/* The path of that socket; to free(). */
char *jp_attach_path(const char *live_path);

#endif
