# Unit tests of src/jphost/query.
if HAVE_CMOCKA
QUERY_TESTS = tests/unit/test-query-inquiry tests/unit/test-query-out \
	tests/unit/test-query-prompt tests/unit/test-terminal-stream
check_PROGRAMS += $(QUERY_TESTS)
TESTS += $(QUERY_TESTS)
tests_unit_test_query_inquiry_SOURCES = %D%/test-query-inquiry.c \
	%D%/person-stage.c %D%/person-stage.h
tests_unit_test_query_inquiry_LDADD = $(UNIT_QUERY) $(CMOCKA_LIBS)
tests_unit_test_query_out_SOURCES = %D%/test-query-out.c
tests_unit_test_query_out_LDADD = $(UNIT_QUERY) $(CMOCKA_LIBS)
tests_unit_test_query_prompt_SOURCES = %D%/test-query-prompt.c \
	%D%/person-stage.c %D%/person-stage.h
tests_unit_test_query_prompt_LDADD = $(UNIT_QUERY) $(CMOCKA_LIBS)
tests_unit_test_terminal_stream_SOURCES = %D%/test-terminal-stream.c
tests_unit_test_terminal_stream_LDADD = $(UNIT_QUERY) $(CMOCKA_LIBS)
endif
