# jphost beside the real jp, where one is named: JP=.../jp.
check_PROGRAMS += tests/interop/model
tests_interop_model_SOURCES = %D%/model.c \
	tests/host/http-request.c tests/host/http-request.h
tests_interop_model_LDADD = $(UNIT_PROTO)
dist_check_SCRIPTS += %D%/both.tap
dist_check_SCRIPTS += %D%/jp.tap
dist_check_SCRIPTS += %D%/jp-day.tap
dist_check_SCRIPTS += %D%/jp-drive.tap
EXTRA_DIST += %D%/lib.sh %D%/normal.jq %D%/terminals.sh %D%/told.json \
	%D%/workspace.sh
