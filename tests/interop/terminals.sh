# Sourced by the tests with the real jp in terminals: its workspace, whose one
# tool asks, and a tmux with a shell in each of its sessions.
[ "$JP" ] || { echo "1..0 # SKIP no real jp: JP=.../jp"; exit 0; }
command -v tmux >/dev/null || { echo "1..0 # SKIP no tmux"; exit 0; }
. "${srcdir:-.}/tests/interop/lib.sh"
. "$here/workspace.sh"
unset TMUX
tmux="tmux -L jpd-interop-$$ -f /dev/null"
trap '$tmux kill-server 2>/dev/null; kill $server; rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT PIPE TERM
side=$dir/jp
mkdir -p "$side/w/.jp/conversations" "$side/home" "$side/run" "$side/tmp" \
	"$side/bin"
chmod 700 "$side/run"
echo ab3de >"$side/w/.jp/.id"
make_user_config "$side/home/config/jp"
cat >"$side/w/.jp/config.toml" <<EOT
[providers.llm.llamacpp]
base_url = "http://127.0.0.1:$port"
[conversation.title.generate]
auto = false
[conversation.tools.add]
run = "ask"
EOT
for program in "$JP" "$host" "$(dirname "$host")/jp-dashboard"; do
	ln -s "$program" "$side/bin/$(basename "$program")"
done
[ "$(basename "$JP")" = jp ] || ln -s "$JP" "$side/bin/jp"
cat >"$side/env" <<EOT
export HOME=$side/home XDG_CONFIG_HOME=$side/home/config
export XDG_DATA_HOME=$side/home/data XDG_STATE_HOME=$side/home/state
export XDG_RUNTIME_DIR=$side/run TMPDIR=$side/tmp EDITOR=false
export JP_USER_DATA_DIR=$side/home/data/jp PATH=$side/bin:\$PATH PS1='PROMPT> '
cd $side/w
EOT

look()
{
	for session in $($tmux list-sessions -F '#S'); do
		$tmux capture-pane -p -t "$session" | sed "s/^/$session|/"
	done
}

# shows SESSION TEXT
shows()
{
	$tmux capture-pane -pJ -t "$1" | grep -qE -- "$2"
}

lacks()
{
	! shows "$@"
}

# run SESSION COMMAND COLUMNS [ROWS]: in a shell of its own.
run()
{
	$tmux kill-session -t "$1" 2>/dev/null
	$tmux new-session -d -s "$1" -x "$3" -y "${4:-30}" \
		"ENV=$side/env sh -i"
	until_ok shows "$1" '^PROMPT>'
	$tmux send-keys -t "$1" -l "$2"
	$tmux send-keys -t "$1" Enter
}

# keys SESSION KEY...
keys()
{
	session=$1
	shift
	$tmux send-keys -t "$session" "$@"
}

# press KEY: in the dashboard, until its dialog is gone. What comes with the
# dialog, or again at once, does not count.
press()
{
	shows board 'Approval 1 of' || return 0
	keys board "$1"
	sleep 1.2
	lacks board 'Approval 1 of 1'
}

# ended SESSION
ended()
{
	until_ok shows "$1" 'code=0'
}
