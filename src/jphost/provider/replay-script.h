#ifndef JPD_PROVIDER_REPLAY_SCRIPT_H
#define JPD_PROVIDER_REPLAY_SCRIPT_H

#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* A script of the replay provider, checked and decoded. */
enum replay_step_kind {
	STEP_RATE,
	STEP_TEXT,
	STEP_DATA,
	STEP_CALLS,
	STEP_INQUIRY,
	STEP_PAUSE,
	STEP_ERROR,
};

struct replay_step {
	enum replay_step_kind kind;
	enum chat_part part; /* TEXT */
	int64_t number;      /* RATE: chunks per second; PAUSE: ms */
	struct strbuf text;  /* TEXT, ERROR: UTF-8; DATA, INQUIRY: JSON */
	struct provider_call *calls;
	size_t call_count;
};

struct replay_script {
	struct replay_step *steps;
	size_t count, cap;
};

#define REPLAY_SCRIPT_INIT \
	{                  \
		NULL, 0, 0 \
	}

/*
 * Decode `text`. -1 with a sentence in `err` that names the script and the
 * line. Release the script in either case.
 */
int replay_script_parse(struct replay_script *script, struct slice text,
			const char *name, struct strbuf *err);
void replay_script_release(struct replay_script *script);

#endif
