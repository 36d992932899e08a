# Unit tests of src/jphost/query.
if HAVE_CMOCKA
QUERY_TESTS = tests/unit/test-query-text tests/unit/test-terminal-stream
check_PROGRAMS += $(QUERY_TESTS)
TESTS += $(QUERY_TESTS)
tests_unit_test_query_text_SOURCES = %D%/test-query-text.c
tests_unit_test_query_text_LDADD = $(UNIT_QUERY) $(CMOCKA_LIBS)
tests_unit_test_terminal_stream_SOURCES = %D%/test-terminal-stream.c
tests_unit_test_terminal_stream_LDADD = $(UNIT_QUERY) $(CMOCKA_LIBS)
endif
