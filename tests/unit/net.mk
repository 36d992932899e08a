# Unit tests of src/jphost/net.
if HAVE_CMOCKA
NET_TESTS = tests/unit/test-sse
check_PROGRAMS += $(NET_TESTS)
TESTS += $(NET_TESTS)
tests_unit_test_sse_SOURCES = %D%/test-sse.c
tests_unit_test_sse_LDADD = $(UNIT_NET) $(CMOCKA_LIBS)
endif
