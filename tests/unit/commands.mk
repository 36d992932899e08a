# Unit tests of src/jphost/commands.
if HAVE_CMOCKA
COMMANDS_TESTS = tests/unit/test-lock-wait tests/unit/test-print-text
check_PROGRAMS += $(COMMANDS_TESTS)
TESTS += $(COMMANDS_TESTS)
tests_unit_test_command_query_SOURCES = %D%/test-command-query.c \
	%D%/query-stage.c %D%/query-stage.h
tests_unit_test_command_query_LDADD = $(UNIT_COMMANDS) $(CMOCKA_LIBS)
tests_unit_test_lock_wait_SOURCES = %D%/test-lock-wait.c
tests_unit_test_lock_wait_LDADD = $(UNIT_COMMANDS) $(CMOCKA_LIBS)
tests_unit_test_print_text_SOURCES = %D%/test-print-text.c
tests_unit_test_print_text_LDADD = $(UNIT_COMMANDS) $(CMOCKA_LIBS)
endif
