# The house rules that a machine can check. HOUSE_TESTS read the tree and what
# was built of it: there, sanitizers see nothing.
HOUSE_TESTS = \
	%D%/clang.tap \
	%D%/catalogues.tap \
	%D%/clocks.tap \
	%D%/format.tap \
	%D%/globals.tap \
	%D%/includes.tap \
	%D%/install.tap \
	%D%/manuals.tap \
	%D%/po.tap \
	%D%/registry.tap \
	%D%/rooms.tap \
	%D%/sizes.tap \
	%D%/unicode-data.tap \
	%D%/tarball.tap \
	%D%/usage.tap \
	%D%/waits.tap \
	%D%/words.tap
dist_check_SCRIPTS += %D%/numbers.tap %D%/plurals.tap $(HOUSE_TESTS)
check_PROGRAMS += tests/house/numbers tests/house/plurals
tests_house_numbers_SOURCES = %D%/numbers.c
tests_house_numbers_LDADD = $(UNIT_VIEW) $(LIBINTL)
tests_house_plurals_SOURCES = %D%/plurals.c
tests_house_plurals_LDADD = $(LIBBASE) $(LIBINTL)
EXTRA_DIST += %D%/debts %D%/rooms.awk %D%/includes.awk %D%/needless.awk \
	%D%/lib.sh %D%/unicode-data.c
CLEANFILES += unicode-data.new
