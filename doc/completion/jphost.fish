# Completion of jphost in fish. What it offers is read from the helps of jphost
# and of the plugin, so that it knows every option they have.

function __jphost_help
    env LC_ALL=C jphost $argv --help </dev/null 2>/dev/null
end

# Of a help on the standard input, "OPTION<tab>TAKES<tab>WHAT IT DOES".
function __jphost_options
    awk '
        !/^ +-/ { next }
        {
            sub(/^ +/, "")
            what = $0
            if (!sub(/^.*[^ ]  +/, "", what)) what = ""
            sub(/  .*/, "")
            n = split($0, word, /[ ,]+/)
            takes = word[n] ~ /^-/ ? "" : word[n]
            for (i = 1; i <= n; i++)
                if (word[i] ~ /^-/)
                    print word[i] "\t" takes "\t" what
        }'
end

function __jphost_conversations
    jphost run $argv dashboard --list </dev/null 2>/dev/null |
        awk -F '\t' '{ print $1 "\t" $NF }'
end

function __jphost_plugins
    set -l data $XDG_DATA_HOME
    test -n "$data"; or set data ~/.local/share
    set -l here (dirname (command -s jphost))
    for file in $PATH/jp-* $data/jp/plugins/command/jp-* $here/jp-*
        test -f $file -a -x $file; and string replace -r '.*/jp-' '' $file
    end | sort -u
end

# What may follow an option, by its name and by what it takes.
function __jphost_values
    set -l option $argv[1]
    set -l takes $argv[2]
    switch $option
        case --fallback
            printf '%s\n' approve reject
        case --format
            printf '%s\n' text json
        case --layout
            printf '%s\n' columns rows grid main
        case --provider
            printf '%s\n' jp replay: openai:
        case -c --conversation
            __jphost_conversations $argv[3..-1]
        case '*'
            switch $takes
                case '*|*'
                    string split '|' $takes
                case DIR
                    __fish_complete_directories (commandline -ct)
                case '*FILE*'
                    __fish_complete_path (commandline -ct)
            end
    end
end

function __jphost_complete
    set -l words (commandline -opc)
    set -l command $words[2]
    set -l help (__jphost_help $command | __jphost_options)
    set -l option
    set -l takes
    set -l plugin
    set -l place
    for word in $words[3..-1]
        if test -n "$option"
            contains -- $option -w --workspace; and set place -w $word
            set option
        else if string match -q -- '-*' $word
            set takes (string match -e -- $word\t $help | head -n 1 | cut -f 2)
            test -n "$takes"; and set option $word
        else if test "$command" = run -a -z "$plugin"
            set plugin $word
            set help (__jphost_help run $plugin | __jphost_options)
        end
    end
    if test -n "$option"
        __jphost_values $option $takes $place
    else if string match -q -- '-*' (commandline -ct)
        printf '%s\n' $help | cut -f 1,3
    else if test "$command" = run -a -z "$plugin"
        __jphost_plugins
    else if test "$plugin" = dashboard
        __jphost_conversations $place
    else if test "$command" = trust
        printf '%s\n' show list allow revoke
    else if test "$command" = replay
        __fish_complete_path (commandline -ct)
    end
end

complete -c jphost -f
complete -c jphost -n __fish_use_subcommand \
    -a "(__jphost_help | string replace -rf '^  ([a-z]+)  +(.*)' '\$1\t\$2')"
complete -c jphost -n 'not __fish_use_subcommand' -a '(__jphost_complete)'
