#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# common/faults/check/mutants_check.sh with a fake compiler, for which the only source is the program, a shell
# script: what counts as noticed, and that what cannot be tried fails.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

library=$temporary/library
mkdir -p "$library"/{src,include,check}
cat >"$temporary/compiler" <<'END'
#!/bin/bash
while [ $# != 0 ] && [ "$1" != -o ]; do shift; done
if grep -q '(' src/a.cpp; then exit 1; fi
if [ "$2" = scenes_run ]; then cp src/a.cpp "$2" && chmod +x "$2"; else : >"$2"; fi
END
chmod +x "$temporary/compiler"
cat >"$library/src/a.cpp" <<'END'
#!/bin/bash
wanted=7
spare=1
[ $wanted = 7 ]
END
echo 'other=1' >"$library/src/b.cpp"

# tried LINE...: with these lines in mutants.txt, after what all scenes need.
tried() {
    {
        echo "all a"
        echo
        printf '%s\n' "$@"
    } >"$library/check/mutants.txt"
    run env CXX="$temporary/compiler" sh "$top/common/faults/check/mutants_check.sh" "$library" "$temporary/work" ""
}
start=("scenes *" "file src/a.cpp")
worse=("mutant worse" "-wanted=7" "+wanted=8" "")
harmless=("mutant harmless" "-spare=1" "+spare=2" "")

# refused WHAT NEEDLE LINE...
refused() {
    tried "${@:3}"
    expect "$1: exit 1" [ "$code" = 1 ]
    expect "$1: says $2" contains "$output" "$2"
}

tried "${start[@]}" "${worse[@]}"
expect "a mistake that fails: exit 0" [ "$code" = 0 ]
expect "a mistake that fails: says so" contains "$output" "noticed: worse"
refused "a change without an effect" "1 of 2 mutants are not noticed" "${start[@]}" "${worse[@]}" "${harmless[@]}"
expect "it is named" contains "$output" "NOT NOTICED: harmless"
tried "${start[@]}" "mutant hangs" "-wanted=7" "+while true; do sleep 1; done"
expect "a mistake that hangs: exit 0" [ "$code" = 0 ]
expect "a mistake that hangs: says so" contains "$output" "noticed: hangs (hung)"
tried "${start[@]}" "mutant both" "-wanted=7" "+wanted=8" and "-spare=1" "+spare=2"
expect "two changes of a file: exit 0" [ "$code" = 0 ]
tried "${start[@]}" "mutant part" "-ed=7" "-sp" "+ed=8" "+sp"
expect "parts of lines: exit 0" [ "$code" = 0 ]

refused "nothing" "no mutants" "${start[@]}"
refused "a text that is not there" "is not in src/a.cpp, or more than once" "${start[@]}" "mutant m" "-none" "+one"
refused "a text that is there twice" "is not in src/a.cpp, or more than once" "${start[@]}" "mutant m" "-=" "+!="
refused "no text" "is not in src/a.cpp, or more than once" "${start[@]}" "mutant m" "+one"
refused "what does not compile" "m does not compile" "${start[@]}" "mutant m" "-wanted=7" "+wanted=("
refused "an unknown line" "'frob' in mutants.txt" "${start[@]}" "frob nicate"
refused "a last change without a name" "a change after 1 mutants has no name" \
    "${start[@]}" "${worse[@]}" "-spare=1" "+spare=2"
refused "a name within another's lines" "worse does not end with an empty line" \
    "${start[@]}" "mutant worse" "-wanted=7" "+wanted=8" "${harmless[@]}"
refused "two files in one" "m changes two files" \
    "${start[@]}" "mutant m" "-wanted=7" "+wanted=8" and "file src/b.cpp" "-other=1" "+other=2"

# What is as slow without a mistake, with the time that a mutant has, is not noticed by its slowness.
sed -i.bak 's/^spare=1/spare=1; sleep 4/' "$library/src/a.cpp"
refused "slow scenes" "its scenes take 3 s without a mistake, too" "${start[@]}" "mutant m" "-spare=1" "+spare=2"

finish
