# Floor 3a: what we know.
noinst_HEADERS += \
	%D%/conversation.h \
	%D%/event-log.h \
	%D%/prompts.h \
	%D%/store.h
