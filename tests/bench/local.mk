# What was promised, measured: "make bench", which builds it.
BENCHES = tests/bench/bench-app tests/bench/bench-fleet \
	tests/bench/bench-host tests/bench/bench-linear \
	tests/bench/bench-search \
	tests/bench/bench-terminal tests/bench/bench-volume
EXTRA_PROGRAMS += $(BENCHES)
CLEANFILES += $(BENCHES)
tests_bench_bench_app_SOURCES = %D%/bench-app.c \
	%D%/drive.c %D%/drive.h \
	%D%/fake-host.c %D%/fake-host.h \
	%D%/measure.c %D%/measure.h \
	%D%/workload.c %D%/workload.h
tests_bench_bench_app_LDADD = $(UNIT_DASHBOARD)
tests_bench_bench_host_SOURCES = %D%/bench-host.c \
	%D%/measure.c %D%/measure.h
tests_bench_bench_host_LDADD = $(UNIT_JPHOST)
tests_bench_bench_linear_SOURCES = %D%/bench-linear.c \
	%D%/measure.c %D%/measure.h \
	tests/unit/stage.c tests/unit/stage.h \
	tests/unit/told.c tests/unit/told.h
tests_bench_bench_linear_LDADD = $(UNIT_TRANSCRIPT) $(CMOCKA_LIBS)
tests_bench_bench_fleet_SOURCES = %D%/bench-fleet.c \
	%D%/measure.c %D%/measure.h
tests_bench_bench_fleet_LDADD = $(UNIT_IO)
tests_bench_bench_search_SOURCES = %D%/bench-search.c \
	%D%/drive.c %D%/drive.h \
	%D%/fake-host.c %D%/fake-host.h \
	%D%/measure.c %D%/measure.h \
	%D%/workload.c %D%/workload.h
tests_bench_bench_search_CPPFLAGS = $(AM_CPPFLAGS) $(PCRE2_CFLAGS)
tests_bench_bench_search_LDADD = $(UNIT_DASHBOARD)
tests_bench_bench_terminal_SOURCES = %D%/bench-terminal.c \
	%D%/fake-host.c %D%/fake-host.h \
	%D%/measure.c %D%/measure.h \
	%D%/session.c %D%/session.h \
	%D%/workload.c %D%/workload.h
tests_bench_bench_terminal_LDADD = $(UNIT_PROTO)
tests_bench_bench_volume_SOURCES = %D%/bench-volume.c \
	%D%/drive.c %D%/drive.h \
	%D%/fake-host.c %D%/fake-host.h \
	%D%/measure.c %D%/measure.h \
	%D%/workload.c %D%/workload.h
tests_bench_bench_volume_LDADD = $(UNIT_DASHBOARD)

bench: all $(BENCHES)
	@rows=tests/bench/bench.log; : >$$rows; \
	for program in bench-app bench-linear bench-volume bench-search \
			"bench-terminal ./jp-dashboard" \
			"bench-fleet ./jphost" \
			"bench-host ./jphost"; do \
		{ tests/bench/$$program; test $$? -lt 2 || \
			echo "$${program%% *} could not measure: MISSED"; \
		} | tee -a $$rows; \
	done; \
	echo; echo "`grep -c ' met *$$' $$rows` goals met," \
		"`grep -c ' MISSED *$$' $$rows` missed"; \
	! grep ' MISSED *$$' $$rows
CLEANFILES += tests/bench/bench.log
PHONY_TARGETS += bench
