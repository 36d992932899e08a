#include "config.h"

#include "ui/term/term-private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "ui/term/term-signals.h"

bool term_in_foreground(const struct term *term)
{
	return tcgetpgrp(term->fd) == getpgrp();
}

/*
 * A host starts us in a separate process group, in the background. Taking the
 * foreground from it would leave the host stopped while we run, and vice versa;
 * in its group the shell sees one job. A group leader may still change its
 * group unless it leads a session.
 */
int term_own_join(struct term *term, struct strbuf *err)
{
	pid_t group;

	term->host = getppid();
	if (term_in_foreground(term))
		return 0;
	group = getpgid(term->host);
	if (group < 0 || (group != getpgrp() && setpgid(0, group) < 0)) {
		strbuf_setf(err, _("cannot join the host on the terminal: %s"),
			    strerror(errno));
		return -1;
	}
	trace(TRACE_TERM, "joined group %d", (int)group);
	return 0;
}

bool term_own_wait(const struct term *term)
{
	enum { STEP_MS = 100, MAX_STEPS = 50 };
	int resumes = term_signals_resumes();
	int steps = 0;

	for (;;) {
		pid_t group = tcgetpgrp(term->fd);

		if (group == getpgrp())
			return true;
		/* Before stopping: a job told to end must not stop again. */
		if (group < 0 || term_signals_ended() ||
		    getppid() != term->host)
			return false;
		trace(TRACE_TERM, "in the background, stopping");
		kill(0, SIGTTOU);
		if (resumes != term_signals_resumes())
			steps = 0;
		resumes = term_signals_resumes();
		/* Not stopped: no shell is left to wake the group. */
		if (++steps > MAX_STEPS)
			return false;
		poll(NULL, 0, STEP_MS);
	}
}

void term_own_give(const struct term *term, pid_t group)
{
	term_signals_block_ttou(true);
	tcsetpgrp(term->fd, group);
	term_signals_block_ttou(false);
}

enum term_status term_own_check(struct term *term, bool resumed)
{
	pid_t group = tcgetpgrp(term->fd);
	bool ours = group == getpgrp();

	if (group < 0)
		return TERM_GONE;
	if (term->owner == TERM_OURS && !ours) {
		/* The host was stopped without us: a shell is there now. */
		trace(TRACE_TERM, "lost to group %d", (int)group);
		term_screen_leave(term, false);
	} else if (term->owner == TERM_LOST && ours) {
		trace(TRACE_TERM, "got back");
		term_screen_resume(term);
	} else if (term->owner == TERM_OURS && resumed) {
		/* Stopped without notice: anything may have been written. */
		trace(TRACE_TERM, "continued");
		term_screen_resume(term);
	}
	return TERM_OK;
}

/* Take the screen down, then stop until the foreground is ours again. */
static enum term_status stop(struct term *term, bool group)
{
	struct term_signals noted;
	int resumes = term_signals_resumes();

	term_screen_leave(term, term_in_foreground(term));
	trace(TRACE_TERM, "stopping");
	if (group || resumes == term_signals_resumes())
		term_signals_stop_here(group);
	trace(TRACE_TERM, "going on");
	if (!term_own_wait(term))
		return TERM_GONE;
	/* Signals during the stop need no handling. */
	term_signals_take(&noted);
	/* The user may have run stty; but do not read back our own modes. */
	if (term->owner == TERM_LEFT)
		tcgetattr(term->fd, &term->shell);
	term_screen_resume(term);
	return TERM_OK;
}

enum term_status term_own_stop(struct term *term)
{
	return stop(term, false);
}

enum term_status term_suspend(struct term *term)
{
	return stop(term, true);
}
