# The house rules that a machine can check.
dist_check_SCRIPTS += \
	%D%/catalogues.tap \
	%D%/format.tap \
	%D%/globals.tap \
	%D%/includes.tap \
	%D%/install.tap \
	%D%/manuals.tap \
	%D%/po.tap \
	%D%/registry.tap \
	%D%/sizes.tap \
	%D%/usage.tap \
	%D%/words.tap
EXTRA_DIST += %D%/includes.awk %D%/lib.sh
