#ifndef JPD_SERVE_JP_WORDS_H
#define JPD_SERVE_JP_WORDS_H

#include <stddef.h>

#include "proto/plugin-message.h"
#include "src/base/strbuf.h"

/* The words of a command line, terminated by NULL. */
struct jp_words {
	char **list;
	size_t count, cap;
};

#define JP_WORDS_INIT    \
	{                \
		.cap = 0 \
	}

void jp_words_add(struct jp_words *words, const char *word);
void jp_words_release(struct jp_words *words);

/*
 * Add a message, which stands behind "--". A single word "@PATH" is the content
 * of a file to jp, and several are joined with blanks, so such a message is
 * split at its first blank; without one, it gets one at its end.
 */
void jp_words_add_message(struct jp_words *words, const char *message);

/*
 * Add the options for a message's schema and attachments. jp attaches files of
 * its workspace by name, so an attachment must be such a file with exactly the
 * attached content. -1 with a sentence.
 */
int jp_words_add_attached(struct jp_words *words, const char *root,
			  const struct plugin_message *msg, struct strbuf *err);

#endif
