# Unit tests of src/base.
if HAVE_CMOCKA
BASE_TESTS = tests/unit/test-base64 \
	tests/unit/test-clock tests/unit/test-message \
	tests/unit/test-regex tests/unit/test-regex-literal \
	tests/unit/test-sha256 \
	tests/unit/test-user-editor \
	tests/unit/test-strmap \
	tests/unit/test-timestamp tests/unit/test-trust \
	tests/unit/test-url \
	tests/unit/test-utf8
check_PROGRAMS += $(BASE_TESTS)
TESTS += $(BASE_TESTS)
tests_unit_test_base64_SOURCES = %D%/test-base64.c
tests_unit_test_base64_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_clock_SOURCES = %D%/test-clock.c
tests_unit_test_clock_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_message_SOURCES = %D%/test-message.c
tests_unit_test_message_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_regex_SOURCES = %D%/test-regex.c
tests_unit_test_regex_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_regex_literal_SOURCES = %D%/test-regex-literal.c
tests_unit_test_regex_literal_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_user_editor_SOURCES = %D%/test-user-editor.c
tests_unit_test_user_editor_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_sha256_SOURCES = %D%/test-sha256.c
tests_unit_test_sha256_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_strmap_SOURCES = %D%/test-strmap.c
tests_unit_test_strmap_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_timestamp_SOURCES = %D%/test-timestamp.c
tests_unit_test_timestamp_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_trust_SOURCES = %D%/test-trust.c
tests_unit_test_trust_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_url_SOURCES = %D%/test-url.c
tests_unit_test_url_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_utf8_SOURCES = %D%/test-utf8.c
tests_unit_test_utf8_LDADD = $(UNIT_BASE) $(CMOCKA_LIBS)
endif
