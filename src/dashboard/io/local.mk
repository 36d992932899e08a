# Floor 9: everything that touches the world: loop, pipes, processes, files.
noinst_LIBRARIES += src/dashboard/io/libio.a
src_dashboard_io_libio_a_SOURCES = \
	%D%/batch.c %D%/batch.h \
	%D%/clipboard.c %D%/clipboard.h \
	%D%/connection.c %D%/connection.h \
	%D%/effects.c %D%/effects.h \
	%D%/environment.c %D%/environment.h \
	%D%/external.c %D%/external.h \
	%D%/host-child.c %D%/host-child.h \
	%D%/hub.c %D%/hub.h \
	%D%/loop-terminal.c %D%/loop-terminal.h \
	%D%/loop.c %D%/loop.h \
	%D%/own-options.c %D%/own-options.h \
	%D%/probe.c %D%/probe.h \
	%D%/record.c %D%/record.h \
	%D%/rules-file.c %D%/rules-file.h \
	%D%/run-briefly.c %D%/run-briefly.h \
	%D%/sight.c %D%/sight.h \
	%D%/signals.c %D%/signals.h \
	%D%/start.c %D%/start.h \
	%D%/state-file.c %D%/state-file.h \
	%D%/theme-load.c %D%/theme-load.h \
	%D%/user-file.c %D%/user-file.h
