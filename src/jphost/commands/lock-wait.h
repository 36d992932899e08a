#ifndef JPD_COMMANDS_LOCK_WAIT_H
#define JPD_COMMANDS_LOCK_WAIT_H

#include <stdint.h>

#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * Lock a conversation as jp does (its RFD 020). If another process holds it, a
 * user at a terminal waits, for $JP_LOCK_DURATION or
 * style.lock_wait.timeout_secs in the configuration; a program fails
 * immediately. The holder is named.
 */
enum lock_result lock_wait(const struct workspace *ws, const char *id,
			   struct conversation_lock *lock, struct strbuf *err);

/*
 * Parse a duration as humantime writes it, "1m 30s"; "0" has no unit. Returns
 * -1 if it is invalid.
 */
int64_t lock_wait_parse_ms(const char *text);

#endif
