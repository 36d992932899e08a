# Floor 6: the program. All but main is a library, for tests and benchmarks.
noinst_LIBRARIES += src/libapp.a
src_libapp_a_SOURCES = \
	%D%/app-command.c \
	%D%/app-composer.c \
	%D%/app-draw.c \
	%D%/app-host.c \
	%D%/app-input.c \
	%D%/app-link.c \
	%D%/app-pane.c \
	%D%/app-prompt.c \
	%D%/app.c %D%/app.h \
	%D%/options.c %D%/options.h
