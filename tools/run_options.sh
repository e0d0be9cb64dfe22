# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: BSL-1.0
# The command line of run_all, tools/compare and tools/fleet/run, and their line of progress. Each sets `script`, its
# name, `table`, its options, and a function `usage`; then it calls take_options "$@".
#
# A line of the table is
#
#   --NAME [VALUE] | KIND | DEFAULT | HELP
#
# What was given for --time is then in given_time, else the default is. Arguments that are no options are in
# the array `operands`. The kinds, and what is allowed:
#
#   flag           nothing; the variable is "yes" if it was given
#   seconds        a number, above 0 and below 100000
#   whole MIN MAX  a whole number
#   share          a number of per cent, with or without the sign
#   programs       names, separated by spaces
#   words          options for a program, quoted as for a shell, in one line
#   folder         a path; what is relative is so to `called_from`, and made absolute

# die MESSAGE [CODE]: one line on stderr, and the end; usage is code 2.
die() {
    clear_line
    echo "$script: $1" >&2
    exit "${2:-2}"
}

absolute() { case $1 in /*) echo "$1" ;; *) echo "$called_from/$1" ;; esac; }
clear_line() { if [ -n "${progress:-}" ]; then printf '\r\e[K' >&2; fi; }

# options_help: the part of the help text that the table gives.
options_help() {
    local name kind default help
    while IFS='|' read -r name kind default help; do
        printf '  %-20s %s%s\n' "$name" "$help" "${default:+ ($default)}"
    done <<<"$table"
}

# split_words TEXT: sets the array `words`. Quotes are as in a shell, and nothing else of it: no text runs.
split_words() {
    local word
    words=()
    if [[ $1 != *[![:space:]]* ]]; then return; fi
    while IFS= read -r word; do words+=("$word"); done < <(xargs printf '%s\n' <<<"$1")
}

# checked OPTION KIND VALUE: sets `value` to what the variable of the option shall be.
checked() {
    local shown=${3//$'\n'/\\n}
    value=$3
    case $2 in
    seconds)
        [[ $3 =~ ^[0-9]{1,5}(\.[0-9]{1,9})?$ && $3 =~ [1-9] ]] ||
            die "$1: '$shown' is not a number of seconds, above 0 and below 100000"
        ;;
    'whole '*)
        local least=${2#whole } most
        most=${least#* } least=${least% *}
        if ! [[ $3 =~ ^[0-9]{1,9}$ ]] || ((10#$3 < least || 10#$3 > most)); then
            die "$1: '$shown' is not a whole number from $least to $most"
        fi
        value=$((10#$3))
        ;;
    share)
        [[ $3 =~ ^[0-9]{1,9}(\.[0-9]{1,9})?%?$ ]] ||
            die "$1: '$shown' is not a share of 0 or more, like 5% or 0.05"
        ;;
    programs)
        [[ $3 =~ ^[A-Za-z0-9_\ ]+$ && $3 =~ [^\ ] ]] ||
            die "$1: '$shown' are not names of programs: letters, digits and _, a space between two"
        ;;
    words)
        [[ $3 != *$'\n'* ]] || die "$1: a text of one line is allowed, and this has more"
        xargs printf '' <<<"$3" 2>/dev/null || die "$1: a quote has no end in '$3'"
        ;;
    folder)
        [ -n "$3" ] || die "$1: '' is not a folder"
        value=$(absolute "$3")
        ;;
    esac
}

# option_row NAME: sets `kind`, or fails.
option_row() {
    local name default help
    while IFS='|' read -r name kind default help; do
        if [ "${name%% *}" = "$1" ]; then return; fi
    done <<<"$table"
    return 1
}

variable_of() {
    local name=${1#--}
    echo "given_${name//-/_}"
}

take_options() {
    local option name kind default help value
    operands=()
    while IFS='|' read -r name kind default help; do
        printf -v "$(variable_of "${name%% *}")" %s "$default"
    done <<<"$table"
    while [ $# != 0 ]; do
        option=$1
        shift
        case $option in
        --help | -h)
            usage
            exit
            ;;
        -*)
            option_row "$option" || die "unknown option '$option' (try --help)"
            if [ "$kind" = flag ]; then
                value=yes
            else
                if [ $# = 0 ]; then die "$option: its value is missing (try --help)"; fi
                checked "$option" "$kind" "$1"
                shift
            fi
            printf -v "$(variable_of "$option")" %s "$value"
            ;;
        *) operands+=("$option") ;;
        esac
    done
    if [ -n "${given_quick:-}" ] && [ -n "${given_time:-}" ]; then die "--quick and --time: give one of them"; fi
    # Older shells cannot tell that time has passed from the end of a pipe.
    progress=yes
    if [ -n "${given_no_progress:-}" ] || ! [ -t 2 ] || [ "${BASH_VERSINFO[0]}" -lt 4 ]; then progress=""; fi
}

# begin_beside PIPE COMMAND...: in the background; sets `pid`. follow waits for it at the named pipe, whose
# other end the command holds for as long as it runs. So waiting starts no process that would disturb it.
begin_beside() {
    exec 9<>"$1"
    # A shell gives what it begins in the background no stdin unless it is told to.
    "${@:2}" <&0 8>&9 9>&- &
    pid=$!
    exec 7<"$1" 9>&- # was open for writing, too: this does not wait
}

# follow LINE...: until the process `pid` has ended; sets `code`, empties `pid`. The command LINE sets `line`,
# which stands on the terminal meanwhile.
follow() {
    local status=129 line
    while [ -n "$progress" ] && [ $status -gt 128 ]; do
        "$@"
        printf '\r%s\e[K' "${line:0:78}" >&2
        read -r -t 1 -u 7
        status=$?
    done
    exec 7<&-
    clear_line
    code=""
    until [ -n "$code" ] && ! kill -0 "$pid" 2>/dev/null; do
        wait "$pid"
        code=$?
    done
    pid=""
}
