#ifndef JPD_HOSTS_HOST_SPEC_H
#define JPD_HOSTS_HOST_SPEC_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* NAME=COMMAND, as the user writes a host; both point into the text. */
struct host_spec {
	struct slice name, command;
};

/* -1 with a sentence in `err` if it is invalid. */
int host_spec_read(struct host_spec *spec, struct slice text,
		   struct strbuf *err);

#endif
