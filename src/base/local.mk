# Floor 1: small tools with no opinion.
noinst_LIBRARIES += src/base/libbase.a
src_base_libbase_a_CPPFLAGS = $(AM_CPPFLAGS) $(PCRE2_CFLAGS)
src_base_libbase_a_SOURCES = \
	%D%/ascii.h \
	%D%/base64.c %D%/base64.h \
	%D%/case-text.c %D%/case-text.h \
	%D%/clock.c %D%/clock.h \
	%D%/file.c %D%/file.h \
	%D%/hex.c %D%/hex.h \
	%D%/i18n.c %D%/i18n.h \
	%D%/line-log.c %D%/line-log.h \
	%D%/message.c %D%/message.h \
	%D%/regex.c %D%/regex.h \
	%D%/regex-literal.c %D%/regex-literal.h \
	%D%/sha256.c %D%/sha256.h \
	%D%/signal-fd.c %D%/signal-fd.h \
	%D%/slice.h \
	%D%/keeper.c %D%/keeper.h \
	%D%/spawn.c %D%/spawn.h \
	%D%/state-folder.c %D%/state-folder.h \
	%D%/strbuf.c %D%/strbuf.h \
	%D%/strmap.c %D%/strmap.h \
	%D%/terminal.c %D%/terminal.h \
	%D%/timestamp.c %D%/timestamp.h \
	%D%/trace.c %D%/trace.h \
	%D%/trust.c %D%/trust.h \
	%D%/url.c %D%/url.h \
	%D%/user-config.c %D%/user-config.h \
	%D%/user-editor.c %D%/user-editor.h \
	%D%/utf8.c %D%/utf8.h \
	%D%/xalloc.c %D%/xalloc.h
