# Floor 4: what we know to cells, keys to commands.
noinst_LIBRARIES += ui/view/libview.a
ui_view_libview_a_SOURCES = \
	%D%/arguments-private.h %D%/arguments-text.c \
	%D%/arguments.c %D%/arguments.h \
	%D%/bars-help.c %D%/bars-title.c %D%/bars.c %D%/bars.h \
	%D%/canvas.c %D%/canvas.h \
	%D%/command.c %D%/command.h \
	%D%/dialog-approval-draw.c \
	%D%/dialog-approval.c %D%/dialog-approval.h \
	%D%/dialog-inquiry.c %D%/dialog-inquiry.h \
	%D%/dialog-part.c %D%/dialog-part.h \
	%D%/dialog-text.c %D%/dialog-text.h \
	%D%/editor-edit.c %D%/editor-edit.h \
	%D%/editor-rows.c %D%/editor-rows.h \
	%D%/editor-unit.c %D%/editor-unit.h \
	%D%/editor.c %D%/editor.h \
	%D%/elapsed.c %D%/elapsed.h \
	%D%/json-rows.c %D%/json-rows.h \
	%D%/key.c %D%/key.h \
	%D%/keymap.c %D%/keymap.h \
	%D%/layout-private.h %D%/layout-text.c \
	%D%/layout.c %D%/layout.h \
	%D%/picker-draw.c \
	%D%/picker-match.c %D%/picker-match.h \
	%D%/picker.c %D%/picker.h \
	%D%/prompt-lock.c %D%/prompt-lock.h \
	%D%/sidebar.c %D%/sidebar.h \
	%D%/theme.c %D%/theme.h \
	%D%/theme-file.c %D%/theme-file.h \
	%D%/timeline.c %D%/timeline.h \
	%D%/transcript-cache.c %D%/transcript-cache.h \
	%D%/transcript-call.c \
	%D%/transcript-draw.c \
	%D%/transcript-filter.c %D%/transcript-filter.h \
	%D%/transcript-find.c \
	%D%/transcript-item-mark.c \
	%D%/transcript-item.c %D%/transcript-item.h \
	%D%/transcript-lines.c \
	%D%/transcript-markdown.c %D%/transcript-markdown.h \
	%D%/transcript-private.h \
	%D%/transcript-result.c %D%/transcript-result.h \
	%D%/transcript-select.c \
	%D%/transcript-turn.c \
	%D%/transcript.c %D%/transcript.h
