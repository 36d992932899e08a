# Takes screens of the demo for doc/gallery and doc/tour, in a terminal of tmux
# that is watched until something appears.
SOCKET=jpd-screens.$$

tmx()
{
	tmux -L "$SOCKET" -f /dev/null "$@"
}

# The demo's folder is the same in each run.
screen()
{
	tmx capture-pane -p | sed -e 's/ *$//' \
		-e 's/jphost-demo-[A-Za-z0-9]*/jphost-demo-000000/g'
}

# until_screen CHECK...: until it succeeds, at most 60 s.
until_screen()
{
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || {
			screen >&2
			printf 'not within 60 s: %s\n' "$*" >&2
			exit 1
		}
		sleep 0.1
	done
}

shows()
{
	tmx capture-pane -p 2>/dev/null | grep -qF -- "$1"
}

lacks()
{
	! shows "$1"
}

wait_for()
{
	until_screen shows "$1"
}

keys()
{
	tmx send-keys "$@"
}

# Escape and the next key at once would be Alt and that key.
escape()
{
	keys Escape
	until_screen lacks "$1"
}

# begin COLUMNS ROWS COMMAND
begin()
{
	tmx new-session -d -x "$1" -y "$2" "TERM=tmux-256color $3"
}

end()
{
	tmx kill-server
	# The next server may not start while this one still ends.
	while tmx has-session 2>/dev/null; do
		sleep 0.1
	done
}

trap 'tmx kill-server 2>/dev/null || :' EXIT
