# Unit tests of ui/transcript.
if HAVE_CMOCKA
TRANSCRIPT_TESTS = tests/unit/test-data-uri tests/unit/test-search-shown \
	tests/unit/test-terminal-text \
	tests/unit/test-transcript tests/unit/test-transcript-data \
	tests/unit/test-transcript-lines tests/unit/test-transcript-markdown \
	tests/unit/test-transcript-place
check_PROGRAMS += $(TRANSCRIPT_TESTS)
TESTS += $(TRANSCRIPT_TESTS)
TRANSCRIPT_STAGE = %D%/stage.c %D%/stage.h %D%/told.c %D%/told.h
tests_unit_test_data_uri_SOURCES = %D%/test-data-uri.c
tests_unit_test_data_uri_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
tests_unit_test_terminal_text_SOURCES = %D%/test-terminal-text.c
tests_unit_test_terminal_text_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
tests_unit_test_transcript_SOURCES = %D%/test-transcript.c $(TRANSCRIPT_STAGE)
tests_unit_test_transcript_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
tests_unit_test_search_shown_SOURCES = %D%/test-search-shown.c \
	%D%/search-check.c %D%/search-check.h \
	%D%/markdown-rows.c %D%/markdown-rows.h
tests_unit_test_search_shown_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
tests_unit_test_transcript_data_SOURCES = %D%/test-transcript-data.c \
	%D%/real-data.c %D%/real-data.h \
	%D%/search-check.c %D%/search-check.h $(TRANSCRIPT_STAGE)
tests_unit_test_transcript_data_LDADD = $(LIBJPHOST) $(UNIT_TRANSCRIPT) \
	$(CMOCKA_LIBS)
tests_unit_test_transcript_lines_SOURCES = %D%/test-transcript-lines.c \
	$(TRANSCRIPT_STAGE)
tests_unit_test_transcript_lines_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
tests_unit_test_transcript_markdown_SOURCES = %D%/test-transcript-markdown.c \
	$(TRANSCRIPT_STAGE)
tests_unit_test_transcript_markdown_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
tests_unit_test_transcript_place_SOURCES = %D%/test-transcript-place.c \
	$(TRANSCRIPT_STAGE)
tests_unit_test_transcript_place_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
endif
