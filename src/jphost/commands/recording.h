#ifndef JPD_COMMANDS_RECORDING_H
#define JPD_COMMANDS_RECORDING_H

#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * A session that `jp dashboard --record` wrote (doc/HACKING, "Recordings"),
 * as far as one host has to do with it.
 */
enum recording_kind {
	RECORDING_SAYS,  /* the host: a line */
	RECORDING_HEARS, /* it: a line */
	RECORDING_GONE,  /* its process, or its pipe, ended */
};

struct recording_step {
	int64_t at_ms; /* since the start */
	enum recording_kind kind;
	struct slice line; /* of `text` */
};

struct recording {
	struct strbuf text;
	struct slice init; /* the first line of the host that began it */
	struct recording_step *steps;
	size_t count, cap;
};

void recording_init(struct recording *recording);
void recording_release(struct recording *recording);
/* Read what is about `host`. -1 with a sentence in `err`. */
int recording_read(struct recording *recording, const char *path,
		   const char *host, struct strbuf *err);

#endif
