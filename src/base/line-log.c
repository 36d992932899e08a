#include "config.h"

#include "src/base/line-log.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/xalloc.h"

void line_log_add(struct line_log *log, struct slice line)
{
	char **place = &log->lines[log->next];

	if (line.len > LINE_LOG_LINE_BYTES)
		line.len = LINE_LOG_LINE_BYTES;
	free(*place);
	*place = xmemdupz(line.ptr, line.len);
	log->next = (log->next + 1) % LINE_LOG_LINES;
	if (log->count < LINE_LOG_LINES)
		log->count++;
	log->total++;
}

const char *line_log_line(const struct line_log *log, size_t i)
{
	assert(i < log->count);
	return log->lines[(log->next + LINE_LOG_LINES - log->count + i) %
			  LINE_LOG_LINES];
}

void line_log_release(struct line_log *log)
{
	for (size_t i = 0; i < LINE_LOG_LINES; i++)
		free(log->lines[i]);
	*log = (struct line_log){ .next = 0 };
}
