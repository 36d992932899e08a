# Request bodies, read with -s, as what a model is told of them. What one
# program says in another way than the other, and no model sees a difference, is
# one here; each rule says what it takes away.

# Neighbours of one role are one message: jp has a system message for each
# section, and one of the user for the pictures; texts are joined by an empty
# line, as jphost does it.
def joined(a; b):
	[a, b | select(. != null and . != "")] |
	if length == 0 then null
	elif any(type == "array") then
		map(if type == "string" then [{type: "text", text: .}] else . end) |
		add
	else join("\n\n") end;

# An answer that only ends a turn which ended with its tools: strict servers
# want one between a result and the next words of the person.
def is_filler: .role == "assistant" and .content == "(interrupted)";

# Output of commands is not attached by jphost, which says so; the documents
# behind are counted on.
def without_commands:
	gsub("  <document>\n    <index>[0-9]+</index>\n    <source>(<!\\[CDATA\\[)?" +
	     "[^\n]*</source>\n    <content><!\\[CDATA\\[<Output>(.|\n)*?" +
	     "</Output>\\]\\]></content>\n  </document>\n"; "") |
	gsub("<index>[0-9]+</index>"; "<index>N</index>") |
	gsub("(\n\n)?<documents>\n</documents>"; "");

# Thoughts have one name in jp, and the one by which they came in jphost.
def thought: .reasoning_content // .reasoning // .thinking;

# What jp says twice: a word, and of a parameter without a summary its text.
def without_doubles:
	gsub("(?<text>[^\n]+)\n\n\\k<text>\n"; "\(.text)\n") |
	sub("^Invalid arguments: Invalid arguments"; "Invalid arguments") |
	sub("until it it is"; "until it is");

# Our model's ids have the number of the person's messages in them, which are
# more where pictures are one of their own.
def named: if type == "string" then gsub("^call_[0-9]+_"; "call_") else . end;

def message:
	{
		role,
		content: (if .content == "" then null else .content end |
			if type == "string" then without_commands | without_doubles
			else . end),
		thought: thought,
		# Arguments are a text of JSON: its blanks and order say nothing.
		calls: [.tool_calls[]? |
			{id: (.id | named), name: .function.name,
			 arguments: (.function.arguments |
				     (try fromjson catch .))}],
		of: (.tool_call_id | named)
	} | with_entries(select(.value != null and .value != []));

# The results of one answer: jphost has them as they came, jp as they were called;
# each says which call it is of.
def in_order:
	reduce .[] as $next ([];
		if length > 0 and .[-1][0].role == "tool" and
		   $next.role == "tool" then .[-1] += [$next]
		else . + [[$next]] end) |
	map(if .[0].role == "tool" then sort_by(.of) else . end) | add // [];

def messages:
	reduce (.messages[] | select(is_filler | not) | message) as $next ([];
		if length > 0 and .[-1].role == $next.role and
		   ($next.role == "system" or $next.role == "user") then
			.[-1].content = joined(.[-1].content; $next.content)
		else . + [$next] end) | in_order;

# jp asks for "strict" schemas, in which each parameter is required and an
# optional one may be null; jphost says which are required, for not all servers
# know the word.
def parameter:
	if type == "object" then
		(if (.anyOf | type) == "array" then
			(.anyOf - [{type: "null"}]) as $kinds |
			if ($kinds | length) == 1 then
				del(.anyOf) + $kinds[0]
			else . end
		 else . end) |
		(if (.type | type) == "array" then
			.type -= ["null"] |
			(if (.type | length) == 1 then .type = .type[0] else . end)
		 else . end) |
		(if .enum then .enum -= [null] else . end) |
		del(.required, .additionalProperties) | map_values(parameter)
	elif type == "array" then map(parameter)
	else . end;

def tool:
	{name: .function.name, description: .function.description,
	 parameters: (.function.parameters | parameter)};

map({
	model,
	messages: messages,
	tools: [.tools[]? | tool],
	# "auto" is what a server does where nobody says anything.
	tool_choice: (if .tool_choice == "auto" then null else .tool_choice end),
	temperature, top_p, max_tokens,
	schema: .response_format.json_schema.schema
} | with_entries(select(.value != null)))
