#ifndef JPD_TESTS_FUZZ_SESSION_CLOCK_H
#define JPD_TESTS_FUZZ_SESSION_CLOCK_H

#include <stdint.h>

/*
 * A dashboard whose clock stands still: where it would wait it tells on this
 * descriptor until when, and reads what time it is then, as an int64_t.
 */
#define SESSION_CLOCK_FD 9

struct session_idle {
	int64_t wake_ms; /* -1: for ever */
	int64_t written; /* bytes, to terminals */
};

#endif
