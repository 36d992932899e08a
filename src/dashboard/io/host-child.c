#include "config.h"

#include "src/dashboard/io/host-child.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include "src/base/i18n.h"
#include "src/base/spawn.h"

static enum host_child_result start(struct host_child *child, const char *file,
				    char *const *words, struct strbuf *err)
{
	struct spawned spawned;
	int error = spawn_program(&spawned,
				  (struct spawn_tied){ .file = file,
						       .argv = words,
						       .death_signal = SIGTERM,
						       .session = true,
						       .scripts = true });

	if (error) {
		strbuf_setf(err, _("cannot run '%s': %s"), words[0],
			    strerror(error));
		return HOST_CHILD_FAILED;
	}
	*child = (struct host_child){
		.pid = spawned.pid,
		.conn = { .in_fd = spawned.out, .out_fd = spawned.in },
		.err_fd = spawned.err,
	};
	return HOST_CHILD_STARTED;
}

enum host_child_result host_child_start_self(struct host_child *child,
					     char *const *words,
					     struct strbuf *err)
{
	return start(child, "/proc/self/exe", words, err);
}

static enum host_child_result read_words(wordexp_t *words, const char *command,
					 struct strbuf *err)
{
	int failed = wordexp(command, words, WRDE_NOCMD);

	if (failed == WRDE_NOSPACE) {
		strbuf_setf(err, _("no memory for '%s'"), command);
		wordfree(words);
		return HOST_CHILD_FAILED;
	}
	if (failed) {
		strbuf_setf(err,
			    failed == WRDE_CMDSUB
				    ? _("no commands within commands: '%s'")
			    : failed == WRDE_BADCHAR
				    ? _("characters of a shell stand "
					"unquoted in '%s'")
				    : _("a quote is not closed in '%s'"),
			    command);
		return HOST_CHILD_WRONG;
	}
	if (words->we_wordc && *words->we_wordv[0])
		return HOST_CHILD_STARTED;
	strbuf_setf(err, _("there is no command in '%s'"), command);
	wordfree(words);
	return HOST_CHILD_WRONG;
}

int host_child_check(const char *command, struct strbuf *err)
{
	wordexp_t words;
	enum host_child_result result = read_words(&words, command, err);

	if (result == HOST_CHILD_STARTED)
		wordfree(&words);
	return result == HOST_CHILD_WRONG ? -1 : 0;
}

enum host_child_result host_child_start(struct host_child *child,
					const char *command, struct strbuf *err)
{
	wordexp_t words;
	enum host_child_result result = read_words(&words, command, err);

	if (result != HOST_CHILD_STARTED)
		return result;
	result = start(child, words.we_wordv[0], words.we_wordv, err);
	wordfree(&words);
	return result;
}

void host_child_end(struct host_child *child)
{
	connection_close(&child->conn);
	if (child->err_fd >= 0)
		close(child->err_fd);
	child->err_fd = -1;
	if (child->pid)
		kill(-child->pid, SIGTERM);
}

void host_child_kill(struct host_child *child)
{
	if (child->pid)
		kill(-child->pid, SIGKILL);
}

bool host_child_has_ended(struct host_child *child)
{
	/* The rest of its group cannot talk to anyone. */
	if (child->pid && waitpid(child->pid, NULL, WNOHANG) == child->pid) {
		kill(-child->pid, SIGKILL);
		child->pid = 0;
	}
	return !child->pid;
}
