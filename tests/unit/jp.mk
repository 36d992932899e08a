# Unit tests of src/jphost/jp.
if HAVE_CMOCKA
JP_TESTS = tests/unit/test-process-place tests/unit/test-trace-follow tests/unit/test-trace-line
check_PROGRAMS += $(JP_TESTS)
TESTS += $(JP_TESTS)
tests_unit_test_trace_follow_SOURCES = %D%/test-trace-follow.c
tests_unit_test_trace_follow_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_trace_line_SOURCES = %D%/test-trace-line.c
tests_unit_test_trace_line_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_process_place_SOURCES = %D%/test-process-place.c
tests_unit_test_process_place_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
endif
