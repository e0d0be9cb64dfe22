#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The parts as shared libraries. Their binary interface is compared with that of the newest release tag (v0.2.0), or of
# the revision in TOLLGATE_SINCE. An incompatible change needs another soname, so another minor version. Not compared:
# code in headers, and what only the headers in src/ declare.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

command -v abidiff >/dev/null || {
    echo "skipped the binary interface: abidiff is missing (Debian: abigail-tools)"
    exit
}
jobs=$(nproc)
CXX=$("$top/tools/setup" --compiler) || exit
export CXX
cd "$top" || exit

parts_of() { sed -nE 's/^set\(parts (.*)\)$/\1/p' "$1/common/libraries.cmake"; } # TREE
read -ra parts <<<"$(parts_of .)"

# build TREE PLACE: builds the shared parts of the tree in PLACE/build, and installs them into PLACE.
build() {
    cmake -S "$1" -B "$2/build" -DTOLLGATE_COMPONENTS="$(parts_of "$1" | tr ' ' ';')" -DBUILD_SHARED_LIBS=ON \
        -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_INSTALL_LIBDIR=lib &&
        cmake --build "$2/build" --parallel "$jobs" && cmake --install "$2/build" --prefix "$2"
}
soname() { readelf -d "$1" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p'; }

new=$temporary/new
log=$(build . "$new" 2>&1) || echo "$log"
for part in "${parts[@]}"; do
    expect "$part is a shared library" [ -f "$new/lib/libtollgate_$part.so" ]
done
[ $failures = 0 ] || exit

# leave_out_internals TREE...: sets `internal`, a pattern of the names that the parts' src/*.hpp declare, as they are in
# symbols (4core), and writes abidiff's file that leaves these out.
leave_out_internals() {
    local part kind tree folders=()
    for tree in "$@"; do for part in $(parts_of "$tree"); do folders+=("$tree/common/$part/src"); done; done
    internal=$(find "${folders[@]}" -name '*.hpp' -exec sed -nE 's/^(class|struct) ([a-z_]+) .*/\2/p
        s/^(\[\[nodiscard\]\] )?[a-z][^(=]*[ &*>]([a-z_]+)\(.*/\2/p; s/^inline .* ([a-z_]+) = .*/\1/p' {} + |
        sort -u | awk '{ printf "%s%d%s", (NR == 1 ? "" : "|"), length($0), $0 }')
    for kind in function variable; do
        printf '[suppress_%s]\nsymbol_name_regexp = _Z.*[^0-9](%s)\n[suppress_%s]\nsymbol_name_not_regexp = ^_ZN?K?8tollgate\n' \
            "$kind" "$internal" "$kind"
    done >"$temporary/internal.suppr"
}
leave_out_internals .

# A program whose symbols are hidden would have its own copy of such a variable.
inline_variables=$(nm -D --defined-only "$new"/lib/*.so | grep -E ' [uV] _ZN8tollgate' | grep -vE "[^0-9]($internal)" | c++filt)
expect "no library shares an inline variable with its users: $inline_variables" [ -z "$inline_variables" ]

# is_compatible OLD NEW HEADERS_OF_OLD: prints what is not.
is_compatible() {
    abidiff --no-added-syms --suppressions "$temporary/internal.suppr" \
        --headers-dir1 "$3" --headers-dir2 "$new/include" "$1" "$2"
}
# The same library without one of its files.
library=$new/lib/libtollgate_sleep.so
find "$new/build/common/sleep" -name '*.o' ! -name 'timer_slack*' -print0 |
    xargs -0 "$CXX" -shared -Wl,-soname,"$(soname "$library")" -o "$temporary/less.so"
run is_compatible "$library" "$temporary/less.so" "$new/include"
expect "a removed function is noticed" contains "$output" "tollgate::sleep::timer_slack"

since=${TOLLGATE_SINCE:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null)}
if [ -z "$since" ]; then
    echo "skipped the binary interface of the last release: there is no tag v..."
    finish
    exit
fi
old=$temporary/old
mkdir "$old"
git archive --prefix=tree/ "$since" | tar -x -C "$old"
if ! grep -q BUILD_SHARED_LIBS "$old/tree/common/libraries.cmake"; then
    echo "skipped the binary interface of $since: it has no shared parts"
    finish
    exit
fi
leave_out_internals . "$old/tree"
log=$(build "$old/tree" "$old" 2>&1) || echo "$log"
for part in $(parts_of "$old/tree"); do
    was=$old/lib/libtollgate_$part.so
    is=$new/lib/libtollgate_$part.so
    if [ -f "$is" ] && [ "$(soname "$was")" != "$(soname "$is")" ]; then
        echo "ok $part: $(soname "$is") has replaced $(soname "$was")"
        continue
    fi
    run is_compatible "$was" "$is" "$old/include"
    expect "$part: programs that were built with $since still run" [ "$code" = 0 ]
    [ "$code" = 0 ] || echo "$output"
done
finish
