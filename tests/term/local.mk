# Tests of ui/term: its pure parts, and what only a terminal can show.
if HAVE_CMOCKA
check_PROGRAMS += tests/unit/test-term-input
TESTS += tests/unit/test-term-input
tests_unit_test_term_input_SOURCES = tests/unit/test-term-input.c
tests_unit_test_term_input_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
endif
