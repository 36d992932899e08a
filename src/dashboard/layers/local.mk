# Floor 8: what can have the keys, one overlay a file. No I/O.
noinst_LIBRARIES += src/dashboard/layers/liblayers.a
src_dashboard_layers_liblayers_a_SOURCES = \
	%D%/layer-composer.c \
	%D%/layer-filter.c \
	%D%/layer-help.c \
	%D%/layer-line.c \
	%D%/layer-palette.c \
	%D%/layer-panes.c \
	%D%/layer-picker.c \
	%D%/layer-prompt.c \
	%D%/layer-quit.c \
	%D%/layer-rules.c \
	%D%/layer-search-all.c \
	%D%/layer-text.c \
	%D%/layer-timeline.c \
	%D%/layers.c %D%/layers.h \
	%D%/line-choices.c %D%/line-choices.h
