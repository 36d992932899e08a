#include "config.h"

#include "src/dashboard/io/external.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/user-editor.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"

enum { EDIT_MAX_MB = 8 };

/* A temporary folder with one file in it. */
struct work {
	struct strbuf folder, path;
};

static const char *temp_dir(void)
{
	static const char *const names[] = { "XDG_RUNTIME_DIR", "TMPDIR" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *dir = getenv(names[i]);

		if (dir && *dir == '/' && !access(dir, W_OK | X_OK))
			return dir;
	}
	return "/tmp";
}

static int work_begin(struct work *work, const char *name, struct slice text,
		      struct strbuf *err)
{
	int fd, ret;

	strbuf_addf(&work->folder, "%s/jp-dashboard.XXXXXX", temp_dir());
	/* Mode 0700: editors write their swap files and backups there too. */
	if (!mkdtemp(work->folder.buf)) {
		file_fail(err, "cannot create", work->folder.buf);
		strbuf_reset(&work->folder);
		return -1;
	}
	strbuf_addf(&work->path, "%s/%s", work->folder.buf, name);
	fd = open(work->path.buf, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		  0600);
	if (fd < 0)
		return file_fail(err, "cannot create", work->path.buf);
	ret = file_write(fd, text);
	if (close(fd) || ret)
		return file_fail(err, "cannot write", work->path.buf);
	return 0;
}

static void work_end(struct work *work)
{
	DIR *dir = work->folder.len ? opendir(work->folder.buf) : NULL;
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
	if (work->folder.len)
		rmdir(work->folder.buf);
	strbuf_release(&work->folder);
	strbuf_release(&work->path);
}

/* The first of these variables that is not empty. */
static const char *value_of(const char *const *names, size_t count,
			    const char *otherwise)
{
	for (size_t i = 0; i < count; i++) {
		const char *value = getenv(names[i]);

		if (value && value[strspn(value, " \t\n")])
			return value;
	}
	return otherwise;
}

/*
 * The user's variables are command lines, as for git and jp: with quotes,
 * variables and `~`. Returns the exit status, or -1 if it was killed, which the
 * shell reports as 128 plus the signal.
 */
static int run(struct term *term, const char *command, char *path)
{
	struct strbuf script = STRBUF_INIT;
	char shell[] = "/bin/sh", option[] = "-c", name[] = "sh";
	int status;

	strbuf_addf(&script, "%s \"$1\"", command);
	status = term_run(term, (char *const[]){ shell, option, script.buf,
						 name, path, NULL });
	strbuf_release(&script);
	if (status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 128)
		return -1;
	return WEXITSTATUS(status);
}

int external_show(struct term *term, struct slice text, struct strbuf *err)
{
	static const char *const names[] = { "PAGER", "EDITOR" };
	struct work work = { STRBUF_INIT, STRBUF_INIT };
	struct strbuf clean = STRBUF_INIT;
	const char *command;
	int ret = -1, status;

	/* Some pagers pass control characters to the terminal. */
	sanitize_all(&clean, text);
	if (work_begin(&work, "text", strbuf_slice(&clean), err))
		goto out;
	command = value_of(names, ARRAY_SIZE(names), "less");
	status = run(term, command, work.path.buf);
	if (status == 126 || status == 127)
		strbuf_setf(err, _("cannot run the pager '%s'"), command);
	else
		ret = 0;
out:
	work_end(&work);
	strbuf_release(&clean);
	return ret;
}

static int read_back(struct strbuf *text, const char *path, struct strbuf *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct strbuf got = STRBUF_INIT;
	struct stat st;
	int ret = -1;

	if (fd < 0)
		return file_fail(err, "cannot read", path);
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		strbuf_setf(err, _("the editor left no file"));
		goto out;
	}
	if (!file_read(fd, &got, (size_t)EDIT_MAX_MB << 20))
		ret = 0;
	else if (errno == EFBIG)
		strbuf_setf(err, _("the text is over %d MB"), EDIT_MAX_MB);
	else
		file_fail(err, "cannot read", path);
	if (!ret && got.len && memchr(got.buf, '\0', got.len)) {
		strbuf_setf(err, _("the editor left what is no text"));
		ret = -1;
	}
	if (!ret) {
		strbuf_reset(text);
		strbuf_addslice(text, strbuf_slice(&got));
	}
out:
	close(fd);
	strbuf_release(&got);
	return ret;
}

int external_edit(struct term *term, struct strbuf *text, const char *name,
		  struct strbuf *err)
{
	struct work work = { STRBUF_INIT, STRBUF_INIT };
	const char *command = user_editor();
	int ret = -1, status;

	if (work_begin(&work, name, strbuf_slice(text), err))
		goto out;
	status = run(term, command, work.path.buf);
	if (status == 127)
		strbuf_setf(err,
			    _("cannot run the editor '%s': there is no such "
			      "command"),
			    command);
	else if (status == 126)
		strbuf_setf(err,
			    _("cannot run the editor '%s': it is no "
			      "program"),
			    command);
	else if (status < 0)
		strbuf_setf(err,
			    _("the editor '%s' was killed: nothing was "
			      "taken over"),
			    command);
	else if (status)
		strbuf_setf(err,
			    _("the editor ended with %d: nothing was taken "
			      "over"),
			    status);
	else
		ret = read_back(text, work.path.buf, err);
out:
	work_end(&work);
	return ret;
}
