#include "config.h"

#include "src/base/keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/clock.h"

/* From SIGTERM to SIGKILL, for processes that are not needed any more. */
#define LEFT_GRACE_MS 2000
/* How often processes that survive a SIGKILL get another. */
#define AGAIN_MS   20
#define MAX_ROUNDS 500

/* Our orders to it, one byte each. */
enum { ORDER_STOP = 's', ORDER_KILL = 'k' };

/* Its messages to us; the first is whether the program could be started. */
struct news {
	bool ended, left;
	int value; /* errno, or the status */
};

/* --- In the keeper --- */

/* Its descriptors; those below are /dev/null. */
enum { FD_ORDERS = 3, FD_PROGRAM, FD_PROGRAM_END = FD_PROGRAM + 3 };

struct kept {
	pid_t pid; /* also its group's; 0: it has ended */
	int signals;
	int status;
	bool no_children;
};

/* Keep only these open: it must not hold our locks or outputs. */
static void take_descriptors(int orders, const int program[3])
{
	int fds[4] = { orders, program[0], program[1], program[2] };
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int i = 0; i < 4; i++)
		fds[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, FD_PROGRAM_END);
	for (int i = 0; i < 3; i++)
		dup2(null, i);
	for (int i = 0; i < 4; i++)
		dup3(fds[i], FD_ORDERS + i, O_CLOEXEC);
	if (close_range(FD_PROGRAM_END, ~0U, 0)) {
		for (int other = FD_PROGRAM_END; other < 1024; other++)
			close(other);
	}
}

static void tell(bool ended, bool left, int value)
{
	const struct news news = { ended, left, value };

	if (send(FD_ORDERS, &news, sizeof(news), MSG_NOSIGNAL) < 0)
		return; /* closed: the next poll() reports it */
}

static int start(struct kept *kept, char *const *argv, const char *dir)
{
	static const int fds[3] = { FD_PROGRAM, FD_PROGRAM + 1,
				    FD_PROGRAM + 2 };
	const struct spawn_tied with = { .fds = fds,
					 .argv = argv,
					 .dir = dir,
					 .death_signal = SIGKILL,
					 .scripts = true };
	int error = spawn_tied(&kept->pid, &with);

	for (int i = 0; i < 3; i++)
		close(fds[i]);
	return error;
}

/* Reap ended processes; when the program ends, kill its group. */
static void reap(struct kept *kept)
{
	for (;;) {
		siginfo_t info = { 0 };
		bool program;

		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT)) {
			kept->no_children = errno == ECHILD;
			return;
		}
		if (!info.si_pid)
			return;
		program = info.si_pid == kept->pid;
		/* Before waitpid(), while the number is still its own. */
		if (program)
			kill(-kept->pid, SIGKILL);
		waitpid(info.si_pid, program ? &kept->status : NULL, 0);
		if (program)
			kept->pid = 0;
	}
}

/* The parent of a process, from /proc/PID/stat; 0 if unknown. */
static pid_t parent_of(const char *pid)
{
	char path[64], text[512];
	const char *end;
	long parent = 0;
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	len = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[len > 0 ? len : 0] = '\0';
	/* Its name may have brackets and blanks. */
	end = strrchr(text, ')');
	if (!end || sscanf(end + 1, " %*c %ld", &parent) != 1)
		return 0;
	return (pid_t)parent;
}

/* Only our children, which no one else reaps: their numbers are not reused. */
static void signal_children(int number)
{
	DIR *dir = opendir("/proc");
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] < '1' || entry->d_name[0] > '9' ||
		    parent_of(entry->d_name) != getpid())
			continue;
		kill((pid_t)atol(entry->d_name), number);
		/* A stopped process must run to end. */
		kill((pid_t)atol(entry->d_name), SIGCONT);
	}
	if (dir)
		closedir(dir);
}

/* Nothing left over is needed: each becomes our child in the end. */
static void end_all(struct kept *kept)
{
	int64_t kill_ms = clock_now_ms() + LEFT_GRACE_MS;

	if (kept->pid)
		kill(-kept->pid, SIGKILL);
	reap(kept);
	if (!kept->no_children)
		signal_children(SIGTERM);
	for (int i = 0; i < MAX_ROUNDS && !kept->no_children; i++) {
		struct pollfd signals = { kept->signals, POLLIN, 0 };
		struct signalfd_siginfo info;

		poll(&signals, 1, AGAIN_MS);
		if (read(kept->signals, &info, sizeof(info)) < 0)
			info.ssi_signo = 0;
		reap(kept);
		if (!kept->no_children && clock_now_ms() >= kill_ms)
			signal_children(SIGKILL);
	}
}

/* False once our parent has closed its end. */
static bool obey(const struct kept *kept)
{
	char order;
	ssize_t got = recv(FD_ORDERS, &order, 1, MSG_DONTWAIT);

	if (got < 0)
		return errno == EAGAIN || errno == EINTR;
	if (got && kept->pid && order == ORDER_STOP) {
		kill(-kept->pid, SIGTERM);
		kill(-kept->pid, SIGCONT);
	} else if (got && kept->pid) {
		kill(-kept->pid, SIGKILL);
	}
	return got > 0;
}

static void look_after(struct kept *kept)
{
	struct pollfd fds[] = { { FD_ORDERS, POLLIN, 0 },
				{ kept->signals, POLLIN, 0 } };
	struct signalfd_siginfo info;

	while (!kept->no_children) {
		bool ran = kept->pid != 0;

		if (poll(fds, 2, -1) < 0 && errno != EINTR)
			return;
		if (fds[0].revents && !obey(kept))
			return;
		if (read(kept->signals, &info, sizeof(info)) < 0 &&
		    errno != EAGAIN)
			return;
		reap(kept);
		if (ran && !kept->pid)
			tell(true, !kept->no_children, kept->status);
	}
}

static _Noreturn void keep(int orders, const int program[3], char *const *argv,
			   const char *dir)
{
	struct kept kept = { 0 };
	sigset_t all;
	int error;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setpgid(0, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	take_descriptors(orders, program);
	sigemptyset(&all);
	sigaddset(&all, SIGCHLD);
	kept.signals = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
	error = kept.signals < 0 ? errno : start(&kept, argv, dir);
	tell(false, false, error);
	if (!error)
		look_after(&kept);
	end_all(&kept);
	_exit(0);
}

/* --- In us --- */

/* Fork twice, so that the keeper is not our child. */
static int fork_keeper(int orders, const int program[3], char *const *argv,
		       const char *dir)
{
	pid_t pid = fork(), second;
	int status = 0;

	if (pid < 0)
		return errno;
	if (!pid) {
		second = fork();
		if (!second)
			keep(orders, program, argv, dir);
		_exit(second < 0 ? errno : 0);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EAGAIN;
}

static int hear_first(int fd)
{
	struct news news;
	ssize_t got;

	do {
		got = recv(fd, &news, sizeof(news), 0);
	} while (got < 0 && errno == EINTR);
	return got == sizeof(news) ? news.value : EAGAIN;
}

int keeper_start(int *fd, struct spawned *spawned, char *const *argv,
		 const char *dir)
{
	struct spawn_pipes pipes;
	int orders[2] = { -1, -1 }, failed = spawn_pipes_open(&pipes);

	if (!failed &&
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, orders))
		failed = errno;
	if (!failed)
		failed = fork_keeper(orders[1], pipes.theirs, argv, dir);
	if (orders[1] >= 0)
		close(orders[1]);
	if (!failed)
		failed = hear_first(orders[0]);
	if (!failed) {
		*fd = orders[0];
		spawn_pipes_take(&pipes, spawned);
	} else if (orders[0] >= 0) {
		close(orders[0]);
	}
	spawn_pipes_close(&pipes);
	return failed;
}

static void give_order(int fd, char order)
{
	/* If it has exited there is nothing to end. */
	if (send(fd, &order, 1, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
		return;
}

void keeper_stop(int fd)
{
	give_order(fd, ORDER_STOP);
}

void keeper_kill(int fd)
{
	give_order(fd, ORDER_KILL);
}

enum keeper_news keeper_news(int fd, int *status)
{
	struct news news;
	ssize_t got = recv(fd, &news, sizeof(news), MSG_DONTWAIT);

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return KEEPER_NOTHING;
	if (got != sizeof(news))
		return KEEPER_LOST;
	*status = news.value;
	return news.left ? KEEPER_LEFT : KEEPER_ENDED;
}
