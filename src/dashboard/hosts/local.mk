# Floor 6: every host: run, follow, ask, answer. It owns the store.
noinst_LIBRARIES += src/dashboard/hosts/libhosts.a
src_dashboard_hosts_libhosts_a_SOURCES = \
	%D%/create.c %D%/create.h \
	%D%/dialect-jp8.c %D%/dialect-jp8.h \
	%D%/dialect.c %D%/dialect.h \
	%D%/follow.c %D%/follow.h \
	%D%/history.c %D%/history.h \
	%D%/host-spec.c %D%/host-spec.h \
	%D%/host.c %D%/host.h \
	%D%/hosts.c %D%/hosts.h \
	%D%/lifecycle.c %D%/lifecycle.h \
	%D%/prompt.c %D%/prompt.h \
	%D%/push.c %D%/push.h \
	%D%/query.c %D%/query.h \
	%D%/reply.c %D%/reply.h \
	%D%/receive.c \
	%D%/respond.c \
	%D%/tell.c %D%/tell.h \
	%D%/tool-consent.c %D%/tool-consent.h
