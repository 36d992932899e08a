#include "config.h"

#include "src/base/line-log.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/xalloc.h"

void host_log_add(struct host_log *log, struct slice line)
{
	char **place = &log->lines[log->next];

	if (line.len > HOST_LOG_LINE_BYTES)
		line.len = HOST_LOG_LINE_BYTES;
	free(*place);
	*place = xmemdupz(line.ptr, line.len);
	log->next = (log->next + 1) % HOST_LOG_LINES;
	if (log->count < HOST_LOG_LINES)
		log->count++;
	log->total++;
}

const char *host_log_line(const struct host_log *log, size_t i)
{
	assert(i < log->count);
	return log->lines[(log->next + HOST_LOG_LINES - log->count + i) %
			  HOST_LOG_LINES];
}

void host_log_release(struct host_log *log)
{
	for (size_t i = 0; i < HOST_LOG_LINES; i++)
		free(log->lines[i]);
	*log = (struct host_log){ .next = 0 };
}
