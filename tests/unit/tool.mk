# Unit tests of src/jphost/tool.
if HAVE_CMOCKA
TOOL_TESTS = tests/unit/test-tool tests/unit/test-tool-command \
	tests/unit/test-tool-process tests/unit/test-tool-schema
check_PROGRAMS += $(TOOL_TESTS)
TESTS += $(TOOL_TESTS)
tests_unit_test_tool_command_SOURCES = %D%/test-tool-command.c
tests_unit_test_tool_command_LDADD = $(UNIT_TOOL) $(CMOCKA_LIBS)
tests_unit_test_tool_process_SOURCES = %D%/test-tool-process.c
tests_unit_test_tool_process_LDADD = $(UNIT_TOOL) $(CMOCKA_LIBS)
tests_unit_test_tool_schema_SOURCES = %D%/test-tool-schema.c
tests_unit_test_tool_schema_LDADD = $(UNIT_TOOL) $(CMOCKA_LIBS)
tests_unit_test_tool_SOURCES = %D%/test-tool.c
tests_unit_test_tool_LDADD = $(UNIT_TOOL) $(CMOCKA_LIBS)
endif
