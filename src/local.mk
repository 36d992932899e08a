# Floor 6: the program. All but main is a library, for tests and benchmarks.
noinst_LIBRARIES += src/libapp.a
src_libapp_a_SOURCES = \
	%D%/app-answer.c \
	%D%/app-attach.c %D%/app-file.h \
	%D%/app-command-line.c \
	%D%/app-command.c \
	%D%/app-composer.c \
	%D%/app-dialect.c \
	%D%/app-draw.c \
	%D%/app-edit.c \
	%D%/app-filter.c \
	%D%/app-find.c \
	%D%/app-fleet.c \
	%D%/app-history.c \
	%D%/app-hits.c \
	%D%/app-host.c \
	%D%/app-input.c \
	%D%/app-jp8.c \
	%D%/app-line.c \
	%D%/app-lines.c \
	%D%/app-link.c \
	%D%/app-new.c \
	%D%/app-palette.c \
	%D%/app-private.h \
	%D%/app-pane.c \
	%D%/app-prompt.c %D%/app-prompt.h \
	%D%/app-push.c \
	%D%/app-rule.c \
	%D%/app-state.c %D%/app-state.h \
	%D%/app-take.c \
	%D%/app-text.c \
	%D%/app-timeline.c \
	%D%/app.c %D%/app.h \
	%D%/host-log.c %D%/host-log.h \
	%D%/line-history.c %D%/line-history.h \
	%D%/plain-follow.c %D%/plain-follow.h \
	%D%/plain.c %D%/plain.h \
	%D%/options.c %D%/options.h

bin_PROGRAMS += jp-dashboard
jp_dashboard_SOURCES = \
	%D%/batch.c %D%/batch.h \
	%D%/connection.c %D%/connection.h \
	%D%/describe.c %D%/describe.h \
	%D%/host-child.c %D%/host-child.h \
	%D%/hub.c %D%/hub.h \
	%D%/external.c %D%/external.h \
	%D%/file.c %D%/file.h \
	%D%/loop.c %D%/loop.h \
	%D%/main.c \
	%D%/record.c %D%/record.h \
	%D%/read-file.c %D%/read-file.h \
	%D%/rules-file.c %D%/rules-file.h \
	%D%/save.c %D%/save.h \
	%D%/signals.c %D%/signals.h \
	%D%/state-file.c %D%/state-file.h \
	%D%/surroundings.c %D%/surroundings.h \
	%D%/theme-load.c %D%/theme-load.h
jp_dashboard_LDADD = $(LIBAPP) $(LIBTERM) $(LIBVIEW) $(LIBSTORE) $(LIBTEXT) \
	$(LIBPROTO) $(LIBBASE) $(CJSON_LIBS) $(MD4C_LIBS) $(UTF8PROC_LIBS) \
	$(PCRE2_LIBS) \
	$(NCURSESW_LIBS) $(TERMKEY_LIBS) $(LIBINTL)
