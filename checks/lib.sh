# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: BSL-1.0
# What the shell checks share: a temporary folder that goes away, and one line per case.
set -u
unset CDPATH
export LC_ALL=C
# In a hook these would say that what a check does to a repository of its own is done to this one.
# shellcheck disable=SC2046 # names
unset $(git rev-parse --local-env-vars 2>/dev/null)
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Where the programs are that are checked. TOLLGATE_BIN names another folder.
bin=${TOLLGATE_BIN:-$top/build/checks/bin}
# The build directory of that folder.
# shellcheck disable=SC2034
tree_of_bin=${bin%/bin}
# expect_built: that of each program's folder one is there. Sets `measuring`: those that measure.
expect_built() {
    local program
    measuring=()
    for program in "$bin"/*; do
        case ${program##*/} in costSheet) ;; *) measuring+=("${program##*/}") ;; esac
    done
    expect "the programs are built" \
        [ -x "$bin/costSheet" -a $((${#measuring[@]} + 1)) = "$(find "$top" -maxdepth 3 -path '*/src/main.cpp' | wc -l)" ]
    [ $failures = 0 ] || exit
}
temporary=$(mktemp -d) && temporary=$(cd "$temporary" && pwd -P) || exit 3
trap 'rm -rf "$temporary"' EXIT
failures=0

# expect "what must hold" COMMAND...: the command must succeed.
expect() {
    local what=$1
    shift
    if "$@"; then
        echo "ok $what"
    else
        echo "FAILED $what: $*"
        failures=$((failures + 1))
    fi
}

# run COMMAND...: sets `code` to its exit code and `output` to all it prints. No terminal.
run() {
    output=$("$@" 2>&1 </dev/null)
    code=$?
}

# abroad_in LANGUAGE: sets `abroad`, which put before a command gives it that locale. Fails if there is none.
abroad_in() {
    localedef -i "$1" -f UTF-8 "$temporary/$1.UTF-8" >/dev/null 2>&1 # which warns of some
    abroad=(env LC_ALL="$1.UTF-8" LOCPATH="$temporary")
    [ -e "$temporary/$1.UTF-8/LC_COLLATE" ] || {
        echo "skipped the locale $1: it cannot be made here (Debian: locales)"
        false
    }
}

contains() { [[ $1 == *"$2"* ]]; }
lacks() { [[ $1 != *"$2"* ]]; }

# For the end of a script.
finish() { [ $failures = 0 ]; }
