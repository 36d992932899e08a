# Floor 7: one turn: request, stream, approvals, tools, notices.
noinst_LIBRARIES += src/jphost/turn/libturn.a
src_jphost_turn_libturn_a_SOURCES = \
	%D%/live-turn.c %D%/live-turn.h \
	%D%/notices.c %D%/notices.h \
	%D%/notices-file.c \
	%D%/turn-background.c \
	%D%/turn-batch.c \
	%D%/turn-clock.c \
	%D%/turn-ending.c %D%/turn-ending.h \
	%D%/turn-inquiry.c \
	%D%/turn-limit.c %D%/turn-limit.h \
	%D%/turn-record.c \
	%D%/turn-state.h \
	%D%/turn-thought.c \
	%D%/turn-tool.c \
	%D%/turn.c %D%/turn.h
