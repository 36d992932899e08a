# Tests of ui/term: its pure parts, and what only a terminal can show.
if HAVE_CMOCKA
TERM_TESTS = tests/unit/test-term-answer tests/unit/test-term-color \
	tests/unit/test-term-input \
	tests/unit/test-term-modes \
	tests/unit/test-term-notice tests/unit/test-term-out \
	tests/unit/test-term-paste \
	tests/unit/test-term-steady
check_PROGRAMS += $(TERM_TESTS)
TESTS += $(TERM_TESTS)
TERM_READ = tests/unit/term-read.c tests/unit/term-read.h
tests_unit_test_term_answer_SOURCES = tests/unit/test-term-answer.c $(TERM_READ)
tests_unit_test_term_answer_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
tests_unit_test_term_color_SOURCES = tests/unit/test-term-color.c
tests_unit_test_term_color_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
tests_unit_test_term_input_SOURCES = tests/unit/test-term-input.c $(TERM_READ)
tests_unit_test_term_input_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
tests_unit_test_term_modes_SOURCES = tests/unit/test-term-modes.c
tests_unit_test_term_modes_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
tests_unit_test_term_notice_SOURCES = tests/unit/test-term-notice.c
tests_unit_test_term_notice_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
tests_unit_test_term_out_SOURCES = tests/unit/test-term-out.c
tests_unit_test_term_out_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
tests_unit_test_term_paste_SOURCES = tests/unit/test-term-paste.c
tests_unit_test_term_paste_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
tests_unit_test_term_steady_SOURCES = tests/unit/test-term-steady.c
tests_unit_test_term_steady_LDADD = $(UNIT_TERM) $(CMOCKA_LIBS)
endif

check_PROGRAMS += tests/term/fakehost tests/term/fakejp tests/term/far-host \
	tests/term/term-probe
tests_term_fakejp_SOURCES = %D%/fakejp.c
tests_term_fakejp_LDADD = $(UNIT_PROTO)
tests_term_far_host_SOURCES = %D%/far-host.c
tests_term_fakehost_SOURCES = %D%/fakehost.c
tests_term_term_probe_SOURCES = %D%/term-probe.c
tests_term_term_probe_LDADD = $(UNIT_TERM)
check_PROGRAMS += tests/term/fake-query
tests_term_fake_query_SOURCES = %D%/fake-query.c
tests_term_fake_query_LDADD = $(UNIT_BASE)
check_PROGRAMS += tests/term/no-memory
TESTS += tests/term/no-memory
tests_term_no_memory_SOURCES = %D%/no-memory.c
tests_term_no_memory_LDADD = $(UNIT_TERM)
# The programs in a real terminal: ./dev test plays them with sanitizers only.
TERMINAL_TAPS = \
	%D%/driven.tap \
	%D%/go.tap \
	%D%/two-terminals.tap \
	%D%/jp-today.tap \
	%D%/jp-newer.tap \
	%D%/restart.tap \
	%D%/sight.tap \
	%D%/theme.tap \
	%D%/dashboard.tap \
	%D%/state.tap \
	%D%/death.tap \
	%D%/hosts.tap \
	%D%/stop.tap \
	%D%/let-go.tap \
	%D%/arrived.tap \
	%D%/record.tap \
	%D%/real-data.tap \
	%D%/edit.tap \
	%D%/trust.tap \
	%D%/start.tap \
	%D%/rules.tap \
	%D%/files.tap \
	%D%/take.tap \
	%D%/run.tap \
	%D%/batch.tap \
	%D%/plain.tap \
	%D%/plugin.tap
TERMINAL_TESTS = $(TERMINAL_TAPS)
EXTRA_DIST += $(TERMINAL_TAPS) %D%/dashboard-lib.sh %D%/jp-log.sh %D%/lib.sh
