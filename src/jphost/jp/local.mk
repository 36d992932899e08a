# Floor 7: the real jp: what its log tells of a turn, what its terminal shows.
noinst_LIBRARIES += src/jphost/jp/libjp.a
src_jphost_jp_libjp_a_CPPFLAGS = $(AM_CPPFLAGS) $(VTERM_CFLAGS)
src_jphost_jp_libjp_a_SOURCES = \
	%D%/process-place.c %D%/process-place.h \
	%D%/jp-agree.c %D%/jp-agree.h \
	%D%/jp-arguments.c %D%/jp-arguments.h \
	%D%/jp-attach.c %D%/jp-attach.h \
	%D%/jp-drive.c %D%/jp-drive.h \
	%D%/jp-drive-answer.c %D%/jp-drive-state.h \
	%D%/jp-edit.c %D%/jp-edit.h \
	%D%/jp-error.c %D%/jp-error.h \
	%D%/jp-filter.c %D%/jp-filter.h \
	%D%/jp-keys.c %D%/jp-keys.h \
	%D%/jp-prompt.c %D%/jp-prompt.h \
	%D%/jp-pty.c %D%/jp-pty.h \
	%D%/jp-run.c %D%/jp-run.h \
	%D%/jp-run-keys.c %D%/jp-run-state.h \
	%D%/jp-screen.c %D%/jp-screen.h \
	%D%/jp-terminal.c %D%/jp-terminal.h \
	%D%/jp-watch.c %D%/jp-watch.h \
	%D%/trace-file.c %D%/trace-file.h \
	%D%/trace-follow.c %D%/trace-follow.h \
	%D%/trace-line.c %D%/trace-line.h \
	%D%/trace-repeat.c %D%/trace-repeat.h \
	%D%/trace-stream.c %D%/trace-stream.h
