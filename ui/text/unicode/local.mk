# Floor 2: what Unicode says of a character.
noinst_LIBRARIES += ui/text/unicode/libunicode.a
ui_text_unicode_libunicode_a_CPPFLAGS = $(AM_CPPFLAGS) $(UTF8PROC_CFLAGS)
ui_text_unicode_libunicode_a_SOURCES = \
	%D%/codepoint.c %D%/codepoint.h \
	%D%/unicode-data.c %D%/unicode-data.h
