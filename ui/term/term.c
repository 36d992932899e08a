#include "config.h"

#include "ui/term/term.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "src/base/i18n.h"
#include "src/base/terminal.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "ui/term/term-crash.h"
#include "ui/term/term-info.h"
#include "ui/term/term-modes.h"
#include "ui/term/term-notice.h"
#include "ui/term/term-private.h"
#include "ui/term/term-signals.h"

enum {
	OWNER_TICK_MS = 1000,
	ESC_MS = 50,
	/* For an answer to arrive, in pieces; for one from behind a multiplexer
	 * that answered itself. */
	ANSWER_MS = 1000,
	GROUND_MS = 3000,
	MAX_ESC_MS = 5000,
	READ_BYTES = 4096,
};

static int open_tty(struct term *term, struct strbuf *err)
{
	term->fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
	if (term->fd >= 0)
		term->io_fd = open("/dev/tty",
				   O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (term->fd < 0 || term->io_fd < 0) {
		strbuf_setf(err, _("cannot open '/dev/tty': %s"),
			    strerror(errno));
		return -1;
	}
	return 0;
}

static int open_name(struct term *term, struct strbuf *err)
{
	const char *wanted = getenv("TERM");
	const char *name;

	/* Line mode needs no capabilities: a dumb terminal will do, or an
	 * unknown name. terminfo then decodes no keys either. */
	if (term->plain)
		name = wanted && *wanted ? wanted : "dumb";
	else
		name = term_info_choose(wanted, err);
	if (!name)
		return -1;
	term->name = xstrdup(name);
	/* We write to the real terminal, whatever terminfo entry we use. */
	term->rich = !term->plain && terminal_is_rich(getenv("TERM"));
	return 0;
}

static int esc_ms(void)
{
	const char *text = getenv("ESCDELAY");
	char *end;
	long value;

	if (!text || !*text)
		return ESC_MS;
	value = strtol(text, &end, 10);
	if (*end || value < 0 || value > MAX_ESC_MS)
		return ESC_MS;
	return (int)value;
}

static int open_input(struct term *term, struct strbuf *err)
{
	struct term_input_options options = {
		.term = term->name,
		.utf8 = term->utf8,
		.esc_ms = esc_ms(),
	};

	term->esc_ms = options.esc_ms;
	term->input = term_input_new(&options);
	if (term->input)
		return 0;
	strbuf_setf(err, _("cannot read keys of the terminal '%s'"),
		    term->name);
	return -1;
}

static int take_foreground(struct term *term, struct strbuf *err)
{
	if (term_own_join(term, err))
		return -1;
	if (!term_own_wait(term)) {
		strbuf_setf(err, _("the terminal is not ours to take"));
		return -1;
	}
	if (tcgetattr(term->fd, &term->shell) == 0)
		return 0;
	strbuf_setf(err, _("cannot read the terminal's modes: %s"),
		    strerror(errno));
	return -1;
}

static int open_guard(struct term *term, int keep_fd, struct strbuf *err)
{
	struct term_guard_options options = {
		.tty_fd = term->fd,
		.keep_fd = keep_fd,
		.reset = term_modes_reset(terminal_is_rich(getenv("TERM"))),
	};

	return term_guard_start(&term->guard, &options, err);
}

static void start_crash(struct term *term, const struct term_options *options)
{
	struct term_crash_options crash = {
		.tty_fd = term->fd,
		.guard = &term->guard,
		.reset = term_modes_reset(terminal_is_rich(getenv("TERM"))),
		.last_words = options->last_words,
		.last_fd = options->keep_fd >= 0 ? options->keep_fd
						 : STDERR_FILENO,
	};

	term_crash_start(&crash);
}

static int open_all(struct term *term, const struct term_options *options,
		    struct strbuf *err)
{
	int ret;

	if (open_tty(term, err))
		return -1;
	start_crash(term, options);
	term_crash_library(true);
	ret = open_name(term, err) || open_input(term, err) ||
	      term_signals_start(err) || take_foreground(term, err) ||
	      open_guard(term, options->keep_fd, err) ||
	      term_screen_start(term, err);
	term_crash_library(false);
	return ret ? -1 : 0;
}

struct term *term_open(const struct term_options *options, struct strbuf *err)
{
	struct term *term = xcalloc(1, sizeof(*term));

	term->fd = -1;
	term->io_fd = -1;
	term->out = (struct term_out)TERM_OUT_INIT;
	term->guard = (struct term_guard)TERM_GUARD_INIT;
	term->theme = *options->theme;
	term->mouse = options->mouse;
	term->no_color = options->no_color;
	term->plain = options->plain;
	term->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	strbuf_init(&term->clipboard);
	strbuf_init(&term->notice);
	if (open_all(term, options, err)) {
		term_close(term);
		return NULL;
	}
	/* The first size is not a change. */
	term->changes = (struct term_changes){ 0 };
	trace(TRACE_TERM, "open: %s, %dx%d", term->name, term->cols,
	      term->rows);
	return term;
}

/* Another program has the terminal by now: keep its modes. */
static void give_back(struct term *term)
{
	if (term->owner != TERM_OURS || !term_crash_armed())
		return;
	if (term_in_foreground(term))
		term_screen_leave(term, true);
	else
		term_restore_now();
}

void term_close(struct term *term)
{
	if (!term)
		return;
	term_crash_library(true);
	give_back(term);
	term_screen_free(term);
	term_input_free(term->input);
	term_crash_library(false);
	term_crash_stop();
	term_guard_stop(&term->guard);
	term_signals_stop();
	if (term->fd >= 0)
		close(term->fd);
	if (term->io_fd >= 0)
		close(term->io_fd);
	strbuf_release(&term->clipboard);
	strbuf_release(&term->notice);
	free(term->title);
	free(term->name);
	free(term);
}

int term_input_fd(const struct term *term)
{
	return term->owner == TERM_OURS ? term->io_fd : -1;
}

int term_output_fd(const struct term *term)
{
	return term->owner == TERM_OURS ? term->io_fd : -1;
}

int term_signal_fd(const struct term *term)
{
	(void)term;
	return term_signals_fd();
}

int term_timeout_ms(const struct term *term, int64_t now_ms)
{
	/*
	 * If nothing happens, nothing wakes us: when only the host is stopped
	 * after that, we notice at the next key, line or minute.
	 */
	bool look = term->owner != TERM_OURS || term->looks > 0 ||
		    term->out.bytes.len > 0;
	int wait = term_input_timeout_ms(term->input);
	int64_t due_ms = look ? term->look_ms + OWNER_TICK_MS : INT64_MAX;

	if (term->resize_failed)
		return 0;
	if (wait >= 0 && term->input_ms + wait < due_ms)
		due_ms = term->input_ms + wait;
	if (due_ms == INT64_MAX)
		return -1;
	if (due_ms <= now_ms)
		return 0;
	return due_ms - now_ms < OWNER_TICK_MS ? (int)(due_ms - now_ms)
					       : OWNER_TICK_MS;
}

void term_hide_input(struct term *term, bool on)
{
	term->hides_input = on;
}

static enum term_status read_keys(struct term *term, int64_t now_ms)
{
	char bytes[READ_BYTES];
	ssize_t got = read(term->io_fd, bytes, sizeof(bytes));
	int wait;

	if (got > 0) {
		if (term->hides_input)
			trace(TRACE_KEYS, "< what is not to be shown");
		else
			trace_bytes(TRACE_KEYS, "<",
				    slice_of(bytes, (size_t)got));
		if (now_ms - term->input_ms > term->esc_ms)
			term_input_pause(term->input);
		term_input_feed(term->input, slice_of(bytes, (size_t)got));
		term->input_ms = now_ms;
		term->looks = TERM_LOOKS;
		return TERM_OK;
	}
	if (got == 0)
		return TERM_GONE;
	if (errno != EAGAIN && errno != EINTR) {
		/* EIO can also mean that the foreground was just lost. */
		return errno == EIO && tcgetpgrp(term->fd) > 0 &&
				       !term_in_foreground(term)
			       ? TERM_OK
			       : TERM_GONE;
	}
	wait = term_input_timeout_ms(term->input);
	if (wait >= 0 && now_ms - term->input_ms >= wait)
		term_input_idle(term->input);
	return TERM_OK;
}

/* Only for the status must an Esc wait, and no longer than an answer takes. */
static void expect(struct term *term, int64_t now_ms)
{
	enum term_expect what = TERM_EXPECT_NOTHING;

	if (term->asks && now_ms < term->expect_ms)
		what = TERM_EXPECT_ANSWER;
	else if (term_ground(term) == THEME_GROUND_UNKNOWN &&
		 now_ms < term->ground_ms)
		what = TERM_EXPECT_GROUND;
	term_input_expect(term->input, what);
}

enum term_status term_input(struct term *term, int64_t now_ms)
{
	struct term_signals noted;

	if (now_ms - term->look_ms >= OWNER_TICK_MS) {
		term->look_ms = now_ms;
		if (term->looks > 0)
			term->looks--;
	}
	term_signals_take(&noted);
	if (noted.stop) {
		if (term_own_stop(term) == TERM_GONE)
			return TERM_GONE;
		noted.resumed = false;
	}
	if (term_own_check(term, noted.resumed) == TERM_GONE)
		return TERM_GONE;
	if (term->owner != TERM_OURS)
		return TERM_OK;
	if (noted.resized || term->resize_failed)
		term_screen_resize(term);
	if (term->asks && !term->expect_ms)
		term->expect_ms = now_ms + ANSWER_MS;
	if (term->asked && !term->ground_ms)
		term->ground_ms = now_ms + GROUND_MS;
	expect(term, now_ms);
	term_flush_notes(term);
	return read_keys(term, now_ms);
}

enum theme_ground term_ground(const struct term *term)
{
	return term_input_ground(term->input);
}

bool term_next_event(struct term *term, struct term_event *event)
{
	if (!term_alt_next(&term->alt, term->input, event))
		return false;
	if (event->kind == TERM_EVENT_STATUS) {
		term->answers = true;
		if (term->asks)
			term->asks--;
		/* Bytes after it in the same read are not an answer. */
		expect(term, term->input_ms);
	}
	term->tells_focus |= event->kind == TERM_EVENT_FOCUS;
	return true;
}

bool term_is_multiplexer(void)
{
	const char *name = getenv("TERM");

	return name &&
	       (!strncmp(name, "tmux", 4) || !strncmp(name, "screen", 6));
}

enum term_focus term_focus(const struct term *term)
{
	if (term->tells_focus)
		return TERM_FOCUS_TOLD;
	if (!term->rich)
		return TERM_FOCUS_NOT_TOLD;
	/* Whatever they report about modes, they report the focus before any
	 * answer, or never. */
	if (!term_is_multiplexer())
		return term_input_knows(term->input)->focus;
	return term->answers ? TERM_FOCUS_NOT_TOLD : TERM_FOCUS_UNKNOWN;
}

bool term_is_within_key(const struct term *term)
{
	return term_input_timeout_ms(term->input) >= 0;
}

bool term_has_input(const struct term *term)
{
	struct pollfd in = { .fd = term->io_fd, .events = POLLIN };

	return poll(&in, 1, 0) > 0;
}

struct term_changes term_changes(struct term *term)
{
	struct term_changes changes = term->changes;

	term->changes = (struct term_changes){ 0 };
	return changes;
}

void term_size(const struct term *term, int *cols, int *rows)
{
	*cols = term->cols;
	*rows = term->rows;
}

/* The requested locale; codeset and widths show whether it exists. */
static const char *locale_name(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return value;
	}
	return "";
}

void term_describe(const struct term *term, struct strbuf *out)
{
	const char *wanted = getenv("TERM");

	strbuf_addf(out, "TERM: %s\n", wanted ? wanted : "");
	strbuf_addf(out, "terminfo: %s\n", term->name);
	strbuf_addf(out, "%s: %d%s\n", _("colours"),
		    term->plain || term->no_color || !has_colors() ? 0 : COLORS,
		    term->no_color ? _(" (off by NO_COLOR)") : "");
	strbuf_addf(out, "%s: %s\n", _("locale"), locale_name());
	strbuf_addf(out, "%s: %s\n", _("codeset"), nl_langinfo(CODESET));
	strbuf_addf(out, "%s: a %d, \xe4\xb8\xad %d, \xe2\x9c\x85 %d\n",
		    _("widths"), wcwidth(L'a'), wcwidth(0x4e2d),
		    wcwidth(0x2705));
	strbuf_addf(out, "%s: %dx%d\n", _("terminal's size"), term->cols,
		    term->rows);
	strbuf_addf(out, "%s: %s\n", _("synchronized output"),
		    term_input_knows(term->input)->sync
			    ? _("yes")
			    : _("not supported or no reply"));
	strbuf_addf(out, "%s: %s\n", _("answer about the background"),
		    term_ground(term) == THEME_GROUND_UNKNOWN ? _("none")
		    : term_ground(term) == THEME_GROUND_LIGHT ? _("light")
							      : _("dark"));
	strbuf_addf(out, "%s: %s\n", _("what is on the screen"),
		    term->answers ? _("the terminal tells")
				  : _("no answer: what was written counts"));
	strbuf_addf(out, "%s: %s\n", _("keyboard"),
		    term_input_knows(term->input)->kitty
			    ? _("all keys told apart")
			    : _("no answer: as terminals always had it"));
	strbuf_addf(out, "%s: %s\n", _("notifications by themselves"),
		    term_notice_here() == TERM_NOTICE_NONE ? _("no")
							   : _("yes"));
	strbuf_addf(out, "%s: %s\n", _("focus"),
		    term_focus(term) == TERM_FOCUS_TOLD
			    ? _("the terminal tells")
		    : term_focus(term) == TERM_FOCUS_NOT_TOLD
			    ? _("not told; in tmux: set -g focus-events on")
			    : _("no answer"));
	strbuf_addf(out, "%s: %d\n", _("process group"), (int)getpgrp());
}
