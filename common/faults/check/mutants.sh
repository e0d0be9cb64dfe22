# shellcheck shell=sh disable=SC2034
# SPDX-License-Identifier: BSL-1.0
# The one form in which mistakes are put into a library or a model, sourced by the script that tries them. A
# file of mutants has for each
#
#   mutant   its name
#   file     what is changed, where there is more than one
#   -        the text that is there, exactly once; its first and last line may be parts of lines
#   +        what it becomes
#   and      before a further change of the same file
#
# and whatever else that script takes, to its `meets KEY VALUE`. It ends with an empty line. What has another
# form fails. The script has also `die` and `try_mutant`, which is called with the file changed.

# change FILE: the text in `before`, which is there exactly once, becomes that in `after`.
change() {
    if OLD=$(cat before) NEW=$(cat after) awk '
        { text = text $0 "\n" }
        END {
            old = ENVIRON["OLD"]
            at = index(text, old)
            if (!at || index(substr(text, at + 1), old)) exit 1
            printf "%s%s%s", substr(text, 1, at - 1), ENVIRON["NEW"], substr(text, at + length(old))
        }' "$1" >changed; then
        cat changed >"$1"
        : >before
        : >after
        touched=yes
    else
        die "$mutant: what is to be changed is not in $1, or more than once"
    fi
}

# is_between_changes: no text waits to be changed.
is_between_changes() { [ ! -s before ] && [ ! -s after ]; }

# end_mutant: changes the last of it, tries it, puts the file back.
end_mutant() {
    if [ -n "$mutant" ]; then
        change "$file"
        count=$((count + 1))
        if try_mutant </dev/null; then
            echo "NOT NOTICED: $mutant"
            unnoticed=$((unnoticed + 1))
        fi
        cat kept >"$file"
        mutant='' touched=''
    fi
    is_between_changes || die "a change after ${count} mutants has no name"
}

# try_all_of FILE: fails if one of the mutants is not noticed, or there is none.
try_all_of() {
    count=0 unnoticed=0 mutant='' touched=''
    : >before && : >after
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
            '#'*) ;;
            '') end_mutant ;;
            -*) printf '%s\n' "${line#-}" >>before ;;
            +*) printf '%s\n' "${line#+}" >>after ;;
            and) change "$file" ;;
            'mutant '*)
                [ -z "$mutant" ] || die "$mutant does not end with an empty line"
                mutant=${line#mutant }
                ;;
            'file '*)
                { [ -z "$touched" ] && is_between_changes; } || die "$mutant changes two files"
                file=${line#file }
                cat "$file" >kept
                ;;
            *) meets "${line%% *}" "${line#* }" ;;
        esac
    done <"$1"
    end_mutant
    [ "$count" -gt 0 ] || die "no mutants"
    [ "$unnoticed" = 0 ] || die "$unnoticed of $count mutants are not noticed"
    echo "$count mutants"
}
