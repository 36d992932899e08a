# Aside: jphost.
noinst_HEADERS += \
	%D%/command.h \
	%D%/live.h \
	%D%/turn.h \
	%D%/workspace.h
