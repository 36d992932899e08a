#include "config.h"

#include "src/dashboard/io/own-options.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/user-config.h"
#include "src/toml/toml.h"

#define FILE_MAX_BYTES ((size_t)1 << 20)

static int read_open(int fd, struct strbuf *text, struct strbuf *err)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		strbuf_setf(err, _("not a regular file"));
	else if ((st.st_uid != geteuid() && st.st_uid) || st.st_mode & 022)
		strbuf_setf(err, _("others may write it"));
	else if (file_read(fd, text, FILE_MAX_BYTES))
		strbuf_setf(err, "%s", strerror(errno));
	else
		return 0;
	return -1;
}

/* Read the file as JSON. 1: there is none. */
static int read_json(const char *path, struct strbuf *json, struct strbuf *err)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct strbuf text = STRBUF_INIT;
	struct config_tree *tree = NULL;

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return 1;
	if (fd < 0)
		strbuf_setf(err, "%s", strerror(errno));
	else if (!read_open(fd, &text, err))
		tree = toml_read(strbuf_slice(&text), err);
	if (tree)
		config_tree_write(json, tree);
	if (fd >= 0)
		close(fd);
	config_tree_free(tree);
	strbuf_release(&text);
	return tree ? 0 : -1;
}

void own_options_read(struct options *options)
{
	struct strbuf path = STRBUF_INIT, json = STRBUF_INIT, err = STRBUF_INIT;
	int got = user_config_path(&path, "jp-dashboard")
			  ? read_json(path.buf, &json, &err)
			  : 1;

	if (!got)
		options_set_own(options, path.buf, strbuf_slice(&json));
	else if (got < 0)
		options_add_problem(options, path.buf, err.buf);
	strbuf_reset(&err);
	if (trust_load(&options->trust, &err))
		options_add_problem(options, NULL, err.buf);
	strbuf_release(&path);
	strbuf_release(&json);
	strbuf_release(&err);
}
