# Floor 3b: text to styled rows.
noinst_LIBRARIES += ui/text/libtext.a
ui_text_libtext_a_CPPFLAGS = $(AM_CPPFLAGS) $(MD4C_CFLAGS) $(UTF8PROC_CFLAGS)
ui_text_libtext_a_SOURCES = \
	%D%/code.c %D%/code.h %D%/code-part.h \
	%D%/code-data.c %D%/code-languages.c \
	%D%/colored.c %D%/colored.h \
	%D%/diff.c %D%/diff.h %D%/diff-part.h \
	%D%/diff-columns.c %D%/diff-lines.c %D%/diff-words.c %D%/diff-write.c \
	%D%/escape.c %D%/escape.h \
	%D%/face.h \
	%D%/lookalike.c %D%/lookalike.h \
	%D%/lookalike-skeleton.c \
	%D%/markdown.c %D%/markdown.h %D%/markdown-part.h \
	%D%/markdown-block.c %D%/markdown-entity.c %D%/markdown-inline.c \
	%D%/markdown-line.c %D%/markdown-line.h %D%/markdown-show.c \
	%D%/markdown-table.c %D%/markdown-open-marks.c \
	%D%/prose.c %D%/prose.h \
	%D%/rows.c %D%/rows.h \
	%D%/sanitize.c %D%/sanitize.h \
	%D%/sanitize-visible.c \
	%D%/source.c %D%/source.h \
	%D%/styled.c %D%/styled.h \
	%D%/width.c %D%/width.h \
	%D%/wrap.c %D%/wrap.h
