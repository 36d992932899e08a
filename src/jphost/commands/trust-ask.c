#include "config.h"

#include "src/jphost/commands/trust-ask.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/terminal.h"
#include "src/jphost/config/config-load.h"
#include "ui/text/lookalike.h"
#include "ui/text/sanitize.h"

/* A line this soon after the question was typed before it. */
#define GUARD_MS 500

void trust_wish_add(struct strbuf *out, const struct config_wish *wish)
{
	sanitize_visible(out, slice_str(wish->name), NULL);
	strbuf_addstr(out, "\n    ");
	sanitize_visible(out, slice_str(wish->value), NULL);
	strbuf_addch(out, '\n');
	lookalike_add_warning(out, "    ", slice_str(wish->name));
	lookalike_add_warning(out, "    ", slice_str(wish->value));
}

bool trust_ask_can(void)
{
	return isatty(STDIN_FILENO) && isatty(STDERR_FILENO) &&
	       tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static size_t count_unasked(const struct config_wishes *wishes)
{
	size_t count = 0;

	for (size_t i = 0; i < wishes->count; i++)
		count += wishes->entries[i].answer == TRUST_UNASKED;
	return count;
}

/* --- On the terminal --- */

/* Returns false at the end of input. */
static bool read_line(struct strbuf *line)
{
	char bytes[256];
	ssize_t got;

	strbuf_reset(line);
	do {
		got = read(STDIN_FILENO, bytes, sizeof(bytes));
		if (got > 0)
			strbuf_add(line, bytes, (size_t)got);
	} while (got > 0 ? line->buf[line->len - 1] != '\n'
			 : got < 0 && errno == EINTR);
	if (line->len && line->buf[line->len - 1] == '\n')
		strbuf_setlen(line, line->len - 1);
	return got > 0;
}

/* Ask, and accept only a line that was typed after the question. */
static bool ask_line(const char *question, struct strbuf *line)
{
	int64_t asked_ms;

	do {
		tcflush(STDIN_FILENO, TCIFLUSH);
		fputs(question, stderr);
		asked_ms = clock_now_ms();
		if (!read_line(line))
			return false;
	} while (clock_now_ms() - asked_ms < GUARD_MS);
	return true;
}

static void window(size_t *rows, size_t *cols)
{
	struct winsize size;
	bool known = !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) &&
		     size.ws_row > 4 && size.ws_col > 8;

	*rows = known ? size.ws_row - 2u : 22;
	*cols = known ? size.ws_col : 80;
}

/*
 * Show lines one screenful at a time, because nobody reads what scrolls by. A
 * byte counts as a column, so that never more is shown than fits. Returns false
 * if the user stops.
 */
static bool show(struct slice text)
{
	struct strbuf line = STRBUF_INIT;
	size_t rows, cols, used = 0;
	bool goes_on = true;

	window(&rows, &cols);
	while (text.len && goes_on) {
		struct slice part = text;

		if (part.len > cols)
			part.len = cols;
		part = slice_take_line(&part);
		/* Do not cut inside a character. */
		while (part.len < text.len && part.len > 1 &&
		       ((unsigned char)text.ptr[part.len] & 0xC0) == 0x80)
			part.len--;
		if (used == rows) {
			goes_on = ask_line(_("-- Enter shows more --"), &line);
			used = 0;
		}
		fprintf(stderr, "%.*s\n", (int)part.len, part.ptr);
		text = slice_skip(text, part.len);
		if (text.len && text.ptr[0] == '\n')
			text = slice_skip(text, 1);
		used++;
	}
	strbuf_release(&line);
	return goes_on;
}

void trust_keep_order(FILE *to, bool keep)
{
	if (isatty(fileno(to)) && terminal_is_rich(getenv("TERM")))
		fputs(keep ? TERMINAL_ORDER_KEPT : TERMINAL_REORDERED, to);
}

/* Show all of it, and read one word as the answer. */
static enum trust_word ask_about(struct slice text)
{
	struct strbuf line = STRBUF_INIT;
	enum trust_word word = TRUST_UNASKED;

	trust_keep_order(stderr, true);
	if (show(text) &&
	    ask_line(_("Allow exactly this? \"yes\" allows it, \"no\" leaves "
		       "it out for good,\nEnter leaves it out this time: "),
		     &line)) {
		if (!strcmp(line.buf, "yes"))
			word = TRUST_ALLOWED;
		else if (!strcmp(line.buf, "no"))
			word = TRUST_DENIED;
	}
	trust_keep_order(stderr, false);
	strbuf_release(&line);
	return word;
}

enum trust_word trust_ask_one(const char *question,
			      const struct config_wish *wish)
{
	struct strbuf text = STRBUF_INIT;
	enum trust_word word;

	strbuf_addf(&text, "%s\n\n", question);
	trust_wish_add(&text, wish);
	strbuf_addch(&text, '\n');
	word = ask_about(strbuf_slice(&text));
	strbuf_release(&text);
	return word;
}

static enum trust_word ask(const struct workspace *ws,
			   const struct config_wishes *wishes)
{
	struct strbuf text = STRBUF_INIT, root = STRBUF_INIT;
	enum trust_word word;

	sanitize_visible(&root, slice_str(ws->root), NULL);
	strbuf_addf(&text,
		    _("The workspace %s wishes for what only you can allow:"),
		    root.buf);
	strbuf_addstr(&text, "\n\n");
	for (size_t i = 0; i < wishes->count; i++) {
		if (wishes->entries[i].answer == TRUST_UNASKED)
			trust_wish_add(&text, &wishes->entries[i]);
	}
	strbuf_addch(&text, '\n');
	word = ask_about(strbuf_slice(&text));
	strbuf_release(&text);
	strbuf_release(&root);
	return word;
}

int trust_ask(struct workspace *ws, const struct config_wishes *wishes,
	      struct strbuf *err)
{
	enum trust_word word = TRUST_UNASKED;
	int ret = 0;

	if (count_unasked(wishes))
		word = ask(ws, wishes);
	for (size_t i = 0; word != TRUST_UNASKED && i < wishes->count; i++) {
		const struct config_wish *wish = &wishes->entries[i];

		if (wish->answer != TRUST_UNASKED)
			continue;
		trust_set(&ws->trust, ws->root, wish->name, wish->value, word);
		if (!ret)
			ret = trust_save(ws->root, wish->name, wish->value,
					 word, err);
	}
	return ret;
}

int trust_consult(struct workspace *ws, const char *id, bool may_ask,
		  struct strbuf *err)
{
	struct config_wishes wishes = CONFIG_WISHES_INIT;
	int ret = config_wishes(&wishes, ws, id, err);

	if (!ret && may_ask && count_unasked(&wishes) && trust_ask_can()) {
		ret = trust_ask(ws, &wishes, err);
		config_wishes_release(&wishes);
		ret = ret ? -1 : config_wishes(&wishes, ws, id, err);
	}
	if (!ret && wishes.left_out)
		fprintf(stderr,
			Q_("jphost: %zu setting that the workspace wishes for "
			   "is left out; 'jphost trust show' shows it\n",
			   "jphost: %zu settings that the workspace wishes "
			   "for are left out; 'jphost trust show' shows "
			   "them\n",
			   wishes.left_out),
			wishes.left_out);
	config_wishes_release(&wishes);
	return ret;
}
