#ifndef JPD_IO_PROBE_H
#define JPD_IO_PROBE_H

#include <stdbool.h>

#include "proto/host-message.h"
#include "src/dashboard/io/connection.h"

/*
 * Whether the jp that started us knows subscriptions. Today's does not, hears
 * nothing more once it is asked for one, and ends with an error. So a second
 * jp is asked: the same program, in the same workspace, without a terminal,
 * with a plugin that is us, told by a variable to ask and do nothing else.
 */
enum probe_result {
	PROBE_UNKNOWN, /* it cannot be found out so */
	PROBE_HEARS,
	PROBE_DEAF,
};

enum probe_result probe_parent(const struct host_message *init);

/* Whether we are the plugin of such a second jp; and what it does: 0 where
 * the host has answered. */
bool probe_is_wanted(void);
int probe_ask(struct connection *conn);

#endif
