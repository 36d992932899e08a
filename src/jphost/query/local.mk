# Floor 9: a turn in this terminal: `jphost query`.
noinst_LIBRARIES += src/jphost/query/libquery.a
src_jphost_query_libquery_a_SOURCES = \
	%D%/query-editor.c %D%/query-editor.h \
	%D%/query-inquiry.c %D%/query-inquiry.h \
	%D%/query-output.c %D%/query-output.h \
	%D%/query-prompt.c %D%/query-prompt.h \
	%D%/query-stdin.c %D%/query-stdin.h \
	%D%/query-ask.h \
	%D%/query-call.c %D%/query-call.h \
	%D%/query-draft.c \
	%D%/query-gate.c %D%/query-gate.h \
	%D%/query-menu.c \
	%D%/query-out.c %D%/query-out.h \
	%D%/query.c %D%/query.h \
	%D%/terminal-rows.c %D%/terminal-rows.h \
	%D%/terminal-stream.c %D%/terminal-stream.h
