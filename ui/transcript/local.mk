# Floor 5: a conversation as rows, and its timeline.
noinst_LIBRARIES += ui/transcript/libtranscript.a
ui_transcript_libtranscript_a_SOURCES = \
	%D%/data-uri.c %D%/data-uri.h \
	%D%/terminal-screen.c %D%/terminal-screen.h \
	%D%/terminal-text.c %D%/terminal-text.h \
	%D%/timeline.c %D%/timeline.h \
	%D%/transcript-cache.c %D%/transcript-cache.h \
	%D%/transcript-call.c \
	%D%/transcript-consent.c %D%/transcript-consent.h \
	%D%/transcript-draw.c \
	%D%/transcript-filter.c %D%/transcript-filter.h \
	%D%/transcript-find.c \
	%D%/transcript-item-long.c \
	%D%/transcript-item-mark.c \
	%D%/transcript-item-report.c \
	%D%/transcript-item.c %D%/transcript-item.h \
	%D%/transcript-lines.c \
	%D%/transcript-markdown.c %D%/transcript-markdown.h \
	%D%/transcript-private.h \
	%D%/transcript-result.c %D%/transcript-result.h \
	%D%/transcript-select.c \
	%D%/transcript-shown.c \
	%D%/transcript-times.c %D%/transcript-times.h \
	%D%/transcript-turn.c \
	%D%/transcript.c %D%/transcript.h
