#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/tollgate compare and history on a fake repository: its programs are scripts, and its make only copies them.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org

seconds=1500000000 # of the last commit
commit() { seconds=$((seconds + 100)) && GIT_COMMITTER_DATE="$seconds +0100" git commit "$@"; }

tree="$temporary/stand in" # a folder name with a space
mkdir -p "$tree/tools" "$tree/programs"
cd "$tree" || exit
git init -q .
cp -R "$top/tools/"{tollgate,orchestrate} tools/
cat >Makefile <<'END'
ifneq ($(wildcard broken),)
$(error it does not compile)
endif
all:
	@cp programs/* .
test%: always
	@cp programs/$@ .
costSheet: always
	@cp programs/$@ .
names:
	@ls programs | grep -v costSheet
always:
END
printf '/%s\n' build/ costSheet 'test*' >.gitignore

# program NAME LINE...: a script that writes the file after --json, and notes how it was called.
program() {
    {
        cat <<'END'
#!/bin/bash
side=${PWD##*/}
while [ $# -gt 0 ]; do
    if [ "$1" = --json ]; then file=$2; fi
    given="$given $1"
    shift
done
echo "$side ${0##*/} ${#PWD} ${#0}$given" >>"${PWD%/build/*}/calls"
echo "{}" >"$file"
END
        printf '%s\n' "${@:2}"
    } >"programs/$1"
    chmod +x "programs/$1"
}
program testOne
program testTwo
# shellcheck disable=SC2016
printf '#!/bin/bash\necho "costSheet $*"\n[ "$1" = --compare ] && exit "${COMPARED:-0}"\nexit "${READ:-0}"\n' >programs/costSheet
chmod +x programs/costSheet
git add -A && commit -qm one && git tag v1
program testThree
git add -A && commit -qm two

refused() { # CODE NEEDLE ARGUMENT...
    rm -f calls
    run tools/tollgate compare "${@:3}"
    expect "${*:3}: exit code $1, one line that names the error, nothing was built or run" \
        [ "$code $(wc -l <<<"$output") $(grep -cF -- "$2" <<<"$output")" = "$1 1 1" -a ! -e calls -a ! -e build ]
}
refused 2 "required: BASE"
refused 2 "'v0' is not a revision" v0
GIT_TEST_ASSUME_DIFFERENT_OWNER=1 refused 3 "git: fatal: detected dubious ownership" v1
refused 2 "--pairs: '5'" --pairs 5 v1
refused 2 "--fail-if-slower: 'much'" --fail-if-slower much v1
refused 2 "--allow-missing: it goes with --fail-if-slower" --allow-missing v1

GIT_INDEX_FILE="$tree/.git/index" run tools/tollgate compare --pairs 6 --time 0.5 --run-options "--only yield" \
    --fail-if-slower 5% v1
sha=$(git rev-parse v1)
expect "in a hook of git, the index stays as it is" git diff --cached --quiet
expect "a comparison: exit code 0" [ "$code" = 0 ]
[ "$code" = 0 ] || echo "$output"
expect "the command prints beforehand how small a difference it can find" contains "$output" \
    "6 pairs (at least 6): if runs scatter by up to 0.6 %, the comparison finds"
expect "a program that the base lacks is skipped, with a line" contains "$output" "v1 has no testThree: skipped"
expect "both sides of both programs ran six times" [ "$(wc -l <calls)" = 24 ]
expect "the sides alternate in coming first" [ "$(grep testOne calls | cut -d ' ' -f 1 | xargs)" = \
    "old new new old old new new old old new new old" ]
expect "the names of the sides' folders are of equal length" [ "$(cut -d ' ' -f 3,4 calls | sort -u | wc -l)" = 1 ]
expect "the options reach each run" [ "$(grep -c -- '--time 0.5 --no-progress --only yield' calls)" = 24 ]
expect "costSheet compares the two folders" contains "$output" \
    "costSheet --compare $tree/build/compare/$sha/old $tree/build/compare/$sha/new --fail-if-slower 5%"
expect "the base is a work tree at its revision" \
    [ "$(git -C "build/compare/$sha/tree" rev-parse HEAD)" = "$sha" ]

# A work tree of the user is on a disk that is not mounted; the comparison's own work tree is deleted.
git worktree add -q ../away v1 && mv ../away ../unmounted
rm -rf "build/compare/$sha/tree"
# A second comparison starts while the first one runs.
# shellcheck disable=SC2016
program testTwo 'cd "${PWD%/build/*}" || exit
    [ -e second ] || { tools/tollgate compare v1 >second 2>&1; echo $? >>second; }'
COMPARED=1 run tools/tollgate compare --pairs 6 --programs testTwo v1
expect "the other work trees stay" contains "$(git worktree list)" "/away"
expect "of two comparisons at once the second ends: exit 3, one line that names the first" \
    [ "$(wc -l <second) $(grep -c 'process [0-9]*, with v1' second) $(tail -n 1 second)" = "2 1 3" ]
git checkout -q programs
expect "a slower case: exit code 1" [ "$code" = 1 ]
expect "results of an earlier comparison are gone" \
    [ "$(find "build/compare/$sha/old" -name '*testOne*' | wc -l)" = 0 ]
rm calls
READ=3 run tools/tollgate compare --pairs 6 v1
expect "results of BASE that this costSheet cannot read: exit code 3 after one pair, with costSheet's message" \
    [ "$code $(wc -l <calls) $(grep -c '^costSheet .*/old/0001-testOne.json$' <<<"$output")" = "3 2 1" ]
run tools/tollgate compare --programs testFour v1
expect "an unknown program: exit code 2, named" [ "$code" = 2 -a "$(grep -c testFour <<<"$output")" = 1 ]

# A program that fails is named; the others are compared.
program testTwo 'echo "a wrong answer" >&2; exit 1'
run tools/tollgate compare --pairs 6 v1
expect "a failing program: its exit code" [ "$code" = 1 ]
expect "a failing program is named with its code and last line" \
    [ "$(grep -c 'testTwo (new): exit code 1.*a wrong answer' <<<"$output")" = 1 ]
expect "a failing program leaves no half pair" [ "$(find "build/compare/$sha" -name '*testTwo.json' | wc -l)" = 0 ]
expect "a failing program: the others are compared" contains "$output" "costSheet --compare"
program testTwo

# Ctrl-C for all processes, as on a terminal. A program sends it itself, so that the moment is known.
# shellcheck disable=SC2016
program testOne '[ "$side$(grep -c testOne "${PWD%/build/*}/calls")" != new15 ] || { kill -INT 0; sleep 10; }'
rm -f calls
set -m
tools/tollgate compare --pairs 8 --programs testOne v1 >"$temporary/out" 2>&1 </dev/null &
wait $!
code=$?
set +m
output=$(<"$temporary/out")
expect "interrupted: exit code 130, marked" [ "$code $(grep -c 'partial: interrupted after 7 of 8' <<<"$output")" = "130 1" ]
expect "interrupted: the complete pairs are compared" contains "$output" "costSheet --compare"
expect "interrupted: no half pair" [ "$(find "build/compare/$sha" -name '*.json' | wc -l)" = 14 ]
git checkout -q programs

# A base that does not compile.
touch broken && git add -A && commit -qm broken && git tag v2 && git rm -q broken && commit -qm whole
run tools/tollgate compare v2
expect "a base that does not build: exit code 3, with make's message" \
    [ "$code" = 3 -a "$(grep -c 'it does not compile' <<<"$output")" != 0 ]

# A history. The first line of costSheet's digest is a word.
git checkout -q programs && git tag v3
# shellcheck disable=SC2016
printf '#!/bin/bash\n[ "$1 $2" != "--part digest" ] || echo "digest of $3"\n' >programs/costSheet
# shellcheck disable=SC2016
program testOne 'exit "$(cat ../../../answer 2>/dev/null || echo 0)"'
git add -A && commit -qm three
past="$temporary/a past"
points() { (cd "$past" 2>/dev/null && echo *-*); }
name_of() {
    local number
    number=$(printf %06d "$(git rev-list --count --first-parent "$1")")
    TZ=UTC git show -s --format="%cd-$number-%H" --date=format-local:%Y%m%d-%H%M%S "$1" | sed -E 's/(.{8}).{32}$/\1/'
}
history() { # CODE ARGUMENT...
    rm -f calls
    run tools/tollgate history --pairs 2 --programs "testOne testTwo" "${@:2}"
    expect "history ${*:2}: exit code $1" [ "$code" = "$1" ]
    [ "$code" = "$1" ] || echo "$output"
}
for bad in "--pairs 1 v1" "--programs testFour v1" "v0" "v1..v0" "v1..v1" "--pinned v0 v1" "--build true v1" \
    "--repository / v1" "--repository /none v1" "--programs testOne"; do
    # shellcheck disable=SC2086
    run tools/tollgate history "$past" $bad
    expect "history $bad: exit code 2, one line, no history" \
        [ "$code $(grep -vc 'revisions, \|building' <<<"$output")" = "2 1" -a ! -e "$past" ]
done
history 3 "$past" v1 v1..v2 HEAD
expect "a history has a point for each revision that can be built, by date" \
    [ "$(points)" = "$(for name in v1 v1~0 v2^ HEAD; do name_of $name; done | sort -u | xargs)" ]
expect "the revision that does not build is named" contains "$output" "building $(git rev-parse v2 | cut -c 1-8) failed"
expect "a point has the digests of each pair" \
    [ "$(cd "$past/$(name_of HEAD)" && find . -type f | sort | xargs)" = "$(for side in new old; do
        for pair in 1 2; do echo ./$side/000$pair-testOne.json ./$side/000$pair-testTwo.json; done; done | xargs)" ]
expect "the digests are costSheet's" grep -qx "digest of .*/old/0001-testOne.json" "$past/$(name_of HEAD)/old/0001-testOne.json"
expect "the oldest revision is pinned" [ "$(<"$past/pinned")" = "$(git rev-parse v1)" ]
expect "all is built before the first program runs" lacks "${output#*point 1 of}" building
expect "both sides run from folders with names of equal length" [ "$(cut -d ' ' -f 3,4 calls | sort -u | wc -l)" = 1 ]
history 0 "$past" v1 HEAD
expect "points that are there are not measured again" [ ! -e calls ]
rm -r "${past:?}/$(name_of HEAD)"
history 0 "$past" v1 HEAD
expect "a missing point is measured with the kept programs" [ "$(wc -l <calls) $(grep -c 'building' <<<"$output")" = "8 1" ]
history 2 --pinned HEAD "$past" v3
expect "another pinned revision is refused, with both" \
    contains "$output" "$(git rev-parse HEAD | cut -c 1-8), but $past/pinned has $(git rev-parse v1 | cut -c 1-8)"
rm -r "${past:?}/$(name_of HEAD)"
echo 1 >build/compare/answer
history 1 "$past" HEAD
expect "a failed self-check: no point" [ ! -e "$past/$(name_of HEAD)" -a ! -e "$past/.new" ]
rm build/compare/answer

# Ctrl-C in the second point, and a repository of somebody else.
mkdir "$temporary/other one" && cd "$temporary/other one" || exit
git init -q . && echo one >source && git add -A && commit -qm one && git tag w1
echo two >source && commit -qam two
cat >"$temporary/build" <<END
mkdir -p bin
echo '#!/bin/bash
[ ! -e "$temporary/interrupt" -o "\$(cat source)" = one ] || { kill -INT 0; sleep 10; }; cat source >"\$3"' >bin/bench
chmod +x bin/bench
END
set -m
touch "$temporary/interrupt"
"$tree/tools/tollgate" history --repository . --build ". '$temporary/build'" --programs bin/bench "$temporary/mine" w1 HEAD \
    >"$temporary/out" 2>&1 </dev/null &
wait $!
code=$?
set +m
expect "interrupted: exit code 130; the complete point stays" \
    [ "$code $(find "$temporary/mine" -name '0*-bench.json' | wc -l)" = "130 12" ]
[ "$code" = 130 ] || cat "$temporary/out"
rm "$temporary/interrupt"
rm "$temporary/build"
run "$tree/tools/tollgate" history --repository . --build ". '$temporary/build'" --programs bin/bench "$temporary/mine" w1..HEAD
expect "a repository of somebody else: the same command adds the missing point, without a build" \
    [ "$code $(find "$temporary/mine" -name '0*-bench.json' | wc -l)" = "0 24" ]

finish
