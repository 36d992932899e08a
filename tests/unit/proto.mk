# Unit tests of proto/.
if HAVE_CMOCKA
PROTO_TESTS = \
	tests/unit/test-framer \
	tests/unit/test-json-layout \
	tests/unit/test-json-scan \
	tests/unit/test-json-write \
	tests/unit/test-outbox \
	tests/unit/test-pending \
	tests/unit/test-repair
check_PROGRAMS += $(PROTO_TESTS)
TESTS += $(PROTO_TESTS)
tests_unit_test_framer_SOURCES = %D%/test-framer.c
tests_unit_test_framer_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_layout_SOURCES = %D%/test-json-layout.c
tests_unit_test_json_layout_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_scan_SOURCES = %D%/test-json-scan.c
tests_unit_test_json_scan_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_write_SOURCES = %D%/test-json-write.c
tests_unit_test_json_write_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_outbox_SOURCES = %D%/test-outbox.c
tests_unit_test_outbox_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_pending_SOURCES = %D%/test-pending.c
tests_unit_test_pending_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_repair_SOURCES = %D%/test-repair.c
tests_unit_test_repair_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
endif
