# Unit tests of the program without its terminal.
if HAVE_CMOCKA
APP_TESTS = tests/unit/test-hosts tests/unit/test-hosts-kinds \
	tests/unit/test-app-history tests/unit/test-app-random tests/unit/test-effect \
	tests/unit/test-input-text \
	tests/unit/test-hub tests/unit/test-options \
	tests/unit/test-record \
	tests/unit/test-sight \
	tests/unit/test-tool-consent
check_PROGRAMS += $(APP_TESTS)
TESTS += $(APP_TESTS)
tests_unit_test_prompt_storm_SOURCES = %D%/test-prompt-storm.c
tests_unit_test_prompt_storm_LDADD = $(UNIT_DASHBOARD) $(CMOCKA_LIBS) \
	$(LIBINTL)
tests_unit_test_app_history_SOURCES = %D%/test-app-history.c \
	tests/bench/drive.c tests/bench/drive.h \
	tests/bench/fake-host.c tests/bench/fake-host.h \
	tests/bench/measure.c tests/bench/measure.h \
	tests/bench/workload.c tests/bench/workload.h
tests_unit_test_app_history_LDADD = $(UNIT_DASHBOARD) $(CMOCKA_LIBS) \
	$(LIBINTL)
tests_unit_test_app_random_SOURCES = %D%/test-app-random.c \
	tests/fuzz/fuzz-app.c tests/fuzz/fuzz.h
tests_unit_test_app_random_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_REPLAY
tests_unit_test_app_random_LDADD = $(UNIT_DASHBOARD) $(CMOCKA_LIBS) \
	$(LIBINTL)
tests_unit_test_effect_SOURCES = %D%/test-effect.c
tests_unit_test_effect_LDADD = $(UNIT_DASHBOARD) $(CMOCKA_LIBS) $(LIBINTL)
tests_unit_test_hosts_SOURCES = %D%/test-hosts.c \
	%D%/hosts-log.c %D%/hosts-log.h
tests_unit_test_hosts_LDADD = $(UNIT_HOSTS) $(CMOCKA_LIBS) $(LIBINTL)
tests_unit_test_hosts_kinds_SOURCES = %D%/test-hosts-kinds.c \
	%D%/hosts-log.c %D%/hosts-log.h
tests_unit_test_hosts_kinds_LDADD = $(UNIT_HOSTS) $(CMOCKA_LIBS) $(LIBINTL)
tests_unit_test_hosts_day_SOURCES = %D%/test-hosts-day.c
tests_unit_test_hosts_day_LDADD = $(UNIT_DASHBOARD) $(CMOCKA_LIBS) \
	$(LIBINTL)
tests_unit_test_hub_SOURCES = %D%/test-hub.c
tests_unit_test_hub_LDADD = $(UNIT_IO) $(CMOCKA_LIBS) $(LIBINTL)
tests_unit_test_input_text_SOURCES = %D%/test-input-text.c
tests_unit_test_input_text_LDADD = $(UNIT_DASHBOARD) $(CMOCKA_LIBS) $(LIBINTL)
tests_unit_test_options_SOURCES = %D%/test-options.c
tests_unit_test_options_LDADD = $(UNIT_DASHBOARD) $(CMOCKA_LIBS) \
	$(LIBINTL)
tests_unit_test_record_SOURCES = %D%/test-record.c
tests_unit_test_record_LDADD = $(UNIT_IO) $(CMOCKA_LIBS) $(LIBINTL)
tests_unit_test_sight_SOURCES = %D%/test-sight.c
tests_unit_test_sight_LDADD = $(UNIT_IO) $(CMOCKA_LIBS) $(LIBINTL)
tests_unit_test_tool_consent_SOURCES = %D%/test-tool-consent.c
tests_unit_test_tool_consent_LDADD = $(UNIT_HOSTS) $(CMOCKA_LIBS) $(LIBINTL)
endif
