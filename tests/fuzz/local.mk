# libFuzzer targets: configure --enable-fuzzers CC=clang.
FUZZ_LINK = $(AM_LDFLAGS) -fsanitize=fuzzer
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz-event tests/fuzz/fuzz-framer \
	tests/fuzz/fuzz-markdown tests/fuzz/fuzz-term-input \
	tests/fuzz/fuzz-toml
tests_fuzz_fuzz_event_SOURCES = %D%/fuzz-event.c \
	%D%/wire-check.c %D%/wire-check.h
tests_fuzz_fuzz_event_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_event_LDADD = $(UNIT_PROTO)
tests_fuzz_fuzz_framer_SOURCES = %D%/fuzz-framer.c \
	%D%/wire-check.c %D%/wire-check.h
tests_fuzz_fuzz_framer_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_framer_LDADD = $(UNIT_PROTO)
tests_fuzz_fuzz_markdown_SOURCES = %D%/fuzz-markdown.c
tests_fuzz_fuzz_markdown_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_markdown_LDADD = $(UNIT_TEXT)
tests_fuzz_fuzz_term_input_SOURCES = %D%/fuzz-term-input.c
tests_fuzz_fuzz_term_input_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_term_input_LDADD = $(UNIT_TERM)
tests_fuzz_fuzz_toml_SOURCES = %D%/fuzz-toml.c
tests_fuzz_fuzz_toml_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_toml_LDADD = $(UNIT_JPHOST)
endif
EXTRA_DIST += %D%/seeds/fuzz-event/call \
	%D%/seeds/fuzz-event/chunk \
	%D%/seeds/fuzz-event/init \
	%D%/seeds/fuzz-event/inquiry \
	%D%/seeds/fuzz-event/respond \
	%D%/seeds/fuzz-event/result \
	%D%/seeds/fuzz-framer/broken \
	%D%/seeds/fuzz-framer/events \
	%D%/seeds/fuzz-framer/summaries \
	%D%/seeds/fuzz-markdown/blocks \
	%D%/seeds/fuzz-markdown/diff \
	%D%/seeds/fuzz-markdown/table \
	%D%/seeds/fuzz-markdown/words \
	%D%/seeds/fuzz-toml/all
