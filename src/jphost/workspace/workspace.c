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

/* Whether the silo's `storage` link leads to this workspace. */
static bool silo_is_of(const char *silo, const char *storage)
{
	char *link = join(silo, "storage");
	char *real = realpath(link, NULL);
	bool same = real && !strcmp(real, storage);

	free(real);
	free(link);
	return same;
}

/*
 * `<user_data>/workspace/<slug>-<id>`. Of several the one whose `storage`
 * leads here, else the first by name.
 */
static char *find_silo(const struct workspace *ws)
{
	char *parent = join(ws->user_data, "workspace");
	size_t id_len = strlen(ws->id);
	DIR *dir = opendir(parent);
	const struct dirent *entry;
	bool found_is_ours = false;
	char *found = NULL;

	while (dir && (entry = readdir(dir))) {
		size_t len = strlen(entry->d_name);
		struct stat st;
		char *path;
		bool ours;

		if (len < id_len ||
		    strcmp(entry->d_name + len - id_len, ws->id) ||
		    (len > id_len && entry->d_name[len - id_len - 1] != '-'))
			continue;
		path = join(parent, entry->d_name);
		ours = silo_is_of(path, ws->storage);
		if (stat(path, &st) || !S_ISDIR(st.st_mode) ||
		    (found && found_is_ours >= ours &&
		     (found_is_ours != ours || strcmp(found, path) < 0))) {
			free(path);
			continue;
		}
		free(found);
		found = path;
		found_is_ours = ours;
	}
	if (dir)
		closedir(dir);
	free(parent);
	return found;
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
	ws->silo = find_silo(ws);
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
	return open_root(ws, path, err);
}

int workspace_set_silo(struct workspace *ws, const char *dir,
		       struct strbuf *err)
{
	char *path = realpath(dir, NULL);
	struct stat st;

	if (!path || stat(path, &st) || !S_ISDIR(st.st_mode)) {
		strbuf_setf(err, "no directory '%s'", dir);
		free(path);
		return -1;
	}
	free(ws->silo);
	ws->silo = path;
	return 0;
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
