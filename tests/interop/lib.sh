# Sourced by the tests that run jphost, and the real jp where JP= names one, on
# the same workspace: each has a copy, a home of its own, and our model. With
# KEEP=1, what they leave is kept.
. "${srcdir:-.}/tests/until.sh"
dir=$(mktemp -d "${TMPDIR:-/tmp}/jpd-interop-XXXXXX") || exit 1
dir=$(cd "$dir" && pwd -P)
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null
	[ "$KEEP" ] && echo "# kept: $dir" || rm -rf "$dir"' EXIT
here=$(cd "${srcdir:-.}/tests/interop" && pwd)
host=$(pwd)/jphost
model=$(pwd)/tests/interop/model
[ -x "$host" ] && [ -x "$model" ] || { echo "Bail out! not built"; exit 1; }
command -v jq >/dev/null || { echo "1..0 # SKIP no jq"; exit 0; }

unset OPENAI_API_KEY JP_GLOBAL_CONFIG_DIR http_proxy HTTP_PROXY all_proxy \
	ALL_PROXY
mkdir "$dir/bodies"
mkfifo "$dir/port"
"$model" "$dir/bodies" >"$dir/port" &
server=$!
read -r port <"$dir/port"

number=0
jp_side=jp
jphost_side=jphost
# check NAME COMMAND ARGS...: what it prints is shown where it fails.
check()
{
	name=$1
	shift
	number=$((number + 1))
	if maybe "$@" >"$dir/said" 2>&1; then
		echo "ok $number - $name"
	else
		echo "not ok $number - $name"
		{ cat "$dir/said"; look; } | sed 's/^/# /' | head -n 120
	fi
}

# copy_workspace FROM SIDE: what git knows of it, or else only its .jp.
copy_workspace()
{
	mkdir -p "$dir/$2/w"
	(
		cd "$1" || exit 1
		[ -e .git ] && git ls-files -z || find .jp -type f -print0
	) | tar -C "$1" --null --ignore-failed-read -T - -cf - 2>/dev/null |
		tar -C "$dir/$2/w" -xf -
}

# on SIDE COMMAND ARGS...: in its copy, with its home.
on()
(
	side=$dir/$1
	shift
	mkdir -p "$side/home" "$side/run" "$side/tmp"
	chmod 700 "$side/run"
	cd "$side/w" || exit 1
	export HOME="$side/home" XDG_CONFIG_HOME="$side/home/config" \
		XDG_DATA_HOME="$side/home/data" \
		XDG_STATE_HOME="$side/home/state" \
		XDG_RUNTIME_DIR="$side/run" TMPDIR="$side/tmp" \
		JP_USER_DATA_DIR="$side/home/data/jp"
	exec timeout 120 "$@"
)

# The options with which jp asks our model, and nobody else.
jp_query()
{
	on "$jp_side" "$JP" query --no-edit \
		--cfg "providers.llm.llamacpp.base_url=http://127.0.0.1:$port" \
		--cfg assistant.model.id=llamacpp/tiny \
		--cfg conversation.inquiry.assistant.model.id=llamacpp/tiny \
		--cfg conversation.title.generate.auto=false "$@"
}

jphost_query()
{
	on "$jphost_side" "$host" query -w . --model tiny \
		--provider "openai:http://127.0.0.1:$port/v1" "$@"
}

# normal FILES...: bodies, as what a model is told.
normal()
{
	jq -S -s -f "$here/normal.jq" "$@"
}
