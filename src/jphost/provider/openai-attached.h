#ifndef JPD_PROVIDER_OPENAI_ATTACHED_H
#define JPD_PROVIDER_OPENAI_ATTACHED_H

#include "src/base/strbuf.h"
#include "src/jphost/config/config-attachment.h"

/*
 * Append the texts among the files as jp tells a model of them, with an empty
 * line before where `out` holds something. Nothing where there are none.
 */
void openai_attached_add_text(struct strbuf *out,
			      const struct config_attachments *attached);
/* The pictures among them as parts of a message's content, commas between. */
void openai_attached_write_pictures(struct strbuf *out,
				    const struct config_attachments *attached);

#endif
