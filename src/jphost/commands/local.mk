# Floor 10: run, serve, query and the others: one file each, and what only
# they need.
noinst_LIBRARIES += src/jphost/commands/libcommands.a
src_jphost_commands_libcommands_a_SOURCES = \
	%D%/command-demo.c \
	%D%/command-init.c \
	%D%/command-jp.c \
	%D%/command-list.c %D%/command-list.h \
	%D%/command-plugins.c \
	%D%/command-query.c \
	%D%/command-replay.c \
	%D%/command-run.c \
	%D%/command-serve.c \
	%D%/command-trust.c \
	%D%/demo-play.c %D%/demo-play.h \
	%D%/demo-stage.c %D%/demo-stage.h \
	%D%/jp-doctor.c %D%/jp-doctor.h \
	%D%/attach-terminal.c %D%/attach-terminal.h \
	%D%/lock-wait.c %D%/lock-wait.h \
	%D%/plugin-describe.c %D%/plugin-describe.h \
	%D%/plugin-group.c %D%/plugin-group.h \
	%D%/plugin-log.c %D%/plugin-log.h \
	%D%/plugin-list.c %D%/plugin-list.h \
	%D%/plugin-policy.c %D%/plugin-policy.h \
	%D%/plugin-print.c %D%/plugin-print.h \
	%D%/plugin-process.c %D%/plugin-process.h \
	%D%/provider-choice.c %D%/provider-choice.h \
	%D%/recording.c %D%/recording.h \
	%D%/replay-session.c %D%/replay-session.h \
	%D%/run-options.c %D%/run-options.h \
	%D%/trust-ask.c %D%/trust-ask.h
# What `jphost demo` plays.
DEMO_PLAYS = \
	%D%/demo/parser.play \
	%D%/demo/config.play \
	%D%/demo/release.play \
	%D%/demo/flaky.play \
	%D%/demo/sitemap.play \
	%D%/demo/onboarding.play \
	%D%/demo/reply.play
EXTRA_DIST += $(DEMO_PLAYS) %D%/demo/plays.awk
nodist_src_jphost_commands_libcommands_a_SOURCES = %D%/demo-plays.c
CLEANFILES += %D%/demo-plays.c
%D%/demo-plays.c: $(DEMO_PLAYS) %D%/demo/plays.awk
	$(AM_V_at)$(MKDIR_P) %D%
	$(AM_V_GEN)plays=; \
	for play in $(DEMO_PLAYS); do \
		plays="$$plays $(srcdir)/$$play"; \
	done; \
	LC_ALL=C $(AWK) -f $(srcdir)/%D%/demo/plays.awk $$plays >$@.tmp && \
		mv $@.tmp $@
