#!/bin/sh
# Take the gallery again: real screens of the demo's conversations, as text, in
# three sizes. "make.sh JPHOST" writes into its own folder; needs tmux.
set -eu
HOST=$1
OUT=$(cd "$(dirname "$0")" && pwd)
. "$OUT/../screens.sh"

# take NAME: what is on the screen now.
take()
{
	screen >"$OUT/$SIZE-$1.txt"
}

# demo COLUMNS ROWS OPTION
demo()
{
	SIZE=$1x$2
	begin "$1" "$2" "'$HOST' demo -- $3"
}

playing()
{
	demo "$1" "$2" --popup=auto
	wait_for 'There it is'
	take panes
	wait_for 'Approval 1'
	take approval
	end
}

reading()
{
	demo "$1" "$2" --popup=manual
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

for size in '80 24' '120 40' '200 50'; do
	playing $size
	reading $size
done
