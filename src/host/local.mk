# Aside: jphost.
bin_PROGRAMS += jphost
jphost_SOURCES = %D%/main.c
jphost_LDADD = $(LIBHOST) $(LIBTEXT) $(LIBPROTO) $(LIBBASE) $(MD4C_LIBS) \
	$(UTF8PROC_LIBS) $(CJSON_LIBS) $(CURL_LIBS) $(LIBINTL)

noinst_LIBRARIES += src/host/libhost.a
src_host_libhost_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS)
src_host_libhost_a_SOURCES = \
	%D%/base64.c %D%/base64.h \
	%D%/command-plugins.c \
	%D%/command-replay.c \
	%D%/command-run.c \
	%D%/command-serve.c \
	%D%/command.h \
	%D%/host-baseline.c %D%/host-baseline.h \
	%D%/host-check.c \
	%D%/host-describe.c %D%/host-describe.h \
	%D%/host-live.c \
	%D%/host-options.c %D%/host-options.h \
	%D%/host-out.c %D%/host-out.h \
	%D%/host-plugin.c %D%/host-plugin.h \
	%D%/host-request.c \
	%D%/host-session.c %D%/host-session.h \
	%D%/host-spawn.c %D%/host-spawn.h \
	%D%/host-signals.c %D%/host-signals.h \
	%D%/host-topic.c %D%/host-topic.h \
	%D%/host-watch.c %D%/host-watch.h \
	%D%/plugin-list.c %D%/plugin-list.h \
	%D%/recording.c %D%/recording.h \
	%D%/replay-session.c %D%/replay-session.h \
	%D%/print-text.c %D%/print-text.h \
	%D%/stored-event.c %D%/stored-event.h \
	%D%/workspace-batch.c %D%/workspace-batch.h \
	%D%/workspace-list.c \
	%D%/workspace-lock.c \
	%D%/workspace-names.c %D%/workspace-names.h \
	%D%/workspace-new.c \
	%D%/workspace-place.c %D%/workspace-place.h \
	%D%/workspace-read.c \
	%D%/workspace-write.c \
	%D%/workspace.c %D%/workspace.h
# The configuration.
src_host_libhost_a_SOURCES += \
	%D%/config-attachment.c %D%/config-attachment.h \
	%D%/config-file.c %D%/config-file.h \
	%D%/config-glob.c %D%/config-glob.h \
	%D%/config-tree.c %D%/config-tree.h \
	%D%/host-config.c %D%/host-config.h \
	%D%/toml-value.c %D%/toml-value.h \
	%D%/toml.c %D%/toml.h
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
# What a terminal shows.
src_host_libhost_a_SOURCES += \
	%D%/terminal-rows.c %D%/terminal-rows.h \
	%D%/terminal-stream.c %D%/terminal-stream.h
# `jphost demo`, and what it plays.
DEMO_PLAYS = \
	%D%/demo/parser.play \
	%D%/demo/config.play \
	%D%/demo/release.play \
	%D%/demo/flaky.play \
	%D%/demo/sitemap.play \
	%D%/demo/onboarding.play \
	%D%/demo/reply.play
EXTRA_DIST += $(DEMO_PLAYS) %D%/demo/plays.awk
src_host_libhost_a_SOURCES += \
	%D%/command-demo.c \
	%D%/demo-play.c %D%/demo-play.h \
	%D%/demo-stage.c %D%/demo-stage.h
nodist_src_host_libhost_a_SOURCES = %D%/demo-plays.c
CLEANFILES += %D%/demo-plays.c
%D%/demo-plays.c: $(DEMO_PLAYS) %D%/demo/plays.awk
	$(AM_V_at)$(MKDIR_P) %D%
	$(AM_V_GEN)plays=; \
	for play in $(DEMO_PLAYS); do \
		plays="$$plays $(srcdir)/$$play"; \
	done; \
	LC_ALL=C $(AWK) -f $(srcdir)/%D%/demo/plays.awk $$plays >$@.tmp && \
		mv $@.tmp $@
# Turns, whoever runs them.
src_host_libhost_a_SOURCES += \
	%D%/live-client.c \
	%D%/live-peer.c %D%/live-peer.h \
	%D%/live-server.c \
	%D%/live.c %D%/live.h \
	%D%/http-stream.c %D%/http-stream.h \
	%D%/notices.c %D%/notices.h \
	%D%/openai-request.c %D%/openai-request.h \
	%D%/openai-stream.c %D%/openai-stream.h \
	%D%/provider-openai.c %D%/provider-openai.h \
	%D%/provider-replay.c %D%/provider-replay.h \
	%D%/provider.c %D%/provider.h \
	%D%/replay-script.c %D%/replay-script.h \
	%D%/sse.c %D%/sse.h \
	%D%/tool-command.c %D%/tool-command.h \
	%D%/tool-config.c %D%/tool-config.h \
	%D%/tool-outcome.c %D%/tool-outcome.h \
	%D%/tool-process.c %D%/tool-process.h \
	%D%/turn-batch.c \
	%D%/turn-event.c \
	%D%/turn-handle.c \
	%D%/turn-inquiry.c \
	%D%/turn-leave.c \
	%D%/turn-state.h \
	%D%/turn-tool.c \
	%D%/turn.c %D%/turn.h
