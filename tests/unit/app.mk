# Unit tests of the program without its terminal.
if HAVE_CMOCKA
APP_TESTS = tests/unit/test-prompt-storm
check_PROGRAMS += $(APP_TESTS)
TESTS += $(APP_TESTS)
tests_unit_test_prompt_storm_SOURCES = %D%/test-prompt-storm.c
tests_unit_test_prompt_storm_LDADD = $(LIBAPP) $(UNIT_VIEW) $(CMOCKA_LIBS) \
	$(LIBINTL)
endif
