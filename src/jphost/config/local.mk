# Floor 4: jp's configuration: files, order, attachments.
noinst_LIBRARIES += src/jphost/config/libconfig.a
src_jphost_config_libconfig_a_SOURCES = \
	%D%/attachment-url.c %D%/attachment-url.h \
	%D%/config-attachment.c %D%/config-attachment.h \
	%D%/config-file.c %D%/config-file.h \
	%D%/config-glob.c %D%/config-glob.h \
	%D%/config-load.c %D%/config-load.h \
	%D%/config-login.c %D%/config-login.h \
	%D%/config-model.c %D%/config-model.h \
	%D%/config-tool.c %D%/config-tool.h \
	%D%/config-trust.c %D%/config-trust.h
