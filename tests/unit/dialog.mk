# Unit tests of ui/dialog.
if HAVE_CMOCKA
DIALOG_TESTS = tests/unit/test-dialog-text tests/unit/test-inquiry \
	tests/unit/test-prompt-desk tests/unit/test-prompt-keys \
	tests/unit/test-prompt-lock
check_PROGRAMS += $(DIALOG_TESTS)
TESTS += $(DIALOG_TESTS)
tests_unit_test_dialog_text_SOURCES = %D%/test-dialog-text.c
tests_unit_test_dialog_text_LDADD = $(UNIT_DIALOG) $(CMOCKA_LIBS)
tests_unit_test_inquiry_SOURCES = %D%/test-inquiry.c
tests_unit_test_inquiry_LDADD = $(UNIT_DIALOG) $(CMOCKA_LIBS)
tests_unit_test_prompt_desk_SOURCES = %D%/test-prompt-desk.c \
	%D%/desk-stage.c %D%/desk-stage.h
tests_unit_test_prompt_desk_LDADD = $(UNIT_DIALOG) $(CMOCKA_LIBS)
tests_unit_test_prompt_keys_SOURCES = %D%/test-prompt-keys.c \
	%D%/desk-stage.c %D%/desk-stage.h
tests_unit_test_prompt_keys_LDADD = $(UNIT_DIALOG) $(CMOCKA_LIBS)
tests_unit_test_prompt_lock_SOURCES = %D%/test-prompt-lock.c
tests_unit_test_prompt_lock_LDADD = $(UNIT_DIALOG) $(CMOCKA_LIBS)
endif
