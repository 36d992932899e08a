#include "config.h"

#include "ui/term/term-signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/term/term.h"

static const int noted_signals[] = { SIGTSTP, SIGCONT, SIGWINCH };

/* State of the signal handlers. The pipe's ends are 0 if there is none. */
static struct {
	int pipe[2];
	volatile sig_atomic_t ended;
	volatile sig_atomic_t stop;
	volatile sig_atomic_t resumed;
	volatile sig_atomic_t resized;
	volatile sig_atomic_t resumes;
	struct sigaction before[ARRAY_SIZE(noted_signals)];
	struct sigaction child_before;
} noted;

static void wake(void)
{
	int saved = errno;

	if (noted.pipe[1] > 0)
		(void)!write(noted.pipe[1], "", 1);
	errno = saved;
}

static void on_signal(int sig)
{
	switch (sig) {
	case SIGTSTP:
		noted.stop = 1;
		break;
	case SIGCONT:
		/* A continued program must not stop for an earlier request. */
		noted.stop = 0;
		noted.resumed = 1;
		noted.resumes++;
		break;
	case SIGWINCH:
		noted.resized = 1;
		break;
	default:
		break;
	}
	wake();
}

void term_note_end(void)
{
	noted.ended = 1;
	wake();
}

static void set_handler(int sig, void (*handler)(int), struct sigaction *before)
{
	struct sigaction act = { .sa_handler = handler,
				 .sa_flags = SA_RESTART };

	sigemptyset(&act.sa_mask);
	sigaction(sig, &act, before);
}

int term_signals_start(struct strbuf *err)
{
	int ends[2];

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) {
		strbuf_setf(err, _("cannot watch signals: %s"),
			    strerror(errno));
		return -1;
	}
	memcpy(noted.pipe, ends, sizeof(ends));
	for (size_t i = 0; i < ARRAY_SIZE(noted_signals); i++)
		set_handler(noted_signals[i], on_signal, &noted.before[i]);
	return 0;
}

void term_signals_stop(void)
{
	int ends[2] = { noted.pipe[0], noted.pipe[1] };

	if (!ends[1])
		return;
	for (size_t i = 0; i < ARRAY_SIZE(noted_signals); i++)
		sigaction(noted_signals[i], &noted.before[i], NULL);
	noted.pipe[0] = 0;
	noted.pipe[1] = 0;
	close(ends[0]);
	close(ends[1]);
}

int term_signals_fd(void)
{
	return noted.pipe[0];
}

static bool take(volatile sig_atomic_t *flag)
{
	bool was = *flag;

	*flag = 0;
	return was;
}

void term_signals_take(struct term_signals *signals)
{
	char bytes[64];

	/* Empty the pipe first: a later signal leaves its byte there. */
	while (read(noted.pipe[0], bytes, sizeof(bytes)) > 0)
		;
	signals->resumed = take(&noted.resumed);
	signals->resized = take(&noted.resized);
	signals->stop = take(&noted.stop);
}

int term_signals_resumes(void)
{
	return noted.resumes;
}

bool term_signals_ended(void)
{
	return noted.ended;
}

void term_signals_stop_here(bool group)
{
	struct sigaction ours;

	set_handler(SIGTSTP, SIG_DFL, &ours);
	/* In an orphaned group the kernel ignores it, and we continue. */
	if (group)
		kill(0, SIGTSTP);
	else
		raise(SIGTSTP);
	sigaction(SIGTSTP, &ours, NULL);
}

void term_signals_watch_children(bool on)
{
	if (on)
		set_handler(SIGCHLD, on_signal, &noted.child_before);
	else
		sigaction(SIGCHLD, &noted.child_before, NULL);
}

void term_signals_block_ttou(bool on)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTTOU);
	sigprocmask(on ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}
