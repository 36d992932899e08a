# libFuzzer targets: configure --enable-fuzzers CC=clang.
FUZZ_LINK = $(AM_LDFLAGS) -fsanitize=fuzzer
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz-term-input
tests_fuzz_fuzz_term_input_SOURCES = %D%/fuzz-term-input.c
tests_fuzz_fuzz_term_input_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_term_input_LDADD = $(UNIT_TERM)
endif
