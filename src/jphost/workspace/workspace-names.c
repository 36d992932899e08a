#include "config.h"

#include "src/jphost/workspace/workspace-names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/strmap.h"
#include "src/base/xalloc.h"

/*
 * A change within one tick of the file system's clock leaves a directory's
 * time as it was. The coarsest tick is two seconds (FAT), so a look that soon
 * after a change may have missed something.
 */
#define TICK_NS ((int64_t)2000000000)

/* Stored instead of a name: several exist, and which one counts may change. */
#define SEVERAL ""

struct root_names {
	struct strmap by_id; /* directory names by digits */
	bool known;
	/* The directory that was read, and its state at that time. */
	dev_t device;
	ino_t inode;
	int64_t changed_ns, looked_ns;
};

struct workspace_names {
	struct root_names roots[ROOT_COUNT];
};

struct workspace_names *workspace_names_new(void)
{
	return xcalloc(1, sizeof(struct workspace_names));
}

static void forget(struct root_names *root)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&root->by_id, &pos)))
		free(entry->value);
	strmap_release(&root->by_id);
	memset(root, 0, sizeof(*root));
}

void workspace_names_forget(struct workspace_names *names,
			    enum workspace_root root)
{
	forget(&names->roots[root]);
}

void workspace_names_free(struct workspace_names *names)
{
	if (!names)
		return;
	for (int root = 0; root < ROOT_COUNT; root++)
		forget(&names->roots[root]);
	free(names);
}

static int64_t to_ns(struct timespec at)
{
	return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
}

/* A second descriptor at the start of the directory; closedir() closes it. */
static DIR *open_scan(int dir_fd)
{
	int fd = openat(dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);

	if (!dir && fd >= 0)
		close(fd);
	return dir;
}

/* Returns -1 with errno if it cannot be read; its contents are then unknown. */
static int look_through(struct root_names *root, int root_fd)
{
	DIR *dir = open_scan(root_fd);
	const struct dirent *entry;

	if (!dir)
		return -1;
	while ((entry = readdir(dir))) {
		size_t len = workspace_place_id_len(entry->d_name);
		struct slice digits = slice_of(entry->d_name, len);
		bool several = len && strmap_get(&root->by_id, digits);

		if (len)
			free(strmap_put(
				&root->by_id, digits,
				xstrdup(several ? SEVERAL : entry->d_name)));
	}
	closedir(dir);
	return 0;
}

/* Whether the last look may have missed a change. */
static bool may_lack(const struct root_names *root)
{
	return root->looked_ns - root->changed_ns < TICK_NS;
}

static void update(struct root_names *root, int root_fd, int64_t now_ns,
		   bool again)
{
	struct stat st;

	if (fstat(root_fd, &st)) {
		forget(root);
		return;
	}
	if (root->known && !again && root->device == st.st_dev &&
	    root->inode == st.st_ino && root->changed_ns == to_ns(st.st_ctim) &&
	    !(may_lack(root) && now_ns - root->changed_ns >= TICK_NS))
		return;
	forget(root);
	if (look_through(root, root_fd))
		return;
	root->known = true;
	root->device = st.st_dev;
	root->inode = st.st_ino;
	root->changed_ns = to_ns(st.st_ctim);
	root->looked_ns = now_ns;
}

char *workspace_names_find(struct workspace_names *names,
			   enum workspace_root which, int root_fd,
			   const char *digits, struct timespec now)
{
	struct root_names *root = &names->roots[which];
	const char *name;

	errno = 0;
	update(root, root_fd, to_ns(now), false);
	name = strmap_get(&root->by_id, slice_str(digits));
	if (!name && may_lack(root)) {
		update(root, root_fd, to_ns(now), true);
		name = strmap_get(&root->by_id, slice_str(digits));
	}
	if (name && !*name)
		return workspace_names_search(root_fd, digits);
	return name ? xstrdup(name) : NULL;
}

static int64_t events_ns(int dir_fd, const char *name)
{
	int fd = openat(dir_fd, name,
			O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	int64_t at_ns = -1;
	struct stat st;

	if (fd < 0)
		return -1;
	if (!fstatat(fd, EVENTS_FILE, &st, AT_SYMLINK_NOFOLLOW))
		at_ns = to_ns(st.st_mtim);
	close(fd);
	return at_ns;
}

char *workspace_names_search(int dir_fd, const char *digits)
{
	size_t len = strlen(digits);
	DIR *dir = open_scan(dir_fd);
	const struct dirent *entry;
	char *found = NULL;

	while (dir && (entry = readdir(dir))) {
		if (workspace_place_id_len(entry->d_name) != len ||
		    memcmp(entry->d_name, digits, len))
			continue;
		if (found && events_ns(dir_fd, entry->d_name) <=
				     events_ns(dir_fd, found))
			continue;
		free(found);
		found = xstrdup(entry->d_name);
	}
	if (dir)
		closedir(dir);
	return found;
}
