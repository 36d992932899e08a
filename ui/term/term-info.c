#include "config.h"

#include "ui/term/term-info.h"

#include <curses.h>
#include <stdbool.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

#include "src/base/i18n.h"

/* Names that mean no terminal: pipes, editors' shells, cron. */
static bool is_no_terminal(const char *name)
{
	return !name || !*name || !strcmp(name, "dumb") ||
	       !strcmp(name, "unknown");
}

static bool has(const char *capability)
{
	const char *value = tigetstr(capability);

	return value && value != (const char *)-1;
}

/* 1: usable, 0: not usable, -1: not in terminfo. */
static int try_name(const char *name)
{
	int result;
	int ret;

	/* With somewhere to put the result, it returns instead of exiting. */
	if (setupterm(name, STDERR_FILENO, &result) != OK)
		return -1;
	ret = has("cup") && has("clear");
	del_curterm(cur_term);
	return ret;
}

static void add_hint(struct strbuf *err)
{
	strbuf_addf(err, "; %s", _("--plain writes lines instead"));
}

const char *term_info_choose(const char *wanted, struct strbuf *err)
{
	static const char fallback[] = "xterm-256color";
	int got;

	if (is_no_terminal(wanted)) {
		strbuf_setf(err, _("no screen on this terminal: TERM is '%s'"),
			    wanted ? wanted : "");
		add_hint(err);
		return NULL;
	}
	got = try_name(wanted);
	if (got < 0) {
		wanted = fallback;
		got = try_name(wanted);
	}
	if (got > 0)
		return wanted;
	strbuf_setf(
		err,
		_("no screen on this terminal: '%s' cannot move the cursor"),
		wanted);
	add_hint(err);
	return NULL;
}
