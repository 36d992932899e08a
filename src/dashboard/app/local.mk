# Floor 7: what the user has in front of them. No I/O.
noinst_LIBRARIES += src/dashboard/app/libapp.a
src_dashboard_app_libapp_a_SOURCES = \
	%D%/app.c %D%/app.h %D%/parts.h \
	%D%/attachment.c %D%/attachment.h \
	%D%/command-line.c %D%/command-line.h \
	%D%/commands.c %D%/commands.h \
	%D%/draft.c %D%/draft.h \
	%D%/effect.c %D%/effect.h \
	%D%/external-edit.c %D%/external-edit.h \
	%D%/frame-bars.c \
	%D%/frame.c %D%/frame.h \
	%D%/input-text.c \
	%D%/input.c %D%/input.h \
	%D%/layer.c %D%/layer.h \
	%D%/news.c %D%/news.h \
	%D%/options.c %D%/options.h \
	%D%/options-read.c \
	%D%/pane-draw.c \
	%D%/pane-filter.c %D%/pane-filter.h \
	%D%/pane-search.c %D%/pane-search.h \
	%D%/pane-select.c %D%/pane-select.h \
	%D%/pane.c %D%/pane.h \
	%D%/plain-follow.c %D%/plain-follow.h \
	%D%/plain.c %D%/plain.h \
	%D%/prompt-answer.c %D%/prompt-answer.h \
	%D%/prompt-dialog.c %D%/prompt-dialog.h \
	%D%/rule-answers.c %D%/rule-answers.h \
	%D%/say.c %D%/say.h \
	%D%/state.c %D%/state.h \
	%D%/workspace-trust.c %D%/workspace-trust.h
