#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# costSheet's page in a headless Chromium: what a person would see at three sizes, on paper and without
# scripts. TOLLGATE_BIN names another folder with the programs. PICTURES names a folder for screenshots.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit

reference=$top/docs/results/reference
expect "costSheet and testFiber are built" [ -x "$bin/costSheet" -a -x "$bin/testFiber" ]
[ $failures = 0 ] || exit
cd "$temporary" || exit

# Pages of the results of one `make run`, of all reference files, of a hostile file; none of an empty file.
run "$bin/costSheet" --html run.html "$reference"/run/*.json
expect "a page of one run: exit 0" [ "$code" = 0 ]
run "$bin/costSheet" --html all.html "$reference"/*.json
expect "a page of all reference files: exit 0" [ "$code" = 0 ]
# The reference files are digests: rounds come from a run.
"$bin/testFiber" 4 3 --rounds 12 --passes 6 --only 'yield/fibers:4$' --no-progress --json result.json >/dev/null
for file in "$reference/testFiber.json" result.json; do
    sed -e 's|fiber/yield|fiber/</script><script>console.error(1)</script><img src=//localhost/x>|g' \
        -e 's|"host_name":"[^"]*"|"host_name":"\\u001b[31m\\"><b onclick=x>\\u202e"|g' "$file" >"hostile-${file##*/}"
done
run "$bin/costSheet" --html hostile.html hostile-testFiber.json hostile-result.json
expect "a page of hostile files: exit 0" [ "$code" = 0 ]
# Two explained cases, one of them in a hostile file.
sed -e 's|thread/condvar|thread/</script><script>console.error(1)</script><img src=//localhost/x>|g' \
    -e 's|"effect":"|"effect":"<b onclick=x>\\u202e|g' "$reference/testThread-explain.json" >hostile-explain.json
run "$bin/costSheet" --html explained.html "$reference/testThread-explain.json" hostile-explain.json
expect "a page of explained cases: exit 0" [ "$code" = 0 ]
expect "a page of explained cases has bars for each" \
    [ "$(grep -c '<div class=why-it-costs>' explained.html)" = 2 -a "$(grep -c '<svg class=part ' explained.html)" -ge 4 ]
expect "a page of explained cases has no variant among its cases" lacks "$(<explained.html)" /under:
expect "a page shows the rounds of a file that has them" grep -q '"history":{"v":\[' hostile.html
expect "a page of digests shows distributions and no rounds" \
    [ "$(grep -c '"history":{' run.html)" = 0 -a "$(grep -c '"curve":\[\[' run.html)" != 0 ]
expect "a page says that digests have no rounds" grep -q 'The file is a digest and has no rounds' run.html
# Pictures: locks over threads, and eight CPUs, of which one pair was not measured.
jq -n '{context: {}, benchmarks: [
    (["mcs", "ticket"][] as $impl | [1, 2, 4, 8][] | {name: "lock/exclusive/impl:\($impl)/threads:\(.)", real_time: (20 * .)}),
    ([0, 1, 2, 3, 300, 301, 302, 303] as $cpus | $cpus[] as $from | $cpus[] | select(. > $from and [$from, .] != [2, 301])
        | {name: "thread/cache_line/from:\($from)/to:\(.)", real_time: (30 + . - $from)})
    ] | map(. + {run_type: "iteration", iterations: 9, cpu_time: 1, time_unit: "ns"})}' >pictures.json
run "$bin/costSheet" --html pictures.html pictures.json
expect "a page of pictures: exit 0" [ "$code" = 0 ]
expect "a page of pictures has two" [ "$(grep -c '"title":' pictures.html)" = 2 ]
# A history: a case with a hostile name costs twice as much from the tenth day on.
mkdir days
for day in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16; do
    jq -n --arg day $day '($day | tonumber) as $n | {context: {date: "2026-01-\($day)T10:00:00+00:00"}, benchmarks: [
        {name: "a</script><script>console.error(1)</script>", real_time: ((100 + $n * 7 % 5) * (if $n > 9 then 2 else 1 end))},
        {name: "b", real_time: (50 + $n * 3 % 7)}
        ] | map(. + {run_type: "iteration", iterations: 9, cpu_time: 1, time_unit: "ns"})}' >days/$day.json
done
run "$bin/costSheet" --history --html history.html days
expect "a page of a history: exit 0" [ "$code" = 0 ]
expect "a page of a history has the change" grep -q '"c":\[\[9,9,9,"+9[0-9.]* % ([^"]* at 10"\]\]' history.html
echo '{"context": {}, "benchmarks": []}' >empty.json
run "$bin/costSheet" --html empty.html empty.json
expect "an empty result: exit 3 and no page" [ "$code" = 3 -a ! -e empty.html ]

for page in run all hostile explained pictures history; do
    expect "$page.html: at most 1 MB" [ "$(wc -c <$page.html)" -le 1000000 ]
    expect "$page.html: no address" [ "$(grep -cE '<[a-z][^>]*(src|href)=.?(https?:|//)' $page.html)" = 0 ]
    expect "$page.html: no control byte" \
        [ "$(LC_ALL=C grep -c '[[:cntrl:]]' $page.html)" = 0 ]
done

chromium=""
for candidate in chromium chromium-browser google-chrome chromium-headless-shell; do
    command -v $candidate >/dev/null && chromium=$candidate && break
done
if [ -z "$chromium" ]; then
    echo "skipped the pages in a browser: no Chromium here (Debian: chromium-headless-shell)"
elif ! command -v python3 >/dev/null; then
    echo "skipped the pages in a browser: no python3 (Debian: python3)"
else
    arguments=()
    if [ -n "${PICTURES:-}" ]; then arguments=(--pictures "$PICTURES"); fi
    pages=(run.html hostile.html explained.html pictures.html history.html)
    if [ -n "${DEEP:-}" ]; then pages+=(all.html); fi
    python3 -B "$top/checks/open_page.py" "$chromium" "${arguments[@]}" "${pages[@]}"
    code=$?
    expect "all checks in the browser passed" [ $code = 0 ]
fi

finish
