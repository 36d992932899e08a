# Aside: jphost.
noinst_LIBRARIES += src/host/libhost.a
src_host_libhost_a_SOURCES = \
	%D%/base64.c %D%/base64.h \
	%D%/command.h \
	%D%/live.h \
	%D%/stored-event.c %D%/stored-event.h \
	%D%/turn.h \
	%D%/workspace-batch.c %D%/workspace-batch.h \
	%D%/workspace-list.c \
	%D%/workspace-lock.c \
	%D%/workspace-new.c \
	%D%/workspace-place.c %D%/workspace-place.h \
	%D%/workspace-read.c \
	%D%/workspace-write.c \
	%D%/workspace.c %D%/workspace.h
