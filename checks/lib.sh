# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: BSL-1.0
# Shared by the shell checks: a temporary folder that is removed at the end, and a line of output for each case.
set -u
unset CDPATH
export LC_ALL=C
# A git hook sets variables that would redirect a check's own git commands to this repository.
# shellcheck disable=SC2046 # names
unset $(git rev-parse --local-env-vars 2>/dev/null)
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# The folder of the programs under check; TOLLGATE_BIN names another one.
bin=${TOLLGATE_BIN:-$top/build/checks/bin}
# The build directory of that folder.
# shellcheck disable=SC2034
tree_of_bin=${bin%/bin}
# expect_built: checks that each program's folder has been built. Sets `measuring` to the programs that measure.
expect_built() {
    local program
    measuring=()
    for program in "$bin"/*; do
        case ${program##*/} in costSheet | bill) ;; *) measuring+=("${program##*/}") ;; esac
    done
    expect "the programs are built" \
        [ -x "$bin/costSheet" -a -x "$bin/bill" -a $((${#measuring[@]} + 2)) = "$(find "$top" -maxdepth 3 -path '*/src/main.cpp' | wc -l)" ]
    [ $failures = 0 ] || exit
}
temporary=$(mktemp -d) && temporary=$(cd "$temporary" && pwd -P) || exit 3
trap 'rm -rf "$temporary"' EXIT
failures=0

# expect "PROPERTY" COMMAND...: the command must succeed.
expect() {
    local property=$1
    shift
    if "$@"; then
        echo "ok $property"
    else
        echo "FAILED $property: $*"
        failures=$((failures + 1))
    fi
}

# run COMMAND...: sets `code` to the exit code and `output` to stdout and stderr. The command has no terminal.
run() {
    output=$("$@" 2>&1 </dev/null)
    code=$?
}

# abroad_in LANGUAGE: sets `abroad`, a prefix that runs a command in that locale. Fails if the locale cannot be made.
abroad_in() {
    localedef -i "$1" -f UTF-8 "$temporary/$1.UTF-8" >/dev/null 2>&1 # it prints warnings for some locales
    abroad=(env LC_ALL="$1.UTF-8" LOCPATH="$temporary")
    [ -e "$temporary/$1.UTF-8/LC_COLLATE" ] || {
        echo "skipped the locale $1: it cannot be made here (Debian: locales)"
        false
    }
}

contains() { [[ $1 == *"$2"* ]]; }
lacks() { [[ $1 != *"$2"* ]]; }

# The last command of a script: its exit code says whether all checks passed.
finish() { [ $failures = 0 ]; }
