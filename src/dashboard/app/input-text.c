#include "config.h"

#include "src/dashboard/app/input.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/case-text.h"
#include "src/base/xalloc.h"

/* Inputs, in the words of the cases. */

/* Those with a text, which is escaped, or without arguments. */
static const struct {
	const char *word;
	enum input_kind kind;
	bool flag, texted;
} plain_words[] = {
	{ "paste", INPUT_PASTE, false, true },
	{ "cut", INPUT_PASTE, true, true },
	{ "behind", INPUT_SIGHT, false, false },
	{ "in-front", INPUT_SIGHT, true, false },
	{ "resume", INPUT_RESUME, false, false },
	{ "noise", INPUT_NOISE, false, false },
	{ "frame", INPUT_FRAME_WRITTEN, false, false },
	{ "asked", INPUT_FRAME_ASKED, false, false },
	{ "arrived", INPUT_FRAME_ARRIVED, false, false },
	{ "stderr", INPUT_HOST_STDERR, false, true },
	{ "gone", INPUT_HOST_GONE, false, false },
	{ "closed", INPUT_HOST_CLOSED, false, false },
	{ "failed", INPUT_HOST_FAILED, false, true },
	{ "wrong", INPUT_HOST_FAILED, true, true },
};

/* Results of effects. The line has the text, or the reason for failure. */
static const struct {
	const char *word;
	enum effect_kind kind;
	enum effect_result result;
	bool flag, why;
} effect_words[] = {
	{ "copied", EFFECT_COPY, EFFECT_DONE, false, false },
	{ "sent-on", EFFECT_COPY, EFFECT_SENT, false, false },
	{ "nowhere", EFFECT_COPY, EFFECT_NOWHERE, false, false },
	{ "refused", EFFECT_COPY, EFFECT_FAILED, false, false },
	{ "shown", EFFECT_SHOW, EFFECT_DONE, false, false },
	{ "saved", EFFECT_SAVE, EFFECT_DONE, false, false },
	{ "replaced", EFFECT_SAVE, EFFECT_DONE, true, false },
	{ "exists", EFFECT_SAVE, EFFECT_EXISTS, false, false },
	{ "unsaved", EFFECT_SAVE, EFFECT_FAILED, false, false },
	{ "read", EFFECT_READ, EFFECT_DONE, false, false },
	{ "read-of", EFFECT_READ, EFFECT_DONE, true, false },
	{ "unread", EFFECT_READ, EFFECT_FAILED, false, true },
	{ "names", EFFECT_LIST, EFFECT_DONE, false, false },
	{ "edited", EFFECT_EDIT, EFFECT_DONE, false, false },
	{ "unedited", EFFECT_EDIT, EFFECT_FAILED, false, true },
	{ "keeps", EFFECT_RULE, EFFECT_DONE, true, false },
	{ "drops", EFFECT_RULE, EFFECT_DONE, false, false },
	{ "stayed", EFFECT_GO, EFFECT_FAILED, false, true },
	{ "unthemed", EFFECT_THEME, EFFECT_FAILED, false, true },
};

/* Names are NUL-terminated; in a line, blanks separate them. */
static bool add_names(struct strbuf *out, struct slice names)
{
	if (memchr(names.ptr, ' ', names.len))
		return false;
	for (size_t i = 0; i + 1 < names.len; i++)
		strbuf_addch(out, names.ptr[i] ? names.ptr[i] : ' ');
	return true;
}

/*
 * Failures of the pager and of the file of rules have no word of their own, and
 * only the result of SAVE says whether it replaced a file.
 */
static bool is_told_by(size_t i, const struct effect_done *done)
{
	bool alike = done->kind == EFFECT_SHOW || done->kind == EFFECT_RULE;
	bool flagged =
		done->kind == EFFECT_RULE ||
		(done->kind == EFFECT_SAVE && done->result == EFFECT_DONE);

	if (done->kind == EFFECT_READ && done->result == EFFECT_DONE)
		return effect_words[i].kind == done->kind &&
		       effect_words[i].result == done->result &&
		       effect_words[i].flag == (done->file != NULL);
	return effect_words[i].kind == done->kind &&
	       (alike || effect_words[i].result == done->result) &&
	       (!flagged || effect_words[i].flag == done->flag);
}

static bool format_done(struct strbuf *out, const struct effect_done *done)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(effect_words) && !is_told_by(i, done))
		i++;
	if (i == ARRAY_SIZE(effect_words))
		return false;
	strbuf_addf(out, "%s ", effect_words[i].word);
	if (done->file)
		strbuf_addf(out, "%s ", done->file);
	if (done->kind == EFFECT_LIST)
		return add_names(out, done->text);
	/* A line of rules is written unescaped. */
	if (done->kind == EFFECT_RULE)
		strbuf_addslice(out, done->text);
	else
		case_text_escape(out, effect_words[i].why ? slice_str(done->why)
							  : done->text);
	return true;
}

/* Other buttons do nothing, but are recorded as pressed. */
static void format_mouse(struct strbuf *out, const struct mouse *mouse)
{
	const char *what = NULL;

	if (mouse->action == MOUSE_WHEEL)
		what = mouse->button < 0 ? "up" : "down";
	else if (mouse->button == 1)
		what = mouse->action == MOUSE_PRESS  ? "press"
		       : mouse->action == MOUSE_DRAG ? "drag"
						     : "release";
	if (what)
		strbuf_addf(out, "mouse %s %d %d", what, mouse->x, mouse->y);
	else
		strbuf_addstr(out, "noise");
}

static bool format_bytes(struct strbuf *out, const struct input *input)
{
	size_t len = input->byte_count;

	if (!len || memchr(input->bytes, '\n', len) != input->bytes + len - 1)
		return false;
	strbuf_addstr(out, "host ");
	strbuf_add(out, input->bytes, len - 1);
	return true;
}

static bool format_plain(struct strbuf *out, const struct input *input)
{
	bool flagged = input->kind == INPUT_PASTE ||
		       input->kind == INPUT_SIGHT ||
		       input->kind == INPUT_HOST_FAILED;

	for (size_t i = 0; i < ARRAY_SIZE(plain_words); i++) {
		if (plain_words[i].kind != input->kind ||
		    (flagged && plain_words[i].flag != input->flag))
			continue;
		strbuf_addstr(out, plain_words[i].word);
		if (plain_words[i].texted) {
			strbuf_addch(out, ' ');
			case_text_escape(out, input->text);
		}
		return true;
	}
	return false;
}

bool input_format(struct strbuf *out, const struct input *input)
{
	switch (input->kind) {
	case INPUT_KEY:
		strbuf_addstr(out, input->flag ? "repeat " : "key ");
		key_format(out, input->key);
		return true;
	case INPUT_LET_GO:
		strbuf_addstr(out, "let-go ");
		key_format(out, input->key);
		return true;
	case INPUT_MOUSE:
		format_mouse(out, &input->mouse);
		return true;
	case INPUT_FOCUS:
		strbuf_addf(out, "focus %s", input->flag ? "in" : "out");
		return true;
	case INPUT_RESIZE:
		strbuf_addf(out, "resize %d %d", input->cols, input->rows);
		return true;
	case INPUT_HOST_BYTES:
		return format_bytes(out, input);
	case INPUT_EFFECT_DONE:
		return format_done(out, &input->done);
	default:
		return format_plain(out, input);
	}
}

static bool take_number(struct slice *text, int *number)
{
	struct slice word = case_text_take(text);
	bool minus = word.len && word.ptr[0] == '-';
	long value = 0;

	if (minus)
		word = slice_skip(word, 1);
	if (!word.len)
		return false;
	for (size_t i = 0; i < word.len; i++) {
		if (word.ptr[i] < '0' || word.ptr[i] > '9' ||
		    value > INT_MAX / 10 - 1)
			return false;
		value = value * 10 + (word.ptr[i] - '0');
	}
	*number = (int)(minus ? -value : value);
	return true;
}

static bool parse_mouse(struct input *input, struct slice word,
			struct slice rest)
{
	static const struct {
		const char *word;
		enum mouse_action action;
		int button;
	} words[] = {
		{ "press", MOUSE_PRESS, 1 }, { "click", MOUSE_PRESS, 1 },
		{ "drag", MOUSE_DRAG, 1 },   { "release", MOUSE_RELEASE, 1 },
		{ "up", MOUSE_WHEEL, -1 },   { "down", MOUSE_WHEEL, 1 },
	};
	struct slice what = case_text_take(&rest);

	if (!slice_is(word, "mouse"))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (!slice_is(what, words[i].word))
			continue;
		input->kind = INPUT_MOUSE;
		input->mouse = (struct mouse){ .action = words[i].action,
					       .button = words[i].button };
		return take_number(&rest, &input->mouse.x) &&
		       take_number(&rest, &input->mouse.y) && !rest.len;
	}
	return false;
}

static bool parse_plain(struct input *input, struct slice word,
			struct slice rest)
{
	for (size_t i = 0; i < ARRAY_SIZE(plain_words); i++) {
		if (!slice_is(word, plain_words[i].word))
			continue;
		if (!plain_words[i].texted && rest.len)
			return false;
		input->kind = plain_words[i].kind;
		input->flag = plain_words[i].flag;
		case_text_unescape(&input->own, rest);
		input->text = strbuf_slice(&input->own);
		return true;
	}
	return false;
}

static bool parse_done(struct input *input, struct slice word,
		       struct slice rest)
{
	struct effect_done *done = &input->done;
	size_t i = 0, text_at = 0;

	while (i < ARRAY_SIZE(effect_words) &&
	       !slice_is(word, effect_words[i].word))
		i++;
	if (i == ARRAY_SIZE(effect_words))
		return false;
	input->kind = INPUT_EFFECT_DONE;
	if (effect_words[i].kind == EFFECT_READ && effect_words[i].flag) {
		/* The file's word comes first, the text after it. */
		strbuf_addslice(&input->own, case_text_take(&rest));
		strbuf_addch(&input->own, '\0');
		text_at = input->own.len;
	}
	if (effect_words[i].kind == EFFECT_RULE)
		strbuf_addslice(&input->own, rest);
	else
		case_text_unescape(&input->own, rest);
	for (size_t k = 0;
	     effect_words[i].kind == EFFECT_LIST && k < input->own.len; k++)
		if (input->own.buf[k] == ' ')
			input->own.buf[k] = '\0';
	*done = (struct effect_done){ effect_words[i].kind,
				      effect_words[i].result,
				      effect_words[i].flag,
				      slice_skip(strbuf_slice(&input->own),
						 text_at),
				      NULL,
				      text_at ? input->own.buf : NULL };
	if (done->kind == EFFECT_READ)
		done->flag = false;
	if (done->kind == EFFECT_LIST && rest.len)
		done->text.len++; /* the last NUL */
	if (done->result == EFFECT_FAILED)
		done->why = effect_words[i].why ? input->own.buf
						: "it could not be done";
	return true;
}

static bool parse_key(struct input *input, struct slice word, struct slice rest)
{
	bool repeats = slice_is(word, "repeat"),
	     ends = slice_is(word, "let-go");

	if (!repeats && !ends && !slice_is(word, "key"))
		return false;
	input->kind = ends ? INPUT_LET_GO : INPUT_KEY;
	input->flag = repeats;
	return rest.len && key_parse(&rest, &input->key) && !rest.len;
}

static bool parse_focus(struct input *input, struct slice word,
			struct slice rest)
{
	input->kind = INPUT_FOCUS;
	input->flag = slice_is(rest, "in");
	return slice_is(word, "focus") &&
	       (input->flag || slice_is(rest, "out"));
}

static bool parse_resize(struct input *input, struct slice word,
			 struct slice rest)
{
	input->kind = INPUT_RESIZE;
	return slice_is(word, "resize") && take_number(&rest, &input->cols) &&
	       take_number(&rest, &input->rows) && !rest.len;
}

static bool parse_host(struct input *input, struct slice word,
		       struct slice rest)
{
	if (!slice_is(word, "host"))
		return false;
	input->kind = INPUT_HOST_BYTES;
	strbuf_addslice(&input->own, rest);
	strbuf_addch(&input->own, '\n');
	input->bytes = input->own.buf;
	input->byte_count = input->own.len;
	return true;
}

bool input_parse(struct input *input, struct slice line)
{
	static bool (*const parsers[])(struct input *, struct slice word,
				       struct slice rest) = {
		parse_key,  parse_mouse, parse_focus, parse_resize,
		parse_host, parse_plain, parse_done,
	};
	struct slice rest = line, word = case_text_take(&rest);

	for (size_t i = 0; i < ARRAY_SIZE(parsers); i++) {
		*input = (struct input){ .own = STRBUF_INIT };
		if (parsers[i](input, word, rest))
			return true;
		input_release(input);
	}
	return false;
}

void input_release(struct input *input)
{
	strbuf_release(&input->own);
}
