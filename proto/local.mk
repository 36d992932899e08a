# Floor 2: the wire, both directions.
noinst_LIBRARIES += proto/libproto.a
proto_libproto_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
proto_libproto_a_SOURCES = \
	%D%/event.h \
	%D%/event-check.c %D%/event-check.h \
	%D%/event-decode.c \
	%D%/event-peek.c \
	%D%/event-words.c %D%/event-words.h \
	%D%/event-write.c %D%/event-write.h \
	%D%/framer.c %D%/framer.h \
	%D%/host-chunk.c \
	%D%/host-message.c %D%/host-message.h \
	%D%/host-write.c \
	%D%/init-options.c %D%/init-options.h \
	%D%/inquiry.c %D%/inquiry.h \
	%D%/json.c %D%/json.h \
	%D%/json-scan.c %D%/json-scan.h \
	%D%/json-strict.c %D%/json-strict.h \
	%D%/json-string.c \
	%D%/json-token.c %D%/json-token.h \
	%D%/json-write.c %D%/json-write.h \
	%D%/line.c %D%/line.h \
	%D%/member.c %D%/member.h \
	%D%/outbox.c %D%/outbox.h \
	%D%/pending.c %D%/pending.h \
	%D%/plugin-check.c %D%/plugin-check.h \
	%D%/plugin-message.c %D%/plugin-message.h \
	%D%/plugin-message-decode.c \
	%D%/plugin-write.c \
	%D%/repair.c %D%/repair.h \
	%D%/secrets.c %D%/secrets.h \
	%D%/terminal-place.c %D%/terminal-place.h
