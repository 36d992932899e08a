# Floor 5: the terminal and nothing but.
noinst_LIBRARIES += ui/term/libterm.a
ui_term_libterm_a_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS) $(TERMKEY_CFLAGS)
ui_term_libterm_a_SOURCES = \
	%D%/term.c %D%/term.h \
	%D%/term-alt.c %D%/term-alt.h \
	%D%/term-char.c %D%/term-char.h \
	%D%/term-clipboard.c %D%/term-clipboard.h \
	%D%/term-color.c %D%/term-color.h \
	%D%/term-crash.c %D%/term-crash.h \
	%D%/term-csi.c %D%/term-csi.h \
	%D%/term-draw.c \
	%D%/term-ground.c %D%/term-ground.h \
	%D%/term-guard.c %D%/term-guard.h \
	%D%/term-info.c %D%/term-info.h \
	%D%/term-input.c %D%/term-input.h \
	%D%/term-keys.c %D%/term-keys.h \
	%D%/term-locale.c %D%/term-locale.h \
	%D%/term-modes.c %D%/term-modes.h \
	%D%/term-note.c \
	%D%/term-notice.c %D%/term-notice.h \
	%D%/term-out.c %D%/term-out.h \
	%D%/term-own.c \
	%D%/term-paste.c %D%/term-paste.h \
	%D%/term-private.h \
	%D%/term-run.c \
	%D%/term-screen.c \
	%D%/term-signals.c %D%/term-signals.h \
	%D%/term-steady.c %D%/term-steady.h
