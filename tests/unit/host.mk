# Unit tests of jphost.
if HAVE_CMOCKA
HOST_TESTS = tests/unit/test-base64 tests/unit/test-stored-event
check_PROGRAMS += $(HOST_TESTS)
TESTS += $(HOST_TESTS)
tests_unit_test_base64_SOURCES = %D%/test-base64.c
tests_unit_test_base64_LDADD = $(UNIT_HOST) $(CMOCKA_LIBS)
tests_unit_test_stored_event_SOURCES = %D%/test-stored-event.c
tests_unit_test_stored_event_LDADD = $(UNIT_HOST) $(CMOCKA_LIBS)
endif
