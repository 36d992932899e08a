#include "config.h"

#include "src/jphost/commands/lock-wait.h"

#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/clock.h"
#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"

#define WAIT_SECONDS 10  /* as in jp */
#define EVERY_MS     500 /* as in jp */
#define DAY_MS       ((int64_t)24 * 60 * 60 * 1000)
#define MOST_MS      (365 * DAY_MS)

/* Milliseconds of a unit; 0 if it is unknown. */
static int64_t unit_ms(struct slice unit)
{
	static const struct {
		const char *names;
		int64_t ms;
	} units[] = {
		{ " ms msec millis ", 1 },
		{ " s sec secs second seconds ", 1000 },
		{ " m min mins minute minutes ", 60 * 1000 },
		{ " h hr hrs hour hours ", 60 * 60 * 1000 },
		{ " d day days ", DAY_MS },
	};
	struct strbuf name = STRBUF_INIT;
	int64_t ms = 0;

	strbuf_addf(&name, " %.*s ", (int)unit.len, unit.ptr);
	for (size_t i = 0; unit.len && i < ARRAY_SIZE(units) && !ms; i++) {
		if (strstr(units[i].names, name.buf))
			ms = units[i].ms;
	}
	strbuf_release(&name);
	return ms;
}

int64_t lock_wait_parse_ms(const char *text)
{
	int64_t sum = 0;

	if (!strcmp(text, "0"))
		return 0;
	do {
		size_t digits, letters = 0;
		int64_t number, ms;

		text += strspn(text, " ");
		digits = strspn(text, "0123456789");
		if (!digits || digits > 12)
			return -1;
		number = strtoll(text, NULL, 10);
		text += digits;
		while (isalpha((unsigned char)text[letters]))
			letters++;
		ms = unit_ms(slice_of(text, letters));
		if (!ms || number > MOST_MS / ms)
			return -1;
		sum += number * ms;
		text += letters;
	} while (*text && sum <= MOST_MS);
	return sum <= MOST_MS ? sum : -1;
}

static int duration_ms(const struct workspace *ws, int64_t *ms,
		       struct strbuf *err)
{
	const char *set = getenv("JP_LOCK_DURATION");
	struct json_member member;
	int64_t seconds;

	*ms = WAIT_SECONDS * 1000;
	if (set && *set) {
		*ms = lock_wait_parse_ms(set);
		if (*ms >= 0)
			return 0;
		strbuf_setf(err, "'%s' in JP_LOCK_DURATION is not a duration",
			    set);
		return -1;
	}
	if (ws->config &&
	    json_find_path(slice_str(ws->config), &member, "style", "lock_wait",
			   "timeout_secs", NULL) &&
	    json_int64(member.value, &seconds) && seconds >= 0 &&
	    seconds <= UINT32_MAX)
		*ms = seconds * 1000;
	return 0;
}

/* Append " (jp, 4711)", if that can be determined. */
static void add_holder(struct strbuf *out, const struct workspace *ws,
		       const char *id)
{
	struct strbuf path = STRBUF_INIT, name = STRBUF_INIT;
	struct slice first;
	int64_t pid;
	int fd;

	if (!workspace_busy(ws, id, &pid) || !pid)
		return;
	strbuf_addf(&path, "/proc/%" PRId64 "/comm", pid);
	fd = open(path.buf, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		if (file_read(fd, &name, 64))
			strbuf_reset(&name);
		close(fd);
	}
	first = strbuf_slice(&name);
	strbuf_addstr(out, " (");
	if (name.len) {
		sanitize_line(out, slice_take_line(&first));
		strbuf_addstr(out, ", ");
	}
	strbuf_addf(out, "%" PRId64 ")", pid);
	strbuf_release(&path);
	strbuf_release(&name);
}

enum lock_result lock_wait(const struct workspace *ws, const char *id,
			   struct conversation_lock *lock, struct strbuf *err)
{
	bool waits = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
	int64_t begin_ms = clock_now_ms(), most_ms = 0;
	enum lock_result result;

	if (duration_ms(ws, &most_ms, err))
		return LOCK_ERROR;
	result = workspace_lock(ws, id, lock, err);
	if (result != LOCK_ELSEWHERE)
		return result;
	add_holder(err, ws, id);
	if (!waits || !most_ms)
		return result;
	fprintf(stderr, _("%s; waiting for it, Ctrl-C gives up\n"), err->buf);
	while (result == LOCK_ELSEWHERE &&
	       clock_now_ms() - begin_ms < most_ms) {
		poll(NULL, 0, EVERY_MS);
		strbuf_reset(err);
		result = workspace_lock(ws, id, lock, err);
	}
	if (result == LOCK_ELSEWHERE)
		add_holder(err, ws, id);
	return result;
}
