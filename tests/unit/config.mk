# Unit tests of src/jphost/config.
if HAVE_CMOCKA
CONFIG_TESTS = tests/unit/test-attachment tests/unit/test-config \
	tests/unit/test-config-new tests/unit/test-config-trust \
	tests/unit/test-toml
check_PROGRAMS += $(CONFIG_TESTS)
TESTS += $(CONFIG_TESTS)
tests_unit_test_attachment_SOURCES = %D%/test-attachment.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_attachment_LDADD = $(UNIT_CONFIG) $(CMOCKA_LIBS)
tests_unit_test_config_SOURCES = %D%/test-config.c
tests_unit_test_config_LDADD = $(UNIT_CONFIG) $(CMOCKA_LIBS)
tests_unit_test_config_new_SOURCES = %D%/test-config-new.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_config_new_LDADD = $(UNIT_CONFIG) $(CMOCKA_LIBS)
tests_unit_test_config_trust_SOURCES = %D%/test-config-trust.c
tests_unit_test_config_trust_LDADD = $(UNIT_CONFIG) $(CMOCKA_LIBS)
tests_unit_test_toml_SOURCES = %D%/test-toml.c
tests_unit_test_toml_LDADD = $(UNIT_CONFIG) $(CMOCKA_LIBS)
endif
