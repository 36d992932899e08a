#include "config.h"

#include "tests/host/play.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/unit/remove-folder.h"

/*
 * Plays the sessions in tests/host/sessions against `jphost serve`, each in a
 * separate workspace. A session is a list of lines:
 *
 *   # a remark
 *   with ARGS           arguments for jphost, before it is started
 *   silo                the user has a silo too
 *   file PATH           write a file of the workspace; its lines follow,
 *                       each after a bar
 *   conversation NAME   the same for a conversation's directory: events.json,
 *                       with metadata and base config beside it
 *   > LINE              send it; the first one starts jphost
 *   >> LINE             send it together with the next >
 *   < LINE              this must come next; a star matches any text
 *   <~ LINE             the same, for several in any order
 *   <? LINE             the same, but it is optional
 *   append ID           as another process does; events follow after bars
 *   move PATH PATH, lock ID, unlock ID
 *   has PATH, lacks PATH
 *   holds PATH          the file's lines follow; a star matches any text
 *   eof                 close jphost's input
 *   ends STATUS         jphost exits with this status
 *   kill                kill it, simulating a crash
 *   stop                ask it to exit, by SIGTERM
 *
 * A digit before a line about jphost selects another instance in the same
 * workspace; $W is the workspace's directory.
 */

void play_complain(struct play *play, const char *what, const char *detail)
{
	play->failed = true;
	printf("# %s:%d: %s\n", play->file, play->line_number, what);
	if (detail)
		printf("#   %s\n", detail);
}

/* --- The script --- */

static void load(struct play *play)
{
	FILE *file = fopen(play->file, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t len;

	if (!file)
		die("cannot open '%s': %s", play->file, strerror(errno));
	while ((len = getline(&line, &size, file)) >= 0) {
		if (len && line[len - 1] == '\n')
			len--;
		ALLOC_GROW(play->lines, play->count + 1, play->cap);
		play->lines[play->count++] = xmemdupz(line, (size_t)len);
	}
	free(line);
	fclose(file);
}

/* Read the text that follows after bars. */
static void take_text(struct play *play, struct strbuf *text)
{
	while (play->at < play->count && play->lines[play->at][0] == '|') {
		strbuf_addstr(text, play->lines[play->at++] + 1);
		strbuf_addch(text, '\n');
	}
}

static char *path_of(const struct play *play, const char *path)
{
	struct strbuf full = STRBUF_INIT;

	strbuf_addf(&full, "%s/%s", play->dir, path);
	return strbuf_detach(&full);
}

/* Replace $W by the workspace's directory. */
char *play_expand(const struct play *play, const char *text)
{
	struct strbuf out = STRBUF_INIT;
	const char *at;

	while ((at = strstr(text, "$W"))) {
		strbuf_add(&out, text, (size_t)(at - text));
		strbuf_addf(&out, "%s/w", play->dir);
		text = at + 2;
	}
	strbuf_addstr(&out, text);
	return strbuf_detach(&out);
}

/* Whether `text` matches `pattern`, in which a star is any text. */
bool play_matches(const char *pattern, const char *text)
{
	const char *star = NULL, *retry = NULL;

	while (*text) {
		if (*pattern == '*') {
			star = pattern++;
			retry = text;
		} else if (*pattern == *text) {
			pattern++;
			text++;
		} else if (star) {
			pattern = star + 1;
			text = ++retry;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

/* --- The workspace --- */

static void write_file(struct play *play, const char *path, struct slice text)
{
	char *full = path_of(play, path);
	int fd;

	for (char *at = full + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		mkdir(full, 0777);
		*at = '/';
	}
	fd = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0 || write(fd, text.ptr, text.len) != (ssize_t)text.len)
		play_complain(play, "cannot write", full);
	if (fd >= 0)
		close(fd);
	free(full);
}

static void make_conversation(struct play *play, const char *name)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	const char *dash = strchr(name, '-');

	strbuf_setf(&path, "w/.jp/conversations/%s/metadata.json", name);
	strbuf_setf(&text,
		    "{\n  \"title\": \"%s\",\n  \"last_activated_at\": "
		    "\"2026-03-18 13:19:06.8\"\n}\n",
		    dash ? dash + 1 : name);
	write_file(play, path.buf, strbuf_slice(&text));
	strbuf_setf(&path, "w/.jp/conversations/%s/base_config.json", name);
	write_file(play, path.buf, SLICE("{}\n"));
	strbuf_setf(&path, "w/.jp/conversations/%s/events.json", name);
	strbuf_reset(&text);
	take_text(play, &text);
	write_file(play, path.buf, strbuf_slice(&text));
	strbuf_release(&path);
	strbuf_release(&text);
}

static int open_workspace(struct play *play, struct workspace *ws)
{
	struct strbuf err = STRBUF_INIT;
	char *root = path_of(play, "w");
	int ret = workspace_open(ws, root, &err);

	if (ret)
		play_complain(play, "cannot open the workspace", err.buf);
	strbuf_release(&err);
	free(root);
	return ret;
}

static void append(struct play *play, const char *id)
{
	struct slice events[16];
	size_t count = 0;
	struct strbuf err = STRBUF_INIT;
	struct workspace ws;

	while (play->at < play->count && play->lines[play->at][0] == '|' &&
	       count < ARRAY_SIZE(events))
		events[count++] = slice_str(play->lines[play->at++] + 1);
	if (open_workspace(play, &ws))
		return;
	if (workspace_append(&ws, id, events, count, 0, &err))
		play_complain(play, "cannot append", err.buf);
	workspace_release(&ws);
	strbuf_release(&err);
}

static void take_lock(struct play *play, const char *id)
{
	struct strbuf err = STRBUF_INIT;
	struct workspace ws;
	size_t i = 0;

	while (i < LOCKS - 1 && play->locks[i].id)
		i++;
	if (open_workspace(play, &ws))
		return;
	if (workspace_lock(&ws, id, &play->locks[i].lock, &err) == LOCK_TAKEN)
		play->locks[i].id = xstrdup(id);
	else
		play_complain(play, "cannot lock", err.buf);
	workspace_release(&ws);
	strbuf_release(&err);
}

static void drop_lock(struct play *play, const char *id)
{
	for (size_t i = 0; i < LOCKS; i++) {
		if (!play->locks[i].id || (id && strcmp(play->locks[i].id, id)))
			continue;
		workspace_unlock(&play->locks[i].lock);
		free(play->locks[i].id);
		play->locks[i].id = NULL;
	}
}

static void move(struct play *play, const char *args)
{
	size_t len = strcspn(args, " ");
	char *name = xmemdupz(args, len);
	char *from = path_of(play, name);
	char *to = path_of(play, args + len + (args[len] == ' '));

	if (rename(from, to))
		play_complain(play, "cannot move", strerror(errno));
	free(name);
	free(from);
	free(to);
}

static void check_there(struct play *play, const char *path, bool wanted)
{
	char *full = path_of(play, path);
	struct stat st;

	if (!lstat(full, &st) != wanted)
		play_complain(play, wanted ? "it is not there" : "it is there",
			      path);
	free(full);
}

static void check_content(struct play *play, const char *path)
{
	struct strbuf wanted = STRBUF_INIT, text = STRBUF_INIT;
	char *full = path_of(play, path);
	FILE *file = fopen(full, "r");
	int c;

	take_text(play, &wanted);
	while (file && (c = getc(file)) != EOF)
		strbuf_addch(&text, (char)c);
	if (file)
		fclose(file);
	if (!play_matches(wanted.buf, text.buf)) {
		play_complain(play, "it holds something else", path);
		for (char *line = strtok(text.buf, "\n"); line;
		     line = strtok(NULL, "\n"))
			printf("#   |%s\n", line);
	}
	strbuf_release(&wanted);
	strbuf_release(&text);
	free(full);
}

/* --- The player --- */

static const char *after(const char *line, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(line, word, len))
		return NULL;
	if (line[len] && line[len] != ' ')
		return NULL;
	return line + len + (line[len] == ' ');
}

/* A line that begins with a sign, and perhaps a digit before it. */
static bool play_wire(struct play *play, const char *line)
{
	struct host *host = &play->hosts[0];
	const char *rest = line, *text;
	char prefix[8];

	if (*rest >= '2' && *rest < '2' + HOSTS - 1)
		host = &play->hosts[*rest++ - '1'];
	if ((text = after(rest, ">>"))) {
		strbuf_addf(&host->held, "%s\n", text);
	} else if ((text = after(rest, ">"))) {
		play_send(play, host, text);
	} else if ((text = after(rest, "<~"))) {
		snprintf(prefix, sizeof(prefix), "%.*s", (int)(text - line),
			 line);
		play_expect_all(play, host, prefix);
	} else if ((text = after(rest, "<?"))) {
		play_expect_perhaps(play, host, text);
	} else if ((text = after(rest, "<"))) {
		play_expect(play, host, text);
	} else if (after(rest, "eof")) {
		play_close_input(host);
	} else if ((text = after(rest, "ends"))) {
		play_expect_end(play, host, text);
	} else if (after(rest, "kill")) {
		kill(host->pid, SIGKILL);
		waitpid(host->pid, NULL, 0);
		host->pid = 0;
	} else if (after(rest, "stop")) {
		kill(host->pid, SIGTERM);
	} else {
		return false;
	}
	return true;
}

static void play_line(struct play *play, const char *line)
{
	struct strbuf text = STRBUF_INIT;
	const char *arg;

	if (!*line || *line == '#' || play_wire(play, line)) {
		/* Done. */
	} else if ((arg = after(line, "with"))) {
		char *args = play_expand(play, arg);

		strbuf_setf(&play->args, "%s", args);
		free(args);
	} else if (after(line, "silo")) {
		write_file(play, "data/workspace/w-ab3de/conversations/.keep",
			   slice_of(NULL, 0));
	} else if ((arg = after(line, "file"))) {
		take_text(play, &text);
		write_file(play, arg, strbuf_slice(&text));
	} else if ((arg = after(line, "conversation"))) {
		make_conversation(play, arg);
	} else if ((arg = after(line, "append"))) {
		append(play, arg);
	} else if ((arg = after(line, "move"))) {
		move(play, arg);
	} else if ((arg = after(line, "lock"))) {
		take_lock(play, arg);
	} else if ((arg = after(line, "unlock"))) {
		drop_lock(play, arg);
	} else if ((arg = after(line, "has"))) {
		check_there(play, arg, true);
	} else if ((arg = after(line, "lacks"))) {
		check_there(play, arg, false);
	} else if ((arg = after(line, "holds"))) {
		check_content(play, arg);
	} else {
		play_complain(play, "not understood", line);
	}
	strbuf_release(&text);
}

static void set_up(struct play *play)
{
	char *path;

	strcpy(play->dir, "/tmp/jpd-play-XXXXXX");
	if (!mkdtemp(play->dir))
		die("no directory: %s", strerror(errno));
	path = path_of(play, "data");
	setenv("JP_USER_DATA_DIR", path, 1);
	free(path);
	path = path_of(play, "run");
	mkdir(path, 0700);
	setenv("XDG_RUNTIME_DIR", path, 1);
	free(path);
	write_file(play, "w/.jp/.id", SLICE("ab3de"));
	write_file(play, "w/.jp/conversations/.keep", slice_of(NULL, 0));
	strbuf_init(&play->args);
	for (size_t i = 0; i < HOSTS; i++) {
		play->hosts[i] = (struct host){
			.to = -1,
			.from = -1,
			.in = STRBUF_INIT,
			.held = STRBUF_INIT,
		};
		play->locks[i].lock =
			(struct conversation_lock)CONVERSATION_LOCK_INIT;
	}
}

static void tear_down(struct play *play)
{
	drop_lock(play, NULL);
	for (size_t i = 0; i < HOSTS; i++) {
		struct host *host = &play->hosts[i];

		play_close_input(host);
		if (host->pid) {
			kill(host->pid, SIGTERM);
			waitpid(host->pid, NULL, 0);
		}
		if (host->from >= 0)
			close(host->from);
		strbuf_release(&host->in);
		free(host->kept);
		strbuf_release(&host->held);
	}
	strbuf_release(&play->args);
	remove_folder(play->dir);
	for (size_t i = 0; i < play->count; i++)
		free(play->lines[i]);
	free(play->lines);
}

static bool play_file(const char *path)
{
	struct play play = { .file = path };

	load(&play);
	set_up(&play);
	while (play.at < play.count && !play.failed) {
		play.line_number = (int)play.at + 1;
		play_line(&play, play.lines[play.at++]);
	}
	tear_down(&play);
	return !play.failed;
}

int main(int argc, char **argv)
{
	const char *srcdir = getenv("srcdir");
	struct strbuf pattern = STRBUF_INIT;
	int status = 0;
	glob_t files;

	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	strbuf_addf(&pattern, "%s/tests/host/sessions/%s.session",
		    srcdir ? srcdir : ".", argc > 1 ? argv[1] : "*");
	if (glob(pattern.buf, 0, NULL, &files)) {
		puts("Bail out! no session was seen");
		return 1;
	}
	printf("1..%zu\n", files.gl_pathc);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		const char *name = strrchr(files.gl_pathv[i], '/') + 1;
		bool ok = play_file(files.gl_pathv[i]);

		printf("%s %zu - %.*s\n", ok ? "ok" : "not ok", i + 1,
		       (int)strcspn(name, "."), name);
		status |= !ok;
	}
	globfree(&files);
	strbuf_release(&pattern);
	return status;
}
