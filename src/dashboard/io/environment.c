#include "config.h"

#include "src/dashboard/io/environment.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/file.h"
#include "src/base/strbuf.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/io/state-file.h"

#define FILE_MAX_BYTES ((size_t)64 << 10)
#define KEPT_MAX       32 /* the newest ones */

char *environment_jphost(void)
{
	char self[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self) - 1);

	return len > 0 ? xmemdupz(self, (size_t)len) : NULL;
}

/* One entry of the file: {"path":…,"size":…,"mtime":"S.NS"}. */
static int parent_key(struct strbuf *key)
{
	char link[64], path[PATH_MAX];
	struct strbuf mtime = STRBUF_INIT;
	struct stat st;
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/%ld/exe", (long)getppid());
	len = readlink(link, path, sizeof(path));
	if (len <= 0 || len == sizeof(path) || stat(link, &st))
		return -1;
	strbuf_addch(key, '{');
	json_write_member(key, "path", slice_of(path, (size_t)len));
	json_write_member_int(key, "size", st.st_size);
	strbuf_addf(&mtime, "%lld.%09ld", (long long)st.st_mtim.tv_sec,
		    st.st_mtim.tv_nsec);
	json_write_member(key, "mtime", strbuf_slice(&mtime));
	strbuf_addch(key, '}');
	strbuf_release(&mtime);
	return 0;
}

static void read_kept(struct strbuf *text, int folder)
{
	int fd = openat(folder, "hosts.json", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (file_read(fd, text, FILE_MAX_BYTES))
		strbuf_reset(text);
	close(fd);
}

bool environment_parent_is_deaf(void)
{
	struct strbuf key = STRBUF_INIT, kept = STRBUF_INIT;
	int folder = own_state_open(false);
	struct json_member list, each;
	bool deaf = false;

	if (folder < 0)
		return false;
	read_kept(&kept, folder);
	close(folder);
	if (!parent_key(&key) &&
	    json_find(strbuf_slice(&kept), "without_subscriptions", &list)) {
		struct json_walk walk = json_walk_begin(list.value);

		while (json_walk_next(&walk, &each))
			deaf |= slice_equal(each.value, strbuf_slice(&key));
	}
	strbuf_release(&key);
	strbuf_release(&kept);
	return deaf;
}

/* All other entries, and this one last if the host is deaf. */
static void make_text(struct strbuf *out, struct slice kept, struct slice key,
		      bool deaf)
{
	struct json_member list = { .type = JSON_NONE }, each;
	size_t count = 0, skip;
	struct json_walk walk;

	json_find(kept, "without_subscriptions", &list);
	walk = json_walk_begin(list.value);
	while (json_walk_next(&walk, &each))
		count += !slice_equal(each.value, key);
	skip = count >= KEPT_MAX ? count - KEPT_MAX + 1 : 0;
	strbuf_addstr(out, "{\"without_subscriptions\":[");
	walk = json_walk_begin(list.value);
	for (const char *comma = "\n"; json_walk_next(&walk, &each);) {
		if (slice_equal(each.value, key) || skip) {
			skip -= skip && !slice_equal(each.value, key);
			continue;
		}
		strbuf_addstr(out, comma);
		strbuf_addslice(out, each.value);
		comma = ",\n";
	}
	if (deaf) {
		if (out->buf[out->len - 1] == '}')
			strbuf_addch(out, ',');
		strbuf_addch(out, '\n');
		strbuf_addslice(out, key);
	}
	strbuf_addstr(out, "\n]}\n");
}

void environment_remember(bool deaf)
{
	struct strbuf key = STRBUF_INIT, kept = STRBUF_INIT, text = STRBUF_INIT;
	int folder;

	if (parent_key(&key))
		return;
	folder = own_state_open(true);
	if (folder < 0)
		goto out;
	read_kept(&kept, folder);
	/* Replace a broken file. */
	if (!json_is_valid(strbuf_slice(&kept)))
		strbuf_reset(&kept);
	make_text(&text, strbuf_slice(&kept), strbuf_slice(&key), deaf);
	/* Other processes may do the same: the file is always complete. */
	if (file_replace(folder, "hosts.json", strbuf_slice(&text)))
		trace(TRACE_FILE, "cannot remember the host: %s",
		      strerror(errno));
	close(folder);
out:
	strbuf_release(&key);
	strbuf_release(&kept);
	strbuf_release(&text);
}

void environment_here(struct terminal_place *place)
{
	struct strbuf text = STRBUF_INIT;

	for (char **each = environ; *each; each++)
		strbuf_add(&text, *each, strlen(*each) + 1);
	terminal_place_from(place, strbuf_slice(&text));
	strbuf_release(&text);
}

uint64_t environment_memory(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	unsigned long long pages = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%*u %llu", &pages) != 1)
		pages = 0;
	fclose(file);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}
