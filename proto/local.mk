# Floor 2: the wire, both directions.
noinst_LIBRARIES += proto/libproto.a
proto_libproto_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
proto_libproto_a_SOURCES = \
	%D%/event.h \
	%D%/framer.c %D%/framer.h \
	%D%/host-message.h \
	%D%/json-scan.c %D%/json-scan.h \
	%D%/json-string.c \
	%D%/json-token.c %D%/json-token.h \
	%D%/json-write.c %D%/json-write.h \
	%D%/json.h \
	%D%/outbox.c %D%/outbox.h \
	%D%/pending.c %D%/pending.h \
	%D%/plugin-message.h \
	%D%/repair.c %D%/repair.h
