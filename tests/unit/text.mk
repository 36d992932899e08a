# Unit tests of ui/text.
if HAVE_CMOCKA
TEXT_TESTS = tests/unit/test-code tests/unit/test-colored \
	tests/unit/test-diff \
	tests/unit/test-lookalike \
	tests/unit/test-markdown tests/unit/test-markdown-data \
	tests/unit/test-markdown-stream \
	tests/unit/test-prose tests/unit/test-rows tests/unit/test-sanitize \
	tests/unit/test-source \
	tests/unit/test-width tests/unit/test-wrap
check_PROGRAMS += $(TEXT_TESTS)
TESTS += $(TEXT_TESTS)
tests_unit_test_code_SOURCES = %D%/test-code.c
tests_unit_test_code_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_colored_SOURCES = %D%/test-colored.c
tests_unit_test_colored_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_diff_SOURCES = %D%/test-diff.c
tests_unit_test_diff_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_lookalike_SOURCES = %D%/test-lookalike.c
tests_unit_test_lookalike_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_markdown_SOURCES = %D%/test-markdown.c \
	%D%/markdown-rows.c %D%/markdown-rows.h
tests_unit_test_markdown_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_markdown_data_SOURCES = %D%/test-markdown-data.c \
	%D%/markdown-rows.c %D%/markdown-rows.h \
	%D%/real-data.c %D%/real-data.h
tests_unit_test_markdown_data_LDADD = $(UNIT_TEXT) $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_markdown_stream_SOURCES = %D%/test-markdown-stream.c \
	%D%/markdown-rows.c %D%/markdown-rows.h
tests_unit_test_markdown_stream_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_prose_SOURCES = %D%/test-prose.c
tests_unit_test_prose_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_rows_SOURCES = %D%/test-rows.c
tests_unit_test_rows_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_sanitize_SOURCES = %D%/test-sanitize.c
tests_unit_test_sanitize_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_source_SOURCES = %D%/test-source.c
tests_unit_test_source_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_width_SOURCES = %D%/test-width.c
tests_unit_test_width_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_wrap_SOURCES = %D%/test-wrap.c
tests_unit_test_wrap_LDADD = $(UNIT_TEXT) $(CMOCKA_LIBS)
endif
