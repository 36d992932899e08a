#ifndef JPD_TESTS_FUZZ_FUZZ_H
#define JPD_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/*
 * A target is one function. libFuzzer needs it under one name, in a program per
 * target; replay-seeds has all of them (-DFUZZ_REPLAY). It aborts if an
 * invariant for any bytes is violated.
 */
#define FUZZ_TARGETS(X) \
	X(app)          \
	X(event)        \
	X(framer)       \
	X(markdown)     \
	X(rule)         \
	X(screen)       \
	X(script)       \
	X(state)        \
	X(stored)       \
	X(stream)       \
	X(term_input)   \
	X(theme)        \
	X(toml)

#define FUZZ_DECLARE(name) void fuzz_##name(const uint8_t *data, size_t size);

FUZZ_TARGETS(FUZZ_DECLARE)

#ifdef FUZZ_REPLAY
#define FUZZ_TARGET(name) void fuzz_##name(const uint8_t *data, size_t size)
#else
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Widths and classes of characters are those of UTF-8. */
#define FUZZ_TARGET(name)                                            \
	int LLVMFuzzerInitialize(int *argc, char ***argv)            \
	{                                                            \
		(void)argc;                                          \
		(void)argv;                                          \
		setlocale(LC_CTYPE, "C.UTF-8");                      \
		return 0;                                            \
	}                                                            \
	int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) \
	{                                                            \
		fuzz_##name(data, size);                             \
		return 0;                                            \
	}                                                            \
	void fuzz_##name(const uint8_t *data, size_t size)
#include <locale.h>
#endif

#endif
