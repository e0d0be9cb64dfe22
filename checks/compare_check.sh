#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/tollgate compare on a fake repository: its programs are scripts, and its make only copies them.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org

tree="$temporary/stand in" # a folder name with a space
mkdir -p "$tree/tools" "$tree/programs"
cd "$tree" || exit
git init -q .
cp -R "$top/tools/"{tollgate,orchestrate} tools/
cat >Makefile <<'END'
all:
	@if [ -e broken ]; then echo "it does not compile" >&2; exit 1; fi
	@cp programs/* .
names:
	@ls programs | grep -v costSheet
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
git add -A && git commit -qm one && git tag v1
program testThree
git add -A && git commit -qm two

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
touch broken && git add -A && git commit -qm broken && git tag v2 && git rm -q broken && git commit -qm whole
run tools/tollgate compare v2
expect "a base that does not build: exit code 3, with make's message" \
    [ "$code" = 3 -a "$(grep -c 'it does not compile' <<<"$output")" != 0 ]

finish
