# Sourced by the tests of the provider openai: a workspace, and a small server
# of ours that plays a script.
. "${srcdir:-.}/tests/host/lib.sh"
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$dir"' EXIT
model=$(pwd)/tests/host/fake-model
[ -x "$model" ] || { echo "Bail out! not built"; exit 1; }

export OPENAI_API_KEY=sk-a-secret-of-ours JPD_TRACE="all:$dir/trace" \
	XDG_CONFIG_HOME="$dir/own"
unset SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE JPHOST_HEADERS
unset http_proxy HTTP_PROXY all_proxy ALL_PROXY
cat >"$dir/config" <<'EOF'
{"plugins":{"command":{"jphost":{"options":
 {"stall_ms":1500,"backoff_ms":30,"retries":2}}}}}
EOF

look()
{
	cat "$dir/out" "$dir/err"
}

login=
# query ARGS...: with the script on stdin, and $login before the host; output in $dir/out and $dir/err.
query()
{
	cat >"$dir/script"
	rm -f "$dir/port"
	mkfifo "$dir/port"
	"$model" "$dir/script" "$dir/log" >"$dir/port" &
	server=$!
	read -r port <"$dir/port"
	"$host" query -w "$dir/w" --new --config "$dir/config" --model tiny \
		--provider "openai:http://${login}127.0.0.1:$port/v1/" "$@" \
		>"$dir/out" 2>"$dir/err" </dev/null
	status=$?
	kill $server 2>/dev/null
	wait $server 2>/dev/null
	server=
	events=$(newest)/events.json
}

# How many lines of a file have this in them.
count()
{
	grep -c -e "$1" "$2"
}
