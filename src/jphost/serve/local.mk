# Floor 8: the host side of the protocol for one plugin.
noinst_LIBRARIES += src/jphost/serve/libserve.a
src_jphost_serve_libserve_a_SOURCES = \
	%D%/jp-words.c %D%/jp-words.h \
	%D%/known-events.c %D%/known-events.h \
	%D%/push-check.c \
	%D%/session-conversation.c %D%/session-conversation.h \
	%D%/session-jp.c \
	%D%/session-live.c \
	%D%/session-lost.c \
	%D%/session-queue.c %D%/session-queue.h \
	%D%/session-request.c \
	%D%/session-strict.c \
	%D%/session-trace.c \
	%D%/session.c %D%/session.h
