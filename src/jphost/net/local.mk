# Floor 5: streams: HTTP bodies, server-sent events, lines over a socket.
noinst_LIBRARIES += src/jphost/net/libnet.a
src_jphost_net_libnet_a_CFLAGS = $(AM_CFLAGS) $(CURL_CFLAGS)
src_jphost_net_libnet_a_SOURCES = \
	%D%/http-stream.c %D%/http-stream.h \
	%D%/line-peer.c %D%/line-peer.h \
	%D%/sse.c %D%/sse.h
