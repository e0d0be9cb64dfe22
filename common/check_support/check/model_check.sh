#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# model_check.sh MODEL DIRECTORY [MISTAKE]: lets Spin search all states of the model, working in the
# directory. Succeeds if no error is to be found, or with a mistake put in (a name that the model
# asks for with #ifdef or #ifndef) if one is. A search that was cut short proves nothing and fails,
# and so does a model with steps that are never reached.
set -eu

die() {
    echo "model_check: $*" >&2
    exit 1
}

[ $# = 2 ] || [ $# = 3 ] || die "usage: model_check.sh MODEL DIRECTORY [MISTAKE]"
model=$1
directory=$2
mistake=${3:-}
optimization=-O2
if [ -n "$mistake" ]; then
    optimization=-O0 # one is found sooner than the compiler is done
    grep -q "^#ifn\{0,1\}def $mistake\$" "$model" || die "$model knows no mistake $mistake"
fi

rm -rf "$directory"
mkdir -p "$directory"
cp "$model" "$directory/model.pml"
cd "$directory"
"${SPIN:-spin}" ${mistake:+"-D$mistake"} -a model.pml || die "spin does not understand the model"
# What Spin generates is not written for warnings.
"${CC:-cc}" "$optimization" -w -o pan pan.c || die "the verifier does not compile"
./pan -m1000000 | tee log

errors=$(sed -n 's/.* errors: \([0-9]*\)$/\1/p' log)
[ -n "$errors" ] || die "no result"
if [ -n "$mistake" ]; then
    [ "$errors" != 0 ] || die "nobody notices: $mistake"
    exit 0
fi
[ "$errors" = 0 ] || die "the model has an error; spin -t -p model.pml in $directory shows how"
grep -q '^Full statespace search' log || die "not a full search"
if grep -qiE 'not completed|too small|out of memory|max search depth|hash-?compact|bit ?state' log; then
    die "the search was cut short"
fi
if sed -n '/^unreached in/,$p' log | grep -E '^[[:space:]]+\([1-9][0-9]* of'; then
    die "steps that are never reached"
fi
