# Unit tests of src/jphost/serve.
if HAVE_CMOCKA
SERVE_TESTS = tests/unit/test-host-out tests/unit/test-host-session \
	tests/unit/test-jp-words
check_PROGRAMS += $(SERVE_TESTS)
TESTS += $(SERVE_TESTS)
tests_unit_test_host_out_SOURCES = %D%/test-host-out.c
tests_unit_test_host_out_LDADD = $(UNIT_SERVE) $(CMOCKA_LIBS)
tests_unit_test_host_session_SOURCES = %D%/test-host-session.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_host_session_LDADD = $(UNIT_SERVE) $(CMOCKA_LIBS)
tests_unit_test_jp_words_SOURCES = %D%/test-jp-words.c
tests_unit_test_jp_words_LDADD = $(UNIT_SERVE) $(CMOCKA_LIBS)
endif
