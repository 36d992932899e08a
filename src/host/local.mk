# Aside: jphost.
noinst_LIBRARIES += src/host/libhost.a
src_host_libhost_a_SOURCES = \
	%D%/base64.c %D%/base64.h \
	%D%/command.h \
	%D%/stored-event.c %D%/stored-event.h \
	%D%/workspace-batch.c %D%/workspace-batch.h \
	%D%/workspace-list.c \
	%D%/workspace-lock.c \
	%D%/workspace-new.c \
	%D%/workspace-place.c %D%/workspace-place.h \
	%D%/workspace-read.c \
	%D%/workspace-write.c \
	%D%/workspace.c %D%/workspace.h
# Turns, whoever runs them.
src_host_libhost_a_SOURCES += \
	%D%/live-client.c \
	%D%/live-peer.c %D%/live-peer.h \
	%D%/live-server.c \
	%D%/live.c %D%/live.h \
	%D%/provider-replay.c %D%/provider-replay.h \
	%D%/replay-script.c %D%/replay-script.h \
	%D%/turn-batch.c \
	%D%/turn-event.c \
	%D%/turn-inquiry.c \
	%D%/turn-state.h \
	%D%/turn.c %D%/turn.h
