# Unit tests of this floor.
if HAVE_CMOCKA
PROTO_TESTS = tests/unit/test-json-layout tests/unit/test-json-scan \
	tests/unit/test-json-write
check_PROGRAMS += $(PROTO_TESTS)
TESTS += $(PROTO_TESTS)
tests_unit_test_json_layout_SOURCES = %D%/test-json-layout.c
tests_unit_test_json_layout_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_scan_SOURCES = %D%/test-json-scan.c
tests_unit_test_json_scan_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
tests_unit_test_json_write_SOURCES = %D%/test-json-write.c
tests_unit_test_json_write_LDADD = $(UNIT_PROTO) $(CMOCKA_LIBS)
endif
