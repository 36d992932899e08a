# Floors 6 to 8: every host, what the user has in front of them, what can have
# the keys. No I/O.
noinst_LIBRARIES += src/dashboard/libdashboard.a
src_dashboard_libdashboard_a_SOURCES = \
	%D%/hosts/create.c %D%/hosts/create.h \
	%D%/hosts/dialect-jp8.c %D%/hosts/dialect-jp8.h \
	%D%/hosts/dialect.c %D%/hosts/dialect.h \
	%D%/hosts/follow.c %D%/hosts/follow.h \
	%D%/hosts/history.c %D%/hosts/history.h \
	%D%/hosts/host.c %D%/hosts/host.h \
	%D%/hosts/hosts.c %D%/hosts/hosts.h \
	%D%/hosts/lifecycle.c %D%/hosts/lifecycle.h \
	%D%/hosts/prompt.c %D%/hosts/prompt.h \
	%D%/hosts/push.c %D%/hosts/push.h \
	%D%/hosts/query.c %D%/hosts/query.h \
	%D%/hosts/receive.c \
	%D%/hosts/respond.c \
	%D%/hosts/tell.h \
	%D%/app/app-private.h \
	%D%/app/app.c %D%/app/app.h \
	%D%/app/attachment.c %D%/app/attachment.h \
	%D%/app/command-line.c \
	%D%/app/commands.c \
	%D%/app/describe.c %D%/app/describe.h \
	%D%/app/draft.c %D%/app/draft.h \
	%D%/app/effect.c %D%/app/effect.h \
	%D%/app/external-edit.c \
	%D%/app/frame-bars.c \
	%D%/app/frame.c %D%/app/frame.h \
	%D%/app/input.c \
	%D%/app/layer.c %D%/app/layer.h \
	%D%/app/line-history.c %D%/app/line-history.h \
	%D%/app/news.c %D%/app/news.h \
	%D%/app/options.c %D%/app/options.h \
	%D%/app/pane-draw.c \
	%D%/app/pane-export.c \
	%D%/app/pane-filter.c \
	%D%/app/pane-search.c \
	%D%/app/pane-select.c \
	%D%/app/pane.c \
	%D%/app/plain-follow.c %D%/app/plain-follow.h \
	%D%/app/plain.c %D%/app/plain.h \
	%D%/app/prompt-desk.c %D%/app/prompt-desk.h \
	%D%/app/prompt-dialog.c %D%/app/prompt-dialog.h \
	%D%/app/rule-answers.c \
	%D%/app/state.c %D%/app/state.h \
	%D%/layers/layer-composer.c \
	%D%/layers/layer-filter.c \
	%D%/layers/layer-help.c \
	%D%/layers/layer-line.c \
	%D%/layers/layer-palette.c \
	%D%/layers/layer-panes.c \
	%D%/layers/layer-picker.c \
	%D%/layers/layer-prompt.c \
	%D%/layers/layer-quit.c \
	%D%/layers/layer-rules.c \
	%D%/layers/layer-search-all.c \
	%D%/layers/layer-text.c \
	%D%/layers/layer-timeline.c \
	%D%/layers/layers.c %D%/layers/layers.h \
	%D%/layers/line-choices.c %D%/layers/line-choices.h

bin_PROGRAMS += jp-dashboard
jp_dashboard_SOURCES = %D%/main.c
jp_dashboard_LDADD = $(LIBIO) $(LIBDASHBOARD) $(LIBTERM) $(LIBTRANSCRIPT) \
	$(LIBDIALOG) $(LIBVIEW) $(LIBSTORE) $(LIBTEXT) $(LIBPROTO) $(LIBBASE) $(CJSON_LIBS) $(MD4C_LIBS) \
	$(UTF8PROC_LIBS) $(PCRE2_LIBS) $(NCURSESW_LIBS) $(TERMKEY_LIBS) \
	$(LIBINTL)
