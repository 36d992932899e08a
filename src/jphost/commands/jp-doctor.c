#include "config.h"

#include "src/jphost/commands/jp-doctor.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/spawn.h"
#include "src/base/strbuf.h"
#include "src/base/user-editor.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/plugin-process.h"

/* The texts of a known jp, as they are in its program. */
static const char *const log_words[] = {
	"Starting conversation turn.",
	"Executing tool.",
	"Flushed conversation to disk.",
	"Configuration details.",
};
static const char *const prompt_words[] = {
	"Run tool, remember for this turn",
	"Print arguments as JSON",
	"Reason for skipping (optional)",
	"Skip delivery",
};

char *jp_doctor_find(const char *name)
{
	const char *path = getenv("PATH");
	char *found = NULL;

	while (path && *path && !found) {
		size_t len = strcspn(path, ":");
		char *dir = xmemdupz(path, len);

		if (len)
			found = plugin_process_in(dir, name);
		free(dir);
		path += len + (path[len] == ':');
	}
	return found;
}

static bool has_all(const void *bytes, size_t len, const char *const *words,
		    size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!memmem(bytes, len, words[i], strlen(words[i])))
			return false;
	}
	return true;
}

static int look_into(const char *path, bool *log, bool *prompts)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	void *bytes = MAP_FAILED;
	struct stat st;

	if (fd < 0)
		return -1;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0)
		bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE,
			     fd, 0);
	close(fd);
	if (bytes == MAP_FAILED)
		return -1;
	*log = has_all(bytes, (size_t)st.st_size, log_words,
		       ARRAY_SIZE(log_words));
	*prompts = has_all(bytes, (size_t)st.st_size, prompt_words,
			   ARRAY_SIZE(prompt_words));
	munmap(bytes, (size_t)st.st_size);
	return 0;
}

/* Read the first line of `PROGRAM --version`; empty if there is none. */
static void ask_version(struct strbuf *version, const char *path)
{
	char *argv[] = { (char *)path, (char *)"--version", NULL };
	char bytes[256];
	ssize_t got = 0;
	int fds[2];
	pid_t pid;
	bool runs;

	if (pipe2(fds, O_CLOEXEC))
		return;
	runs = !spawn_fds(&pid, (int[]){ -1, fds[1], STDERR_FILENO }, 0, argv,
			  NULL, NULL);
	close(fds[1]);
	if (runs)
		got = read(fds[0], bytes, sizeof(bytes));
	for (ssize_t i = 0; i < got && bytes[i] != '\n'; i++)
		strbuf_addch(version, bytes[i] >= ' ' && bytes[i] < 0x7f
					      ? bytes[i]
					      : '?');
	close(fds[0]);
	if (runs)
		waitpid(pid, NULL, 0);
}

static const char *sentence(bool log, bool prompts)
{
	if (log && prompts)
		return _("Its queries are shown live, and what they ask can "
			 "be answered from a dashboard.");
	if (log)
		return _("Its queries are shown live, but what they ask can "
			 "only be answered in their own terminal.");
	return _("Its queries are shown once they are stored, and what they "
		 "ask can only be answered in their own terminal.");
}

int jp_doctor(const char *program)
{
	struct strbuf version = STRBUF_INIT;
	bool log = false, prompts = false,
	     proc = !access("/proc/self/fd", X_OK);
	const char *editor = user_editor_variable();
	char *path = jp_doctor_find(program);

	if (!path) {
		printf(_("There is no '%s' on $PATH.\n"), program);
		return 1;
	}
	ask_version(&version, path);
	look_into(path, &log, &prompts);
	log = log && proc;
	printf("program  %s\n", path);
	printf("version  %s\n", version.len ? version.buf : "?");
	printf("log      %s\n", log    ? "known"
				: proc ? "not known"
				       : "no /proc");
	printf("prompts  %s\n", prompts ? "known" : "not known");
	printf("editor   %s\n", editor ? editor : "none");
	puts(sentence(log, prompts));
	if (log && prompts && !editor)
		puts(_("To change the arguments of a call there, set $EDITOR."));
	free(path);
	strbuf_release(&version);
	return log && prompts ? 0 : 1;
}
