#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# check/prove in a place of its own, with fakes for all that it calls: no stamp without a proof of that very
# content, and what changes is stale.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

place="$temporary/stand in"
mkdir -p "$place"/{check,bin,common/{low,high,faults/include}/{src,check}}
cd "$place" || exit
cp "$top/check/"{prove,environment.sh} check/
echo one | tee common/{low,high}/{src,check}/a.cpp >common/faults/include/a.hpp

# fake FILE LINE...: a script.
fake() {
    { echo '#!/bin/bash' && printf '%s\n' "${@:2}"; } >"$1"
    chmod +x "$1"
}
# shellcheck disable=SC2016 # for the fakes
{
    fake setup 'case $1 in --compiler) echo old ;; --compilers) printf "%s\n" old same new ;; esac'
    fake bin/old 'echo "old (Debian) 1"'
    fake bin/same 'echo "same (Debian) 1"'
    fake bin/new 'echo "new (Debian) 2"'
    # cmake --no-warn-unused-cli --preset NAME -B FOLDER OPTION...
    fake bin/cmake '[ ! -e no_cmake ] || exit 1' 'mkdir -p "$5/common/low" "$5/common/high"' \
        'printf "%s\n" "common/low " "common/high common/low" >"$5/folders"' 'echo "$CXX: ${*:2}" >>called'
    # make -s -C FOLDER -j CORES; and once for a tree, which may fail.
    fake bin/make '[ ! -e no_make ] || [[ $3 != $(<no_make) ]]'
    fake bin/xargs '[ ! -e no_xargs ] || [[ $* != *ctests* ]] || exit 1' "exec $(command -v xargs) \"\$@\""
    fake check/ctests '{ echo "ctests $*"; env | grep -E "^[A-Z_]*_(SEED|SCALE|GENERATOR|OPTIONS|SECONDS|PATH)="; } >>called' 'if [ -e said ]; then cat said; fi' \
        'if [ -e changes ]; then echo two >$(<changes); fi' \
        'if [ -e meanwhile ] && [[ $* = *build/tsan/* ]]; then cp $(<meanwhile) kept; echo two >$(<meanwhile); cp kept $(<meanwhile); fi' '[ ! -e fails ] || [[ $* != $(<fails) ]]'
    fake check/lint 'echo "lint $*" >>called' 'if [ -e undoes ]; then echo "one and a half" >$(<undoes); fi' \
        '[ ! -e crooked ]'
    fake check/run 'echo "run $*" >>called'
}
export PATH="$place/bin:$PATH"
printf '%s\n' /build/ /called >.gitignore
git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one

prove() {
    rm -f called
    run check/prove "$@"
}
# stands LOW HIGH: what --list says of the two.
stands() { [ "$(check/prove --list 2>&1)" = "$(printf '%-7s common/%s\n' "$1" low "$2" high)" ]; }
# afresh: nothing is odd, all is proven.
afresh() {
    rm -f no_make no_cmake no_xargs fails said changes undoes meanwhile crooked
    git checkout -q common
    check/prove --stale >/dev/null 2>&1
    stands proven proven || echo "FAILED to prove all afresh"
}

expect "before any proof all is stale" stands stale stale
prove
expect "a proof: exit 0" [ "$code" = 0 ]
expect "then all is proven" stands proven proven
expect "the stamps are two lines" [ "$(wc -l <check/stamps)" = 2 ]
for one in checks/common/low tsan/common/high asan-ubsan/common/low with-new/common/high; do
    expect "it runs the checks in build/$one" grep -q "^ctests build/$one " called
done
expect "ordinary checks run" grep -qx "ctests build/checks/common/high --label-exclude proof|stress" called
expect "mistakes and models are tried" \
    grep -qx 'ctests build/checks/common/high --label-regex proof --no-tests=ignore' called
expect "stress checks run five times" \
    grep -q '^ctests build/checks/common/low --label-regex stress --repeat until-fail:5' called
expect "a compiler of the same version is no other" lacks "$(<called)" with-same
expect "each is tidied" grep -qx 'lint --tidy build/checks common/high' called

rm -f called
run env TOLLGATE_STRESS_SCALE=0.01 TOLLGATE_SEED=7 CMAKE_GENERATOR=Ninja TSAN_OPTIONS=exitcode=0 LITMUS_SECONDS=0 \
    CPLUS_INCLUDE_PATH=/ CDPATH=.. 'BASH_FUNC_git%%=() { echo one; }' check/prove common/low
expect "of the environment nothing but a seed decides what is proven" \
    [ "$code" = 0 -a "$(grep -E '^[A-Z_]+=' called | sort -u)" = TOLLGATE_SEED=7 ]

prove --stale
expect "nothing is stale: exit 0" [ "$code" = 0 ]
expect "and nothing is done" lacks "$(<called)" ctests
expect "and it says that" contains "$output" "nothing has changed that is not proven"

echo two >common/high/check/a.cpp
expect "a check that changed makes its folder stale" stands proven stale
git checkout -q common
expect "what is as it was is proven" stands proven proven
echo two >common/low/check/a.cpp
expect "a library's check does not concern its users" stands stale proven
echo two >common/low/src/a.cpp
expect "its source does" stands stale stale
afresh
echo two >common/faults/include/a.hpp
expect "what all checks use makes all stale" stands stale stale
afresh
echo two >"common/low/src/ä b.cpp"
expect "a new file of any name" stands stale stale
rm common/low/src/ä*
echo '*.ipp' >.git/info/exclude
echo two >common/low/src/a.ipp
expect "a new file that git ignores" stands stale stale
rm common/low/src/a.ipp
chmod +x common/high/check/a.cpp
expect "what may be executed" stands proven stale
git checkout -q common
echo '# other' >>check/prove
expect "the proof's own script" stands stale stale
git checkout -q check

echo two >common/high/src/a.cpp
for how in 'fails *build/tsan/common/high*' 'fails *high --label-regex proof*' \
    'fails *--label-regex stress*' 'no_make build/asan-ubsan/common/high' \
    'crooked' 'changes common/high/src/a.cpp' 'said skipped it: no such thing (Debian: thing)'; do
    rm -f no_make fails said changes crooked
    echo "one and a half" >common/high/src/a.cpp
    echo "${how#* }" >"${how%% *}"
    prove --stale
    expect "not proven, $how: exit 1" [ "$code" = 1 ]
    expect "not proven, $how: it says so" contains "$output" "NOT PROVEN common/high: "
    rm -f said changes
    expect "not proven, $how: its stamp stays as it was" stands proven stale
done
rm -f crooked
echo "one and a half" >common/high/src/a.cpp
echo common/high/src/a.cpp | tee changes >undoes
prove --stale
rm changes
expect "edited, and edited back: not proven" [ "$code" = 1 ]
expect "edited, and edited back: said once" [ "$(grep -c 'NOT PROVEN common/high: it has changed' <<<"$output")" = 1 ]
expect "edited, and edited back: its stamp stays as it was" stands proven stale
afresh
echo two >common/high/src/a.cpp
echo common/high/src/a.cpp >meanwhile
prove --stale
expect "edited, and edited back before the next stage: not proven" [ "$code" = 1 ]
expect "edited, and edited back before the next stage: its stamp stays as it was" stands proven stale
rm meanwhile
touch no_xargs
prove --stale
expect "mistakes and models that were not tried: not proven" [ "$code" = 1 ]
expect "mistakes and models that were not tried: its stamp stays as it was" stands proven stale
rm no_xargs
mkdir check/stamps.new
prove --stale
expect "a stamp that cannot be written: exit 1" [ "$code" = 1 ]
rmdir check/stamps.new
afresh
echo two >other
touch -t 200001010000 other
mv other common/high/src/a.cpp
touch -t 200101010000 objects
prove --stale
expect "an older file that was moved here is newer than any object" [ common/high/src/a.cpp -nt objects ]
rm -rf build/seen
mkdir -p build/with-new/of_before
echo three >common/high/src/a.cpp
prove --stale
expect "trees of which nothing is known begin anew" [ "$code" = 0 -a ! -e build/with-new/of_before ]
afresh
echo two >common/faults/CMakeLists.txt
expect "how what all checks use is built" stands stale stale
rm common/faults/CMakeLists.txt
echo two >common/high/src/a.cpp
echo "skipped it: another reason" >said
prove --stale
expect "a check is skipped for another reason: exit 0" [ "$code" = 0 ]
afresh

prove common/low
expect "one folder by its name: exit 0" [ "$code" = 0 ]
expect "one folder by its name: no other" lacks "$(<called)" common/high
prove common/low common/low/
expect "one folder twice: proven once" [ "$(grep -c 'build/tsan/common/low' called)" = 1 ]
prove common/none
expect "no such folder: exit 2" [ "$code" = 2 ]
expect "no such folder: one line with its name" contains "$output" "'common/none' is not one of: "
prove --stale common/low
expect "--stale and a folder: exit 2" [ "$code" = 2 ]
prove --nonsense
expect "unknown option: exit 2" [ "$code" = 2 ]
prove ''
expect "no name: exit 2 and one line" [ "$code" = 2 -a "$(wc -l <<<"$output")" = 1 ]
rm -f called
run bash -c 'check/prove --nonsense 2>/dev/full'
expect "unknown option, and nowhere to say so: exit 2, and no proof" [ "$code" = 2 -a ! -e called ]
echo TOLLGATE_SANITIZE:STRING=thread >build/checks/CMakeCache.txt
prove common/low
expect "an option that a tree was given before is forgotten" [ "$code" = 0 -a ! -e build/checks/CMakeCache.txt ]
sed -i.old 's/echo old ;;/echo new ;;/' setup
mkdir -p build/checks
echo CMAKE_CXX_COMPILER:FILEPATH=same | tee build/checks/CMakeCache.txt build/checks/of_another >/dev/null
prove common/low
expect "a tree of another compiler begins anew" [ "$code" = 0 -a ! -e build/checks/of_another ]
expect "and the other compilers are those of other trees" contains "$(<called)" with-old
mv setup.old setup
touch no_cmake
prove
expect "CMake cannot configure: exit 3" [ "$code" = 3 ]
rm no_cmake
sed -i.old 's/"common.low "/""/; s/"common.high common.low"//' bin/cmake
rm -rf build
prove --stale
expect "no folder is known: exit 3" [ "$code" = 3 ]
mv bin/cmake.old bin/cmake
mv .git elsewhere
prove --stale
expect "no clone: exit 3" [ "$code" = 3 ]
git init -q "$temporary"
echo '/stand in/' >"$temporary/.gitignore"
prove --stale
expect "below another clone: exit 3" [ "$code" = 3 ]
rm -f called
run bash -c 'check/prove --help >/dev/full'
expect "a full disk for --help: exit 1, and no proof" [ "$code" = 1 -a ! -e called ]

cd "$top" || exit
# refuses NEEDLE COMMAND...: one line and exit 2.
refuses() {
    run "${@:2}"
    expect "${*:2}: exit 2" [ "$code" = 2 ]
    expect "${*:2}: one line that says $1" [ "$(wc -l <<<"$output")" = 1 -a "${output/"$1"/}" != "$output" ]
}
refuses "'--fromat'" check/lint --fromat
refuses "'setup'" check/lint --format setup
refuses "''" check/lint --tidy
refuses "'common/cpu'" check/lint --tidy build/checks common/clock common/cpu
refuses "'none'" check/ctests none
refuses "'--quick'" .ci/run --quick
run check/lint --tidy build/checks nowhere
expect "a folder with nothing to tidy is a failure" [ "$code" = 1 ]

finish
