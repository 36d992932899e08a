#ifndef JPD_TESTS_UNIT_DESK_STAGE_H
#define JPD_TESTS_UNIT_DESK_STAGE_H

#include "ui/dialog/prompt-desk.h"

/* A desk with one request on it, and its frames and keys. */
#define DESK_GUARD    500
#define DESK_REVISION 7

void desk_set_up(struct prompt_desk *desk);
/* A frame that shows it was written. */
void desk_show(struct prompt_desk *desk, int64_t now_ms);
enum desk_verdict desk_allow(struct prompt_desk *desk, size_t unseen,
			     int64_t now_ms);
/* Whether this key counts if it came now; it is then input. */
enum desk_hold desk_press(struct prompt_desk *desk, struct key key,
			  enum desk_use use, int64_t now_ms);

#endif
