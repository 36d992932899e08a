#ifndef JPD_IO_PROBE_H
#define JPD_IO_PROBE_H

#include <stdbool.h>

#include "proto/host-message.h"
#include "src/dashboard/io/connection.h"

/*
 * Whether the jp that started us knows subscriptions. Today's does not, stops
 * reading once asked for one, and ends with an error. So a second jp is asked:
 * the same program, in the same workspace, without a terminal, with us as its
 * plugin, which a variable tells only to ask.
 */
enum probe_result {
	PROBE_UNKNOWN, /* it cannot be determined this way */
	PROBE_HEARS,
	PROBE_DEAF,
};

enum probe_result probe_parent(const struct host_message *init);

/* Whether we are the plugin of such a second jp; and its work: 0 if the host
 * answered. */
bool probe_is_wanted(void);
int probe_ask(struct connection *conn);

#endif
