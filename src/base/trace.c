#include "config.h"

#include "src/base/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "src/base/xalloc.h"

#define TRACE_BYTES_MAX 16384

static struct {
	FILE *file;
	unsigned areas;
} trace_state;

static const struct {
	enum trace_area area;
	const char *name;
} AREAS[] = {
	{ TRACE_HOST, "host" }, { TRACE_KEYS, "keys" }, { TRACE_DRAW, "draw" },
	{ TRACE_TERM, "term" }, { TRACE_FILE, "file" },
};

/*
 * The file has everything that hosts send, so it is readable by its owner only,
 * and a file of another user is refused. Several programs may append to it.
 */
static FILE *open_file(const char *path)
{
	int fd = open(path,
		      O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NOCTTY |
			      O_NONBLOCK | O_CLOEXEC,
		      0600);
	FILE *file = NULL;
	struct stat st;

	if (fd >= 0 && fstat(fd, &st))
		st.st_mode = 0;
	if (fd >= 0 && S_ISREG(st.st_mode) &&
	    (st.st_uid != geteuid() || fchmod(fd, 0600)))
		errno = EPERM;
	else if (fd >= 0)
		file = fdopen(fd, "a");
	if (!file) {
		fprintf(stderr, "cannot trace to '%s': %s\n", path,
			strerror(errno));
		if (fd >= 0)
			close(fd);
	}
	return file;
}

void trace_open(void)
{
	const char *want = getenv("JPD_TRACE");
	const char *colon = want ? strchr(want, ':') : NULL;
	struct slice list;

	if (!colon || !colon[1])
		return;
	trace_state.file = open_file(colon + 1);
	if (!trace_state.file)
		return;
	setvbuf(trace_state.file, NULL, _IOLBF, 0);
	list = slice_of(want, (size_t)(colon - want));
	while (list.len) {
		const char *comma = memchr(list.ptr, ',', list.len);
		size_t len = comma ? (size_t)(comma - list.ptr) : list.len;
		struct slice name = slice_of(list.ptr, len);

		if (slice_is(name, "all"))
			trace_state.areas = ~0u;
		for (size_t i = 0; i < ARRAY_SIZE(AREAS); i++) {
			if (slice_is(name, AREAS[i].name))
				trace_state.areas |= AREAS[i].area;
		}
		list = slice_skip(list, len + 1);
	}
}

bool trace_on(enum trace_area area)
{
	return trace_state.file && (trace_state.areas & area);
}

static void put_head(enum trace_area area)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	fprintf(trace_state.file, "%lld.%03ld ", (long long)now.tv_sec,
		now.tv_nsec / 1000000);
	for (size_t i = 0; i < ARRAY_SIZE(AREAS); i++) {
		if (AREAS[i].area == area)
			fprintf(trace_state.file, "%s ", AREAS[i].name);
	}
}

void trace(enum trace_area area, const char *fmt, ...)
{
	va_list args;

	if (!trace_on(area))
		return;
	put_head(area);
	va_start(args, fmt);
	vfprintf(trace_state.file, fmt, args);
	va_end(args);
	fputc('\n', trace_state.file);
}

void trace_bytes(enum trace_area area, const char *mark, struct slice bytes)
{
	if (!trace_on(area))
		return;
	put_head(area);
	fprintf(trace_state.file, "%s ", mark);
	for (size_t i = 0; i < bytes.len && i < TRACE_BYTES_MAX; i++) {
		unsigned char c = (unsigned char)bytes.ptr[i];

		if (c == '\n' && i + 1 == bytes.len)
			break;
		if (c < 0x20 || c == 0x7f)
			fprintf(trace_state.file, "\\x%02x", c);
		else
			fputc(c, trace_state.file);
	}
	if (bytes.len > TRACE_BYTES_MAX)
		fprintf(trace_state.file, "... %zu bytes", bytes.len);
	fputc('\n', trace_state.file);
}
