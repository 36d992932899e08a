# Unit tests of src/jphost/workspace.
if HAVE_CMOCKA
WORKSPACE_TESTS = tests/unit/test-stored-event \
	tests/unit/test-workspace tests/unit/test-workspace-data \
	tests/unit/test-workspace-faults tests/unit/test-workspace-lock \
	tests/unit/test-workspace-names tests/unit/test-workspace-silo \
	tests/unit/test-workspace-slug
check_PROGRAMS += $(WORKSPACE_TESTS)
TESTS += $(WORKSPACE_TESTS)
tests_unit_test_stored_event_SOURCES = %D%/test-stored-event.c
tests_unit_test_stored_event_LDADD = $(UNIT_WORKSPACE) $(CMOCKA_LIBS)
tests_unit_test_workspace_SOURCES = %D%/test-workspace.c %D%/host-fixture.c \
	%D%/host-fixture.h
tests_unit_test_workspace_LDADD = $(UNIT_CONFIG) $(CMOCKA_LIBS)
tests_unit_test_workspace_data_SOURCES = %D%/test-workspace-data.c \
	%D%/real-data.c %D%/real-data.h
tests_unit_test_workspace_data_LDADD = $(UNIT_WORKSPACE) $(CMOCKA_LIBS)
tests_unit_test_workspace_faults_SOURCES = %D%/test-workspace-faults.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_workspace_faults_LDADD = $(UNIT_WORKSPACE) $(CMOCKA_LIBS)
tests_unit_test_workspace_lock_SOURCES = %D%/test-workspace-lock.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_workspace_lock_LDADD = $(UNIT_WORKSPACE) $(CMOCKA_LIBS)
tests_unit_test_workspace_names_SOURCES = %D%/test-workspace-names.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_workspace_names_LDADD = $(UNIT_WORKSPACE) $(CMOCKA_LIBS)
tests_unit_test_workspace_silo_SOURCES = %D%/test-workspace-silo.c \
	%D%/host-fixture.c %D%/host-fixture.h
tests_unit_test_workspace_silo_LDADD = $(UNIT_WORKSPACE) $(CMOCKA_LIBS)
tests_unit_test_workspace_slug_SOURCES = %D%/test-workspace-slug.c
tests_unit_test_workspace_slug_LDADD = $(UNIT_WORKSPACE) $(CMOCKA_LIBS)
endif
