#include "config.h"

#include "src/jphost/commands/demo-stage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/signal-fd.h"
#include "src/base/state-folder.h"
#include "src/base/xalloc.h"
#include "src/jphost/commands/demo-play.h"
#include "src/jphost/live/live.h"

/* Between two turns of a conversation, as if the user read and typed. */
#define PAUSE_MS 5000
/* After a failed turn, for example if the conversation is locked. */
#define RETRY_MS 3000
/* From the request to exit to the kill. */
#define GRACE_MS 3000

/* A conversation whose live turns are played repeatedly. */
struct player {
	struct demo_play play;
	size_t turn; /* the next or running one */
	int round;
	pid_t pid; /* 0: none is running */
	int64_t next_ms;
};

struct stage {
	const struct demo_stage_options *options;
	char *dir;
	bool made_dir;
	struct workspace ws;
	bool has_ws;
	struct player *players;
	size_t count;
	int signals; /* a signalfd */
	sigset_t old_mask;
	pid_t pid; /* our own */
};

static char *own_file(const char *dir, const char *name)
{
	struct strbuf path = STRBUF_INIT;

	strbuf_addf(&path, "%s/.demo/%s", dir, name);
	return strbuf_detach(&path);
}

char *demo_stage_reply(const char *dir)
{
	return own_file(dir, "reply");
}

void demo_stage_set_environment(const char *dir)
{
	char *path = own_file(dir, "user");

	setenv("JP_USER_DATA_DIR", path, 1);
	free(path);
	/* What a dashboard saves about the demo is removed with it. */
	path = own_file(dir, "state");
	setenv("XDG_STATE_HOME", path, 1);
	free(path);
}

/* --- Creating the stage --- */

static bool is_empty(const char *path)
{
	const struct dirent *entry;
	DIR *dir = opendir(path);
	bool empty = dir;

	while (empty && (entry = readdir(dir)))
		empty = !strcmp(entry->d_name, ".") ||
			!strcmp(entry->d_name, "..");
	if (dir)
		closedir(dir);
	return empty;
}

static int make_dir(struct stage *stage, struct strbuf *err)
{
	const char *tmp = getenv("TMPDIR");
	struct strbuf path = STRBUF_INIT;
	const char *wanted = stage->options->dir;

	if (!wanted) {
		strbuf_addf(&path, "%s/jphost-demo-XXXXXX",
			    tmp && *tmp ? tmp : "/tmp");
		if (!mkdtemp(path.buf)) {
			strbuf_setf(err, "cannot create '%s': %s", path.buf,
				    strerror(errno));
			strbuf_release(&path);
			return -1;
		}
		stage->dir = strbuf_detach(&path);
		stage->made_dir = true;
		return 0;
	}
	if (mkdir(wanted, 0700) && errno != EEXIST) {
		strbuf_setf(err, "cannot create '%s': %s", wanted,
			    strerror(errno));
		return -1;
	}
	if (!is_empty(wanted)) {
		strbuf_setf(err, "'%s' is not an empty directory", wanted);
		return -1;
	}
	stage->dir = realpath(wanted, NULL);
	stage->made_dir = stage->dir;
	if (stage->dir)
		return 0;
	strbuf_setf(err, "cannot open '%s': %s", wanted, strerror(errno));
	return -1;
}

/* The play without a title is the answer to messages of the user. */
static int make_play(struct stage *stage, struct demo_play *play,
		     const char *scratch, struct strbuf *err)
{
	char *path;
	int ret;

	if (play->title)
		return demo_play_write_past(play, &stage->ws, scratch,
					    clock_wall_ms(), err);
	path = demo_stage_reply(stage->dir);
	ret = demo_play_write_script(&play->turns[0], 0, path, err);
	free(path);
	return ret;
}

static int make_plays(struct stage *stage, struct strbuf *err)
{
	char *scratch = own_file(stage->dir, "past");
	int ret = 0;

	while (DEMO_PLAYS[stage->count])
		stage->count++;
	stage->players = xcalloc(stage->count, sizeof(*stage->players));
	for (size_t i = 0; i < stage->count; i++)
		demo_play_read(&stage->players[i].play, DEMO_PLAYS[i]);
	for (size_t i = 0; i < stage->count && !ret; i++)
		ret = make_play(stage, &stage->players[i].play, scratch, err);
	unlink(scratch);
	free(scratch);
	return ret;
}

/* What a dashboard says once about a terminal it would say in each demo. */
static void mark_as_said(void)
{
	int folder = state_folder_open("jp-dashboard", true);
	int fd = openat(folder, "focus", O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	if (folder >= 0)
		close(folder);
}

static int make_all(struct stage *stage, struct strbuf *err)
{
	char *own;
	int ret;

	if (make_dir(stage, err))
		return -1;
	own = own_file(stage->dir, "");
	ret = mkdir(own, 0700);
	free(own);
	if (ret) {
		strbuf_setf(err, "cannot write in '%s': %s", stage->dir,
			    strerror(errno));
		return -1;
	}
	demo_stage_set_environment(stage->dir);
	mark_as_said();
	if (workspace_create(&stage->ws, stage->dir, err))
		return -1;
	stage->has_ws = true;
	return make_plays(stage, err);
}

/* --- Removing the stage --- */

static int remove_one(const char *path, const struct stat *st, int flag,
		      struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	remove(path);
	return 0;
}

/* Remove the directory of the queries' sockets, which is elsewhere. */
static void remove_live_directory(struct stage *stage)
{
	struct strbuf err = STRBUF_INIT;
	char *path = live_directory(&stage->ws, &err);

	if (path) {
		nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
		/* Its parent is shared, and stays if it is in use. */
		*strrchr(path, '/') = '\0';
		rmdir(path);
	}
	free(path);
	strbuf_release(&err);
}

static void remove_all(struct stage *stage)
{
	if (stage->has_ws)
		remove_live_directory(stage);
	if (stage->made_dir && !stage->options->keep)
		nftw(stage->dir, remove_one, 16,
		     FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
	for (size_t i = 0; i < stage->count; i++)
		demo_play_release(&stage->players[i].play);
	free(stage->players);
	free(stage->dir);
	if (stage->has_ws)
		workspace_release(&stage->ws);
}

/* --- Playing --- */

static void become_query(struct stage *stage, const struct player *player,
			 const char *script)
{
	const struct demo_turn *turn = &player->play.turns[player->turn];
	struct strbuf provider = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf log = STRBUF_INIT;
	int null = open("/dev/null", O_RDONLY), fd;

	strbuf_addf(&provider, "replay:%s", script);
	if (player->round > 1)
		strbuf_addstr(&text, player->round % 2
					     ? "Once more, from the top: "
					     : "Again, please. ");
	strbuf_addstr(&text, turn->request);
	if (null >= 0)
		dup2(null, STDIN_FILENO);
	strbuf_addf(&log, "%s.log", script);
	fd = open(log.buf, O_WRONLY | O_APPEND | O_CREAT, 0600);
	if (fd >= 0) {
		dup2(fd, STDOUT_FILENO);
		dup2(fd, STDERR_FILENO);
	}
	sigprocmask(SIG_SETMASK, &stage->old_mask, NULL);
	/* If the demo is killed, so are its queries. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != stage->pid)
		_exit(0);
	execl("/proc/self/exe", "jphost", "query", "-w", stage->dir, "-c",
	      player->play.conversation, "--provider", provider.buf, "--",
	      text.buf, (char *)NULL);
	_exit(127);
}

static void start_turn(struct stage *stage, struct player *player,
		       int64_t now_ms)
{
	const struct demo_turn *turn = &player->play.turns[player->turn];
	struct strbuf err = STRBUF_INIT;
	char *script = own_file(stage->dir, player->play.conversation);

	if (demo_play_write_script(turn, player->round, script, &err)) {
		player->next_ms = now_ms + RETRY_MS;
	} else {
		player->pid = fork();
		if (!player->pid)
			become_query(stage, player, script);
		if (player->pid < 0) {
			player->pid = 0;
			player->next_ms = now_ms + RETRY_MS;
		}
	}
	free(script);
	strbuf_release(&err);
}

/* Go to the next live turn, or back to the first one. */
static void next_turn(struct player *player)
{
	do {
		if (++player->turn == player->play.count) {
			player->turn = 0;
			player->round++;
		}
	} while (player->play.turns[player->turn].past);
}

static void end_turn(struct player *player, int status, int64_t now_ms)
{
	player->pid = 0;
	if (WIFEXITED(status) && !WEXITSTATUS(status)) {
		next_turn(player);
		player->next_ms = now_ms + PAUSE_MS;
	} else {
		player->next_ms = now_ms + RETRY_MS;
	}
}

static void begin(struct stage *stage)
{
	int64_t now_ms = clock_now_ms();

	for (size_t i = 0; i < stage->count; i++) {
		struct player *player = &stage->players[i];

		if (player->play.start_ms < 0)
			continue;
		player->next_ms = now_ms + player->play.start_ms;
		player->round = 1;
		if (player->play.turns[0].past)
			next_turn(player);
	}
}

/* Start what is due; returns ms until the next start, or -1. */
static int start_due(struct stage *stage)
{
	int64_t now_ms = clock_now_ms(), wait_ms = -1;

	for (size_t i = 0; i < stage->count; i++) {
		struct player *player = &stage->players[i];

		if (!player->round || player->pid)
			continue;
		if (player->next_ms <= now_ms)
			start_turn(stage, player, now_ms);
		if (!player->pid &&
		    (wait_ms < 0 || player->next_ms - now_ms < wait_ms))
			wait_ms = player->next_ms - now_ms;
	}
	return (int)wait_ms;
}

static void reap(struct stage *stage)
{
	int64_t now_ms = clock_now_ms();

	for (size_t i = 0; i < stage->count; i++) {
		struct player *player = &stage->players[i];
		int status;

		if (player->pid &&
		    waitpid(player->pid, &status, WNOHANG) == player->pid)
			end_turn(player, status, now_ms);
	}
}

/* Returns false once we are told to exit. */
static bool take_signals(struct stage *stage)
{
	bool stay = true;
	int number;

	while ((number = signal_fd_next(stage->signals))) {
		if (number == SIGCHLD)
			reap(stage);
		else
			stay = false;
	}
	return stay;
}

/* Whether our parent has exited or released us. */
static bool is_let_go(int lifeline)
{
	struct pollfd fd = { lifeline, POLLIN, 0 };

	return poll(&fd, 1, 0) > 0;
}

static void play(struct stage *stage)
{
	struct pollfd fds[] = {
		{ stage->signals, POLLIN, 0 },
		{ stage->options->lifeline, POLLIN, 0 },
	};

	begin(stage);
	while (!is_let_go(stage->options->lifeline)) {
		int wait_ms = start_due(stage);

		if (poll(fds, 2, wait_ms) < 0 && errno != EINTR)
			break;
		if (!take_signals(stage))
			break;
	}
}

static bool something_runs(const struct stage *stage)
{
	for (size_t i = 0; i < stage->count; i++) {
		if (stage->players[i].pid)
			return true;
	}
	return false;
}

static void signal_all(const struct stage *stage, int number)
{
	for (size_t i = 0; i < stage->count; i++) {
		if (stage->players[i].pid)
			kill(stage->players[i].pid, number);
	}
}

static void end_all(struct stage *stage)
{
	int64_t end_ms = clock_now_ms() + GRACE_MS;
	struct pollfd fd = { stage->signals, POLLIN, 0 };

	signal_all(stage, SIGTERM);
	while (something_runs(stage)) {
		int64_t left_ms = end_ms - clock_now_ms();

		if (left_ms <= 0) {
			signal_all(stage, SIGKILL);
			left_ms = GRACE_MS;
		}
		poll(&fd, 1, (int)left_ms);
		take_signals(stage);
		reap(stage);
	}
}

static void report(const struct stage *stage, const struct strbuf *err)
{
	struct strbuf line = STRBUF_INIT;

	strbuf_addf(&line, "%s %s\n", err->len ? "error" : "ok",
		    err->len ? err->buf : stage->dir);
	if (write(stage->options->report, line.buf, line.len) < 0) {
		/* Nobody reads it; the lifeline is closed as well. */
	}
	close(stage->options->report);
	strbuf_release(&line);
}

int demo_stage_run(const struct demo_stage_options *options)
{
	static const int caught[] = { SIGCHLD, SIGTERM, SIGINT, SIGHUP };
	struct stage stage = { .options = options };
	struct strbuf err = STRBUF_INIT;

	/* Ctrl-C in the terminal is for the dashboard only. */
	setpgid(0, 0);
	stage.pid = getpid();
	stage.signals =
		signal_fd_open(caught, ARRAY_SIZE(caught), &stage.old_mask);
	if (stage.signals < 0)
		strbuf_setf(&err, "cannot take signals: %s", strerror(errno));
	else
		make_all(&stage, &err);
	report(&stage, &err);
	if (!err.len)
		play(&stage);
	end_all(&stage);
	remove_all(&stage);
	if (stage.signals >= 0)
		close(stage.signals);
	stage.signals = err.len > 0;
	strbuf_release(&err);
	return stage.signals;
}
