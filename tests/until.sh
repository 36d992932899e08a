# How the scripts among the tests wait: for what should come, with a limit;
# nothing sleeps and hopes. What never comes fails the check that waits for it.
# Outside of a check it ends the script, since what follows would be tried on
# something else than it says. Who includes this may define look(): it prints
# what there is to see then.
alternative=
tries_most=400

look()
{
	:
}

bail()
{
	echo "Bail out! $*"
	look | sed 's/^/# /'
	exit 1
}

# maybe COMMAND ARGS: it may fail, for something is done about that.
maybe()
{
	alternative="x$alternative"
	"$@"
	outcome=$?
	alternative=${alternative#x}
	return $outcome
}

# until_ok COMMAND ARGS: repeat it until it succeeds, for 20 s at most.
until_ok()
{
	tries=0
	until maybe "$@" >/dev/null 2>&1; do
		tries=$((tries + 1))
		[ $tries -lt $tries_most ] || {
			[ "$alternative" ] || bail "never came: $*"
			return 1
		}
		sleep 0.05
	done
}
