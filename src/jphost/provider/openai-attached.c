#include "config.h"

#include "src/jphost/provider/openai-attached.h"

#include <stdbool.h>
#include <string.h>

#include "src/base/base64.h"

/* If one text has an angle bracket, all are wrapped in CDATA. */
static bool has_angles(const struct config_attachments *attached)
{
	for (size_t i = 0; i < attached->count; i++) {
		const struct config_attachment *file = &attached->list[i];

		if (!file->media &&
		    (memchr(file->bytes.buf, '<', file->bytes.len) ||
		     memchr(file->bytes.buf, '>', file->bytes.len)))
			return true;
	}
	return false;
}

static void add_apart(struct strbuf *out, struct slice text)
{
	const char *end;

	strbuf_addstr(out, "<![CDATA[");
	/* The end marker must not appear inside. */
	while ((end = memmem(text.ptr, text.len, "]]>", 3))) {
		size_t len = (size_t)(end - text.ptr) + 2;

		strbuf_add(out, text.ptr, len);
		strbuf_addstr(out, "]]><![CDATA[");
		text = slice_skip(text, len);
	}
	strbuf_addslice(out, text);
	strbuf_addstr(out, "]]>");
}

static void add_escaped(struct strbuf *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '&')
			strbuf_addstr(out, "&amp;");
		else if (text.ptr[i] == '<')
			strbuf_addstr(out, "&lt;");
		else if (text.ptr[i] == '>')
			strbuf_addstr(out, "&gt;");
		else
			strbuf_addch(out, text.ptr[i]);
	}
}

static void add_element(struct strbuf *out, const char *name, struct slice text,
			bool apart)
{
	if (!text.len) {
		strbuf_addf(out, "    <%s/>\n", name);
		return;
	}
	strbuf_addf(out, "    <%s>", name);
	if (apart)
		add_apart(out, text);
	else
		add_escaped(out, text);
	strbuf_addf(out, "</%s>\n", name);
}

void openai_attached_add_text(struct strbuf *out,
			      const struct config_attachments *attached)
{
	bool apart = has_angles(attached), any = false;

	for (size_t i = 0; i < attached->count; i++) {
		const struct config_attachment *file = &attached->list[i];

		if (file->media)
			continue;
		if (!any)
			strbuf_addf(out, "%s<documents>\n",
				    out->len ? "\n\n" : "");
		any = true;
		strbuf_addf(out, "  <document>\n    <index>%zu</index>\n", i);
		add_element(out, "source", slice_str(file->source), apart);
		add_element(out, "content", strbuf_slice(&file->bytes), apart);
		strbuf_addstr(out, "  </document>\n");
	}
	if (any)
		strbuf_addstr(out, "</documents>");
}

void openai_attached_write_pictures(struct strbuf *out,
				    const struct config_attachments *attached)
{
	for (size_t i = 0; i < attached->count; i++) {
		const struct config_attachment *file = &attached->list[i];

		if (!file->media)
			continue;
		strbuf_addf(out,
			    "%s{\"type\":\"image_url\",\"image_url\":"
			    "{\"url\":\"data:%s;base64,",
			    out->len ? "," : "", file->media);
		base64_encode(out, strbuf_slice(&file->bytes));
		strbuf_addstr(out, "\"}}");
	}
}
