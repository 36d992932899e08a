# With phase=1 reads the headers, with phase=2 all files, and prints
# "FILE:LINE: INCLUDE" for each include of which its file uses no name: no
# function, macro, type, member or constant that the header itself declares. An
# include that brings only what other headers declare is one of those instead.

BEGIN {
	# Of the system's headers those whose names are few.
	declares("assert.h", "assert|static_assert")
	declares("ctype.h", "(is|to)[a-z]+")
	declares("errno.h", "errno|E[A-Z0-9]+")
	declares("inttypes.h", "PRI.*|SCN.*|strto.*")
	declares("limits.h", "[A-Z_]+_(MAX|MIN|BIT)")
	declares("poll.h", "pollfd|p?poll|POLL.*|nfds_t")
	declares("stdarg.h", "va_.*")
	declares("stdbool.h", "bool|true|false")
	declares("stddef.h", "size_t|NULL|offsetof|ptrdiff_t|wchar_t")
	declares("stdint.h", "u?int.*_t|[A-Z0-9]+_(MAX|MIN|C)")
	declares("stdio.h", "[a-z]*(printf|scanf)|FILE|std(in|out|err)|EOF|" \
		"f[a-z]+|put.*|get.*|rename|remove|perror|setvbuf|BUFSIZ|" \
		"SEEK_.*|p(open|close)|rewind|un?getc|tmpfile")
	declares("stdlib.h", "[a-z]*alloc|free|exit|_Exit|abort|ato.*|strto.*|" \
		"q?sort|bsearch|.*env|mk[a-z]*temp|realpath|l?l?abs|s?rand|" \
		"EXIT_.*|system|at_?exit|size_t|NULL|ptsname|grantpt|" \
		"unlockpt|posix_openpt|qsort_r")
	declares("string.h", "(mem|str|stp)[a-z_]+|explicit_bzero|size_t|NULL")
	declares("time.h", "time.*|.*time(_r)?|tm|clock.*|CLOCK_.*|nanosleep|" \
		"strptime")
}

function declares(header, names)
{
	system_names[header] = "^(" names ")$"
}

function note(name)
{
	if (name != "")
		names[FILENAME] = names[FILENAME] " " name
}

# The code of a line: no comment, no text.
function code_of(line,   at)
{
	if (in_comment) {
		at = index(line, "*/")
		if (!at)
			return ""
		line = substr(line, at + 2)
		in_comment = 0
	}
	gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
	gsub(/'([^'\\]|\\.)*'/, "' '", line)
	while (match(line, /\/\*([^*]|\*[^\/])*\*\//))
		line = substr(line, 1, RSTART - 1) " " \
			substr(line, RSTART + RLENGTH)
	at = index(line, "/*")
	if (at) {
		in_comment = 1
		line = substr(line, 1, at - 1)
	}
	return line
}

# Members of a struct, which a file may use and never name the struct.
function take_members(line,   list, n, i)
{
	sub(/;.*/, "", line)
	gsub(/\[[^]]*\]/, "", line)
	n = split(line, list, ",")
	for (i = 1; i <= n; i++) {
		sub(/[ \t]+$/, "", list[i])
		if (match(list[i], /\(\*[a-z0-9_]+\)/))
			list[i] = substr(list[i], RSTART + 2, RLENGTH - 3)
		sub(/.*[ *\t]/, "", list[i])
		if (list[i] ~ /^[a-z][a-z0-9_]*$/)
			note("." list[i])
	}
}

# What a line of a header declares, or a little more.
function take_names(line,   word)
{
	if (line ~ /^#[ \t]*(ifn?def|if|endif|include)/)
		return
	# A list by X() may make any name.
	if (line ~ /^#define X\(/)
		note("*")
	if (line ~ /^(struct|enum) [a-z0-9_]+;/) {
		word = line
		sub(/;.*/, "", word)
		sub(/.* /, "", word)
		note(word)
	}
	if (line ~ /^\t.*;/)
		take_members(line)
	if (match(line, /^typedef .*;/) || match(line, /^extern [^(]*;/)) {
		word = substr(line, 1, RLENGTH)
		gsub(/\[[^]]*\]|;/, "", word)
		sub(/.*[ *]/, "", word)
		note(word)
	}
	if (match(line, /^[ \t]*(struct|enum|union) [a-z0-9_]+ \{/)) {
		word = substr(line, RSTART, RLENGTH)
		sub(/ \{/, "", word)
		sub(/.* /, "", word)
		note(word)
	}
	while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
		word = substr(line, RSTART, RLENGTH)
		line = substr(line, RSTART + RLENGTH)
		if (line ~ /^##/)
			note(word "*")
		else if (line ~ /^[ \t]*\(/ || word ~ /^[A-Z][A-Z0-9_]+$/)
			note(word)
	}
}

# Whether the file at hand says a name of this header.
function uses(path,   list, n, i, word, each)
{
	if (path in system_names) {
		for (word in said)
			if (word ~ system_names[path])
				return 1
		return 0
	}
	if (!(path in names))
		return 1
	n = split(names[path], list, " ")
	for (i = 1; i <= n; i++) {
		word = list[i]
		if (word in said)
			return 1
		if (word ~ /\*$/) {
			sub(/\*$/, "", word)
			for (each in said)
				if (index(each, word) == 1)
					return 1
		}
	}
	return 0
}

function check(   i, own)
{
	own = file
	sub(/\.c$/, ".h", own)
	for (i = 1; i <= included; i++)
		if (path_of[i] != own && path_of[i] != "config.h" &&
		    !uses(path_of[i]))
			print file ":" line_of[i] ": " path_of[i]
	included = 0
	split("", said)
}

FNR == 1 {
	if (file != "" && phase == 2)
		check()
	file = FILENAME
	in_comment = 0
	files += phase == 2
}

phase == 1 {
	take_names(code_of($0))
	next
}

/^#include/ {
	path = $2
	gsub(/["<>]/, "", path)
	path_of[++included] = path
	line_of[included] = FNR
	next
}

{
	line = code_of($0)
	while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
		word = substr(line, RSTART, RLENGTH)
		before = substr(line, 1, RSTART - 1)
		said[word] = 1
		if (before ~ /(->|\.)$/)
			said["." word] = 1
		line = substr(line, RSTART + RLENGTH)
	}
}

END {
	check()
	print "files: " files + 0
}
