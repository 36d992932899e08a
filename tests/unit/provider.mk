# Unit tests of src/jphost/provider.
if HAVE_CMOCKA
PROVIDER_TESTS = tests/unit/test-openai tests/unit/test-openai-body \
	tests/unit/test-openai-calls tests/unit/test-openai-ends \
	tests/unit/test-openai-headers \
	tests/unit/test-openai-mend \
	tests/unit/test-openai-request tests/unit/test-openai-shapes \
	tests/unit/test-provider-replay
check_PROGRAMS += $(PROVIDER_TESTS)
TESTS += $(PROVIDER_TESTS)
tests_unit_test_openai_SOURCES = %D%/test-openai.c %D%/openai-call.h \
	%D%/openai-stage.c %D%/openai-stage.h
tests_unit_test_openai_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_openai_body_SOURCES = %D%/test-openai-body.c
tests_unit_test_openai_body_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_openai_calls_SOURCES = %D%/test-openai-calls.c \
	%D%/openai-call.h
tests_unit_test_openai_calls_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_openai_ends_SOURCES = %D%/test-openai-ends.c
tests_unit_test_openai_ends_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_openai_headers_SOURCES = %D%/test-openai-headers.c
tests_unit_test_openai_headers_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_openai_mend_SOURCES = %D%/test-openai-mend.c
tests_unit_test_openai_mend_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_openai_request_SOURCES = %D%/test-openai-request.c
tests_unit_test_openai_request_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_openai_shapes_SOURCES = %D%/test-openai-shapes.c \
	%D%/openai-call.h %D%/openai-stage.c %D%/openai-stage.h
tests_unit_test_openai_shapes_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
tests_unit_test_provider_replay_SOURCES = %D%/test-provider-replay.c
tests_unit_test_provider_replay_LDADD = $(UNIT_PROVIDER) $(CMOCKA_LIBS)
endif
