# Floor 4: canvas, keys, theme, widgets.
noinst_LIBRARIES += ui/view/libview.a
ui_view_libview_a_SOURCES = \
	%D%/arguments-edit.c %D%/arguments-facts.c \
	%D%/arguments-path.c \
	%D%/arguments-private.h \
	%D%/arguments-text.c \
	%D%/arguments.c %D%/arguments.h \
	%D%/bars-help.c \
	%D%/bars-title.c \
	%D%/bars.c %D%/bars.h \
	%D%/canvas.c %D%/canvas.h \
	%D%/command.c %D%/command.h \
	%D%/conversation-label.c %D%/conversation-label.h \
	%D%/editor-edit.c %D%/editor-edit.h \
	%D%/editor-rows.c %D%/editor-rows.h \
	%D%/editor-unit.c %D%/editor-unit.h \
	%D%/editor.c %D%/editor.h \
	%D%/elapsed.c %D%/elapsed.h \
	%D%/json-rows.c %D%/json-rows.h \
	%D%/key.c %D%/key.h \
	%D%/keymap.c %D%/keymap.h \
	%D%/layout-private.h \
	%D%/layout-text.c \
	%D%/layout.c %D%/layout.h \
	%D%/line-history.c %D%/line-history.h \
	%D%/picker-draw.c \
	%D%/picker-match.c %D%/picker-match.h \
	%D%/picker.c %D%/picker.h \
	%D%/sidebar.c %D%/sidebar.h \
	%D%/theme-file.c %D%/theme-file.h \
	%D%/theme.c %D%/theme.h
