# Unit tests of src/jphost/turn.
if HAVE_CMOCKA
TURN_TESTS = tests/unit/test-live-turn tests/unit/test-notices tests/unit/test-turn \
	tests/unit/test-turn-limit tests/unit/test-turn-prompt
check_PROGRAMS += $(TURN_TESTS)
TESTS += $(TURN_TESTS)
# Its own workspace_append() stands in front of the library's.
TURN_PLAY = %D%/turn-play.c %D%/turn-play.h
tests_unit_test_live_turn_SOURCES = %D%/test-live-turn.c $(TURN_PLAY)
tests_unit_test_live_turn_LDADD = $(UNIT_TURN) $(CMOCKA_LIBS)
tests_unit_test_notices_SOURCES = %D%/test-notices.c
tests_unit_test_notices_LDADD = $(UNIT_TURN) $(CMOCKA_LIBS)
tests_unit_test_turn_SOURCES = %D%/test-turn.c $(TURN_PLAY)
tests_unit_test_turn_LDADD = $(UNIT_TURN) $(CMOCKA_LIBS)
tests_unit_test_turn_limit_SOURCES = %D%/test-turn-limit.c $(TURN_PLAY)
tests_unit_test_turn_limit_LDADD = $(UNIT_TURN) $(CMOCKA_LIBS)
tests_unit_test_turn_prompt_SOURCES = %D%/test-turn-prompt.c $(TURN_PLAY)
tests_unit_test_turn_prompt_LDADD = $(UNIT_TURN) $(CMOCKA_LIBS)
endif
