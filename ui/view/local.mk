# Floor 4: what we know to cells, keys to commands.
noinst_LIBRARIES += ui/view/libview.a
ui_view_libview_a_SOURCES = \
	%D%/bars-help.c %D%/bars-title.c %D%/bars.c %D%/bars.h \
	%D%/canvas.c %D%/canvas.h \
	%D%/command.c %D%/command.h \
	%D%/key.c %D%/key.h \
	%D%/keymap.c %D%/keymap.h \
	%D%/layout.c %D%/layout.h \
	%D%/sidebar.c %D%/sidebar.h \
	%D%/theme.c %D%/theme.h
noinst_HEADERS += \
	%D%/editor.h \
	%D%/picker.h \
	%D%/transcript.h
