#include "config.h"

#include "src/jphost/commands/recording.h"

#include <fcntl.h>
#include <stdlib.h>

#include "src/base/case-text.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-place.h"

#define TICK_MAX ((int64_t)365 * 24 * 3600 * 1000)

void recording_init(struct recording *recording)
{
	*recording = (struct recording){ .text = STRBUF_INIT };
}

void recording_release(struct recording *recording)
{
	strbuf_release(&recording->text);
	free(recording->steps);
}

static void add(struct recording *recording, int64_t at_ms,
		enum recording_kind kind, struct slice line)
{
	ALLOC_GROW(recording->steps, recording->count + 1, recording->cap);
	recording->steps[recording->count++] =
		(struct recording_step){ at_ms, kind, line };
}

static int64_t tick_of(struct slice args)
{
	int64_t ms = 0;

	for (; args.len && args.ptr[0] >= '0' && args.ptr[0] <= '9';
	     args = slice_skip(args, 1)) {
		ms = ms * 10 + (args.ptr[0] - '0');
		if (ms > TICK_MAX)
			return TICK_MAX;
	}
	return ms;
}

int recording_read(struct recording *recording, const char *path,
		   const char *host, struct strbuf *err)
{
	struct slice text;
	bool about = slice_is(SLICE("jp"), host);
	int64_t at_ms = 0;

	if (workspace_file_read(AT_FDCWD, path, &recording->text, err))
		return -1;
	text = strbuf_slice(&recording->text);
	while (text.len) {
		struct slice args = slice_take_line(&text);
		struct slice word = case_text_take(&args);

		if (slice_is(word, "tick"))
			at_ms += tick_of(args);
		else if (slice_is(word, "about"))
			about = slice_is(args, host);
		else if (slice_is(word, "init"))
			recording->init = args;
		else if (about && slice_is(word, "host"))
			add(recording, at_ms, RECORDING_SAYS, args);
		else if (about && slice_is(word, ">"))
			add(recording, at_ms, RECORDING_HEARS, args);
		else if (about &&
			 (slice_is(word, "gone") || slice_is(word, "closed")))
			add(recording, at_ms, RECORDING_GONE, SLICE(""));
	}
	if (recording->init.len)
		return 0;
	strbuf_setf(err, "'%s' is not a recording", path);
	return -1;
}
