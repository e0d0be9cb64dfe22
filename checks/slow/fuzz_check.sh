#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Fuzzes the code that reads and prints result files, with libFuzzer under AddressSanitizer and UBSan, for a minute or
# FUZZ_SECONDS. The seed is random or TOLLGATE_SEED. Inputs that cause failures stay in build/fuzz.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit
cd "$top" || exit

compiler=""
for candidate in clang++ clang++-{20,19,18,17,16,15,14}; do
    if echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
        $candidate -x c++ -fsanitize=fuzzer - -o "$temporary/can" 2>/dev/null; then
        compiler=$candidate
        break
    fi
done
if [ -z "$compiler" ]; then
    echo "skipped fuzzing: no clang with libFuzzer (Debian: libclang-rt-dev)"
    exit 0
fi

seconds=${FUZZ_SECONDS:-60}
place=build/fuzz
rm -rf $place/corpus
mkdir -p $place/objects $place/corpus $place/found

includes=(-Icost_sheet/src -Icommon/report/src)
for library in common/*/include; do includes+=("-I$library"); done
flags=(-std=c++20 -O1 -g1 "-fsanitize=fuzzer-no-link,address,undefined"
    -fno-sanitize-recover=undefined "${includes[@]}")
# The objects become an archive, from which the linker takes only those that are called.
sources=(common/{stats,report,measure}/src/*.cpp common/cli/src/name_pattern.cpp
    cost_sheet/src/{,*/}*.cpp cost_sheet/check/fuzz/fuzz_reader.cpp "$place/page_embedded.cpp")
jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
# shellcheck disable=SC2016
compile() {
    printf '%s\0' "${sources[@]}" | xargs -0 -P "$jobs" -I{} sh -c \
        'object=$0/$(echo "{}" | tr / _).o; exec "$@" -c "{}" -o "$object"' \
        $place/objects "$compiler" "${flags[@]}"
}
rm -f $place/objects/*.o $place/objects.a
cmake -DSTYLE=cost_sheet/src/page/page.css -DSCRIPTS=cost_sheet/src/page/draw.js \
    -DREADING=cost_sheet/src/page/how_to_read.html -DLINES=cost_sheet/src/screen/lines.txt \
    -DOUTPUT="$place/page_embedded.cpp" -P cost_sheet/src/page/embed.cmake &&
    compile >"$temporary/log" 2>&1 &&
    mv $place/objects/*_fuzz_reader.cpp.o $place/target.o && rm $place/objects/*_main.cpp.o &&
    ar rcs $place/objects.a $place/objects/*.o &&
    "$compiler" -fsanitize=fuzzer,address,undefined $place/target.o $place/objects.a -lfmt -lre2 -o $place/fuzz_reader \
        >>"$temporary/log" 2>&1
code=$?
expect "the fuzz target is built" [ $code = 0 ]
[ $code = 0 ] || { tail -n 30 "$temporary/log"; exit 1; }

# The stored inputs are tried first: earlier failures, and a file of each kind. The limits are high because sanitizers
# need time and memory.
options=("-artifact_prefix=$place/found/" -timeout=20 -rss_limit_mb=2500 -max_len=65536
    -dict=cost_sheet/check/fuzz/words.dict -print_final_stats=1)
$place/fuzz_reader "${options[@]}" "-seed=${TOLLGATE_SEED:-0}" -max_total_time="$seconds" $place/corpus cost_sheet/check/fuzz/corpus \
    >"$temporary/log" 2>&1
code=$?
tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$temporary/log")
expect "$seconds seconds of generated inputs (${tried:-0} inputs)" [ $code = 0 -a "${tried:-0}" -gt 100 ]
[ $code = 0 ] || tail -n 40 "$temporary/log"
finish
