#ifndef JPD_BASE_URL_H
#define JPD_BASE_URL_H

#include "src/base/slice.h"

/*
 * The login in a text that begins with "://": "user:password" of
 * "://user:password@host". It is empty if there is none. A password may have
 * characters that should have been encoded: an '@', and a '/', '?' or '#' where
 * what comes before it cannot be a port.
 */
struct slice url_login(struct slice text);

/* The byte that a %XX at the start of `text` stands for; -1 if there is none. */
int url_byte(struct slice text);

/* Make asterisks of the logins of all URLs in `text`. */
void url_hide_logins(char *text);

#endif
