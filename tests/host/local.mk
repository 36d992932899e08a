# Sessions with jphost, as a plugin has them.
check_PROGRAMS += tests/host/play
TESTS += tests/host/play
tests_host_play_SOURCES = %D%/play.c %D%/play.h %D%/play-jphost.c
tests_host_play_LDADD = $(LIBHOST) $(LIBPROTO) $(LIBBASE) $(CJSON_LIBS)
EXTRA_DIST += %D%/sessions
dist_check_SCRIPTS += %D%/demo.tap %D%/run.tap
