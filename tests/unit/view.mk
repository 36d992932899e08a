# Unit tests of ui/view.
if HAVE_CMOCKA
VIEW_TESTS = tests/unit/test-arguments tests/unit/test-bars \
	tests/unit/test-canvas tests/unit/test-command tests/unit/test-editor \
	tests/unit/test-editor-rows \
	tests/unit/test-key tests/unit/test-keymap tests/unit/test-layout \
	tests/unit/test-picker tests/unit/test-sidebar \
	tests/unit/test-theme tests/unit/test-theme-file
check_PROGRAMS += $(VIEW_TESTS)
TESTS += $(VIEW_TESTS)
tests_unit_test_arguments_SOURCES = %D%/test-arguments.c
tests_unit_test_arguments_LDADD = $(UNIT_VIEW) $(CMOCKA_LIBS)
tests_unit_test_bars_SOURCES = %D%/test-bars.c
tests_unit_test_bars_LDADD = $(UNIT_VIEW) $(CMOCKA_LIBS)
tests_unit_test_canvas_SOURCES = %D%/test-canvas.c
tests_unit_test_canvas_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_command_SOURCES = %D%/test-command.c
tests_unit_test_command_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_editor_SOURCES = %D%/test-editor.c %D%/editor-press.h
tests_unit_test_editor_LDADD = $(LIBVIEW) $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_editor_rows_SOURCES = %D%/test-editor-rows.c %D%/editor-press.h
tests_unit_test_editor_rows_LDADD = $(LIBVIEW) $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_key_SOURCES = %D%/test-key.c
tests_unit_test_key_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_keymap_SOURCES = %D%/test-keymap.c
tests_unit_test_keymap_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_layout_SOURCES = %D%/test-layout.c
tests_unit_test_layout_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_picker_SOURCES = %D%/test-picker.c
tests_unit_test_picker_LDADD = $(LIBVIEW) $(UNIT_TEXT) $(CMOCKA_LIBS)
tests_unit_test_sidebar_SOURCES = %D%/test-sidebar.c
tests_unit_test_sidebar_LDADD = $(UNIT_VIEW) $(CMOCKA_LIBS)
tests_unit_test_theme_SOURCES = %D%/test-theme.c
tests_unit_test_theme_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS) -lm
tests_unit_test_theme_file_SOURCES = %D%/test-theme-file.c
tests_unit_test_theme_file_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
endif
