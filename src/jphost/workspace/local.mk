# Floor 3: conversations on disk: places, locks, changes.
noinst_LIBRARIES += src/jphost/workspace/libworkspace.a
src_jphost_workspace_libworkspace_a_SOURCES = \
	%D%/stored-event.c %D%/stored-event.h \
	%D%/workspace-batch.c %D%/workspace-batch.h \
	%D%/workspace-list.c \
	%D%/workspace-lock.c \
	%D%/workspace-names.c %D%/workspace-names.h \
	%D%/workspace-new.c \
	%D%/workspace-owner.c %D%/workspace-owner.h \
	%D%/workspace-place.c %D%/workspace-place.h \
	%D%/workspace-read.c \
	%D%/workspace-slug.c %D%/workspace-slug.h \
	%D%/workspace-watch.c %D%/workspace-watch.h \
	%D%/workspace-write.c \
	%D%/workspace.c %D%/workspace.h
