#include "config.h"

#include "src/jphost/query/query-editor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/user-editor.h"

#define MAX_TEXT ((size_t)16 << 20)

/* Create a file that only this user can read: arguments may be secret. */
static int make_file(struct query_edit *edit, struct slice text, bool is_json,
		     struct strbuf *err)
{
	const char *dir = getenv("TMPDIR");
	struct strbuf path = STRBUF_INIT;
	int fd;

	strbuf_addf(&path, "%s/jphost-XXXXXX%s", dir && *dir ? dir : "/tmp",
		    is_json ? ".json" : ".txt");
	edit->path = strbuf_detach(&path);
	fd = mkostemps(edit->path, is_json ? 5 : 4, O_CLOEXEC);
	if (fd >= 0 && !file_write(fd, text)) {
		close(fd);
		return 0;
	}
	strbuf_setf(err, "cannot write '%s': %s", edit->path, strerror(errno));
	if (fd >= 0) {
		close(fd);
		unlink(edit->path);
	}
	free(edit->path);
	edit->path = NULL;
	return -1;
}

static void become_editor(const char *path)
{
	struct strbuf command = STRBUF_INIT;
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	strbuf_addf(&command, "%s \"$1\"", user_editor());
	execl("/bin/sh", "sh", "-c", command.buf, "sh", path, (char *)NULL);
	_exit(127);
}

int query_edit_start(struct query_edit *edit, struct slice text, bool is_json,
		     struct strbuf *err)
{
	if (make_file(edit, text, is_json, err))
		return -1;
	edit->pid = fork();
	if (!edit->pid)
		become_editor(edit->path);
	if (edit->pid > 0)
		return 0;
	strbuf_setf(err, "cannot start the editor: %s", strerror(errno));
	edit->pid = 0;
	query_edit_release(edit);
	return -1;
}

/* Read the file back; leaves `text` empty if not all of it can be read. */
static void read_back(const char *path, struct strbuf *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (file_read(fd, text, MAX_TEXT))
		strbuf_reset(text);
	close(fd);
}

bool query_edit_finish(struct query_edit *edit, struct strbuf *text)
{
	pid_t ended;
	int status;

	strbuf_reset(text);
	ended = waitpid(edit->pid, &status, WNOHANG);
	if (!ended || (ended < 0 && errno == EINTR))
		return false;
	edit->pid = 0;
	if (ended > 0 && WIFEXITED(status) && !WEXITSTATUS(status))
		read_back(edit->path, text);
	query_edit_release(edit);
	return true;
}

void query_edit_release(struct query_edit *edit)
{
	if (edit->pid > 0) {
		kill(edit->pid, SIGTERM);
		while (waitpid(edit->pid, NULL, 0) < 0 && errno == EINTR)
			;
		edit->pid = 0;
	}
	if (edit->path) {
		unlink(edit->path);
		free(edit->path);
		edit->path = NULL;
	}
}
