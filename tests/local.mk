# Every test speaks TAP, read by automake's driver.
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
	$(top_srcdir)/build-aux/tap-driver.sh
TEST_EXTENSIONS = .tap
LOG_DRIVER = $(TAP_DRIVER)
TAP_LOG_DRIVER = $(TAP_DRIVER)
TAP_LOG_COMPILER = $(SHELL)
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	LC_ALL=C.UTF-8; export LC_ALL; unset JPD_TRACE NO_COLOR LANGUAGE; \
	unset LINES COLUMNS TMUX; \
	JP_GLOBAL_CONFIG_DIR=/dev/null; export JP_GLOBAL_CONFIG_DIR;

# What computes longest is begun first: at the end of a run nobody waits for one
# test alone. The scripts come next, for they wait more than they compute.
if HAVE_CMOCKA
LONG_TESTS = tests/unit/test-hosts-day tests/unit/test-prompt-storm \
	tests/unit/test-command-query
check_PROGRAMS += $(LONG_TESTS)
TESTS += $(LONG_TESTS)
endif
TESTS += tests/fuzz/sessions $(TERMINAL_TESTS) $(dist_check_SCRIPTS)

# A unit test links its own floor and those below, so that the linker too
# sees who uses whom. A floor's list of tests is in tests/unit/*.mk.
UNIT_BASE = $(LIBBASE) $(PCRE2_LIBS)
UNIT_PROTO = $(LIBPROTO) $(LIBBASE) $(CJSON_LIBS) $(PCRE2_LIBS)
UNIT_STORE = $(LIBSTORE) $(UNIT_PROTO)
UNIT_TEXT = $(LIBTEXT) $(LIBBASE) $(MD4C_LIBS) $(UTF8PROC_LIBS) $(PCRE2_LIBS)
UNIT_VIEW = $(LIBVIEW) $(LIBSTORE) $(LIBTEXT) $(LIBPROTO) $(LIBBASE) \
	$(CJSON_LIBS) $(MD4C_LIBS) $(UTF8PROC_LIBS) $(PCRE2_LIBS)
UNIT_TRANSCRIPT = $(LIBTRANSCRIPT) $(UNIT_VIEW)
UNIT_DIALOG = $(LIBDIALOG) $(UNIT_VIEW)
UNIT_TERM = $(LIBTERM) $(LIBVIEW) $(LIBBASE) $(NCURSESW_LIBS) $(TERMKEY_LIBS)
UNIT_HOSTS = $(LIBHOSTS) $(UNIT_STORE)
UNIT_DASHBOARD = $(LIBLAYERS) $(LIBAPP) $(LIBHOSTS) $(LIBTRANSCRIPT) \
	$(LIBDIALOG) $(UNIT_VIEW)
UNIT_IO = $(LIBIO) $(LIBTERM) $(LIBTOML) $(UNIT_DASHBOARD) $(NCURSESW_LIBS) \
	$(TERMKEY_LIBS)
UNIT_JPHOST = $(LIBJPHOST) $(LIBDIALOG) $(LIBVIEW) $(LIBTEXT) $(LIBPROTO) $(LIBBASE) $(MD4C_LIBS) \
	$(UTF8PROC_LIBS) $(CJSON_LIBS) $(PCRE2_LIBS) $(CURL_LIBS) $(VTERM_LIBS)
UNIT_TOML = $(LIBTOML) $(UNIT_PROTO)
UNIT_WORKSPACE = src/jphost/workspace/libworkspace.a $(UNIT_PROTO)
UNIT_CONFIG = src/jphost/config/libconfig.a \
	src/jphost/workspace/libworkspace.a $(UNIT_TOML)
UNIT_TOOL = src/jphost/tool/libtool.a $(UNIT_PROTO)
UNIT_NET = src/jphost/net/libnet.a $(UNIT_PROTO) $(CURL_LIBS)
UNIT_PROVIDER = src/jphost/provider/libprovider.a src/jphost/net/libnet.a \
	src/jphost/tool/libtool.a $(UNIT_CONFIG) $(CURL_LIBS)
UNIT_LIVE = src/jphost/live/liblive.a src/jphost/net/libnet.a \
	$(UNIT_WORKSPACE) $(CURL_LIBS)
UNIT_TURN = src/jphost/turn/libturn.a src/jphost/live/liblive.a \
	$(UNIT_PROVIDER)
UNIT_JP = src/jphost/jp/libjp.a src/jphost/live/liblive.a $(UNIT_PROVIDER) \
	$(VTERM_LIBS)
UNIT_SERVE = src/jphost/serve/libserve.a src/jphost/jp/libjp.a $(UNIT_TURN) \
	$(VTERM_LIBS)
UNIT_QUERY = src/jphost/query/libquery.a $(LIBDIALOG) $(LIBVIEW) $(LIBTEXT) \
	$(UNIT_TURN) $(MD4C_LIBS) $(UTF8PROC_LIBS)
UNIT_COMMANDS = $(UNIT_JPHOST)

# Here and in these files, too, what takes long stands first.
include $(top_srcdir)/tests/term/local.mk
include $(top_srcdir)/tests/host/local.mk
include $(top_srcdir)/tests/interop/local.mk
include $(top_srcdir)/tests/unit/dashboard.mk
include $(top_srcdir)/tests/unit/transcript.mk
include $(top_srcdir)/tests/unit/query.mk
include $(top_srcdir)/tests/cases/local.mk
include $(top_srcdir)/tests/house/local.mk
include $(top_srcdir)/tests/unit/base.mk
include $(top_srcdir)/tests/unit/proto.mk
include $(top_srcdir)/tests/unit/store.mk
include $(top_srcdir)/tests/unit/text.mk
include $(top_srcdir)/tests/unit/view.mk
include $(top_srcdir)/tests/unit/dialog.mk
include $(top_srcdir)/tests/unit/workspace.mk
include $(top_srcdir)/tests/unit/config.mk
include $(top_srcdir)/tests/unit/tool.mk
include $(top_srcdir)/tests/unit/net.mk
include $(top_srcdir)/tests/unit/provider.mk
include $(top_srcdir)/tests/unit/live.mk
include $(top_srcdir)/tests/unit/turn.mk
include $(top_srcdir)/tests/unit/jp.mk
include $(top_srcdir)/tests/unit/serve.mk
include $(top_srcdir)/tests/unit/commands.mk
include $(top_srcdir)/tests/fuzz/local.mk
include $(top_srcdir)/tests/bench/local.mk
EXTRA_DIST += %D%/unit/app-host.h %D%/unit/canvas-rows.h %D%/unit/happen.h %D%/unit/random.h \
	%D%/unit/remove-folder.h %D%/unit/test.h %D%/until.sh
