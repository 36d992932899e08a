# Sessions with jphost, as a plugin has them.
check_PROGRAMS += tests/host/play
TESTS += tests/host/play
tests_host_play_SOURCES = %D%/play.c %D%/play.h %D%/play-jphost.c
tests_host_play_LDADD = $(UNIT_JPHOST)
EXTRA_DIST += %D%/lib.sh %D%/openai-lib.sh %D%/sessions
# kill -9 at random points.
check_PROGRAMS += tests/host/crash
TESTS += tests/host/crash
tests_host_crash_SOURCES = %D%/crash.c
tests_host_crash_LDADD = $(UNIT_JPHOST)
# A model's endpoint.
check_PROGRAMS += tests/host/fake-model
tests_host_fake_model_SOURCES = %D%/fake-model.c \
	%D%/http-request.c %D%/http-request.h
tests_host_fake_model_LDADD = $(LIBBASE)
# A line each, so that a merge keeps them whole.
dist_check_SCRIPTS += %D%/demo.tap
dist_check_SCRIPTS += %D%/tools.tap
dist_check_SCRIPTS += %D%/tool-quotes.tap
dist_check_SCRIPTS += %D%/run.tap
dist_check_SCRIPTS += %D%/openai.tap
dist_check_SCRIPTS += %D%/openai-servers.tap
dist_check_SCRIPTS += %D%/openai-tls.tap
dist_check_SCRIPTS += %D%/completion.tap
dist_check_SCRIPTS += %D%/config.tap
dist_check_SCRIPTS += %D%/init.tap
dist_check_SCRIPTS += %D%/jq.tap
dist_check_SCRIPTS += %D%/plugins.tap
dist_check_SCRIPTS += %D%/query.tap
dist_check_SCRIPTS += %D%/query-keys.tap
dist_check_SCRIPTS += %D%/reconnect.tap
dist_check_SCRIPTS += %D%/silo.tap
dist_check_SCRIPTS += %D%/status.tap
dist_check_SCRIPTS += %D%/trust.tap
