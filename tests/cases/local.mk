# Sessions in files, played against the app.
check_PROGRAMS += tests/cases/run-case
tests_cases_run_case_SOURCES = %D%/play-effects.c %D%/play-hosts.c \
	%D%/play-language.c %D%/play-look.c %D%/play-plain.c \
	%D%/play-sent.c %D%/play.c %D%/play.h %D%/run-case.c
tests_cases_run_case_LDADD = $(UNIT_DASHBOARD) $(LIBINTL)
dist_check_SCRIPTS += %D%/cases.tap %D%/languages.tap
# Whole folders: a case is a file, and needs no line here.
EXTRA_DIST += %D%/approval %D%/command %D%/composer %D%/copy %D%/files \
	%D%/filter %D%/hosts %D%/inquiry %D%/panes %D%/plain %D%/search %D%/state \
	%D%/transcript %D%/wire
