#include "config.h"

#include "ui/term/term-input.h"

#include <stdlib.h>

#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "ui/term/term-char.h"
#include "ui/term/term-csi.h"
#include "ui/term/term-ground.h"
#include "ui/term/term-keys.h"
#include "ui/term/term-modes.h"
#include "ui/term/term-paste.h"

/*
 * libtermkey 0.22 must not see raw bytes: for some control sequences it reads
 * outside its tables, it waits forever for the end of strings, takes a paste
 * for keys, and 0x80 to 0x9f for controls even in UTF-8. So a state machine
 * finds the sequences, keeps what is not a key, and passes on only complete,
 * checked ones.
 */
enum state {
	GROUND,
	CHAR,       /* in a UTF-8 character */
	ESC,        /* after an Esc: a key, Alt, or a sequence */
	SS3,        /* after Esc O */
	CSI,        /* after Esc [ */
	LINUX,      /* after Esc [ [: F1 to F5 of the Linux console */
	X10_MOUSE,  /* after Esc [ M: three bytes of an old mouse report */
	STRING,     /* OSC, DCS, APC, PM or SOS: until BEL or ST */
	STRING_ESC, /* an Esc in a string */
	PASTE,
};

enum {
	/*
	 * A started sequence may take longer than a key after an Esc: a slow
	 * line may split it, and the rest would be read as typed.
	 */
	SEQUENCE_MS = 250,
	STRING_MS = 1000,
	/* For an Esc that may begin an answer; for a stalled answer. */
	EXPECT_MS = 500,
	LATE_MS = 5000,
	PASTE_MS = 5000,
};

struct term_input {
	struct term_keys *keys;
	bool utf8;
	bool rxvt; /* ends shifted keys with "$", which ends nothing else */
	struct term_knows knows;
	enum theme_ground ground;
	int esc_ms;

	enum term_expect expects;
	bool paused;  /* no byte came for a while after the current Esc */
	bool late;    /* an answer began and timed out */
	bool halved;  /* a possible beginning was delivered as M-] */
	bool unended; /* the last byte of one is missing */
	/* What may still come of an answer about the status whose beginning
	 * timed out. */
	const char *rest;

	struct strbuf fed;
	size_t pos; /* bytes of `fed` already read */
	bool idle;  /* the time-out passed since the last byte */

	enum state state;
	char seq[TERM_CSI_MAX_BYTES + 8]; /* the sequence, from its Esc */
	size_t seq_len;
	bool junk;     /* the sequence did not fit */
	size_t wanted; /* bytes that X10_MOUSE still needs */
	struct term_char ch;
	bool alt; /* it came after an Esc */
	struct term_paste paste;
	bool paste_given; /* its text is the caller's until the next call */
};

struct term_input *term_input_new(const struct term_input_options *options)
{
	struct term_keys *keys = term_keys_new(options->term);
	struct term_input *in;

	if (!keys)
		return NULL;
	in = xcalloc(1, sizeof(*in));
	in->keys = keys;
	in->utf8 = options->utf8;
	in->esc_ms = options->esc_ms;
	in->rxvt = !strncmp(options->term, "rxvt", 4);
	strbuf_init(&in->fed);
	in->paste = (struct term_paste)TERM_PASTE_INIT;
	return in;
}

void term_input_free(struct term_input *in)
{
	if (!in)
		return;
	term_keys_free(in->keys);
	strbuf_release(&in->fed);
	term_paste_release(&in->paste);
	free(in);
}

void term_input_feed(struct term_input *in, struct slice bytes)
{
	strbuf_addslice(&in->fed, bytes);
}

void term_input_expect(struct term_input *in, enum term_expect what)
{
	if (what > in->expects || in->state == GROUND)
		in->expects = what;
}

void term_input_pause(struct term_input *in)
{
	in->paused = in->state == ESC;
}

enum theme_ground term_input_ground(const struct term_input *in)
{
	return in->ground;
}

const struct term_knows *term_input_knows(const struct term_input *in)
{
	return &in->knows;
}

static void seq_add(struct term_input *in, char c)
{
	if (in->seq_len < sizeof(in->seq))
		in->seq[in->seq_len++] = c;
	else
		in->junk = true;
}

static void seq_start(struct term_input *in, enum state state)
{
	in->state = state;
	in->seq_len = 0;
	in->junk = in->late = in->paused = false;
}

/* Each step returns whether it set `event`. */
static bool other(struct term_input *in, struct term_event *event)
{
	in->state = GROUND;
	event->kind = TERM_EVENT_OTHER;
	return true;
}

/* The current byte belongs to what comes next: read it again. */
static void put_back(struct term_input *in)
{
	in->pos--;
}

static bool decode(struct term_input *in, struct term_event *event,
		   const char *bytes, size_t len)
{
	in->state = GROUND;
	*event = term_keys_decode(in->keys, bytes, len);
	return true;
}

static bool decode_seq(struct term_input *in, struct term_event *event)
{
	return decode(in, event, in->seq, in->seq_len);
}

/* Alt with a character: Esc and the character. */
static bool alt_key(struct term_input *in, struct term_event *event, char c)
{
	in->state = GROUND;
	event->kind = TERM_EVENT_KEY;
	event->key.ch = (uint32_t)c;
	event->key.mods = KEY_ALT;
	return true;
}

/* The start of a sequence is Alt with a key if nothing followed. */
static bool broken_off(struct term_input *in, struct term_event *event)
{
	if (in->seq_len == 2)
		return alt_key(in, event, in->seq[1]);
	return other(in, event);
}

static bool broken_off_by_esc(struct term_input *in, struct term_event *event)
{
	broken_off(in, event);
	seq_start(in, ESC);
	return true;
}

static bool take_char(struct term_input *in, struct term_event *event,
		      enum term_char_state state)
{
	if (state == TERM_CHAR_NONE)
		return other(in, event);
	in->state = state == TERM_CHAR_MORE ? CHAR : GROUND;
	if (state == TERM_CHAR_MORE)
		return false;
	event->kind = TERM_EVENT_KEY;
	event->key.ch = in->ch.value;
	event->key.mods = in->alt ? KEY_ALT : 0;
	return true;
}

/* Read a byte from 0x80 up, alone or (`alt`) after an Esc. */
static bool start_char(struct term_input *in, unsigned char c, bool alt,
		       struct term_event *event)
{
	in->alt = alt;
	return take_char(in, event, term_char_start(&in->ch, c, in->utf8));
}

static bool in_char(struct term_input *in, unsigned char c,
		    struct term_event *event)
{
	if ((c & 0xc0) == 0x80)
		return take_char(in, event, term_char_add(&in->ch, c));
	put_back(in);
	return other(in, event);
}

static const char status_answer[] = TERM_STATUS_ANSWER;

/* Whether the sequence so far may begin that answer. */
static bool may_be_status(const struct term_input *in)
{
	return in->expects == TERM_EXPECT_ANSWER &&
	       in->seq_len < sizeof(status_answer) - 1 &&
	       !memcmp(in->seq, status_answer, in->seq_len);
}

/* The rest of a stalled answer is not a key: "n" would reject. */
static bool is_rest(struct term_input *in, char c)
{
	if (in->rest && in->expects == TERM_EXPECT_ANSWER && c == *in->rest) {
		in->rest++;
		return true;
	}
	in->rest = NULL;
	return false;
}

/* Start a sequence that begins with Esc and this byte. */
static void seq_start_escape(struct term_input *in, enum state state,
			     unsigned char c)
{
	seq_start(in, state);
	seq_add(in, '\033');
	seq_add(in, (char)c);
}

static bool in_ground(struct term_input *in, unsigned char c,
		      struct term_event *event)
{
	bool halved = in->halved, unended = in->unended;
	char byte = (char)c;

	if (is_rest(in, byte)) {
		if (*in->rest)
			return false;
		in->rest = NULL;
		event->kind = TERM_EVENT_STATUS;
		return true;
	}

	in->halved = in->unended = false;
	if (unended && c == '\\')
		return other(in, event);
	if (halved && c == '1') {
		seq_start_escape(in, STRING, ']');
		seq_add(in, byte);
		return false;
	}
	if (c == '\033') {
		seq_start(in, ESC);
		return false;
	}
	if (c >= 0x80)
		return start_char(in, c, false, event);
	return decode(in, event, &byte, 1);
}

static bool in_esc(struct term_input *in, unsigned char c,
		   struct term_event *event)
{
	const char alt_control[2] = { '\033', (char)c };

	if (in->paused && c != '[' && c != ']') {
		put_back(in);
		return decode(in, event, "\033", 1);
	}
	if (c == '[' || c == 'O') {
		seq_start_escape(in, c == '[' ? CSI : SS3, c);
		return false;
	}
	if (memchr("]P_^X", c, 5)) {
		seq_start_escape(in, STRING, c);
		return false;
	}
	if (c == '\033') {
		/* The first one was a key, the second may begin anything. */
		decode(in, event, "\033", 1);
		seq_start(in, ESC);
		return true;
	}
	if (c >= 0x80)
		return start_char(in, c, true, event);
	if (c > 0x20 && c < 0x7f)
		return alt_key(in, event, (char)c);
	return decode(in, event, alt_control, 2);
}

static bool in_ss3(struct term_input *in, unsigned char c,
		   struct term_event *event)
{
	if (c < 0x20 || c >= 0x7f) {
		put_back(in);
		return broken_off(in, event);
	}
	seq_add(in, (char)c);
	if (c < 0x40)
		return false; /* old modifiers, as in Esc O 5 P */
	if (in->seq_len > 3 || in->junk)
		return other(in, event);
	return decode_seq(in, event);
}

static bool csi_report(struct term_input *in, const struct term_csi *csi,
		       struct term_event *event)
{
	bool knows = false;

	term_csi_mode(csi, 2026, &in->knows.sync);
	if (term_csi_mode(csi, 1004, &knows))
		in->knows.focus = knows ? TERM_FOCUS_TOLD : TERM_FOCUS_NOT_TOLD;
	if (csi->prefix == '?' && !csi->mid && csi->final == 'u')
		in->knows.kitty = true;
	return other(in, event);
}

static bool csi_end(struct term_input *in, struct term_event *event)
{
	struct term_csi csi;

	in->state = GROUND;
	if (in->junk || !term_csi_parse(&csi, in->seq + 2, in->seq_len - 2))
		return other(in, event);
	if (csi.prefix == '<' && !csi.mid &&
	    (csi.final == 'M' || csi.final == 'm')) {
		event->kind = TERM_EVENT_MOUSE;
		return term_csi_mouse(&csi, &event->mouse) || other(in, event);
	}
	if (csi.prefix || csi.mid)
		return csi_report(in, &csi, event);
	if (!csi.count && (csi.final == 'I' || csi.final == 'O')) {
		event->kind = TERM_EVENT_FOCUS;
		event->focused = csi.final == 'I';
		return true;
	}
	if (csi.final == 'n' && csi.count == 1 && csi.params[0] == 0) {
		event->kind = TERM_EVENT_STATUS;
		return true;
	}
	if (!csi.count && csi.final == 'M') {
		in->state = X10_MOUSE;
		in->wanted = 3;
		return false;
	}
	if (csi.final == '~' && csi.count == 1 && csi.params[0] == 200) {
		in->state = PASTE;
		return false;
	}
	return term_keys_decode_csi(in->keys, &csi, event);
}

static bool in_csi(struct term_input *in, unsigned char c,
		   struct term_event *event)
{
	if (c < 0x20 || c >= 0x7f) {
		put_back(in);
		return broken_off(in, event);
	}
	if (c == '[' && in->seq_len == 2) {
		seq_add(in, (char)c);
		in->state = LINUX;
		return false;
	}
	if (c == '$' && in->rxvt && in->seq_len > 2 && in->seq[2] != '?') {
		seq_add(in, (char)c);
		return decode_seq(in, event);
	}
	seq_add(in, (char)c);
	return c >= 0x40 && csi_end(in, event);
}

static bool in_linux(struct term_input *in, unsigned char c,
		     struct term_event *event)
{
	if (c < 0x20 || c >= 0x7f) {
		put_back(in);
		return other(in, event);
	}
	seq_add(in, (char)c);
	return decode_seq(in, event);
}

static bool is_expected(const struct term_input *in)
{
	return in->expects && in->seq_len > 2 &&
	       term_ground_is_answer(slice_of(in->seq, in->seq_len));
}

static bool string_end(struct term_input *in, struct term_event *event)
{
	struct slice seq = slice_of(in->seq, in->seq_len);

	if (slice_starts_with(seq, SLICE(TERM_GROUND_START)) && !in->junk &&
	    term_ground_parse(seq) != THEME_GROUND_UNKNOWN)
		in->ground = term_ground_parse(seq);
	return other(in, event);
}

static bool in_string(struct term_input *in, unsigned char c,
		      struct term_event *event)
{
	if (c == '\a' || (c == 0x9c && !in->utf8))
		return string_end(in, event);
	if (c == '\033') {
		in->state = STRING_ESC;
		return false;
	}
	if (c < 0x20) {
		/* No report contains one: the user presses keys to get out. */
		put_back(in);
		return broken_off(in, event);
	}
	seq_add(in, (char)c);
	if (!in->late || !in->junk)
		return false;
	/* Longer than any answer: the user is typing. */
	return other(in, event);
}

static bool in_string_esc(struct term_input *in, unsigned char c,
			  struct term_event *event)
{
	if (c == '\\')
		return string_end(in, event);
	/* Cut off by another sequence. */
	put_back(in);
	return broken_off_by_esc(in, event);
}

static bool paste_end(struct term_input *in, struct term_event *event)
{
	term_paste_finish(&in->paste, in->utf8);
	in->state = GROUND;
	in->paste_given = true;
	event->kind = TERM_EVENT_PASTE;
	event->text = strbuf_slice(&in->paste.bytes);
	event->cut = in->paste.cut;
	return true;
}

static bool step(struct term_input *in, unsigned char c,
		 struct term_event *event)
{
	switch (in->state) {
	case GROUND:
		return in_ground(in, c, event);
	case CHAR:
		return in_char(in, c, event);
	case ESC:
		return in_esc(in, c, event);
	case SS3:
		return in_ss3(in, c, event);
	case CSI:
		return in_csi(in, c, event);
	case LINUX:
		return in_linux(in, c, event);
	case X10_MOUSE:
		return !--in->wanted && other(in, event);
	case STRING:
		return in_string(in, c, event);
	case STRING_ESC:
		return in_string_esc(in, c, event);
	case PASTE:
		return term_paste_add(&in->paste, (char)c) &&
		       paste_end(in, event);
	}
	return false;
}

/* Nothing more came: deliver what can be a key. */
static bool give_up(struct term_input *in, struct term_event *event)
{
	switch (in->state) {
	case GROUND:
		return false;
	case ESC:
		in->rest = in->expects == TERM_EXPECT_ANSWER ? status_answer + 1
							     : NULL;
		return decode(in, event, "\033", 1);
	case STRING:
		if (is_expected(in) && !in->late) {
			in->late = true;
			event->kind = TERM_EVENT_OTHER;
			return true;
		}
		in->halved =
			in->expects && in->seq_len == 2 && in->seq[1] == ']';
		return broken_off(in, event);
	case CSI:
		if (may_be_status(in)) {
			in->rest = status_answer + in->seq_len;
			return other(in, event);
		}
		return broken_off(in, event);
	case SS3:
		return broken_off(in, event);
	case STRING_ESC:
		in->unended = is_expected(in);
		if (in->unended)
			return string_end(in, event);
		in->idle = true; /* the Esc is the next event */
		return broken_off_by_esc(in, event);
	case PASTE:
		in->paste.cut = true;
		return paste_end(in, event);
	case CHAR:
	case LINUX:
	case X10_MOUSE:
		return other(in, event);
	}
	return false;
}

bool term_input_next(struct term_input *in, struct term_event *event)
{
	*event = (struct term_event){ 0 };
	if (in->paste_given) {
		term_paste_release(&in->paste);
		in->paste_given = false;
	}
	while (in->pos < in->fed.len)
		if (step(in, (unsigned char)in->fed.buf[in->pos++], event))
			return true;
	strbuf_reset(&in->fed);
	in->pos = 0;
	if (!in->idle)
		return false;
	in->idle = false;
	return give_up(in, event);
}

int term_input_timeout_ms(const struct term_input *in)
{
	switch (in->state) {
	case GROUND:
		return -1;
	case ESC:
		return in->expects == TERM_EXPECT_ANSWER &&
				       in->esc_ms < EXPECT_MS
			       ? EXPECT_MS
			       : in->esc_ms;
	case STRING:
	case STRING_ESC:
		if (in->late)
			return LATE_MS;
		return in->seq_len > 2 || in->expects ? STRING_MS : SEQUENCE_MS;
	case PASTE:
		return PASTE_MS;
	case CSI:
		return may_be_status(in) ? STRING_MS : SEQUENCE_MS;
	default:
		return SEQUENCE_MS;
	}
}

void term_input_idle(struct term_input *in)
{
	in->idle = true;
}
