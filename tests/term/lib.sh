# What the tests in a real terminal share. They run in the build folder, in a
# tmux of their own, with a shell in it whose prompt is known.
for tool in tmux bash ps; do
	command -v $tool >/dev/null || {
		echo "1..0 # SKIP $tool is missing"
		exit 0
	}
done

. "${srcdir:-.}/tests/until.sh"

tests=0
failures=0
cases=0
folder=$(mktemp -d) || exit 1
unset TMUX
TMUX_TMPDIR=$folder
XDG_STATE_HOME=$folder/state
export TMUX_TMPDIR XDG_STATE_HOME
probe="./tests/term/term-probe"
host="./tests/term/fakehost $probe"

in_tmux()
{
	tmux -L term -f /dev/null "$@"
}

cleanup()
{
	in_tmux kill-server 2>/dev/null
	rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 1' HUP INT PIPE TERM

# screen [SESSION]: what it shows; without one, the newest.
screen()
{
	in_tmux capture-pane -p -t "${1-c$cases}"
}

shows()
{
	screen | grep -Eq -- "$1"
}

wait_for()
{
	until_ok shows "$1"
}

# Two rows show it: the first one is from before.
twice()
{
	[ "$(screen | grep -Ec -- "$1")" = 2 ]
}

lacks()
{
	! shows "$1"
}

look()
{
	echo "flags: $(flags)"
	screen | sed 's/^/|/'
}

at_prompt()
{
	[ "$(screen "$@" | sed '/^ *$/d' | tail -n 1)" = "PROMPT>" ]
}

keys()
{
	in_tmux send-keys -t "c$cases" "$@"
}

# Type a command line.
command_line()
{
	in_tmux send-keys -t "c$cases" -l "$1"
	keys Enter
}

# The screen has a prompt, and nothing from before.
is_cleared()
{
	[ "$(screen "$@" | sed '/^ *$/d')" = "PROMPT>" ]
}

# fresh_line LINE: type it where nothing else can be taken for what it prints.
fresh_line()
{
	command_line clear
	until_ok is_cleared
	command_line "$1"
}

# new_terminal COLS ROWS COMMAND: a new one, without a shell; the last goes.
# Nothing is remembered of it, unless $remembers says so.
new_terminal()
{
	[ "${remembers-}" ] ||
		rm -f "$XDG_STATE_HOME"/jp-dashboard/workspace-*
	cases=$((cases + 1))
	in_tmux new-session -d -s "c$cases" -x "$1" -y "$2" "$3" || return 1
	in_tmux set-option -s exit-empty off
	in_tmux kill-session -t "c$((cases - 1))" 2>/dev/null
	return 0
}

# A new terminal with a shell in it.
new_shell()
{
	new_terminal 80 24 \
		"env PS1='PROMPT> ' HISTFILE= bash --norc --noprofile -i"
	until_ok at_prompt
	command_line 'M=$(stty -g); clear'
	until_ok at_prompt
}

# A new shell, and the plugin on its screen.
new_probe()
{
	new_shell
	command_line "$1 $host"
	wait_for '^probe 80x24'
}

flags()
{
	in_tmux display-message -p -t "c$cases" \
		'#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{keypad_flag}'
}

flags_are()
{
	[ "$(flags)" = "$1" ]
}

probe_pid()
{
	screen | sed -n 's/.* pid=\([0-9]*\) .*/\1/p'
}

parent_of()
{
	ps -o ppid= -p "$1" | tr -d ' '
}

# Ended; whether its parent has asked for its status is not our matter.
is_gone()
{
	case $(ps -o stat= -p "$1") in
	'' | Z*) true ;;
	*) false ;;
	esac
}

is_stopped()
{
	ps -o stat= -p "$1" | grep -q '^T'
}

# The shell has its terminal as it was: no screen, mouse or keypad mode of
# ours, a cursor, and the modes of the line.
given_back()
{
	until_ok flags_are "0 0 1 0" || return 1
	# Where the shell was faster than the end of our screen, its prompt
	# went with that.
	keys Enter
	until_ok at_prompt
	# Not what it said the time before.
	times=$((${times-0} + 1))
	command_line 'clear; [ "$(stty -g)" = "$M" ] && echo modes-"same"-'$times
	wait_for "^modes-same-$times\$" && until_ok at_prompt
}

# check NAME COMMAND ARGS
check()
{
	tests=$((tests + 1))
	name=$1
	shift
	if maybe "$@"; then
		echo "ok $tests - $name"
	else
		echo "not ok $tests - $name"
		echo "# failed: $*"
		look | sed 's/^/# /'
		# Each waits for its limit: enough is known.
		failures=$((failures + 1))
		[ $failures -lt 3 ] || {
			echo "Bail out! too much is wrong"
			exit 1
		}
	fi
}

finish()
{
	echo "1..$tests"
}
