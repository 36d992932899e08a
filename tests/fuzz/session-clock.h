#ifndef JPD_TESTS_FUZZ_SESSION_CLOCK_H
#define JPD_TESTS_FUZZ_SESSION_CLOCK_H

#include <stdint.h>

/*
 * A dashboard with a stopped clock: instead of waiting it reports on this
 * descriptor until when it would, and reads the new time as an int64_t.
 */
#define SESSION_CLOCK_FD 9

struct session_idle {
	int64_t wake_ms; /* -1: forever */
	int64_t written; /* bytes, to terminals */
};

#endif
