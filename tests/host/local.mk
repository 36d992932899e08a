# Sessions with jphost, as a plugin has them.
check_PROGRAMS += tests/host/play
TESTS += tests/host/play
tests_host_play_SOURCES = %D%/play.c %D%/play.h %D%/play-jphost.c
tests_host_play_LDADD = $(UNIT_JPHOST)
EXTRA_DIST += %D%/openai-lib.sh %D%/sessions
# kill -9 at random points.
check_PROGRAMS += tests/host/crash
TESTS += tests/host/crash
tests_host_crash_SOURCES = %D%/crash.c
tests_host_crash_LDADD = $(UNIT_JPHOST)
# A model's endpoint.
check_PROGRAMS += tests/host/fake-model
tests_host_fake_model_SOURCES = %D%/fake-model.c
tests_host_fake_model_LDADD = $(LIBBASE)
dist_check_SCRIPTS += %D%/demo.tap %D%/tools.tap %D%/run.tap \
	%D%/openai.tap %D%/reconnect.tap %D%/plugins.tap %D%/config.tap \
	%D%/completion.tap %D%/jq.tap %D%/status.tap
dist_check_SCRIPTS += %D%/config.tap %D%/completion.tap \
	%D%/demo.tap %D%/jq.tap %D%/openai.tap %D%/plugins.tap \
	%D%/reconnect.tap %D%/run.tap %D%/silo.tap %D%/status.tap %D%/tools.tap \
	%D%/trust.tap
	%D%/demo.tap %D%/jq.tap %D%/openai.tap \
	%D%/openai-servers.tap %D%/plugins.tap \
	%D%/reconnect.tap %D%/run.tap %D%/silo.tap %D%/status.tap %D%/tools.tap
