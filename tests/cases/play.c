#include "config.h"

#include "tests/cases/play.h"

#include <string.h>

/* Shared by the files that play cases. */

void play_fail(struct play *play, const char *fmt, ...)
{
	va_list args;

	if (play->why.len)
		return;
	strbuf_addf(&play->why, "%s:%d: ", play->file, play->line);
	va_start(args, fmt);
	strbuf_vaddf(&play->why, fmt, args);
	va_end(args);
}
