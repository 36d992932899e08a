# What the checks of the house share. They run in the build folder; the tree is
# in $srcdir. Each prints TAP: a rule is a test, what breaks it a comment.
srcdir=$(cd "${srcdir:-.}" && pwd)
tests=0

bail()
{
	echo "Bail out! $*"
	exit 1
}

# Our sources as paths from the top. Some .c is in every tree that is whole.
sources()
{
	(cd "$srcdir" && find src ui proto tests -name '*.[ch]' | sort)
}

# verdict NAME COMPLAINTS: a test passes when nobody complains.
verdict()
{
	tests=$((tests + 1))
	if [ -z "$2" ]; then
		echo "ok $tests - $1"
	else
		echo "not ok $tests - $1"
		printf '%s\n' "$2" | sed 's/^/# /; 40q'
	fi
}

skip_all()
{
	echo "1..0 # SKIP $*"
	exit 0
}
