# Unit tests of src/jphost/jp.
if HAVE_CMOCKA
JP_TESTS = tests/unit/test-jp-agree tests/unit/test-jp-attach \
	tests/unit/test-jp-drive tests/unit/test-jp-drive-answer \
	tests/unit/test-jp-edit tests/unit/test-jp-error \
	tests/unit/test-jp-keys tests/unit/test-jp-prompt \
	tests/unit/test-jp-screen tests/unit/test-process-place \
	tests/unit/test-trace-follow tests/unit/test-trace-line tests/unit/test-trace-repeat
check_PROGRAMS += $(JP_TESTS)
TESTS += $(JP_TESTS)
tests_unit_test_jp_agree_SOURCES = %D%/test-jp-agree.c
tests_unit_test_jp_agree_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_attach_SOURCES = %D%/test-jp-attach.c
tests_unit_test_jp_attach_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_drive_SOURCES = %D%/test-jp-drive.c \
	%D%/jp-drive-stage.c %D%/jp-drive-stage.h
tests_unit_test_jp_drive_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_drive_answer_SOURCES = %D%/test-jp-drive-answer.c \
	%D%/jp-drive-stage.c %D%/jp-drive-stage.h
tests_unit_test_jp_drive_answer_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_edit_SOURCES = %D%/test-jp-edit.c
tests_unit_test_jp_edit_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_error_SOURCES = %D%/test-jp-error.c
tests_unit_test_jp_error_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_keys_SOURCES = %D%/test-jp-keys.c
tests_unit_test_jp_keys_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_prompt_SOURCES = %D%/test-jp-prompt.c
tests_unit_test_jp_prompt_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_jp_screen_SOURCES = %D%/test-jp-screen.c
tests_unit_test_jp_screen_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_trace_follow_SOURCES = %D%/test-trace-follow.c
tests_unit_test_trace_follow_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_trace_line_SOURCES = %D%/test-trace-line.c
tests_unit_test_trace_line_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_process_place_SOURCES = %D%/test-process-place.c
tests_unit_test_process_place_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
tests_unit_test_trace_repeat_SOURCES = %D%/test-trace-repeat.c
tests_unit_test_trace_repeat_LDADD = $(UNIT_JP) $(CMOCKA_LIBS)
endif
