# Unit tests of this floor.
if HAVE_CMOCKA
VIEW_TESTS = tests/unit/test-canvas tests/unit/test-key
check_PROGRAMS += $(VIEW_TESTS)
TESTS += $(VIEW_TESTS)
tests_unit_test_canvas_SOURCES = %D%/test-canvas.c
tests_unit_test_canvas_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
tests_unit_test_key_SOURCES = %D%/test-key.c
tests_unit_test_key_LDADD = $(LIBVIEW) $(UNIT_BASE) $(CMOCKA_LIBS)
endif
