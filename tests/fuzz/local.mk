# Fuzz targets. replay-seeds runs them all on what is in seeds/, in every check;
# libFuzzer's programs are made by configure --enable-fuzzers CC=clang.
FUZZ_SOURCES = %D%/fuzz-app.c %D%/fuzz-event.c %D%/fuzz-framer.c %D%/fuzz-markdown.c \
	%D%/fuzz-rule.c %D%/fuzz-screen.c %D%/fuzz-script.c %D%/fuzz-state.c %D%/fuzz-stored.c \
	%D%/fuzz-stream.c %D%/fuzz-term-input.c %D%/fuzz-theme.c \
	%D%/fuzz-toml.c
check_PROGRAMS += tests/fuzz/replay-seeds
tests_fuzz_replay_seeds_SOURCES = %D%/replay-seeds.c %D%/fuzz.h \
	%D%/wire-check.c %D%/wire-check.h $(FUZZ_SOURCES)
tests_fuzz_replay_seeds_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_REPLAY
tests_fuzz_replay_seeds_LDADD = $(LIBJPHOST) $(UNIT_IO) $(CURL_LIBS) \
	$(VTERM_LIBS) $(LIBINTL)
dist_check_SCRIPTS += %D%/seeds.tap
# Whole sessions against the rules of approvals.
check_PROGRAMS += tests/fuzz/sessions
tests_fuzz_sessions_SOURCES = %D%/sessions.c %D%/session.h \
	%D%/session-clock.h \
	%D%/session-content.c %D%/session-content.h \
	%D%/session-host.c %D%/session-host.h \
	%D%/session-judge.c %D%/session-judge.h \
	%D%/session-make.c %D%/session-model.c %D%/session-model.h \
	%D%/session-play.c %D%/session-pty.c %D%/session-query.c \
	%D%/session-reader.c \
	%D%/session-rule.c %D%/session-rule.h \
	%D%/session-terminal.c %D%/session-terminal.h
tests_fuzz_sessions_LDADD = $(UNIT_QUERY) $(UNIT_DASHBOARD) $(VTERM_LIBS) \
	$(LIBINTL)
# The program that they play with on a pseudo-terminal; its time is theirs.
check_PROGRAMS += tests/fuzz/session-dashboard
tests_fuzz_session_dashboard_SOURCES = src/dashboard/main.c \
	src/dashboard/describe.c %D%/session-clock.c
tests_fuzz_session_dashboard_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=poll \
	-Wl,--wrap=clock_gettime -Wl,--wrap=write -Wl,--wrap=fork
tests_fuzz_session_dashboard_LDADD = $(jp_dashboard_LDADD)
EXTRA_DIST += %D%/seeds

FUZZ_LINK = $(AM_LDFLAGS) -fsanitize=fuzzer
FUZZ_WIRE = %D%/fuzz.h %D%/wire-check.c %D%/wire-check.h
FUZZ_JPHOST = $(LIBJPHOST) $(UNIT_DASHBOARD) $(CURL_LIBS) $(VTERM_LIBS)
if FUZZERS
noinst_PROGRAMS += tests/fuzz/fuzz-app tests/fuzz/fuzz-event tests/fuzz/fuzz-framer \
	tests/fuzz/fuzz-markdown tests/fuzz/fuzz-rule tests/fuzz/fuzz-screen tests/fuzz/fuzz-script \
	tests/fuzz/fuzz-state tests/fuzz/fuzz-stored tests/fuzz/fuzz-stream \
	tests/fuzz/fuzz-term-input tests/fuzz/fuzz-theme tests/fuzz/fuzz-toml
tests_fuzz_fuzz_app_SOURCES = %D%/fuzz-app.c
tests_fuzz_fuzz_app_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_app_LDADD = $(UNIT_DASHBOARD) $(LIBINTL)
tests_fuzz_fuzz_event_SOURCES = %D%/fuzz-event.c $(FUZZ_WIRE)
tests_fuzz_fuzz_event_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_event_LDADD = $(UNIT_PROTO)
tests_fuzz_fuzz_framer_SOURCES = %D%/fuzz-framer.c $(FUZZ_WIRE)
tests_fuzz_fuzz_framer_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_framer_LDADD = $(UNIT_PROTO)
tests_fuzz_fuzz_markdown_SOURCES = %D%/fuzz-markdown.c
tests_fuzz_fuzz_markdown_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_markdown_LDADD = $(UNIT_TEXT)
tests_fuzz_fuzz_rule_SOURCES = %D%/fuzz-rule.c
tests_fuzz_fuzz_rule_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_rule_LDADD = $(UNIT_STORE)
tests_fuzz_fuzz_screen_SOURCES = %D%/fuzz-screen.c
tests_fuzz_fuzz_screen_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_screen_LDADD = $(FUZZ_JPHOST)
tests_fuzz_fuzz_script_SOURCES = %D%/fuzz-script.c
tests_fuzz_fuzz_script_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_script_LDADD = $(FUZZ_JPHOST)
tests_fuzz_fuzz_state_SOURCES = %D%/fuzz-state.c
tests_fuzz_fuzz_state_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_state_LDADD = $(UNIT_DASHBOARD) $(LIBINTL)
tests_fuzz_fuzz_stored_SOURCES = %D%/fuzz-stored.c
tests_fuzz_fuzz_stored_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_stored_LDADD = $(UNIT_WORKSPACE)
tests_fuzz_fuzz_stream_SOURCES = %D%/fuzz-stream.c
tests_fuzz_fuzz_stream_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_stream_LDADD = $(FUZZ_JPHOST)
tests_fuzz_fuzz_term_input_SOURCES = %D%/fuzz-term-input.c
tests_fuzz_fuzz_term_input_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_term_input_LDADD = $(UNIT_TERM)
tests_fuzz_fuzz_theme_SOURCES = %D%/fuzz-theme.c
tests_fuzz_fuzz_theme_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_theme_LDADD = $(UNIT_VIEW) $(LIBINTL)
tests_fuzz_fuzz_toml_SOURCES = %D%/fuzz-toml.c
tests_fuzz_fuzz_toml_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_toml_LDADD = $(FUZZ_JPHOST)
endif
