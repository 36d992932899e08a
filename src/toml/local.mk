# Floor 3: TOML, and configurations while they are put together.
noinst_LIBRARIES += src/toml/libtoml.a
src_toml_libtoml_a_SOURCES = \
	%D%/config-tree.c %D%/config-tree.h \
	%D%/toml-value.c %D%/toml-value.h \
	%D%/toml.c %D%/toml.h
