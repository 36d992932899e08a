#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/spawn.h"
#include "src/base/strbuf.h"
#include "src/base/user-editor.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/attach-terminal.h"
#include "src/jphost/commands/command-list.h"
#include "src/jphost/commands/jp-doctor.h"
#include "src/jphost/jp/jp-edit.h"
#include "src/jphost/jp/jp-run.h"
#include "src/jphost/jp/jp-terminal.h"

/*
 * Runs the real jp with its arguments unchanged. Only a query on a terminal is
 * run on a terminal of ours, so that others can see what it asks.
 */

static const char usage_text[] = N_(
	"Usage: jphost jp [ARGUMENTS...]\n"
	"\n"
	"Run jp with these arguments. What its query asks on a terminal can "
	"also be\nanswered from any dashboard on its workspace; the rest is as "
	"without jphost.\nIn front of them:\n"
	"\n"
	"      --attach ID  sit down before a headless one; Ctrl-] leaves it\n"
	"      --doctor     tell what works with the jp that is on $PATH\n"
	"      --headless   nobody sits before it: dashboards answer\n");

#define PROGRAM "jp"

/* Pass our editor where the arguments are, and the user's own editor. */
#define EDIT_FILE  "JPHOST_EDIT"
#define OWN_EDITOR "JPHOST_JP_EDITOR"

/* jp's options before its command that take a value. */
static bool takes_value(const char *word)
{
	static const char *const words[] = {
		"-c",      "--cfg",        "-w",         "--workspace",
		"-F",      "--format",     "-t",         "--threads",
		"--width", "--log-format", "--log-file", "--log"
	};

	return slice_is_one_of(slice_str(word), words, ARRAY_SIZE(words));
}

static bool is_query(int argc, char **argv)
{
	int at = 1;

	while (at < argc && argv[at][0] == '-')
		at += takes_value(argv[at]) ? 2 : 1;
	if (at >= argc ||
	    (strcmp(argv[at], "query") != 0 && strcmp(argv[at], "q") != 0))
		return false;
	while (++at < argc && strcmp(argv[at], "--") != 0) {
		if (!strcmp(argv[at], "-h") || !strcmp(argv[at], "--help"))
			return false;
	}
	return true;
}

static int become(char **argv)
{
	argv[0] = (char *)PROGRAM;
	execvp(PROGRAM, argv);
	fprintf(stderr, "jphost: cannot start '%s': %s\n", PROGRAM,
		strerror(errno));
	return errno == ENOENT ? 127 : 126;
}

/* --- jp's editor --- */

/* Run it as jp would: a command line with the file at its end. */
static int run_own_editor(char **argv)
{
	static const char *const names[] = { OWN_EDITOR, "VISUAL", "EDITOR" };
	struct strbuf script = STRBUF_INIT;
	const char *editor = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(names) && !(editor && *editor); i++)
		editor = getenv(names[i]);
	if (!editor || !*editor)
		return 1;
	unsetenv(EDIT_FILE);
	strbuf_addf(&script, "exec %s \"$@\"", editor);
	execl("/bin/sh", "sh", "-c", script.buf, "sh", argv[0], (char *)NULL);
	strbuf_release(&script);
	return 127;
}

static int write_file(const char *path, struct slice text)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	int failed;

	if (fd < 0)
		return -1;
	failed = file_write(fd, text);
	return close(fd) || failed ? -1 : 0;
}

static int edit(int argc, char **argv)
{
	const char *given = getenv(EDIT_FILE);
	struct strbuf text = STRBUF_INIT;
	int fd, ret = 1;

	if (argc != 1)
		return 2;
	fd = given ? jp_edit_take(given, &text) : -1;
	if (fd < 0)
		ret = run_own_editor(argv);
	else if (!write_file(argv[0], strbuf_slice(&text)) && jp_edit_taken(fd))
		ret = 0;
	strbuf_release(&text);
	return ret;
}

/*
 * Make ourselves jp's editor, to change arguments. The descriptor that they are
 * put to, or -1 if that fails.
 */
static int take_editor(bool headless)
{
	const char *own = getenv("JP_EDITOR");
	struct strbuf text = STRBUF_INIT;
	char self[4096];
	ssize_t len = readlink("/proc/self/exe", self, sizeof(self));
	int fd;

	/* Without an editor of the user's, jp has none, and says so itself. */
	if (len <= 0 || len == sizeof(self) ||
	    (!headless && !user_editor_variable()))
		return -1;
	fd = jp_edit_open();
	if (fd < 0)
		return -1;
	if (own)
		setenv(OWN_EDITOR, own, 1);
	spawn_quote(&text, slice_of(self, (size_t)len));
	strbuf_addstr(&text, " --as jphost jp --edit");
	setenv("JP_EDITOR", text.buf, 1);
	strbuf_reset(&text);
	jp_edit_add_path(&text, fd);
	setenv(EDIT_FILE, text.buf, 1);
	strbuf_release(&text);
	return fd;
}

/* Exit as jp did: a shell distinguishes a signal from a status. */
static int end_as(int status)
{
	const struct rlimit none = { 0, 0 };
	sigset_t mask;

	if (!WIFSIGNALED(status))
		return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	/* One core file is enough. */
	setrlimit(RLIMIT_CORE, &none);
	signal(WTERMSIG(status), SIG_DFL);
	sigemptyset(&mask);
	sigaddset(&mask, WTERMSIG(status));
	sigprocmask(SIG_UNBLOCK, &mask, NULL);
	raise(WTERMSIG(status));
	return 128 + WTERMSIG(status);
}

static int drive(char **argv, bool headless)
{
	struct jp_run_options options = { .argv = argv, .headless = headless };
	struct strbuf err = STRBUF_INIT;
	int status, failed;

	options.edit = take_editor(headless);
	argv[0] = (char *)PROGRAM;
	failed = jp_run(&options, &status, &err);
	if (options.edit >= 0)
		close(options.edit);
	if (err.len)
		fprintf(stderr, "jphost: %s\n", err.buf);
	strbuf_release(&err);
	return failed ? 1 : end_as(status);
}

/* The folder of the workspace may follow it. */
static int attach(int argc, char **argv)
{
	if (argc < 1 || argc > 2) {
		fputs(_(usage_text), stderr);
		return 2;
	}
	return attach_terminal(argc > 1 ? argv[1] : ".", argv[0]);
}

int command_jp(int argc, char **argv)
{
	const char *word = argc > 1 ? argv[1] : "";

	if (!strcmp(word, "--edit"))
		return edit(argc - 2, argv + 2);
	if (!strcmp(word, "--doctor") && argc > 2 &&
	    !strcmp(argv[2], "--help")) {
		fputs(_(usage_text), stdout);
		return 0;
	}
	if (!strcmp(word, "--doctor"))
		return jp_doctor(PROGRAM);
	if (!strcmp(word, "--attach"))
		return attach(argc - 2, argv + 2);
	if (!strcmp(word, "--headless"))
		return drive(argv + 1, true);
	if (is_query(argc, argv) && jp_terminal_is_ours())
		return drive(argv, false);
	return become(argv);
}
