#!/bin/sh
# Write the tour: "make.sh JPHOST" plays `script` in a real terminal and puts
# the screens into its text. A line of it that begins with "@" is one of
#
#     @begin COMMAND     in a terminal of 80x24; "jphost" is JPHOST
#     @wait TEXT         until it is on the screen
#     @gone TEXT         until it is not
#     @keys KEY...       as tmux names them; @type TEXT, as it stands
#     @until KEY TEXT    press it again and again, until that is on the screen
#     @screen            what is on the screen now
#     @end
set -euf
HOST=$1
OUT=$(cd "$(dirname "$0")" && pwd)
. "$OUT/../screens.sh"
WORK=$(mktemp -d)
trap 'tmx kill-server 2>/dev/null || :; rm -rf "$WORK"' EXIT
export WORK

# pressed KEY TEXT: press it where the text is not on the screen yet.
pressed()
{
	shows "$2" && return
	keys "$1"
	sleep 0.4
	shows "$2"
}

play()
{
	while IFS= read -r line; do
		word=${line%% *}
		rest=${line#"$word"}
		rest=${rest# }
		case $word in
		@begin) begin 80 24 "PATH='${HOST%/*}':\$PATH $rest" ;;
		@wait) wait_for "$rest" ;;
		@gone) until_screen lacks "$rest" ;;
		@keys) keys $rest ;;
		@until) until_screen pressed "${rest%% *}" "${rest#* }" ;;
		@type) keys -l -- "$rest" ;;
		@screen) screen | sed -e "s|$WORK|/tmp|g" -e 's/^/    /; s/ *$//' ;;
		@end) end ;;
		@*)
			echo "not a word of the tour: $word" >&2
			exit 1
			;;
		*) printf '%s\n' "$line" ;;
		esac
	done
}

play <"$OUT/script" >"$WORK/tour"
mv "$WORK/tour" "$OUT/tour"
