# Sourced by the tests of jphost's commands: a folder of their own with an empty
# workspace in it, the program, and their verdicts.
. "${srcdir:-.}/tests/until.sh"
dir=$(mktemp -d "${TMPDIR:-/tmp}/jpd-host-XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
host=$(pwd)/jphost
[ -x "$host" ] || { echo "Bail out! no jphost"; exit 1; }

export JP_USER_DATA_DIR="$dir/data" XDG_RUNTIME_DIR="$dir/run" \
	XDG_STATE_HOME="$dir/state"
mkdir -p "$dir/w/.jp/conversations" "$dir/run" "$dir/data"
chmod 700 "$dir/run"
echo ab3de >"$dir/w/.jp/.id"

look()
{
	cat "$dir/err"
}

# allow PLUGIN: as if somebody had been asked about this file, and said yes.
allow()
{
	mkdir -p -m 700 "$dir/state" "$dir/state/jphost"
	(umask 077 && printf 'allow\t%s\tplugin\t%s\n' "$1" \
		"$(sha256sum "$1" | cut -d ' ' -f 1)" \
		>>"$dir/state/jphost/trust")
}

# The folder of the conversation that was written last. Of several that begin in
# a tenth of a second the later ones have the smaller ids.
newest()
{
	ls -dt "$dir"/w/.jp/conversations/1* | head -n 1
}

number=0

# is NAME GOT WANTED
is()
{
	number=$((number + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $number - $1"
		return
	fi
	echo "not ok $number - $1"
	printf '%s\n' "got: $2" "wanted: $3" | sed 's/^/# /'
	sed 's/^/# stderr: /' "$dir/err"
	[ ! -e "$dir/out" ] || sed 's/^/# stdout: /' "$dir/out"
}
