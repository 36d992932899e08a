# What the tests of the real programs in a real terminal share: a workspace
# with conversations written here, and both programs of the build folder.
. "${srcdir:-.}/tests/term/lib.sh"

W=$folder/work
XDG_RUNTIME_DIR=$folder/run
XDG_DATA_HOME=$folder/data
TZ=UTC
export XDG_RUNTIME_DIR XDG_DATA_HOME TZ
unset JP_USER_DATA_DIR
mkdir -m 700 -p "$W/.jp/conversations" "$folder/run" "$folder/data"
printf 'made by a test\nabcde\n' >"$W/.jp/.id"

# conversation ID TITLE WHEN
conversation()
{
	c=$W/.jp/conversations/$1-$(echo "$2" | tr 'A-Z ' 'a-z-')
	mkdir "$c"
	printf '{\n  "title": "%s",\n  "last_activated_at": "%s"\n}\n' \
		"$2" "$3" >"$c/metadata.json"
	echo '{}' >"$c/base_config.json"
	cat >"$c/events.json" <<-EVENTS
	[
	  {
	    "timestamp": "$3",
	    "type": "turn_start"
	  },
	  {
	    "timestamp": "$3",
	    "type": "chat_request",
	    "content": "What about $2?"
	  },
	  {
	    "timestamp": "$3",
	    "type": "chat_response",
	    "message": "All is well with $2."
	  }
	]
	EVENTS
}

conversation 17700000001 "First thing" "2026-02-02 10:00:00.0"
conversation 17700000002 "Second thing" "2026-02-02 09:00:00.0"

# Whoever sends a message gets this answer.
echo '{"message":"Thank you for that."}' >"$folder/reply"
dashboard="./jphost run -w $W --provider replay:$folder/reply ./jp-dashboard"

# The list is there. A message may cover the bottom line, "host: subscribed" too.
is_up()
{
	wait_for 'jp dashboard .* 2 conversations'
}

# The dashboard in a shell of its own.
new_dashboard()
{
	new_shell
	command_line "$1 $dashboard $2"
	is_up
}

# close TITLE: what has that title. Escape and a key right behind it would be
# Alt and that key. Before it is on the screen it would seem to be closed.
close()
{
	wait_for "─ $1"
	keys Escape
	until_ok lacks "─ $1"
}

# The process of a program below the shell of the terminal.
pid_of()
{
	ps -e -o pid=,args= | sed -n "s|^ *\([0-9]*\) $1 .*$W.*|\1|p" |
		head -n 1
}

# The dashboard itself: its guard is its child.
dashboard_pid()
{
	ps -o pid=,comm= --ppid "$(pid_of "./jphost run")" |
		sed -n 's/^ *\([0-9]*\) jp-dashboard$/\1/p' | head -n 1
}

# one PATTERN: whether a terminal beside the dashboard's shows it.
one()
{
	screen one | grep -Eq -- "$1"
}

one_shows()
{
	until_ok one "$1"
}

# new_one COLS: a shell there.
new_one()
{
	in_tmux kill-session -t one 2>/dev/null
	in_tmux new-session -d -s one -x "$1" -y 24 \
		"env PS1='PROMPT> ' HISTFILE= bash --norc --noprofile -i"
	one_shows '^PROMPT>'
}

# one_runs LINE: it is typed there.
one_runs()
{
	in_tmux send-keys -t one -l "$1"
	in_tmux send-keys -t one Enter
}

# A query there, played from $folder/script.
new_query()
{
	new_one 80
	one_runs "./jphost query -w $W -c 17700000001 \
--provider replay:$folder/script 'Do it'; echo code=\$?"
}

# ends PATTERN KEYS...: whether they ended the dialog that shows it. They count
# half a second after it was drawn, and the same key again after a second of
# rest. What they end late is not for the dialog behind it: they are not typed
# again.
ends()
{
	dialog=$1
	shift
	if shows "$dialog"; then
		pressed=$dialog
		keys "$@"
		sleep 0.5
		shows "$dialog" && sleep 0.8 && return 1
	fi
	[ "${pressed-}" = "$dialog" ] && pressed=
}

# answers TITLE KEYS...: the same of the only dialog with this title.
answers()
{
	title=$1
	shift
	ends "$title 1 of 1" "$@"
}

# allow [KEYS...]: those of an allow.
allow()
{
	! shows 'locked for a moment' || return 1
	answers Approval "${@:-y}"
}

# There, too, a key that comes with the question is no answer.
refuse()
{
	in_tmux send-keys -t one n
	sleep 0.5
	one rejected
}
