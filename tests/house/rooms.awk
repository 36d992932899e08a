# Reads lines "debt RULE SUBJECT..." (tests/house/debts), "source PATH" and what
# `nm -A` tells of the libraries and both main.o. Prints "RULE: complaint" for
# what breaks a rule of the rooms (doc/HACKING), and "circle: FILES" for files
# of one room that need each other.

function floor(room, number)
{
	floor_of[room] = number
}

function room_of(path)
{
	sub(/\/[^\/]*$/, "", path)
	return path
}

function complain(rule, what)
{
	print rule ": " what
}

# The most that tests/house/debts allows of it; else `usual`.
function allowed(rule, subject, usual)
{
	return (rule, subject) in debt ? debt[rule, subject] + 0 : usual
}

# Their objects may do nothing but compute.
function is_pure(room)
{
	return room ~ /^(proto|src\/(store|toml)|ui\/(text|text\/unicode|view|transcript|dialog)|src\/dashboard\/(hosts|app|layers))$/
}

# What touches the world, also as the twin that fortified code calls.
function is_worldly(name)
{
	sub(/^__/, "", name)
	sub(/_chk$/, "", name)
	sub(/64$/, "", name)
	return name in worldly
}

BEGIN {
	floor("src/base", 1)
	floor("proto", 2)
	floor("src/store", 3)
	floor("src/toml", 3)
	floor("ui/text/unicode", 2)
	floor("ui/text", 3)
	floor("ui/view", 4)
	floor("ui/transcript", 5)
	floor("ui/dialog", 5)
	floor("ui/term", 5)
	floor("src/dashboard/hosts", 6)
	floor("src/dashboard/app", 7)
	floor("src/dashboard/layers", 8)
	floor("src/dashboard/io", 9)
	floor("src/dashboard", 11)
	floor("src/jphost/workspace", 3)
	floor("src/jphost/config", 4)
	floor("src/jphost/tool", 5)
	floor("src/jphost/net", 5)
	floor("src/jphost/provider", 6)
	floor("src/jphost/live", 6)
	floor("src/jphost/turn", 7)
	floor("src/jphost/jp", 7)
	floor("src/jphost/serve", 8)
	floor("src/jphost/query", 9)
	floor("src/jphost/bridge", 9)
	floor("src/jphost/commands", 10)
	floor("src/jphost", 11)
	split("open openat creat read pread write pwrite readv writev close " \
		"fopen fdopen fread fwrite fclose fgets fputs fputc puts " \
		"putchar printf fprintf vprintf vfprintf dprintf getline " \
		"fork execv execve execvp execvpe execl execlp system popen " \
		"posix_spawn posix_spawnp waitpid poll ppoll select socket " \
		"connect accept send recv time clock_gettime gettimeofday " \
		"getenv secure_getenv setenv setlocale getpid kill raise " \
		"signal sigaction nanosleep usleep sleep stat fstat lstat " \
		"unlink rename mkdir opendir readdir realpath getcwd rand " \
		"random getrandom", names, " ")
	for (i in names)
		worldly[names[i]] = 1
	# What base does for others is worldly too: its clocks, files, programs.
	split("clock_now_ms clock_now_us clock_wall_ms clock_wall_offset_ms " \
		"file_add_path file_read file_replace file_sweep file_write " \
		"host_spawn host_spawn_fds state_folder_open trust_load " \
		"trust_save", names, " ")
	for (i in names)
		worldly[names[i]] = 1
	FILES_MAX = 28
	CIRCLE_MAX = 8
}

$1 == "debt" {
	debt[$2, $3] = $4
	next
}

$1 == "source" {
	name = $2
	sub(/.*\//, "", name)
	paths[name] = paths[name] " " $2
	files[room_of($2)]++
	next
}

# "src/base/libbase.a:libbase_a-clock.o:0000 T clock_now_ms", or main.o itself.
/:/ && NF >= 2 {
	object = $1
	sub(/:[0-9a-f]*$/, "", object)
	if (!(object in source))
		source[object] = source_of(object)
	path = source[object]
	if (path == "")
		next
	seen[path] = 1
	kind = $(NF - 1)
	if (kind == "U") {
		uses[path, $NF] = 1
		used[$NF] = 1
		if (is_pure(room_of(path)) && is_worldly($NF) &&
		    !(("pure", path ":" $NF) in debt))
			complain("pure", path ": " $NF "()")
	} else if (kind ~ /^[TDBRVW]$/) {
		home[$NF] = path
		if (kind == "T")
			is_function[$NF] = 1
	}
}

# Of this object, or one within a library that lies in its folder or above.
function source_of(object,   folder, name, i, n, path)
{
	folder = room_of(object) "/"
	if (object ~ /\.a:/)
		folder = room_of(substr(object, 1, index(object, ":"))) "/"
	name = object
	sub(/.*[:\/]/, "", name)
	sub(/^lib[a-z]*_a-/, "", name)
	sub(/\.o$/, ".c", name)
	n = split(paths[name], path, " ")
	for (i = 1; i <= n; i++)
		if (index(path[i], folder) == 1)
			return path[i]
	return ""
}

function file_and_name(text,   part)
{
	split(text, part, ":")
	return part[1] SUBSEP part[2]
}

# How often its own file says the name: once is the definition.
function mentions(name, path,   line, n, file)
{
	file = srcdir "/" path
	while ((getline line < file) > 0)
		while (match(line, "(^|[^a-z0-9_])" name "([^a-z0-9_]|$)")) {
			n++
			line = substr(line, RSTART + length(name))
		}
	close(file)
	return n
}

# A room is small: who reaches whom by way of anybody.
function circles(room,   i, j, k, n, all, at, reaches, done, size, text, most)
{
	n = 0
	for (i in seen)
		if (room_of(i) == room)
			at[++n] = i
	for (i = 1; i <= n; i++)
		for (j = 1; j <= n; j++)
			if ((at[i], at[j]) in arrow)
				reaches[i, j] = 1
	for (k = 1; k <= n; k++)
		for (i = 1; i <= n; i++)
			if ((i, k) in reaches)
				for (j = 1; j <= n; j++)
					if ((k, j) in reaches)
						reaches[i, j] = 1
	for (i = 1; i <= n; i++) {
		if (i in done || !((i, i) in reaches))
			continue
		size = 0
		text = room ":"
		for (j = 1; j <= n; j++)
			if ((i, j) in reaches && (j, i) in reaches) {
				done[j] = 1
				size++
				text = text " " substr(at[j], length(room) + 2)
			}
		if (size < 2)
			continue
		print "circle: " size " in " text
		if (size > allowed("circle", room, CIRCLE_MAX))
			complain("circles", size " files in " text)
	}
}

END {
	for (pair in uses) {
		split(pair, part, SUBSEP)
		to = home[part[2]]
		if (to == "" || to == part[1])
			continue
		arrow[part[1], to] = 1
		from_room = room_of(part[1])
		to_room = room_of(to)
		if (!(from_room in floor_of))
			complain("up", from_room " has no floor in rooms.awk")
		if (from_room == to_room ||
		    floor_of[to_room] < floor_of[from_room])
			continue
		up = from_room ">" to_room
		ups[up]++
		where[up] = where[up] "\n" "up: " part[1] " calls " part[2] "() of " to
	}
	for (up in ups)
		if (ups[up] > allowed("up", up, 0))
			print "up: " ups[up] " arrows " up ", not " \
				allowed("up", up, 0) where[up]
		else {
			gsub(/\nup: /, "\nowed: ", where[up])
			print "owed: " ups[up] " arrows " up where[up]
		}
	for (room in files) {
		circles(room)
		if (files[room] > allowed("files", room, FILES_MAX))
			complain("files", room " has " files[room] " .c files")
	}
	for (name in is_function)
		if (!(name in used) && name != "main" &&
		    !(("unused", name) in debt) &&
		    mentions(name, home[name]) < 2)
			complain("unused", name "() of " home[name])
	for (pair in debt) {
		split(pair, part, SUBSEP)
		if (part[1] == "pure" && !((file_and_name(part[2])) in uses))
			print "paid: " part[2] "()"
		if (part[1] == "unused" && !(part[2] in is_function))
			print "paid: " part[2] "()"
		if (part[1] == "unused" && part[2] in used)
			print "paid: " part[2] "()"
	}
	n = 0
	for (path in seen)
		n++
	print "objects: " n
}
