# Floor 7: the real jp: what its log tells of a turn.
noinst_LIBRARIES += src/jphost/jp/libjp.a
src_jphost_jp_libjp_a_SOURCES = \
	%D%/process-place.c %D%/process-place.h \
	%D%/trace-file.c %D%/trace-file.h \
	%D%/trace-follow.c %D%/trace-follow.h \
	%D%/trace-line.c %D%/trace-line.h \
	%D%/trace-stream.c %D%/trace-stream.h
