# Floor 6: the socket of a running turn, both ends.
noinst_LIBRARIES += src/jphost/live/liblive.a
src_jphost_live_liblive_a_SOURCES = \
	%D%/live-client.c \
	%D%/live-server.c \
	%D%/live.c %D%/live.h
