# Floor 5: the terminal and nothing but.
noinst_LIBRARIES += ui/term/libterm.a
ui_term_libterm_a_CFLAGS = $(AM_CFLAGS) $(NCURSESW_CFLAGS) $(TERMKEY_CFLAGS)
ui_term_libterm_a_SOURCES = \
	%D%/term-csi.c %D%/term-csi.h \
	%D%/term-input.c %D%/term-input.h \
	%D%/term-keys.c %D%/term-keys.h \
	%D%/term-paste.c %D%/term-paste.h \
	%D%/term.h
