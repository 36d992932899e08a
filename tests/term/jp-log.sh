# Sourced by what plays a turn of the real jp: the log that it writes, $log, and
# the configuration that is named in it.
log=$folder/trace
config=$folder/jp-config.json

# logs FIELDS: a line as jp writes it.
logs()
{
	printf '%s%s%s\n' '{"timestamp":"2026-11-28T18:22:13.1Z","level":"TRACE",' \
		'"fields":{"message":'"$1" '},"target":"jp_cli"}' >>"$log"
}

# streams DELTA FINISH: what its provider sent.
streams()
{
	event='{"id":"a","choices":[{"delta":'$1',"finish_reason":'$2'}]}'
	logs '"Received event from Llamacpp API.","event":"'"$(
		printf '%s' "$event" | sed 's/[\\"]/\\&/g')"'"'
}

# A turn begins, with tools that are asked about.
begins()
{
	echo '{"conversation":{"tools":{"*":{"run":"ask"}}}}' >"$config"
	logs '"Starting CLI run."'
	logs '"Configuration details.","config":"'"$config"'"'
	logs '"Starting conversation turn.","model":"m"'
}
