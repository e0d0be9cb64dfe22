#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# What is skipped is counted with its reason, by check/ctests and check/run, and .ci/run fails if a
# package would have mended it, or if what changed is not proven. No case is forgotten without a word.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

place="$temporary/stand in"
mkdir -p "$place/check" "$place/.ci"
cd "$place" || exit
cp "$top/check/"{run,ctests,environment.sh} check/
cp "$top/.ci/run" .ci/

# --- ctest ----------------------------------------------------------------------------------------------

mkdir project
cat >project/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(project LANGUAGES NONE)
enable_testing()
function(says name)
    add_test(NAME ${name} COMMAND sh ${CMAKE_SOURCE_DIR}/${name}.sh)
    set_tests_properties(${name} PROPERTIES
        SKIP_RETURN_CODE 77 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
endfunction()
foreach(name holds ends.one ends.other says_nothing case.old case.new ${MORE})
    says(${name})
endforeach()
END
# shellcheck disable=SC2016 # for CMake
echo 'set_tests_properties(holds PROPERTIES DISABLED "${OFF}")' >>project/CMakeLists.txt
cd project || exit
echo 'echo "all well: Skipped"' >holds.sh
printf '%s\n' 'echo a line before' 'echo "another time"' 'exit 77' | tee ends.one.sh >ends.other.sh
echo 'exit 77' >says_nothing.sh
# A case of GoogleTest, whose message has an empty line after it in some versions, and more than one of
# its own.
cat >case.old.sh <<'END'
echo 'Running main() from gmock_main.cc'
echo '/a/case_check.cpp:53: Skipped'
echo 'no such thing (Debian: thing)'
echo '[  SKIPPED ] case.old (0 ms)'
echo '[  PASSED  ] 0 tests.'
END
printf '%s\n' 'echo "[ RUN      ] case.new"' 'echo "/a/case_check.cpp:7: Skipped"' 'echo needs two' \
    'echo CPUs' 'echo' 'echo "[  SKIPPED ] case.new (0 ms)"' 'echo "[  SKIPPED ] 1 test, listed below:"' >case.new.sh
echo 'exit 1' >fails.sh
cmake -S . -B ../tree >/dev/null
cd .. || exit
run check/ctests tree
expect "ctest: exit 0" [ "$code" = 0 ]
expect "ctest: how many were skipped" grep -q '^100% tests passed, 0 tests failed out of 6, 5 skipped$' <<<"$output"
expect "ctest: a line for each reason" [ "$(grep '^skipped ' <<<"$output" | LC_ALL=C sort)" = \
    "skipped case.new: needs two CPUs
skipped case.old: no such thing (Debian: thing)
skipped ends.one and 1 more: another time
skipped says_nothing: it gives no reason" ]
[ "$failures" = 0 ] || echo "$output"
cmake -DMORE=fails tree >/dev/null
run check/ctests tree
expect "ctest: skips beside a failure" [ "$code" = 1 -a "$(grep -c '^skipped ' <<<"$output")" = 4 ]
cmake -DMORE= tree >/dev/null
echo 'true' | tee project/ends.{one,other}.sh project/{says_nothing,case.old,case.new}.sh >/dev/null
run check/ctests tree
expect "ctest: nothing is skipped" grep -q '^100% tests passed, 0 tests failed out of 6, 0 skipped$' <<<"$output"
expect "ctest: and nothing is said of it" lacks "$output" $'\nskipped'

cmake -DOFF=ON tree >/dev/null
run check/ctests tree
expect "ctest: one that is switched off is a failure" [ "$code" = 1 ]
expect "ctest: and it is named" grep -q ' holds (Disabled)$' <<<"$output"

# Cases are listed while their executable is built.
library=$top/build/checks/common/fence
cases() { grep -c '^add_test' "$library/fence_check[1]_tests.cmake"; }
before=$(cases)
rm "$library/fence_check"
GTEST_FILTER=none make -s -C "$library" fence_check >/dev/null
expect "ctest: a build under GTEST_FILTER lists all cases" [ "${before:-0}" != 0 -a "$(cases)" = "$before" ]

# --- shell checks ---------------------------------------------------------------------------------------

echo 'echo "ok one"; echo "skipped it: no such thing (Debian: thing)"' >check/a_check.sh
echo 'echo "skipped all: none of these"' >check/b_check.sh
run check/run
expect "shell checks: exit 0" [ "$code" = 0 ]
expect "shell checks: each reason, then how many" [ "$(tail -n 3 <<<"$output")" = \
    "skipped it: no such thing (Debian: thing)
skipped all: none of these
1 passed, 0 failed, 2 skipped" ]
run check/run check/b_check.sh
expect "shell checks: to skip all is no pass" [ "$code" = 1 ]
echo true >check/b_check.sh
run check/run
expect "shell checks: one that says nothing has failed" [ "$code" = 1 ]
expect "shell checks: and it is named" contains "$output" "FAILED check/b_check.sh: it says nothing"
echo 'echo "ok one"' | tee check/a_check.sh >check/b_check.sh
run check/run
expect "shell checks: nothing is skipped" [ "$(tail -n 1 <<<"$output")" = "2 passed, 0 failed, 0 skipped" ]

mkdir other
echo 'echo "FAILED one"' >check/b_check.sh
echo 'echo "ok one"' >other/b_check.sh
run check/run {check,other}/b_check.sh
expect "shell checks: two of one name, and one fails" [ "$code" = 1 -a "$(tail -n 1 <<<"$output")" = "1 passed, 1 failed, 0 skipped" ]
# In a folder with nothing to lose.
mkdir -p victim/check
cp "$top/check/lib.sh" victim/check/
# shellcheck disable=SC2016 # for the script
printf '. check/lib.sh\nexpect "an environment of its own" [ -z "${GIT_DIR:-}${CDPATH:-}" ]\n' >victim/check/a_check.sh
cd victim || exit
run env TMPDIR=/nowhere bash check/a_check.sh
expect "a shell check without a temporary folder ends at once" [ "$code" = 3 ]
expect "a shell check without a temporary folder removes nothing" [ -e check/lib.sh ]
run env GIT_DIR="$PWD/.git" CDPATH=.. bash check/a_check.sh
expect "shell checks know no repository but that in which they are" contains "$output" "ok an environment"
cd .. || exit
run env TMPDIR=/nowhere check/run
expect "shell checks without a temporary folder: exit 3" [ "$code" = 3 ]

# --- the gate -------------------------------------------------------------------------------------------

mkdir bin
cat >setup <<'END'
#!/bin/sh
if [ "$1" = --list ]; then printf '%s\n' other th.ng "$(cat offered)"; fi
END
# shellcheck disable=SC2016
printf '#!/bin/sh\n%s\n' '[ "$SANITIZE$MAKEFLAGS$GNUMAKEFLAGS$TOLLGATE_SEED" = 1 ] && cat said' >bin/make
printf '#!/bin/sh\n[ ! -e crooked ]\n' >check/lint
printf '#!/bin/sh\necho "prove: nothing has changed here"\n[ "$*" = --stale ] && [ ! -e stale ]\n' >check/prove
chmod +x setup bin/make check/{prove,lint}
# gate PACKAGE [LINE...]: the gate where ./setup has the package and `make test` says the lines.
gate() {
    printf '%b\n' "100% tests passed, 0 tests failed out of 6, 0 skipped" "${@:2}" >said
    echo "$1" >offered
    run env PATH="$PWD/bin:$PATH" .ci/run
}
gate thing "1 passed, 0 failed, 0 skipped"
expect "the gate, nothing skipped: held" [ "$code" = 0 ]
gate thing "skipped it: no such thing (Debian: thing)" "1 passed, 0 failed, 1 skipped"
expect "the gate, skipped for want of a package: exit 1" [ "$code" = 1 ]
expect "the gate says which" [ "$(tail -n 2 <<<"$output" | head -n 1)" = \
    "skipped it: no such thing (Debian: thing)" ]
gate things "skipped it: no such thing (Debian: thing)" "1 passed, 0 failed, 1 skipped"
expect "the gate, where no such package is to be had: held" [ "$code" = 0 ]
gate thing "skipped all: none of these" "1 passed, 0 failed, 1 skipped"
expect "the gate, skipped for another reason: held" [ "$code" = 0 ]
expect "the gate tells the reason" grep -q '^skipped all: none of these$' <<<"$output"
expect "the gate tells what is proven" grep -q '^prove: nothing has changed here$' <<<"$(tail -n 3 <<<"$output")"
SANITIZE=thread MAKEFLAGS=n GNUMAKEFLAGS=-i GTEST_FILTER=none gate thing "1 passed, 0 failed, 0 skipped"
expect "the gate, whatever the caller's environment says: held" [ "$code" = 0 ]
gate thing
expect "the gate, where shell checks did not run: exit 1" [ "$code" = 1 ]
expect "the gate says which line is missing" contains "$output" "no line that begins with: [0-9]+ passed, 0 failed, "
gate thing "3 passed, 1 failed, 0 skipped"
expect "the gate, where shell checks failed, whatever make says: exit 1" [ "$code" = 1 ]
gate thing '\0' "skipped it: no such thing (Debian: thing)" "1 passed, 0 failed, 1 skipped"
expect "the gate, where a check printed no text: it reads on" [ "$code" = 1 ]
for held_not in stale crooked; do
    touch $held_not
    gate thing "1 passed, 0 failed, 0 skipped"
    expect "the gate, where something is $held_not: exit 1" [ "$code" = 1 ]
    rm $held_not
done

finish
