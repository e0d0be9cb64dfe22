# shellcheck shell=bash
# SPDX-License-Identifier: BSL-1.0
# Completion for bash. The programs themselves tell their options and values (--help) and their cases (--list).

# Reads a help text. Prints a line for each option: its name, the name of its value, and the values if the text
# lists them, with tabs between.
_tollgate_options() {
    awk '
        function print_option() {
            sub(/;.*/, "", text); sub(/.*: /, "", text)
            gsub(/ *\([^)]*\)/, "", text); gsub(/, +| +or +/, ",", text)
            if (name) print name "\t" value "\t" (text ~ /^[^ ,]+(,[^ ,]+)+ *$/ ? text : "")
        }
        /^  --/ {
            print_option(); name = $1; text = $0
            value = /^  [^ ]+ [A-Z]/ ? $2 : ""
            sub(/^  [^ ]+( [A-Z]+)? */, "", text)
        }
        /^    / { text = text " " $0 }
        !/^  / { print_option(); name = "" }'
}

# _tollgate_candidates PROGRAM OPTION: prints the words that can follow the option, or can be an operand if it is empty.
# Returns 1 if they are files.
_tollgate_candidates() {
    local help row value values
    help=$("$1" --help) || return 0
    row=$(_tollgate_options <<<"$help" | grep -F -e "${2:--}"$'\t')
    IFS=$'\t' read -r _ value values <<<"$row"
    case $value in
    '')
        cut -f 1 < <(_tollgate_options <<<"$help")
        case $help in
        *"] PID"*) ps -eo pid= | tr -d ' ' ;;
        *"] FILE"*) return 1 ;;
        esac
        ;;
    FILE) return 1 ;;
    REGEX | CASE) "$1" --list --all | grep -v '^ ' ;;
    *)
        tr , '\n' <<<"$values"
        # A name with other characters would need quotes.
        if [ "$2" = --comm ]; then ps -eo comm= | awk '/^[A-Za-z0-9_.:\/+-]+$/ && !known[$0]++'; fi
        ;;
    esac
}

_tollgate() {
    local words current option="" kept="" candidates candidate
    # The line is read again, because bash takes the colons in the name of a case for ends of words.
    read -ra words <<<"${COMP_LINE:0:COMP_POINT}|"
    current=${words[-1]%|}
    case " ${words[*]:0:${#words[@]}-1} " in
    *" -- "*) compopt -o default 2>/dev/null && return ;; # a command for ./bill
    esac
    case ${words[-2]} in --*) option=${words[-2]} ;; esac
    case $current in --*=*) option=${current%%=*} current=${current#*=} ;; esac
    candidates=$(_tollgate_candidates "${1/#\~/$HOME}" "$option" 2>/dev/null </dev/null) || compopt -o default 2>/dev/null
    # In a list, the last word is completed.
    if [[ $candidates != */* ]]; then kept=${current%"${current##*,}"}; fi
    while IFS= read -r candidate; do
        candidate=$kept$candidate
        # An option is offered only after its first character.
        if [[ $candidate == "$current"* && ($candidate != -* || $current == -*) ]]; then
            COMPREPLY+=("$candidate")
        fi
    done <<<"$candidates"
    # bash replaces only what follows the last colon.
    if [[ $COMP_WORDBREAKS == *:* ]]; then COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}"); fi
}
complete -F _tollgate testFiber testThread testQueue testSleep testTimeout testCancel testLiveness testLock testNoise \
    costSheet bill
