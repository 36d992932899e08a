# Reads .c and .h files and prints "RULE: file:line: include" for each include
# that breaks a rule of the floors (doc/HACKING). The first match of `home`
# and `sees` counts, so a longer prefix stands before a shorter.

function add_floor(prefix, may)
{
	floor[++floors] = prefix
	sees[floors] = "^(" may ")"
}

function add_library(header, place)
{
	library[++libraries] = "^(" header ")$"
	home[libraries] = "^" place
}

function floor_of(file,   i)
{
	for (i = 1; i <= floors; i++)
		if (index(file, floor[i]) == 1)
			return i
	return 0
}

function complain(rule)
{
	print rule ": " FILENAME ":" FNR ": " $0
}

function check_own(path)
{
	if (path == "config.h")
		return
	if (path !~ /^(src|ui|proto|tests)\/.*\.h$/)
		complain("top")
	else if (at && path !~ sees[at])
		complain("floor")
	# The state of the app is its room's own; parts.h is for all others.
	else if (at && path == "src/dashboard/app/app.h" &&
		FILENAME !~ "^src/dashboard/app/")
		complain("floor")
}

function check_library(path,   i)
{
	for (i = 1; i <= libraries; i++)
		if (path ~ library[i] && FILENAME !~ home[i])
			complain("library")
}

BEGIN {
	base = "src/base/"
	add_floor("src/base/", base)
	add_floor("proto/", "proto/|" base)
	add_floor("src/toml/", "src/toml/|proto/|" base)
	add_floor("src/store/", "src/store/|proto/|" base)
	add_floor("ui/text/unicode/", "ui/text/unicode/|" base)
	add_floor("ui/text/", "ui/text/|" base)
	view = "ui/view/|ui/text/|src/store/|" \
		"proto/(event|host-message|json-scan|json-write)\\.h|"
	add_floor("ui/view/", view base)
	add_floor("ui/transcript/", "ui/transcript/|" view base)
	add_floor("ui/dialog/", "ui/dialog/|" view base)
	# face is part of the canvas' contract.
	add_floor("ui/term/", "ui/term/|ui/view/(canvas|key|theme)\\.h|" \
		"ui/text/face\\.h|" base)
	# jphost: main and its commands see all of it.
	jphost = "src/jphost/"
	workspace = jphost "workspace/|"
	config = jphost "config/|src/toml/|" workspace
	tool = jphost "tool/|"
	net = jphost "net/|"
	provider = jphost "provider/|" net tool config workspace
	live = jphost "live/|" net workspace
	turn = jphost "turn/|" live provider tool config workspace
	add_floor(jphost "workspace/", workspace "proto/|" base)
	add_floor(jphost "config/", config "proto/|" base)
	add_floor(jphost "tool/", tool "proto/|" base)
	add_floor(jphost "net/", net "proto/outbox\\.h|" base)
	add_floor(jphost "provider/", provider "proto/|" base)
	add_floor(jphost "live/", live "proto/|" base)
	add_floor(jphost "turn/", turn "proto/|" base)
	add_floor(jphost "jp/", jphost "jp/|" live provider config workspace \
		"proto/|" base)
	add_floor(jphost "serve/", jphost "(serve|jp)/|" turn "proto/|" base)
	add_floor(jphost "query/", jphost "query/|" turn \
		"ui/view/arguments\\.h|ui/dialog/prompt-lock\\.h|" \
		"ui/text/|proto/|" base)
	add_floor(jphost, jphost "|src/toml/|ui/text/|proto/|" base)
	# jp-dashboard: main sees all of it.
	dashboard = "src/dashboard/"
	types = "proto/(event|host-message|init-options|json|json-scan|json-write|" \
		"plugin-message|terminal-place)\\.h|"
	app = dashboard "(hosts/(hosts|host-spec|reply)|app/.*)\\.h|src/store/|" \
		"ui/(text|view|transcript|dialog)/|" types
	add_floor(dashboard "hosts/", dashboard "hosts/|src/store/|proto/|" \
		base)
	add_floor(dashboard "app/", app base)
	# A layer sees no other layer.
	add_floor(dashboard "layers/", dashboard "layers/(layers|line-choices)" \
		"\\.h|" app base)
	add_floor(dashboard "io/", dashboard "(io|app|hosts)/|src/toml/|" \
		"src/store/|ui/|proto/|" base)
	# And it is jphost, too.
	add_floor(dashboard, dashboard "|src/store/|ui/|proto/|" \
		jphost "commands/command-list\\.h|" base)
	# A yardstick of a test is the library itself.
	add_library("(cjson/)?cJSON\\.h", "(proto|tests/bench)/")
	add_library("(ncursesw?/)?(n?curses|term|panel)\\.h|termkey\\.h",
		"ui/term/")
	add_library("pcre2\\.h", "(src/base/regex\\.c$|tests/bench/)")
	add_library("md4c\\.h|utf8proc\\.h",
		"(ui/text/|tests/unit/test-sanitize\\.c$)")
	add_library("curl/.*", jphost "net/")
	add_library("vterm\\.h",
		"(" jphost "jp/|tests/fuzz/session-pty\\.c$)")
	add_library("libintl\\.h|locale\\.h", "(src|tests)/")
}

FNR == 1 {
	files++
	at = floor_of(FILENAME)
	includes = 0
}

/^[ \t]*#[ \t]*include/ {
	includes++
	path = $0
	sub(/^[^"<]*["<]/, "", path)
	sub(/[">].*/, "", path)
	if (includes == 1 && FILENAME ~ /\.c$/ && path != "config.h")
		complain("config")
	if ($0 ~ /"/)
		check_own(path)
	check_library(path)
}

END {
	print "files: " files + 0
}
