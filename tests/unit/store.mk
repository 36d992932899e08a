# Unit tests of src/store.
if HAVE_CMOCKA
STORE_TESTS = \
	tests/unit/test-conversation tests/unit/test-conversation-head \
	tests/unit/test-conversation-repeat \
	tests/unit/test-conversation-writers \
	tests/unit/test-prompts \
	tests/unit/test-rule-match \
	tests/unit/test-rules \
	tests/unit/test-search \
	tests/unit/test-search-random \
	tests/unit/test-store \
	tests/unit/test-stored-rule
check_PROGRAMS += $(STORE_TESTS)
TESTS += $(STORE_TESTS)
tests_unit_test_conversation_SOURCES = %D%/test-conversation.c \
	%D%/told.c %D%/told.h
tests_unit_test_conversation_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_conversation_head_SOURCES = %D%/test-conversation-head.c
tests_unit_test_conversation_head_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_conversation_repeat_SOURCES = %D%/test-conversation-repeat.c \
	%D%/told.c %D%/told.h
tests_unit_test_conversation_repeat_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_conversation_writers_SOURCES = \
	%D%/test-conversation-writers.c %D%/told.c %D%/told.h
tests_unit_test_conversation_writers_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_prompts_SOURCES = %D%/test-prompts.c
tests_unit_test_prompts_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_rule_match_SOURCES = %D%/test-rule-match.c
tests_unit_test_rule_match_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_rules_SOURCES = %D%/test-rules.c
tests_unit_test_rules_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_search_SOURCES = %D%/test-search.c \
	%D%/told.c %D%/told.h
tests_unit_test_search_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_search_random_SOURCES = %D%/test-search-random.c \
	%D%/search-check.c %D%/search-check.h
tests_unit_test_search_random_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_store_SOURCES = %D%/test-store.c
tests_unit_test_store_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
tests_unit_test_stored_rule_SOURCES = %D%/test-stored-rule.c
tests_unit_test_stored_rule_LDADD = $(UNIT_STORE) $(CMOCKA_LIBS)
endif
