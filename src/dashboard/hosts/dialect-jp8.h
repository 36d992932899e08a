#ifndef JPD_HOSTS_DIALECT_JP8_H
#define JPD_HOSTS_DIALECT_JP8_H

#include "src/dashboard/hosts/hosts.h"

/* Functions for jp 8 and newer. */

/* Send a message: a query or, while one of ours runs, a reply to it. -1 as
 * query_send(). */
int dialect_jp8_send(struct hosts *hosts, struct subscription *sub,
		     struct slice text, struct slice schema);
/* Ask for the configuration of its tools; before that no query is sent. */
void dialect_jp8_read_tools(struct hosts *hosts, int host);
/*
 * Whether a query may be sent, in this conversation or a new one (NULL). Not if
 * a tool may ask: jp would ask on the terminal behind our screen, and read our
 * keys. False with a sentence in `err`.
 */
bool dialect_jp8_may_query(struct hosts *hosts, int host,
			   const struct conversation *conv, struct strbuf *err);
/* Stop the turn; the second time, abort it. */
void dialect_jp8_stop(struct hosts *hosts, struct subscription *sub);
/* Handle an answer that only jp 8 sends; false if it is not one. */
bool dialect_jp8_answer(struct hosts *hosts, int host,
			const struct host_message *msg,
			const struct pending_request *request);
/* Number of running queries; they are answered when they are over. */
size_t dialect_jp8_running(const struct hosts *hosts, int host);
bool dialect_jp8_is_query(const struct hosts *hosts, int host,
			  const struct pending_request *request);
/* Start a conversation with its first message. -1 with a sentence in `err`. */
int dialect_jp8_new(struct hosts *hosts, int host, struct slice text,
		    struct strbuf *err);

#endif
