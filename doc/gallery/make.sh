#!/bin/sh
# Take the gallery anew: real screens of the demo's conversations, as text, at
# three sizes. "make.sh JPHOST" writes beside itself; needs tmux.
set -eu
HOST=$1
OUT=$(cd "$(dirname "$0")" && pwd)
SOCKET=jpd-gallery.$$

tmx()
{
	tmux -L "$SOCKET" -f /dev/null "$@"
}

screen()
{
	tmx capture-pane -p
}

# wait_for TEXT: until it is on the screen, at most 60 s.
wait_for()
{
	tries=0
	until screen | grep -qF -- "$1"; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || {
			screen >&2
			printf 'gallery: no "%s" on the screen\n' "$1" >&2
			exit 1
		}
		sleep 0.1
	done
}

# take NAME: what is on the screen now, with the demo's folder the same in
# each run.
take()
{
	screen | sed -e 's/ *$//' \
		-e 's/jphost-demo-[A-Za-z0-9]*/jphost-demo-000000/g' \
		>"$OUT/$SIZE-$1.txt"
}

keys()
{
	tmx send-keys "$@"
}

# begin COLUMNS ROWS OPTION
begin()
{
	SIZE=$1x$2
	tmx new-session -d -x "$1" -y "$2" \
		"TERM=tmux-256color '$HOST' demo -- $3"
}

end()
{
	tmx kill-server
	# The next server may not start while this one still ends.
	while tmx has-session 2>/dev/null; do
		sleep 0.1
	done
}

# Escape and the next key at once would be Alt and that key.
escape()
{
	keys Escape
	tries=0
	while screen | grep -qF -- "$1" && [ $tries -lt 600 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
}

playing()
{
	begin "$1" "$2" --popup=auto
	wait_for 'There it is'
	take panes
	wait_for 'Approval 1'
	take approval
	end
}

reading()
{
	begin "$1" "$2" --popup=manual
	wait_for 'STREAMING'
	keys z o
	wait_for 'Esc'
	keys -l sitemap
	keys Enter
	wait_for '1 Why is the sitemap'
	wait_for 'IDLE'
	take reading
	keys t g
	wait_for 'result:'
	take tools
	keys T
	wait_for ' tool calls '
	take timeline
	escape ' tool calls '
	keys -l /sitemap
	keys Enter
	wait_for ' of '
	take search
	keys -l '?'
	wait_for ' Keys '
	take help
	end
}

trap 'tmx kill-server 2>/dev/null || :' EXIT
for size in '80 24' '120 40' '200 50'; do
	playing $size
	reading $size
done
