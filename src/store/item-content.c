#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/message.h"
#include "src/store/conversation.h"

static const struct item_content EMPTY = {
	.event = EVENT_INIT,
	.response = EVENT_INIT,
	.text = STRBUF_INIT,
	.notice = STRBUF_INIT,
};

static bool decode_record(struct event *event, const struct conversation *conv,
			  size_t record)
{
	struct strbuf err = STRBUF_INIT;
	bool ok;

	if (record == NO_RECORD)
		return false;
	ok = !event_decode(event, event_log_raw(&conv->log, record), &err);
	strbuf_release(&err);
	return ok;
}

/* Adjacent events of one kind form one text. */
static void join_records(struct item_content *content,
			 const struct conversation *conv,
			 const struct item *item)
{
	strbuf_add(&content->text, content->event.text,
		   content->event.text_len);
	for (size_t i = 1; i < item->records; i++) {
		struct event next = EVENT_INIT;

		if (conversation_joins(conv, item, item->record + i) &&
		    decode_record(&next, conv, item->record + i))
			strbuf_add(&content->text, next.text, next.text_len);
		event_release(&next);
	}
}

static void take_notice(struct item_content *content, struct event *event,
			struct strbuf *text)
{
	size_t len;

	if (text) {
		len = message_notice_length(strbuf_slice(text));
		strbuf_add(&content->notice, text->buf, len);
		strbuf_remove(text, 0, len);
		return;
	}
	if (!event->text)
		return;
	len = message_notice_length(slice_of(event->text, event->text_len));
	if (!len)
		return;
	strbuf_add(&content->notice, event->text, len);
	event->text_len -= len;
	memmove(event->text, event->text + len, event->text_len + 1);
}

/* A host may reveal the answer to a question for a secret: it must not be
 * shown, searched, copied or written (RFD 082). */
static void keep_secret(struct item_content *content)
{
	struct event *response = &content->response;

	if (content->event.answer_kind != ANSWER_SECRET || !response->answer)
		return;
	explicit_bzero(response->answer, strlen(response->answer));
	free(response->answer);
	response->answer = NULL;
	response->inquiry_outcome = INQUIRY_OUTCOME_REDACTED;
}

void item_content_load(struct item_content *content,
		       const struct conversation *conv, const struct item *item)
{
	*content = EMPTY;
	content->has_event = decode_record(&content->event, conv, item->record);
	content->has_response =
		decode_record(&content->response, conv, item->response);
	if (content->has_event)
		join_records(content, conv, item);
	else if (item->live)
		strbuf_addslice(&content->text,
				strbuf_slice(&item->live->text));
	if (item->kind == ITEM_INQUIRY && content->has_response)
		keep_secret(content);
	if (item->kind == ITEM_REQUEST)
		take_notice(content, NULL, &content->text);
	else if (item->kind == ITEM_TOOL_CALL && content->has_response)
		take_notice(content, &content->response, NULL);
}

void item_content_release(struct item_content *content)
{
	if (!content)
		return;
	event_release(&content->event);
	event_release(&content->response);
	strbuf_release(&content->text);
	strbuf_release(&content->notice);
	*content = EMPTY;
}
