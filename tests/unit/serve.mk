# Unit tests of src/jphost/serve.
if HAVE_CMOCKA
SERVE_TESTS = tests/unit/test-session-queue tests/unit/test-session \
	tests/unit/test-jp-words
check_PROGRAMS += $(SERVE_TESTS)
TESTS += $(SERVE_TESTS)
tests_unit_test_session_queue_SOURCES = %D%/test-session-queue.c
tests_unit_test_session_queue_LDADD = $(UNIT_SERVE) $(CMOCKA_LIBS)
tests_unit_test_session_SOURCES = %D%/test-session.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_session_LDADD = $(UNIT_SERVE) $(CMOCKA_LIBS)
tests_unit_test_jp_words_SOURCES = %D%/test-jp-words.c
tests_unit_test_jp_words_LDADD = $(UNIT_SERVE) $(CMOCKA_LIBS)
endif
