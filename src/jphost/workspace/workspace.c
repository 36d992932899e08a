#include "config.h"

#include "src/jphost/workspace/workspace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-names.h"
#include "src/jphost/workspace/workspace-owner.h"
#include "src/jphost/workspace/workspace-place.h"

#define ID_LEN     5
#define ID_MAX_LEN 32

static char *join(const char *dir, const char *rest)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", dir, rest);
	return strbuf_detach(&path);
}

char *workspace_user_data(void)
{
	const char *own = getenv("JP_USER_DATA_DIR");
	const char *xdg = getenv("XDG_DATA_HOME");
	const char *home = getenv("HOME");
	const struct passwd *user;

	if (own && *own)
		return xstrdup(own);
	if (xdg && *xdg == '/')
		return join(xdg, "jp");
	if (!home || !*home) {
		user = getpwuid(getuid());
		home = user ? user->pw_dir : "/";
	}
	return join(home, ".local/share/jp");
}

/* The id is the last line with text of `.jp/.id`; NULL where it is none. */
static char *read_id(const char *storage, struct strbuf *err)
{
	int dir_fd = open(storage, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct strbuf text = STRBUF_INIT;
	char *id = NULL;
	size_t end, at;

	if (dir_fd < 0 || workspace_file_read(dir_fd, ".id", &text, err))
		goto out;
	end = text.len;
	while (end && strchr("\r\n\t ", text.buf[end - 1]))
		end--;
	at = end;
	while (at && text.buf[at - 1] != '\n')
		at--;
	strbuf_setlen(&text, end);
	if (at < end && end - at <= ID_MAX_LEN &&
	    strspn(text.buf + at, "0123456789abcdefghijklmnopqrstuvwxyz") ==
		    end - at)
		id = xstrdup(text.buf + at);
	else
		strbuf_setf(err, "no workspace id in '%s/.id'", storage);
out:
	if (dir_fd >= 0)
		close(dir_fd);
	strbuf_release(&text);
	return id;
}

enum silo_whose { SILO_ELSEWHERE, SILO_UNSAID, SILO_OURS };

/* Whose a silo is: its `storage` link names the workspace. */
static enum silo_whose whose_silo(const char *silo, const char *storage)
{
	char *link = join(silo, "storage");
	char *real = realpath(link, NULL);
	struct stat st;
	enum silo_whose whose = SILO_ELSEWHERE;

	if (real && !strcmp(real, storage))
		whose = SILO_OURS;
	else if (lstat(link, &st) && errno == ENOENT)
		whose = SILO_UNSAID;
	free(real);
	free(link);
	return whose;
}

static bool is_own_dir(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode) &&
	       workspace_owner_is_safe(&st);
}

/*
 * `<user_data>/workspace/<slug>-<id>`. An id can be copied, so one that
 * belongs to another place is not ours; where none says that it is, the
 * first by name that does not say whose it is.
 */
static char *find_silo(const struct workspace *ws)
{
	char *parent = join(ws->user_data, "workspace");
	size_t id_len = strlen(ws->id);
	DIR *dir = opendir(parent);
	const struct dirent *entry;
	enum silo_whose found_is = SILO_ELSEWHERE;
	char *found = NULL;

	while (dir && (entry = readdir(dir))) {
		size_t len = strlen(entry->d_name);
		enum silo_whose is;
		char *path;

		if (len < id_len ||
		    strcmp(entry->d_name + len - id_len, ws->id) ||
		    (len > id_len && entry->d_name[len - id_len - 1] != '-'))
			continue;
		path = join(parent, entry->d_name);
		is = whose_silo(path, ws->storage);
		if (is == SILO_ELSEWHERE || is < found_is ||
		    !is_own_dir(path) ||
		    (is == found_is && strcmp(found, path) < 0)) {
			free(path);
			continue;
		}
		free(found);
		found = path;
		found_is = is;
	}
	if (dir)
		closedir(dir);
	free(parent);
	return found;
}

void workspace_look_for_silo(const struct workspace *ws)
{
	/* What is found is a memory of the disk, as ws->seen is. */
	struct workspace *known = (struct workspace *)ws;
	struct stat st;

	if (ws->silo && !stat(ws->silo, &st) && S_ISDIR(st.st_mode) &&
	    (ws->told_silo ||
	     whose_silo(ws->silo, ws->storage) != SILO_ELSEWHERE))
		return;
	free(known->silo);
	known->silo = NULL;
	if (ws->told_silo && is_own_dir(ws->told_silo))
		known->silo = realpath(ws->told_silo, NULL);
	else if (!ws->told_silo)
		known->silo = find_silo(ws);
}

/* `root` becomes the workspace's. */
static int open_root(struct workspace *ws, char *root, struct strbuf *err)
{
	memset(ws, 0, sizeof(*ws));
	ws->root = root;
	ws->storage = join(root, ".jp");
	ws->id = read_id(ws->storage, err);
	if (!ws->id) {
		workspace_release(ws);
		return -1;
	}
	ws->user_data = workspace_user_data();
	workspace_look_for_silo(ws);
	ws->seen = xcalloc(1, sizeof(*ws->seen));
	strmap_init(ws->seen);
	ws->names = workspace_names_new();
	return 0;
}

static bool has_workspace(const char *dir)
{
	char *path = join(dir, ".jp/.id");
	struct stat st;
	bool there = !stat(path, &st) && S_ISREG(st.st_mode);

	free(path);
	return there;
}

/* Another user's workspace above our own folder is not obeyed. */
static int check_owners(const char *root, struct strbuf *err)
{
	char *storage = join(root, ".jp"), *id = join(root, ".jp/.id");
	int ret = workspace_owner_check(root, err) ||
				  workspace_owner_check(storage, err) ||
				  workspace_owner_check(id, err)
			  ? -1
			  : 0;

	free(storage);
	free(id);
	return ret;
}

int workspace_open(struct workspace *ws, const char *dir, struct strbuf *err)
{
	char *path = realpath(dir, NULL), *slash;

	if (!path) {
		strbuf_setf(err, "cannot open '%s': %s", dir, strerror(errno));
		return -1;
	}
	while (!has_workspace(path)) {
		slash = strrchr(path, '/');
		if (!slash || !path[1]) {
			strbuf_setf(err,
				    "no jp workspace in '%s' or above it: "
				    "there is no '.jp/.id'",
				    dir);
			free(path);
			return -1;
		}
		/* "/home" has "/" above it, not "". */
		slash[slash == path] = '\0';
	}
	if (check_owners(path, err)) {
		free(path);
		return -1;
	}
	return open_root(ws, path, err);
}

int workspace_set_silo(struct workspace *ws, const char *dir,
		       struct strbuf *err)
{
	free(ws->told_silo);
	free(ws->silo);
	ws->told_silo = xstrdup(dir);
	ws->silo = NULL;
	workspace_look_for_silo(ws);
	if (ws->silo)
		return 0;
	strbuf_setf(err, "no directory '%s'", dir);
	return -1;
}

static void make_id(char id[ID_LEN + 1])
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	unsigned char noise[ID_LEN];

	if (getrandom(noise, sizeof(noise), 0) != (ssize_t)sizeof(noise))
		die("no random numbers: %s", strerror(errno));
	for (int i = 0; i < ID_LEN; i++)
		id[i] = digits[noise[i] % 36];
	id[ID_LEN] = '\0';
}

int workspace_create(struct workspace *ws, const char *dir, struct strbuf *err)
{
	char *root = realpath(dir, NULL);
	char *storage = NULL, *path = NULL;
	struct strbuf text = STRBUF_INIT;
	int dir_fd = -1, ret = -1;
	char id[ID_LEN + 1];

	if (!root) {
		strbuf_setf(err, "cannot open '%s': %s", dir, strerror(errno));
		goto out;
	}
	storage = join(root, ".jp");
	path = join(storage, "conversations");
	if (mkdir(storage, 0777) || mkdir(path, 0777)) {
		strbuf_setf(err, "cannot make a workspace in '%s': %s", dir,
			    strerror(errno));
		goto out;
	}
	dir_fd = open(storage, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	make_id(id);
	strbuf_addf(&text, "Made by jphost. Do not edit.\n%s", id);
	if (workspace_file_prepare(dir_fd, ".id", strbuf_slice(&text), err) ||
	    workspace_file_commit(dir_fd, ".id", err))
		goto out;
	ret = open_root(ws, root, err);
	root = NULL;
out:
	if (dir_fd >= 0)
		close(dir_fd);
	strbuf_release(&text);
	free(path);
	free(storage);
	free(root);
	return ret;
}

void workspace_release(struct workspace *ws)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	free(ws->root);
	free(ws->storage);
	free(ws->id);
	free(ws->user_data);
	free(ws->silo);
	free(ws->told_silo);
	free(ws->config);
	free(ws->own_config);
	trust_release(&ws->trust);
	if (ws->seen) {
		while ((entry = strmap_next(ws->seen, &pos)))
			free(entry->value);
		strmap_release(ws->seen);
		free(ws->seen);
	}
	workspace_names_free(ws->names);
	memset(ws, 0, sizeof(*ws));
}

char *workspace_conversation_dir(const struct workspace *ws, const char *id,
				 struct strbuf *err)
{
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct strbuf path = STRBUF_INIT;
	enum workspace_root root;

	if (workspace_place_open(&place, ws, id, err))
		return NULL;
	root = workspace_place_newest(&place, EVENTS_FILE, NULL);
	if (root == ROOT_COUNT)
		root = place.dirs[ROOT_SILO].fd >= 0 ? ROOT_SILO : ROOT_STORAGE;
	strbuf_addf(&path, "%s/conversations/%s",
		    root == ROOT_SILO ? ws->silo : ws->storage,
		    place.dirs[root].name);
	workspace_place_close(&place);
	return strbuf_detach(&path);
}
