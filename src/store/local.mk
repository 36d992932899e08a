# Floor 3a: what we know.
noinst_LIBRARIES += src/store/libstore.a
src_store_libstore_a_SOURCES = \
	%D%/agents.c %D%/agents.h \
	%D%/consent.c \
	%D%/conversation-call.c \
	%D%/conversation-head.c \
	%D%/conversation-items.c %D%/conversation-items.h \
	%D%/conversation-load.c \
	%D%/conversation-repeat.c %D%/conversation-repeat.h \
	%D%/conversation-text.c \
	%D%/conversation-usage.c \
	%D%/conversation.c %D%/conversation.h \
	%D%/event-log.c %D%/event-log.h \
	%D%/item-content.c \
	%D%/item-text.c %D%/item-text.h \
	%D%/prompts.c %D%/prompts.h \
	%D%/rule-match.c %D%/rule-match.h \
	%D%/rule-offer.c \
	%D%/rule-value.c %D%/rule-value.h \
	%D%/rules.c %D%/rules.h \
	%D%/search-pass.c %D%/search-pass.h \
	%D%/search.c %D%/search.h \
	%D%/stored-rule.c %D%/stored-rule.h \
	%D%/store.c %D%/store.h
