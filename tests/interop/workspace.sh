# Sourced: a small workspace that was made by hand, for what a model is told.

# conversation DIR ID, with its events (without times) on stdin, a line each:
# a {"base": …} is its base_config.json.
conversation()
{
	at=$1/.jp/conversations/$2-x
	mkdir -p "$at"
	cat >"$at/lines"
	jq -s 'map(.base // empty) | .[0] // empty' "$at/lines" >"$at/base"
	[ -s "$at/base" ] && mv "$at/base" "$at/base_config.json" ||
		rm "$at/base"
	jq -s 'map(select(.base | not) +
		   {timestamp: "2026-01-02 03:04:05.0"})' "$at/lines" \
		>"$at/events.json"
	echo '{"title": "X", "last_activated_at": "2026-01-02 03:04:05.0"}' \
		>"$at/metadata.json"
	rm "$at/lines"
}

# Of the person: tools are theirs, so that nobody is asked.
make_user_config()
{
	mkdir -p "$1"
	cat >"$1/config.toml" <<'EOT'
[user]
name = "Ann"

[assistant.model]
id = "llamacpp/tiny"

[conversation.tools.'*']
run = "unattended"

[conversation.tools.add]
source = "local"
command = "echo {{tool.arguments.what}} {{tool.arguments.times}}"
summary = "Add a thing."
description = "Adds it as often as it is told to."
examples = "add(what: \"x\")"

[conversation.tools.add.parameters.what]
type = "string"
required = true
summary = "Which thing."
description = "Any thing that has a name."

[conversation.tools.add.parameters.times]
type = "integer"
default = 1

[conversation.tools.add.parameters.how]
type = "string"
enum = ["fast", "well"]

[conversation.tools.add.parameters.list]
type = "array"
items = { type = "string" }
description = "A list."

[conversation.tools.fail]
source = "local"
description = "It fails."
command = { program = "echo out; echo err >&2; exit 3", shell = true }

[conversation.tools.later]
source = "local"
command = "true"
enable = false

[conversation.tools.named]
source = "local.other"
command = "echo {{tool.name}}"
description = "Its name."
EOT
}

make_files()
{
	mkdir -p "$1/.jp/conversations" "$1/docs/deep" "$1/.hidden"
	echo ab3de >"$1/.jp/.id"
	cat >"$1/.jp/config.toml" <<'EOT'
[assistant]
name = "Al"
system_prompt = "You help with <this> & that."
tool_choice = "auto"

[[assistant.system_prompt_sections]]
content = "Behind all else."
position = 5

[[assistant.system_prompt_sections]]
title = "T1"
content = "Before it."
position = -5

[[assistant.system_prompt_sections]]
tag = "tagged"
title = "T2 \"quoted\""
content = "With a < b."

[[assistant.instructions]]
title = "A"
description = "What they are for."
items = ["a1", "a2"]
position = 10

[[assistant.instructions]]
title = "B"
items = ["b1"]
position = -10
examples = [
	"a plain one",
	{ good = "this", bad = "that", reason = "because" },
]

[assistant.model.parameters]
temperature = 0.5
max_tokens = 1000

[conversation]
attachments = [
	"file:///docs/a.md",
	"file:docs/deep/*.txt",
	"file:docs/none.txt",
	"file:docs/a.md?exclude",
]
EOT
	printf '# A\n\nText & more.\n' >"$1/docs/a.md"
	printf 'b < c\n' >"$1/docs/deep/b.txt"
	printf '\211PNG\r\n\032\n\0' >"$1/docs/p.png"
}

make_conversations()
{
	# Nothing of its own but what jp must have.
	conversation "$1" 17000000001 <<'EOT'
{"base": {"assistant": {"model": {"id": {"provider": "llamacpp", "name": "tiny"}}}, "conversation": {"tools": {"*": {"run": "unattended"}}}}}
{"type": "turn_start"}
{"type": "chat_request", "content": "Hello", "author": "Ann"}
{"type": "chat_response", "reasoning": "A greeting."}
{"type": "chat_response", "message": "Hello yourself."}
{"type": "turn_start"}
{"type": "chat_request", "content": "Bye"}
{"type": "chat_response", "message": "Bye."}
EOT
	# All that the files say, as jp stores it; calls of every kind of end.
	conversation "$1" 17000000002 <<'EOT'
{"base": {"assistant": {"system_prompt": "Of the conversation.", "instructions": {"value": [{"title": "Own", "items": ["o1"], "examples": []}], "strategy": "replace", "discard_when_merged": false}, "model": {"id": {"provider": "llamacpp", "name": "tiny"}, "parameters": {"top_p": 0.25}}}, "conversation": {"attachments": ["file:///docs/deep/b.txt"], "tools": {"*": {"run": "unattended"}, "describe_tools": {"source": "builtin", "enable": "always", "description": "Get detailed descriptions and usage examples for one or more tools.", "parameters": {"tools": {"type": "array", "required": true, "description": "Array of tool names to describe", "items": {"type": "string", "required": false}}}, "run": "unattended"}}}}}
{"type": "turn_start"}
{"type": "chat_request", "content": "Work"}
{"type": "chat_response", "message": "I look."}
{"type": "tool_call_request", "id": "a", "name": "add", "arguments": {"what": "eA==", "list": ["eQ=="]}}
{"type": "tool_call_request", "id": "b", "name": "gone", "arguments": {}}
{"type": "tool_call_response", "id": "b", "content": "VG9vbCAnZ29uZScgaXMgbm90IGF2YWlsYWJsZS4=", "is_error": true}
{"type": "tool_call_response", "id": "a", "content": "YWRkZWQKw6k=", "is_error": false}
{"type": "inquiry_request", "id": "a.q", "source": {"source": "tool", "name": "add"}, "question": {"text": "Sure?", "answer_type": {"type": "boolean"}}}
{"type": "inquiry_response", "id": "a.q", "answer": true}
{"type": "chat_response", "message": "Done."}
{"type": "turn_start"}
{"type": "chat_request", "content": "More"}
{"type": "tool_call_request", "id": "c", "name": "add", "arguments": {"what": "eg=="}}
EOT
	# An old one: its first change of the configuration is its base.
	conversation "$1" 17000000003 <<'EOT'
{"type": "config_delta", "delta": {"assistant": {"system_prompt": "Old.", "model": {"id": {"provider": "llamacpp", "name": "tiny"}}}, "conversation": {"tools": {"*": {"run": "unattended"}}}}}
{"type": "turn_start"}
{"type": "chat_request", "content": "One"}
{"type": "chat_response", "message": "1"}
{"type": "config_delta", "delta": {"assistant": {"model": {"parameters": {"temperature": 0.75}}, "tool_choice": "none"}, "conversation": {"tools": {"fail": {"source": "local", "enable": false}}}}}
{"type": "config_delta", "delta": {"assistant": {"instructions": [{"title": "New", "items": ["n1"], "examples": []}]}, "conversation": {"attachments": ["file:docs/p.png", "file:docs/a.md"]}}}
{"type": "turn_start"}
{"type": "chat_request", "content": "Two"}
{"type": "chat_response", "data": {"b": [1, 2.50], "a": "x"}}
{"type": "future_event", "content": "not for a model"}
EOT
	# Compacted: thoughts and results, then a summary of what came first.
	conversation "$1" 17000000004 <<'EOT'
{"base": {"assistant": {"model": {"id": {"provider": "llamacpp", "name": "tiny"}}}, "conversation": {"tools": {"*": {"run": "unattended"}}}}}
{"type": "turn_start"}
{"type": "chat_request", "content": "First"}
{"type": "chat_response", "reasoning": "Hm."}
{"type": "tool_call_request", "id": "a", "name": "add", "arguments": {"what": "eA=="}}
{"type": "tool_call_response", "id": "a", "content": "eAo=", "is_error": false}
{"type": "chat_response", "message": "1"}
{"type": "turn_start"}
{"type": "chat_request", "content": "Second"}
{"type": "chat_response", "reasoning": "Hm, hm."}
{"type": "tool_call_request", "id": "b", "name": "add", "arguments": {"what": "eQ=="}}
{"type": "tool_call_response", "id": "b", "content": "eQo=", "is_error": false}
{"type": "chat_response", "message": "2"}
{"type": "turn_start"}
{"type": "chat_request", "content": "Third"}
{"type": "tool_call_request", "id": "c", "name": "add", "arguments": {"what": "eg=="}}
{"type": "tool_call_response", "id": "c", "content": "ego=", "is_error": false}
{"type": "chat_response", "message": "3"}
{"type": "compaction", "from_turn": 1, "to_turn": 1, "reasoning": "strip", "tool_calls": {"policy": "strip", "request": true, "response": true}}
{"type": "compaction", "from_turn": 0, "to_turn": 0, "summary": {"summary": "It began."}}
{"type": "compaction", "from_turn": 2, "to_turn": 2, "tool_calls": {"policy": "omit"}}
EOT
	# Broken off, and spoken to in the middle.
	conversation "$1" 17000000005 <<'EOT'
{"base": {"assistant": {"tool_choice": "add", "model": {"id": {"provider": "llamacpp", "name": "tiny"}, "parameters": {"reasoning": "off"}}}, "conversation": {"tools": {"*": {"run": "unattended"}}}}}
{"type": "chat_request", "content": "No turn begins here."}
{"type": "chat_response", "message": "Still an answer."}
{"type": "turn_start"}
{"type": "chat_request", "content": "Again"}
{"type": "tool_call_request", "id": "a", "name": "add", "arguments": {"what": "eA=="}}
{"type": "tool_call_response", "id": "a", "content": "eAo=", "is_error": false}
{"type": "chat_request", "content": "Wait, no."}
{"type": "chat_response", "message": "  As you like.\n"}
{"type": "tool_call_request", "id": "a", "name": "add", "arguments": {"what": "eA=="}}
{"type": "tool_call_response", "id": "a", "content": "", "is_error": false}
{"type": "turn_start"}
{"type": "turn_start"}
EOT
}

# make_workspace DIR
make_workspace()
{
	make_files "$1"
	make_conversations "$1"
}

# What is said in conversation ID: the model calls tools, and ends with a word.
# Where it may call none it calls none.
words_for()
{
	case $1 in
	17000000003) echo "Go on" ;;
	*) echo "$words" ;;
	esac
}
words='Go on
THINK Let me see.
SAY I add.
CALL add {"what":"one","times":"2"}
CALL fail {}
CALL describe_tools {"tools":["add","nothing"]}
CALL named {}
CALL add {"zz":1}
CALL fail {"zz":1}
CALL later {}
SAY That was it.'
