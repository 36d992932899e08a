# Floor 5: one tool as configured: command line, process, outcome.
noinst_LIBRARIES += src/jphost/tool/libtool.a
src_jphost_tool_libtool_a_SOURCES = \
	%D%/tool-answers.c %D%/tool-answers.h \
	%D%/tool-arguments.c %D%/tool-arguments.h \
	%D%/tool-command.c %D%/tool-command.h \
	%D%/tool-config.c %D%/tool-config.h \
	%D%/tool-docs.c %D%/tool-docs.h \
	%D%/tool-outcome.c %D%/tool-outcome.h \
	%D%/tool-process.c %D%/tool-process.h \
	%D%/tool-schema.c %D%/tool-schema.h \
	%D%/tool-script.c %D%/tool-script.h \
	%D%/tool-template.c %D%/tool-template.h
