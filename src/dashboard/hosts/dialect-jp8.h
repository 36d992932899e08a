#ifndef JPD_HOSTS_DIALECT_JP8_H
#define JPD_HOSTS_DIALECT_JP8_H

#include "src/dashboard/hosts/hosts.h"

/* What only jp 8 and newer has. */

/* Send a message: a query, or, while one of ours runs, a reply to it. */
void dialect_jp8_send(struct hosts *hosts, struct subscription *sub,
		      struct slice text, struct slice schema);
/* Ask what its tools do: until that is known it is sent no query. */
void dialect_jp8_read_tools(struct hosts *hosts, int host);
/*
 * Whether a query may be sent, of this conversation or a new one (NULL): not
 * where a tool may ask, as jp would ask behind our screen, and read our keys.
 * False with a sentence in `err`.
 */
bool dialect_jp8_may_query(struct hosts *hosts, int host,
			   const struct conversation *conv, struct strbuf *err);
/* Stop the turn; a second time, abort it. */
void dialect_jp8_stop(struct hosts *hosts, struct subscription *sub);
/* An answer that nobody else sends; false where it is none. */
bool dialect_jp8_answer(struct hosts *hosts, int host,
			const struct host_message *msg,
			const struct pending_request *request);
/* How many queries run: their answers come when they are over. */
size_t dialect_jp8_running(const struct hosts *hosts, int host);
bool dialect_jp8_is_query(const struct hosts *hosts, int host,
			  const struct pending_request *request);
/* A new conversation by its first message. -1 with a sentence in `err`. */
int dialect_jp8_new(struct hosts *hosts, int host, struct slice text,
		    struct strbuf *err);

#endif
