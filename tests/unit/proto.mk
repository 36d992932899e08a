# Unit tests of proto/.
if HAVE_CMOCKA
PROTO_TESTS = \
	tests/unit/test-event \
	tests/unit/test-event-check \
	tests/unit/test-event-write \
	tests/unit/test-framer \
	tests/unit/test-host-chunk \
	tests/unit/test-host-message \
	tests/unit/test-host-write \
	tests/unit/test-json \
	tests/unit/test-json-layout \
	tests/unit/test-json-scan \
	tests/unit/test-json-write \
	tests/unit/test-outbox \
	tests/unit/test-pending \
	tests/unit/test-plugin-check \
	tests/unit/test-plugin-message \
	tests/unit/test-plugin-write \
	tests/unit/test-repair \
	tests/unit/test-secrets \
	tests/unit/test-terminal-place \
	tests/unit/test-wire-noise
VECTORS = %D%/vectors.c %D%/vectors.h
check_PROGRAMS += $(PROTO_TESTS)
TESTS += $(PROTO_TESTS)
tests_unit_test_event_SOURCES = %D%/test-event.c $(VECTORS)
tests_unit_test_event_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_event_check_SOURCES = %D%/test-event-check.c
tests_unit_test_event_check_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_event_write_SOURCES = %D%/test-event-write.c
tests_unit_test_event_write_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_framer_SOURCES = %D%/test-framer.c
tests_unit_test_framer_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_host_chunk_SOURCES = %D%/test-host-chunk.c
tests_unit_test_host_chunk_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_host_message_SOURCES = %D%/test-host-message.c $(VECTORS)
tests_unit_test_host_message_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_host_write_SOURCES = %D%/test-host-write.c
tests_unit_test_host_write_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_SOURCES = %D%/test-json.c
tests_unit_test_json_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_layout_SOURCES = %D%/test-json-layout.c \
	%D%/real-data.c %D%/real-data.h
tests_unit_test_json_layout_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_scan_SOURCES = %D%/test-json-scan.c
tests_unit_test_json_scan_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_write_SOURCES = %D%/test-json-write.c
tests_unit_test_json_write_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_outbox_SOURCES = %D%/test-outbox.c
tests_unit_test_outbox_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_pending_SOURCES = %D%/test-pending.c
tests_unit_test_pending_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_plugin_check_SOURCES = %D%/test-plugin-check.c
tests_unit_test_plugin_check_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_plugin_message_SOURCES = %D%/test-plugin-message.c $(VECTORS)
tests_unit_test_plugin_message_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_plugin_write_SOURCES = %D%/test-plugin-write.c
tests_unit_test_plugin_write_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_repair_SOURCES = %D%/test-repair.c
tests_unit_test_repair_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_secrets_SOURCES = %D%/test-secrets.c
tests_unit_test_secrets_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_wire_noise_SOURCES = %D%/test-wire-noise.c $(VECTORS) \
	tests/fuzz/wire-check.c tests/fuzz/wire-check.h
tests_unit_test_wire_noise_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_terminal_place_SOURCES = %D%/test-terminal-place.c
tests_unit_test_terminal_place_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
endif
EXTRA_DIST += \
	tests/vectors/events.txt \
	tests/vectors/host-messages.txt \
	tests/vectors/plugin-messages.txt
