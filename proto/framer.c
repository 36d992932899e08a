#include "config.h"

#include "proto/framer.h"

#include <string.h>

#include "proto/json-token.h"

/* A larger buffer is freed, so that one long line does not keep its memory. */
#define KEEP_BYTES ((size_t)1 << 20)

/* How much of `"data":[` was read at depth 1. */
enum { KEY_OTHER, KEY_IS_DATA, KEY_COLON };

/* Where the next byte is. */
enum {
	IN_ENVELOPE,
	BEFORE_FIRST, /* in the data array, no element yet */
	BEFORE_NEXT,  /* after a comma */
	IN_ELEMENT,   /* its first byte was read */
	BEHIND_LAST,  /* at the bracket that ends the array */
};

/* The bytes being read: the part of a chunk that belongs to one line. */
struct part {
	char *at;     /* the next byte */
	char *stop;   /* the newline, or the end of the chunk */
	char *kept;   /* from here to `at`: not yet copied to a buffer */
	bool has_end; /* the line ends at `stop` */
};

/* The bytes with a meaning outside strings. */
static const unsigned char structure[256] = {
	['"'] = 1, ['{'] = 1, ['['] = 1, ['}'] = 1,
	[']'] = 1, [','] = 1, [':'] = 1,
};

void framer_init(struct framer *fr, size_t max_element, size_t max_line)
{
	*fr = (struct framer){
		.max_element = max_element,
		.max_line = max_line,
		.envelope = STRBUF_INIT,
		.element = STRBUF_INIT,
	};
}

void framer_release(struct framer *fr)
{
	if (!fr)
		return;
	strbuf_release(&fr->envelope);
	strbuf_release(&fr->element);
}

static void empty(struct strbuf *sb)
{
	if (sb->cap > KEEP_BYTES)
		strbuf_release(sb);
	else
		strbuf_reset(sb);
}

static void take_back(struct framer *fr)
{
	if (fr->envelope_is_out)
		empty(&fr->envelope);
	if (fr->element_is_out)
		empty(&fr->element);
	fr->envelope_is_out = false;
	fr->element_is_out = false;
}

static void start_line(struct framer *fr)
{
	fr->elements = 0;
	fr->dropped = 0;
	fr->depth = 0;
	fr->key = KEY_OTHER;
	fr->place = IN_ENVELOPE;
	fr->in_string = false;
	fr->line_too_large = false;
	fr->element_too_large = false;
}

/* Skip white space that is not kept. */
static void skip_space(struct part *part)
{
	while (part->at < part->stop && json_is_space(*part->at))
		part->at++;
	part->kept = part->at;
}

/* Copy the bytes before `part->at` into `into`, up to `max` in total. */
static void keep(struct framer *fr, struct part *part, struct strbuf *into,
		 size_t max, bool *too_large)
{
	size_t len = (size_t)(part->at - part->kept);

	if (*too_large) {
		fr->dropped += len;
	} else if (into->len + len > max) {
		*too_large = true;
		fr->dropped = into->len + len;
		strbuf_release(into);
	} else {
		strbuf_add(into, part->kept, len);
	}
	part->kept = part->at;
}

static void keep_envelope(struct framer *fr, struct part *part)
{
	keep(fr, part, &fr->envelope, fr->max_line, &fr->line_too_large);
}

static void keep_element(struct framer *fr, struct part *part)
{
	keep(fr, part, &fr->element, fr->max_element, &fr->element_too_large);
}

static void match_key(struct framer *fr, const char *mem, size_t len)
{
	static const char data[] = { 'd', 'a', 't', 'a' };

	if (fr->matched > sizeof(data) || len > sizeof(data) - fr->matched ||
	    memcmp(mem, data + fr->matched, len))
		fr->matched = sizeof(data) + 1;
	else
		fr->matched += len;
}

/* Read on in a string, to its end or that of the part. */
static void take_string(struct framer *fr, struct part *part)
{
	char *start = part->at, *from = start, *look = start, *quote, *slash;
	bool odd;

	for (;;) {
		quote = memchr(look, '"', (size_t)(part->stop - look));
		slash = quote ? quote : part->stop;
		look = slash;
		while (slash > from && slash[-1] == '\\')
			slash--;
		odd = (look - slash) % 2;
		/* The byte before `start` was a backslash that escapes. */
		if (slash == start && fr->escaped)
			odd = !odd;
		if (!quote || !odd)
			break;
		look++;
		from = look;
	}
	part->at = look;
	fr->escaped = !quote && odd;
	if (fr->depth == 1)
		match_key(fr, start, (size_t)(look - start));
	if (!quote)
		return;
	part->at++;
	fr->in_string = false;
	if (fr->depth == 1 && fr->matched == 4)
		fr->key = KEY_IS_DATA;
}

static void open_string(struct framer *fr)
{
	fr->in_string = true;
	fr->escaped = false;
	fr->matched = 0;
	fr->key = KEY_OTHER;
}

/* Skip to the next structural byte, or to the stop. */
static char *skip_tokens(char *at, const char *stop)
{
	while (at < stop && !structure[(unsigned char)*at])
		at++;
	return at;
}

/*
 * Read the envelope until an element of the data array may begin, or to the
 * stop.
 */
static void take_envelope(struct framer *fr, struct part *part)
{
	while (part->at < part->stop) {
		if (fr->in_string) {
			take_string(fr, part);
			continue;
		}
		part->at = skip_tokens(part->at, part->stop);
		if (part->at == part->stop)
			break;
		switch (*part->at++) {
		case '"':
			open_string(fr);
			break;
		case '[':
		case '{':
			if (part->at[-1] == '[' && fr->depth == 1 &&
			    fr->key == KEY_COLON) {
				fr->depth = 2;
				fr->key = KEY_OTHER;
				fr->place = BEFORE_FIRST;
				return;
			}
			fr->depth++;
			fr->key = KEY_OTHER;
			break;
		case '}':
		case ']':
			if (fr->depth)
				fr->depth--;
			break;
		case ':':
			fr->key =
				fr->key == KEY_IS_DATA ? KEY_COLON : KEY_OTHER;
			break;
		default:
			fr->key = KEY_OTHER;
		}
	}
}

/* Hand out the element that ends before `part->at`, at its delimiter. */
static enum framer_result end_element(struct framer *fr, struct part *part,
				      struct framer_item *item)
{
	size_t len = (size_t)(part->at - part->kept);

	fr->elements++;
	if (fr->element.len || fr->element_too_large || len > fr->max_element)
		keep_element(fr, part);
	if (fr->element_too_large) {
		item->too_large = fr->dropped;
		fr->dropped = 0;
		fr->element_too_large = false;
		return FRAMER_TOO_LARGE;
	}
	item->text = part->kept;
	item->len = len;
	if (fr->element.len) {
		item->text = fr->element.buf;
		item->len = fr->element.len;
		fr->element_is_out = true;
	}
	while (item->len && json_is_space(item->text[item->len - 1]))
		item->len--;
	return FRAMER_ELEMENT;
}

/* Read on in the element up to its delimiter; false if the part ends first. */
static bool find_delimiter(struct framer *fr, struct part *part)
{
	while (part->at < part->stop) {
		if (fr->in_string) {
			take_string(fr, part);
			continue;
		}
		part->at = skip_tokens(part->at, part->stop);
		if (part->at == part->stop)
			break;
		switch (*part->at) {
		case '"':
			open_string(fr);
			break;
		case '{':
		case '[':
			fr->depth++;
			break;
		case '}':
		case ']':
			if (fr->depth == 2)
				return true;
			fr->depth--;
			break;
		case ',':
			if (fr->depth == 2)
				return true;
			break;
		default:
			break;
		}
		part->at++;
	}
	return false;
}

/*
 * Read the data array until an element is complete or the array ends.
 * FRAMER_MORE: continue with the envelope, or the part is used up.
 */
static enum framer_result take_data(struct framer *fr, struct part *part,
				    struct framer_item *item)
{
	enum framer_result result;
	bool comma;

	if (fr->place != IN_ELEMENT) {
		skip_space(part);
		if (part->at == part->stop)
			return FRAMER_MORE;
		if (fr->place != BEFORE_NEXT &&
		    (*part->at == ']' || *part->at == '}')) {
			fr->place = IN_ENVELOPE;
			return FRAMER_MORE;
		}
		fr->place = IN_ELEMENT;
	}
	if (!find_delimiter(fr, part)) {
		keep_element(fr, part);
		return FRAMER_MORE;
	}
	/* A comma is consumed but kept nowhere. */
	comma = *part->at == ',';
	fr->place = comma ? BEFORE_NEXT : BEHIND_LAST;
	result = end_element(fr, part, item);
	part->at += comma;
	return result;
}

/* Read the part until something is complete; FRAMER_MORE if it ends first. */
static enum framer_result take_part(struct framer *fr, struct part *part,
				    struct framer_item *item)
{
	enum framer_result result = FRAMER_MORE;

	while (result == FRAMER_MORE && part->at < part->stop) {
		if (fr->line_too_large) {
			part->at = part->stop;
			keep_envelope(fr, part);
		} else if (fr->place != IN_ENVELOPE) {
			result = take_data(fr, part, item);
		} else {
			take_envelope(fr, part);
			if (fr->place == BEFORE_FIRST &&
			    part->at < part->stop && *part->at == ']') {
				/* The array is empty: leave the line whole. */
				fr->place = IN_ENVELOPE;
			} else if (fr->place == BEFORE_FIRST) {
				keep_envelope(fr, part);
			}
		}
	}
	return result;
}

static enum framer_result end_line(struct framer *fr, struct part *part,
				   struct framer_item *item)
{
	size_t len = (size_t)(part->at - part->kept);
	enum framer_result result = FRAMER_LINE;

	if (fr->place == IN_ENVELOPE &&
	    (fr->envelope.len || fr->line_too_large || len > fr->max_line))
		keep_envelope(fr, part);
	item->elements = fr->elements;
	if (fr->line_too_large) {
		item->too_large = fr->dropped;
		item->whole_line = true;
		result = FRAMER_TOO_LARGE;
	} else if (fr->envelope.len) {
		item->text = fr->envelope.buf;
		item->len = fr->envelope.len;
		fr->envelope_is_out = true;
	} else {
		item->text = part->kept;
		item->len = len;
	}
	/* Drop an element that the newline cut off. */
	empty(&fr->element);
	start_line(fr);
	return result;
}

/*
 * The bytes up to the next newline. It is searched for only once, because a
 * chunk may hold a thousand elements of one line.
 */
static struct part line_part(struct framer *fr, char *bytes, size_t len)
{
	char *end = bytes + len;
	struct part part = { .at = bytes, .kept = bytes };
	char *newline;

	if (fr->asked != end) {
		newline = memchr(bytes, '\n', len);
		fr->asked = end;
		fr->newline = newline ? newline : end;
	}
	part.stop = bytes + (fr->newline - bytes);
	part.has_end = part.stop < end;
	return part;
}

enum framer_result framer_next(struct framer *fr, char **bytes, size_t *len,
			       struct framer_item *item)
{
	*item = (struct framer_item){ .text = NULL };
	take_back(fr);
	while (*len) {
		struct part part = line_part(fr, *bytes, *len);
		char *end = *bytes + *len;
		bool fresh = !fr->envelope.len && !fr->line_too_large;
		enum framer_result result = FRAMER_MORE;
		bool empty_line;

		if (fresh)
			skip_space(&part);
		empty_line = fresh && part.at == part.stop;
		/* Most lines have no array at all. */
		if (fresh && part.has_end &&
		    !memchr(part.at, '[', (size_t)(part.stop - part.at)))
			part.at = part.stop;
		else
			result = take_part(fr, &part, item);
		if (result == FRAMER_MORE && part.has_end) {
			fr->asked = NULL;
			*bytes = part.stop + 1;
			*len = (size_t)(end - *bytes);
			if (empty_line)
				continue;
			return end_line(fr, &part, item);
		}
		if (result == FRAMER_MORE && fr->place == IN_ENVELOPE)
			keep_envelope(fr, &part);
		*bytes = part.at;
		*len = (size_t)(end - part.at);
		if (result != FRAMER_MORE)
			return result;
	}
	fr->asked = NULL;
	return FRAMER_MORE;
}
