#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# compare/run on a stand-in for this repository, whose programs are scripts and whose make only
# copies them.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org

tree="$temporary/stand in" # a folder name with a space
mkdir -p "$tree/compare" "$tree/programs"
cd "$tree" || exit
git init -q .
cp "$top/run_options.sh" .
cp "$top/compare/run" compare/
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
printf '#!/bin/bash\necho "costSheet $*"\nexit "${COMPARED:-0}"\n' >programs/costSheet
chmod +x programs/costSheet
git add -A && git commit -qm one && git tag v1
program testThree
git add -A && git commit -qm two

refused() { # CODE NEEDLE ARGUMENT...
    rm -rf calls
    run compare/run "${@:3}"
    expect "${*:3}: exit code $1" [ "$code" = "$1" ]
    expect "${*:3}: says $2" contains "$output" "$2"
    expect "${*:3}: one line" [ "$(wc -l <<<"$output")" = 1 ]
    expect "${*:3}: nothing was run" [ ! -e calls ]
}
refused 2 "revision to compare with is missing"
refused 2 "'v0' is no revision" v0
refused 2 "'HEAD:Makefile' is no revision" HEAD:Makefile
refused 2 "unknown option '--pair'" --pair 20 v1
refused 2 "--pairs: '5'" --pairs 5 v1
refused 2 "--pairs: '1001'" --pairs 1001 v1
refused 2 "--pairs: 'many'" --pairs many v1
refused 2 "--time: '1s'" --time 1s v1
refused 2 "--fail-if-slower: 'much'" --fail-if-slower much v1
refused 2 "--pairs: its value is missing" v1 --pairs
refused 2 "only one revision" v1 v2
expect "a refusal builds nothing" [ ! -e build ]
run compare/run --help
expect "--help: exit code 0" [ "$code" = 0 ]
expect "--help says the exit codes" contains "$output" "130 interrupted"

run compare/run --pairs 6 --time 0.5 --run-options "--only yield" --fail-if-slower 5% v1
sha=$(git rev-parse v1)
expect "a comparison: exit code 0" [ "$code" = 0 ]
[ "$code" = 0 ] || echo "$output"
expect "what so many pairs show is said before" contains "$output" \
    "6 pairs, of which any number of rows needs 6: one of 100 rows that became 5 % slower is found"
expect "how far its runs may scatter is said" contains "$output" "scatter by up to about 0.6 %"
expect "what the base lacks is skipped, with a line" contains "$output" "v1 has no testThree: skipped"
expect "both sides of both programs ran six times" [ "$(wc -l <calls)" = 24 ]
expect "the sides take turns in coming first" [ "$(grep testOne calls | cut -d ' ' -f 1 | xargs)" = \
    "old new new old old new new old old new new old" ]
expect "the two runs of a pair stand side by side" \
    [ "$(cut -d ' ' -f 2 calls | uniq | wc -l)" = 12 ]
expect "old and new have names of one length" [ "$(cut -d ' ' -f 3,4 calls | sort -u | wc -l)" = 1 ]
expect "the options reach each run" \
    [ "$(grep -c -- '--time 0.5 --only yield' calls)" = 24 ]
expect "costSheet compares the two folders" contains "$output" \
    "costSheet --compare $tree/build/compare/$sha/old $tree/build/compare/$sha/new --fail-if-slower 5%"
expect "the base is a work tree at its revision" \
    [ "$(git -C "build/compare/$sha/tree" rev-parse HEAD)" = "$sha" ]

rm calls
COMPARED=1 run compare/run --pairs 6 --programs testTwo v1
expect "a slower case: exit code 1" [ "$code" = 1 ]
expect "a second time the work tree is used again" lacks "$output" "worktree"
expect "only the program that was asked for ran" [ "$(cut -d ' ' -f 2 calls | sort -u)" = testTwo ]
expect "results of an earlier comparison are gone" \
    [ "$(find "build/compare/$sha/old" -name '*testOne*' | wc -l)" = 0 ]
COMPARED=2 run compare/run --pairs 6 v1
expect "nothing could be told: exit code 2" [ "$code" = 2 ]
run compare/run --programs testThree v1
expect "no program in common: exit code 2" [ "$code" = 2 ]
run compare/run --programs testFour v1
expect "a program that is not there: exit code 2" [ "$code" = 2 ]
expect "a program that is not there is named" contains "$output" "testFour"

# A program that fails is named; the others are compared.
program testTwo 'echo "a wrong answer" >&2; exit 1'
run compare/run --pairs 6 v1
expect "a failing program: its exit code" [ "$code" = 1 ]
expect "a failing program is named with its code" contains "$output" "testTwo (new): exit code 1"
expect "a failing program: its last line is said" contains "$output" "a wrong answer"
expect "a failing program leaves no half pair" \
    [ "$(find "build/compare/$sha" -name '*testTwo.json' | wc -l)" = 0 ]
expect "a failing program: the others are compared" contains "$output" "costSheet --compare"
program testTwo

# Ctrl-C, told to all as on a terminal: by a program itself, so that the moment is known.
# shellcheck disable=SC2016
interrupting='[ "$side$(grep -c testOne "${PWD%/build/*}/calls")" != "$AT" ] || { kill -INT 0; sleep 10; }'
program testOne "$interrupting"
interrupted_at() { # new RUN
    rm -f calls
    set -m
    AT=$1 compare/run --pairs 8 --programs testOne v1 >"$temporary/out" 2>&1 </dev/null &
    wait $!
    code=$?
    set +m
    output=$(<"$temporary/out")
}
interrupted_at new15
expect "interrupted late: exit code 130" [ "$code" = 130 ]
expect "interrupted late: said to be partial" contains "$output" "partial: interrupted after 7 of 8"
expect "interrupted late: what there is, is compared" contains "$output" "costSheet --compare"
interrupted_at new6
expect "interrupted early: exit code 130" [ "$code" = 130 ]
expect "interrupted early: nothing is compared" lacks "$output" "costSheet --compare"
expect "interrupted: no half pair" [ "$(find "build/compare/$sha" -name '*.json' | wc -l)" = 4 ]
run git worktree list --porcelain
expect "interrupted: no broken work tree" lacks "$output" prunable
git checkout -q programs

# A base that does not compile, and a tree that does not.
touch broken && git add -A && git commit -qm broken && git tag v2 && git rm -q broken && git commit -qm whole
run compare/run v2
expect "a base that does not build: exit code 3" [ "$code" = 3 ]
expect "a base that does not build: said, with make's words" contains "$output" "it does not compile"
touch broken
run compare/run v1
expect "a tree that does not build: exit code 3" [ "$code" = 3 ]
expect "a tree that does not build: said" contains "$output" "building this tree failed"
rm broken
rm -rf build
run compare/run --pairs 6 v1
expect "after make clean it works again" [ "$code" = 0 ]

finish
