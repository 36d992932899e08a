# Unit tests of jphost.
if HAVE_CMOCKA
HOST_TESTS = tests/unit/test-base64 tests/unit/test-host-out \
	tests/unit/test-host-session tests/unit/test-stored-event \
	tests/unit/test-config tests/unit/test-toml \
	tests/unit/test-workspace tests/unit/test-workspace-data \
	tests/unit/test-workspace-names
check_PROGRAMS += $(HOST_TESTS)
TESTS += $(HOST_TESTS)
tests_unit_test_base64_SOURCES = %D%/test-base64.c
tests_unit_test_base64_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_config_SOURCES = %D%/test-config.c
tests_unit_test_config_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_host_out_SOURCES = %D%/test-host-out.c
tests_unit_test_host_out_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_host_session_SOURCES = %D%/test-host-session.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_host_session_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_stored_event_SOURCES = %D%/test-stored-event.c
tests_unit_test_stored_event_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_toml_SOURCES = %D%/test-toml.c
tests_unit_test_toml_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_workspace_SOURCES = %D%/test-workspace.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_workspace_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_workspace_data_SOURCES = %D%/test-workspace-data.c
tests_unit_test_workspace_data_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_workspace_names_SOURCES = %D%/test-workspace-names.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_workspace_names_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)

# Turns, whoever runs them.
TURN_TESTS = tests/unit/test-command-query tests/unit/test-live \
	tests/unit/test-notices tests/unit/test-openai \
	tests/unit/test-print-text tests/unit/test-sse \
	tests/unit/test-provider-replay tests/unit/test-query-text \
	tests/unit/test-terminal-stream \
	tests/unit/test-tool tests/unit/test-turn tests/unit/test-turn-prompt
check_PROGRAMS += $(TURN_TESTS)
TESTS += $(TURN_TESTS)
tests_unit_test_command_query_SOURCES = %D%/test-command-query.c \
	%D%/query-stage.c %D%/query-stage.h
tests_unit_test_command_query_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_live_SOURCES = %D%/test-live.c
tests_unit_test_live_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_notices_SOURCES = %D%/test-notices.c
tests_unit_test_notices_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_print_text_SOURCES = %D%/test-print-text.c
tests_unit_test_print_text_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_openai_SOURCES = %D%/test-openai.c
tests_unit_test_openai_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_sse_SOURCES = %D%/test-sse.c
tests_unit_test_sse_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_terminal_stream_SOURCES = %D%/test-terminal-stream.c
tests_unit_test_terminal_stream_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_tool_SOURCES = %D%/test-tool.c
tests_unit_test_tool_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_provider_replay_SOURCES = %D%/test-provider-replay.c
tests_unit_test_provider_replay_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_query_text_SOURCES = %D%/test-query-text.c
tests_unit_test_query_text_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
# Its own workspace_append() stands in front of the library's.
TURN_PLAY = %D%/turn-play.c %D%/turn-play.h
tests_unit_test_turn_SOURCES = %D%/test-turn.c $(TURN_PLAY)
tests_unit_test_turn_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
tests_unit_test_turn_prompt_SOURCES = %D%/test-turn-prompt.c $(TURN_PLAY)
tests_unit_test_turn_prompt_LDADD = $(UNIT_JPHOST) $(CMOCKA_LIBS)
endif
