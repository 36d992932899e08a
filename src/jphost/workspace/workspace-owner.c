#include "config.h"

#include "src/jphost/workspace/workspace-owner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Under sudo, root may read what the calling user owns. */
static bool is_callers(uid_t owner)
{
	const char *text = geteuid() ? NULL : getenv("SUDO_UID");
	char *end;
	unsigned long uid;

	if (!text || *text < '0' || *text > '9')
		return false;
	uid = strtoul(text, &end, 10);
	return !*end && (uid_t)uid == owner;
}

bool workspace_owner_is_ours(const struct stat *st)
{
	return !st->st_uid || st->st_uid == geteuid() || is_callers(st->st_uid);
}

bool workspace_owner_is_safe(const struct stat *st)
{
	bool sticky = S_ISDIR(st->st_mode) && (st->st_mode & S_ISVTX);

	if (!workspace_owner_is_ours(st))
		return false;
	return sticky || (!(st->st_mode & S_IWOTH) &&
			  (!(st->st_mode & S_IWGRP) || !st->st_gid ||
			   st->st_gid == getegid()));
}

int workspace_owner_check(const char *path, struct strbuf *err)
{
	struct stat st;

	if (stat(path, &st)) {
		if (errno == ENOENT || errno == ENOTDIR)
			return 0;
		strbuf_setf(err, "cannot look at '%s': %s", path,
			    strerror(errno));
		return -1;
	}
	if (workspace_owner_is_safe(&st))
		return 0;
	strbuf_setf(err,
		    st.st_uid && st.st_uid != geteuid()
			    ? "'%s' is another user's: it is not used"
			    : "others may write '%s': it is not used",
		    path);
	return -1;
}
