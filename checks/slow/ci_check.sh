#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The scripts of action.yml and of packaging/gitlab-ci.yml: tools/ci/record with a bare repository as the origin, and
# tools/ci/comment with a gh and a curl that only write down what they are asked. The programs and costSheet are real.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit
unset "${!TOLLGATE_@}" "${!GITHUB_@}" "${!CI_@}" GITLAB_CI
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null SETUP=:
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org

expect "testLock and costSheet are built" [ -x "$bin/testLock" -a -x "$bin/costSheet" ]
[ $failures = 0 ] || exit

# A Tollgate whose make only copies costSheet; a repository of a user; a clone of it for each job.
mkdir "$temporary/tollgate"
cp -R "$top/tools" "$temporary/tollgate/"
printf 'costSheet:\n\tcp "%s/costSheet" .\n' "$bin" >"$temporary/tollgate/Makefile"
git init -q --bare -b main "$temporary/origin"
git clone -q "$temporary/origin" "$temporary/a job" 2>/dev/null
git clone -q "$temporary/origin" "$temporary/another job" 2>/dev/null
cd "$temporary/a job" || exit
git checkout -q -b main
echo one >source && git add -A && git commit -qm one && git push -q origin main

export TOLLGATE_PROGRAMS=out/bench TOLLGATE_PAIRS=2 TOLLGATE_TIME=0.3
export TOLLGATE_RUN_OPTIONS="--only ^lock/none --rounds 6"
export TOLLGATE_BUILD="mkdir -p out && cp '$bin/testLock' out/bench && [ -x \"\$TOLLGATE/tools/tollgate\" ]"
record() { # CODE [VARIABLE=VALUE...]
    run env "${@:2}" "$temporary/tollgate/tools/ci/record"
    expect "record ${*:2}: exit code $1" [ "$code" = "$1" ]
    [ "$code" = "$1" ] || echo "$output"
}
points() { git -C "$temporary/origin" ls-tree -d --name-only "tollgate-history:${1:-history}" 2>/dev/null | wc -l; }

# Values that a shell would run, or that leave their place, are refused or are only text.
# shellcheck disable=SC2016
for bad in 'TOLLGATE_BRANCH=a..b' 'TOLLGATE_NAME=../history' 'TOLLGATE_NAME=$(touch evil)' 'TOLLGATE_PUBLISH=maybe' \
    'TOLLGATE_LIMITS=none.toml' 'TOLLGATE_REVISION=v0' 'TOLLGATE_PAIRS=1; touch evil' 'TOLLGATE_PROGRAMS=$(touch evil)' \
    'TOLLGATE_BUILD='; do
    record 2 "$bad"
done
expect "nothing of it was run or pushed, and no work tree stays" \
    [ ! -e evil -a "$(points)" = 0 -a "$(git worktree list | wc -l)" = 1 ]

record 0
expect "the first commit makes the branch, with a point that has digests of both sides" \
    [ "$(git -C "$temporary/origin" ls-tree -r --name-only tollgate-history | grep -c '^history/[0-9-]*-[0-9a-f]*/\(old\|new\)/000[12]-bench.json$')" = 4 ]
expect "the branch has nothing of the repository" lacks "$(git -C "$temporary/origin" ls-tree -r --name-only tollgate-history)" source
expect "the page and the text are there" [ -s tollgate-results/history.html -a -s tollgate-results/changes.txt ]
record 0
expect "the same commit again adds nothing" [ "$(points)" = 1 ]
git commit -q --allow-empty -m "another clock"
record 2 "TOLLGATE_RUN_OPTIONS=$TOLLGATE_RUN_OPTIONS --clock monotonic"
expect "a point that cannot be compared with the history is not pushed" [ "$(points)" = 1 ]
git reset -q --hard HEAD^

# Before the push of this job, another job pushes a point.
cat >.git/hooks/pre-push <<END
unset \$(git rev-parse --local-env-vars)
[ ! -e "$temporary/race" ] || {
    rm "$temporary/race"
    cd "$temporary/another job" && git fetch -q origin tollgate-history && git checkout -q FETCH_HEAD &&
        cp -R history/*-* "history/20200101-000000-000000-00000000" && git add -A && git commit -qm theirs &&
        git push -q origin HEAD:tollgate-history
} >&2
END
chmod +x .git/hooks/pre-push
touch "$temporary/race"
echo two >source && git commit -qam two
record 0
expect "two jobs at once: both points are in the history" [ "$(points)" = 3 -a ! -e "$temporary/race" ]
echo three >source && git commit -qam three
record 0 TOLLGATE_PUBLISH=no TOLLGATE_FAIL_IF_SLOWER=900%
expect "a pull request is judged with the history, and adds nothing to it" \
    [ "$(points)" = 3 -a "$(grep -c '4 points' tollgate-results/changes.txt)" = 1 ]
record 0 TOLLGATE_NAME=other
expect "another name is another history" [ "$(points) $(points other)" = "3 1" ]
cp -R tollgate-results "$temporary/results"
record 3 TOLLGATE_BUILD=false TOLLGATE_NAME=third # although another command built these programs
expect "a commit without a point has no results of an earlier one" [ ! -e tollgate-results/changes.txt ]
git remote set-url origin "$temporary/nowhere"
record 3
expect "an origin that cannot be read is not a new history" contains "$output" "git cannot read origin"

# Comments.
cp "$temporary/results"/* tollgate-results
mkdir "$temporary/fake"
cat >"$temporary/fake/gh" <<'END'
#!/bin/bash
printf '%s\n' "$*" >>"$ASKED"
for argument in "$@"; do [[ $argument != body=@* ]] || cp "${argument#body=@}" "$ASKED.body"; done
[[ $* != *--paginate* ]] || echo "$KNOWN"
END
cat >"$temporary/fake/curl" <<'END'
#!/bin/bash
printf '%s\n' "$*" >>"$ASKED"
cat >"$ASKED.config"
for argument in "$@"; do [[ $argument != *=\<* ]] || cp "${argument#*=<}" "$ASKED.body"; done
if [[ $* == *"--request GET"* ]]; then
    jq -n --arg id "$KNOWN" '[{id: 1, body: "a word"}] + if $id == "" then [] else [{id: $id, body: "<!-- the history of Tollgate -->\nold"}] end'
fi
END
chmod +x "$temporary/fake/"*
export ASKED="$temporary/asked"
# asked KNOWN STATUS VARIABLE=VALUE...: what gh or curl was asked, without the options that all calls have.
asked() {
    rm -f "$ASKED"*
    run env PATH="$temporary/fake:$PATH" KNOWN="$1" "${@:3}" "$top/tools/ci/comment" "$2"
    asked=$(sed 's/ --jq .*//; s/body=@.*/body/; s/<.* http/ http/' "$ASKED" 2>/dev/null | paste -sd '|')
}
github=(GITHUB_ACTIONS=true GITHUB_REPOSITORY=o/r GITHUB_SHA=abc GH_TOKEN=t GITHUB_STEP_SUMMARY="$temporary/summary")
requests="api --paginate repos/o/r/issues/7/comments"
asked "" 0 "${github[@]}" GITHUB_REF=refs/pull/7/merge
expect "GitHub: a pull request gets a comment: $asked" \
    [ "$asked" = "$requests|api --silent --method POST repos/o/r/issues/7/comments --field body" ]
expect "the comment and the summary have what costSheet printed, as literal text" \
    [ "$(grep -cxF -- "    $(sed -n 1p tollgate-results/changes.txt)" "$ASKED.body") $(head -n 1 "$ASKED.body")" = "1 <!-- the history of Tollgate -->" -a \
    "$(cmp "$ASKED.body" "$temporary/summary")" = "" ]
asked 42 1 "${github[@]}" GITHUB_REF=refs/pull/7/merge
expect "GitHub: the next run replaces the comment: $asked" \
    [ "$asked" = "$requests|api --silent --method PATCH repos/o/r/issues/comments/42 --field body" ]
asked "" 1 "${github[@]}" GITHUB_REF=refs/heads/main
expect "GitHub: a commit that is slower gets a comment: $asked" \
    [ "$asked" = "api --silent --method POST repos/o/r/commits/abc/comments --field body" ]
asked "" 0 "${github[@]}" GITHUB_REF=refs/heads/main
expect "GitHub: other commits get none" [ "$code$asked" = 0 ]
gitlab=(GITLAB_CI=true CI_API_V4_URL=https://x/api CI_PROJECT_ID=5 CI_COMMIT_SHA=abc TOLLGATE_TOKEN=secret)
common="--config - --silent --show-error --fail --request"
asked "" 0 "${gitlab[@]}" CI_MERGE_REQUEST_IID=7
expect "GitLab: a merge request gets a comment: $asked" [ "$asked" = "$common GET https://x/api/projects/5/merge_requests/7/notes?per_page=100|$common POST --form body= https://x/api/projects/5/merge_requests/7/notes" ]
expect "GitLab: curl gets the token on its standard input" \
    [ "$(<"$ASKED.config")" = 'header = "PRIVATE-TOKEN: secret"' -a "$(grep -c secret "$ASKED")" = 0 ]
asked 42 0 "${gitlab[@]}" CI_MERGE_REQUEST_IID=7
expect "GitLab: the next run replaces the comment: $asked" contains "$asked" "PUT --form body= https://x/api/projects/5/merge_requests/7/notes/42"
asked "" 1 "${gitlab[@]}"
expect "GitLab: a commit that is slower gets a comment: $asked" \
    [ "$asked" = "$common POST --form note= https://x/api/projects/5/repository/commits/abc/comments" ]

# The files for the two services, and the workflows in the document.
# shellcheck disable=SC2016
expect "no shell script of the action contains an expression" \
    [ -z "$(sed -n '/^ *run:/,/^ *- name/p' "$top/action.yml" | grep '\${{' | grep -v ' if: ')" ]
workflows="$temporary/.github/workflows"
mkdir -p "$workflows"
awk -v to="$workflows" '/^```yaml/ { n++; next } /^```/ { inside = 0 } { if (n != last) { inside = 1; last = n }
    if (inside && n) print >(to "/document" n ".yml") }' "$top/docs/in_my_ci.md"
# The steps of the action as a workflow: actionlint reads no actions.
awk '/^runs:/ { print "jobs:\n  all:\n    runs-on: ubuntu-24.04"; next } /^  using/ { next }
    /^inputs:/ { print "on:\n  workflow_call:"; inputs = 1 } /^  steps:/ { inputs = 0; print "  " $0; next }
    /^description/ { next } { if (inputs) sub(/^/, "    "); if (!inputs && /^    /) sub(/^/, "  "); print }
    inputs && /^      [^ ].*:$/ { print "        type: string" }' "$top/action.yml" | grep -v '^ *description:' >"$workflows/action.yml"
if command -v actionlint >/dev/null; then
    git -C "$temporary" init -q
    # shellcheck disable=SC2046 # plain names
    run actionlint "$workflows/action.yml" $(grep -l '^jobs:' "$workflows"/document*.yml)
    expect "actionlint finds nothing in the action and in the document's workflows: $output" [ "$code" = 0 ]
else
    echo "skipped actionlint: it is not here, and no package of Debian has it"
fi
python=""
for candidate in python3 /usr/bin/python3; do
    $candidate -c 'import yaml' 2>/dev/null && python=$candidate && break
done
if [ -n "$python" ]; then
    run $python -c 'import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))[".tollgate-history"]
used = yaml.safe_load(open(sys.argv[2]))["history"]
assert {"image", "rules", "script", "artifacts"} <= {*job} and all(isinstance(line, str) for line in job["script"])
assert used["extends"] == ".tollgate-history"' "$top/packaging/gitlab-ci.yml" "$workflows/document3.yml"
    expect "GitLab: the template has a job, and the document extends it: $output" [ "$code" = 0 ]
else
    echo "skipped the template for GitLab: no python3 that has yaml; it is in the package python3-yaml"
fi
finish
