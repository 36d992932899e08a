#ifndef JPD_COMMANDS_RECORDING_H
#define JPD_COMMANDS_RECORDING_H

#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A session written by `jp dashboard --record` (doc/HACKING, "Recordings"),
 * reduced to one host.
 */
enum recording_kind {
	RECORDING_SAYS,  /* a line from the host */
	RECORDING_HEARS, /* a line to the host */
	RECORDING_GONE,  /* its process exited, or its pipe was closed */
};

struct recording_step {
	int64_t at_ms; /* since the start */
	enum recording_kind kind;
	struct slice line; /* points into `text` */
};

struct recording {
	struct strbuf text;
	struct slice init; /* first line of the host that started it */
	struct recording_step *steps;
	size_t count, cap;
};

void recording_init(struct recording *recording);
void recording_release(struct recording *recording);
/* Read the lines about `host`. -1 with a sentence in `err`. */
int recording_read(struct recording *recording, const char *path,
		   const char *host, struct strbuf *err);

#endif
