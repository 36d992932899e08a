# Aside: jphost.
bin_PROGRAMS += jphost
jphost_SOURCES = %D%/main.c
jphost_LDADD = $(LIBHOST) $(LIBPROTO) $(LIBBASE) $(CJSON_LIBS) $(LIBINTL)

noinst_LIBRARIES += src/host/libhost.a
src_host_libhost_a_SOURCES = \
	%D%/base64.c %D%/base64.h \
	%D%/command-run.c \
	%D%/command-serve.c \
	%D%/command.h \
	%D%/host-baseline.c %D%/host-baseline.h \
	%D%/host-check.c \
	%D%/host-live.c \
	%D%/host-options.c %D%/host-options.h \
	%D%/host-out.c %D%/host-out.h \
	%D%/host-plugin.c %D%/host-plugin.h \
	%D%/host-request.c \
	%D%/host-session.c %D%/host-session.h \
	%D%/host-topic.c %D%/host-topic.h \
	%D%/host-watch.c %D%/host-watch.h \
	%D%/stored-event.c %D%/stored-event.h \
	%D%/workspace-batch.c %D%/workspace-batch.h \
	%D%/workspace-list.c \
	%D%/workspace-lock.c \
	%D%/workspace-new.c \
	%D%/workspace-place.c %D%/workspace-place.h \
	%D%/workspace-read.c \
	%D%/workspace-write.c \
	%D%/workspace.c %D%/workspace.h
# `jphost query`.
src_host_libhost_a_SOURCES += \
	%D%/command-query.c \
	%D%/query-ask.c %D%/query-ask.h \
	%D%/query-edit.c %D%/query-edit.h \
	%D%/query-question.c %D%/query-question.h \
	%D%/query-run.c %D%/query-run.h \
	%D%/query-show.c %D%/query-show.h \
	%D%/query-text.c %D%/query-text.h \
	%D%/query-tty.c %D%/query-tty.h
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
