# Turn the demo's plays, which people write, into C: for each conversation
# the lines of JSON that command-demo.c reads. A play is text in sections:
#
#   @title TEXT, @age MINUTES, @start MS   the conversation
#   @past, @live       a turn, of its history or to be played; its request
#   @message, @reasoning                   text
#   @rate N, @pause MS                     as in a replay script
#   @call NAME         a tool call that is asked for; then, of this call:
#     @arg NAME        a string, on the lines below
#     @json NAME JSON  any value; {300 blanks} stands for these
#     @unattended, @takes MS, @output, @result, @failure
#   @batch, @end       around the calls of a batch
#   @ask, @yesno       a question; then: @option JSON, @default JSON
#   @error             the provider fails
#
# Tool and question ids are made up here; @N@ in them is the round.

function json(text)
{
	gsub(/[\\"]/, "\\\\&", text)
	gsub(/\t/, "\\t", text)
	gsub(/\n/, "\\n", text)
	return "\"" text "\""
}

function blanks(text,    n, head)
{
	while (match(text, /[{][0-9]+ blanks[}]/)) {
		n = substr(text, RSTART + 1, RLENGTH - 2) + 0
		head = substr(text, 1, RSTART - 1)
		text = substr(text, RSTART + RLENGTH)
		text = head sprintf("%" n "s", "") text
	}
	return text
}

# One line of JSON, as a C string.
function emit(line)
{
	gsub(/[\\"?]/, "\\\\&", line)
	print "\t\"" line "\\n\""
}

function new_id(kind)
{
	return kind "_" play "_" turns "_" ++ids (live ? "_@N@" : "")
}

function end_call(    line)
{
	if (name == "")
		return
	line = "{\"tool_call\":{\"id\":" json(new_id("tc")) ",\"name\":" \
		json(name) ",\"arguments\":{" arguments "}}" rest "}"
	name = arguments = rest = ""
	if (!in_batch) {
		emit(line)
		return
	}
	batch = batch (batch == "" ? "" : ",") line
}

function end_question(    line)
{
	if (question == "")
		return
	if (question_type == "text" && options != "")
		question_type = "select\",\"options\":[" options "]"
	else
		question_type = question_type "\""
	emit("{\"inquiry\":{\"id\":" json(new_id("inq")) \
		",\"question\":{\"text\":" json(question) \
		",\"answer_type\":{\"type\":\"" question_type "}" initial \
		"}}}")
	question = options = initial = ""
}

function add_argument(key, value)
{
	arguments = arguments (arguments == "" ? "" : ",") json(key) ":" value
}

# The lines of a section are complete.
function end_text(    lines, n, i)
{
	sub(/\n+$/, "", text)
	if (section == "past" || section == "live")
		emit("{\"turn\":\"" section "\",\"request\":" json(text) "}")
	else if (section == "message" || section == "reasoning" ||
		 section == "error")
		emit("{\"" section "\":" json(text) "}")
	else if (section == "arg")
		add_argument(argument, json(text))
	else if (section == "result")
		rest = rest ",\"result\":" json(text)
	else if (section == "failure")
		rest = rest ",\"is_error\":true,\"result\":" json(text)
	else if (section == "ask" || section == "yesno")
		question = text
	else if (section == "output") {
		n = split(text, lines, "\n")
		rest = rest ",\"output\":["
		for (i = 1; i <= n; i++)
			rest = rest (i > 1 ? "," : "") json(lines[i])
		rest = rest "]"
	}
	section = text = ""
}

function end_all()
{
	end_text()
	end_call()
	end_question()
}

function fail(why)
{
	print FILENAME ":" FNR ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

function value_of(line)
{
	sub(/^@[a-z]+ */, "", line)
	return line
}

BEGIN {
	print "/* Made by plays.awk. */"
	print "#include \"config.h\""
	print ""
	print "#include \"src/jphost/commands/demo-play.h\""
	print ""
	print "const char *const DEMO_PLAYS[] = {"
}

FNR == 1 {
	if (play) {
		end_all()
		print "\t,"
	}
	play++
	turns = ids = live = 0
}

/^@[a-z]/ {
	word = substr($1, 2)
	value = value_of($0)
	# What belongs to the call or question that is open does not end it.
	if (word ~ /^(arg|json|unattended|takes|output|result|failure|option|default)$/)
		end_text()
	else
		end_all()
	if (word == "title")
		title = value
	else if (word == "age")
		age = value
	else if (word == "start")
		emit("{\"conversation\":{\"title\":" json(title) \
			",\"age_min\":" age ",\"start_ms\":" value "}}")
	else if (word == "past" || word == "live") {
		turns++
		ids = 0
		live = word == "live"
		section = word
	} else if (word ~ /^(message|reasoning|output|result|failure|error)$/)
		section = word
	else if (word == "rate")
		emit("{\"rate\":" value "}")
	else if (word == "pause")
		emit("{\"pause_ms\":" value "}")
	else if (word == "call")
		name = value
	else if (word == "arg") {
		argument = value
		section = word
	} else if (word == "json") {
		argument = value
		sub(/ .*/, "", argument)
		sub(/^[^ ]+ /, "", value)
		add_argument(argument, blanks(value))
	} else if (word == "unattended")
		rest = rest ",\"run\":\"unattended\""
	else if (word == "takes")
		rest = rest ",\"takes_ms\":" value
	else if (word == "batch")
		in_batch = 1
	else if (word == "end") {
		in_batch = 0
		emit("{\"tool_calls\":[" batch "]}")
		batch = ""
	} else if (word == "ask" || word == "yesno") {
		question_type = word == "ask" ? "text" : "boolean"
		section = word
	} else if (word == "option")
		options = options (options == "" ? "" : ",") \
			"{\"value\":" value "}"
	else if (word == "default")
		initial = ",\"default\":" value
	else
		fail("no section is called @" word)
	next
}

section == "" && /^[ \t]*$/ { next }
section == "" { fail("text outside of a section") }
{ text = text $0 "\n" }

END {
	if (failed)
		exit 1
	end_all()
	print "\t,\n\tNULL,\n};"
}
