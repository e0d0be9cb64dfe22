#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# model_check.sh MODEL.pml DIRECTORY: lets Spin search all states of the model, in the directory. Succeeds if
# there is no error. A search that was cut short fails, and so does a model with steps that are never reached.
set -eu
unset CDPATH
export LC_ALL=C

die() {
    echo "model_check: $*" >&2
    exit 1
}

[ $# = 2 ] || die "usage: model_check.sh MODEL.pml DIRECTORY"
rm -rf "$2"
mkdir -p "$2"
cp "$1" "$2/model.pml"
cd "$2"

"${SPIN:-spin}" -a model.pml >spin.log || { cat spin.log; die "spin does not understand the model"; }
# What Spin generates is not written for warnings.
"${CC:-cc}" -O2 -w -o pan pan.c || die "the verifier does not compile"
./pan -m1000000 >log
cat log
errors=$(sed -n 's/.* errors: \([0-9]*\)$/\1/p' log)
[ -n "$errors" ] || die "no result"
[ "$errors" = 0 ] || die "the model has an error; spin -t -p model.pml in $2 shows how"
grep -q '^Full statespace search' log || die "not a full search"
if grep -qiE 'not completed|too small|out of memory|max search depth|hash-?compact|bit ?state' log; then
    die "the search was cut short"
fi
if sed -n '/^unreached in/,$p' log | grep -E '^[[:space:]]+\([1-9][0-9]* of'; then
    die "steps that are never reached"
fi
