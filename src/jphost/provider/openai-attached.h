#ifndef JPD_PROVIDER_OPENAI_ATTACHED_H
#define JPD_PROVIDER_OPENAI_ATTACHED_H

#include "src/base/strbuf.h"
#include "src/jphost/config/config-attachment.h"

/*
 * Append the text files among the attachments as jp presents them to a model,
 * after an empty line if `out` is not empty. Appends nothing if there are none.
 */
void openai_attached_add_text(struct strbuf *out,
			      const struct config_attachments *attached);
/* Write the pictures among them as content parts, separated by commas. */
void openai_attached_write_pictures(struct strbuf *out,
				    const struct config_attachments *attached);

#endif
