# Unit tests of src/jphost/live.
if HAVE_CMOCKA
LIVE_TESTS = tests/unit/test-live
check_PROGRAMS += $(LIVE_TESTS)
TESTS += $(LIVE_TESTS)
tests_unit_test_live_SOURCES = %D%/test-live.c
tests_unit_test_live_LDADD = $(UNIT_LIVE) $(CMOCKA_LIBS)
endif
