#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# model_check.sh MODEL DIRECTORY: lets Spin search all states of MODEL.pml, working in the directory. Succeeds
# if no error is to be found, and with each mutant of MODEL.mutants.txt (see mutants.sh) one is. A
# search that was cut short proves nothing and fails, and so does a model with steps that are never
# reached.
set -eu

die() {
    echo "model_check: $*" >&2
    exit 1
}
# shellcheck source=common/faults/check/mutants.sh
. "$(dirname "$0")/mutants.sh"

[ $# = 2 ] || die "usage: model_check.sh MODEL DIRECTORY"
rm -rf "$2"
mkdir -p "$2"
cp "$1.pml" "$2/model.pml"
cp "$1.mutants.txt" "$2/mutants.txt"
cd "$2"

# search OPTIMIZATION: sets `errors`.
search() {
    "${SPIN:-spin}" -a model.pml >spin.log || { cat spin.log; die "spin does not understand the model"; }
    # What Spin generates is not written for warnings.
    "${CC:-cc}" "$1" -w -o pan pan.c || die "the verifier does not compile"
    ./pan -m1000000 >log
    errors=$(sed -n 's/.* errors: \([0-9]*\)$/\1/p' log)
    [ -n "$errors" ] || { cat log; die "no result"; }
}

search -O2
cat log
[ "$errors" = 0 ] || die "the model has an error; spin -t -p model.pml in $2 shows how"
grep -q '^Full statespace search' log || die "not a full search"
if grep -qiE 'not completed|too small|out of memory|max search depth|hash-?compact|bit ?state' log; then
    die "the search was cut short"
fi
if sed -n '/^unreached in/,$p' log | grep -E '^[[:space:]]+\([1-9][0-9]* of'; then
    die "steps that are never reached"
fi

meets() { die "'$1' in mutants.txt"; }
file=model.pml
cat $file >kept
# A mistake is found sooner than the compiler is done.
try_mutant() {
    search -O0
    if [ "$errors" = 0 ]; then return 0; fi
    echo "noticed: $mutant"
    return 1
}
try_all_of mutants.txt
