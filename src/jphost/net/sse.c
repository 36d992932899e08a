#include "config.h"

#include "src/jphost/net/sse.h"

#include <string.h>

void sse_init(struct sse *sse, size_t max_bytes)
{
	memset(sse, 0, sizeof(*sse));
	strbuf_init(&sse->line);
	strbuf_init(&sse->data);
	strbuf_init(&sse->name);
	sse->max_bytes = max_bytes;
}

void sse_release(struct sse *sse)
{
	strbuf_release(&sse->line);
	strbuf_release(&sse->data);
	strbuf_release(&sse->name);
}

static void dispatch(struct sse *sse, void (*event)(void *user, struct slice),
		     void *user)
{
	if (sse->any_data)
		event(user, slice_of(sse->data.buf, sse->data.len - 1));
	strbuf_reset(&sse->data);
	strbuf_reset(&sse->name);
	sse->any_data = false;
}

/* Set the value if the line is of this field; otherwise returns false. */
static bool field_value(struct slice line, struct slice field,
			struct slice *value)
{
	if (!slice_starts_with(line, field) ||
	    (line.len > field.len && line.ptr[field.len] != ':'))
		return false;
	*value = slice_skip(line, field.len + 1);
	if (value->len && *value->ptr == ' ')
		*value = slice_skip(*value, 1);
	return true;
}

static void take_data(struct sse *sse, struct slice value,
		      void (*event)(void *user, struct slice), void *user)
{
	if (!sse->any_data && sse->is_whole && sse->is_whole(value)) {
		event(user, value);
		return;
	}
	strbuf_addslice(&sse->data, value);
	strbuf_addch(&sse->data, '\n');
	sse->any_data = true;
}

static void take_line(struct sse *sse, void (*event)(void *user, struct slice),
		      void *user)
{
	struct slice line = strbuf_slice(&sse->line), value;

	if (!sse->begun)
		line = slice_skip_mark(line);
	sse->begun = true;
	if (!line.len) {
		dispatch(sse, event, user);
	} else if (field_value(line, SLICE("data"), &value)) {
		take_data(sse, value, event, user);
	} else if (field_value(line, SLICE("event"), &value)) {
		strbuf_reset(&sse->name);
		strbuf_addslice(&sse->name, value);
	} else if (*line.ptr != ':' && sse->stray &&
		   !field_value(line, SLICE("id"), &value) &&
		   !field_value(line, SLICE("retry"), &value)) {
		sse->stray(user, line);
	}
}

/* Length in bytes up to the end of the line. */
static size_t run_length(struct slice bytes)
{
	size_t len = 0;

	while (len < bytes.len && bytes.ptr[len] != '\n' &&
	       bytes.ptr[len] != '\r')
		len++;
	return len;
}

int sse_feed(struct sse *sse, struct slice bytes,
	     void (*event)(void *user, struct slice data), void *user)
{
	while (bytes.len && !sse->too_large) {
		size_t len;

		if (sse->after_cr && *bytes.ptr == '\n')
			bytes = slice_skip(bytes, 1);
		sse->after_cr = false;
		len = run_length(bytes);
		if (sse->line.len + sse->data.len + len > sse->max_bytes) {
			sse->too_large = true;
			break;
		}
		strbuf_add(&sse->line, bytes.ptr, len);
		if (len == bytes.len)
			break;
		sse->after_cr = bytes.ptr[len] == '\r';
		bytes = slice_skip(bytes, len + 1);
		take_line(sse, event, user);
		strbuf_reset(&sse->line);
	}
	return sse->too_large ? -1 : 0;
}
