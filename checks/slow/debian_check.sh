#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# Manual pages, completion and the Debian packages, which are built here from the last commit. The packages take some
# minutes, and need debhelper, lintian and the packages in debian/control.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit
expect_built
cd "$temporary" || exit

run "$top/packaging/manual" "$bin" pages
expect "each program has a manual page" [ "$code $(find pages -name '*.1' | wc -l)" = "0 $((${#measuring[@]} + 2))" ]
for program in "$bin"/*; do
    listed=$(awk '/^\.TP/ { getline; gsub(/\\(f.)?/, ""); print $1 }' "pages/${program##*/}.1" | grep '^--')
    expect "${program##*/}: the page lists the options of --help" \
        [ "$listed" = "$("$program" --help | sed -nE 's/^  (--[a-z_-]+).*/\1/p')" ]
done
if command -v man >/dev/null; then
    run eval 'for page in pages/*.1; do man --warnings --local-file "$page" >/dev/null; done'
    expect "man has no warnings" [ -z "$output" ]
    [ -z "$output" ] || echo "$output"
else
    echo "skipped the warnings of man: there is no man (Debian: man-db)"
fi

# completes SHELL SETTINGS: tabs complete an option, a value, and a value in a list.
completes() {
    local line expected
    while IFS='|' read -r line expected; do
        run "$top/checks/slow/complete.py" "$1" "PATH=$bin:\$PATH; $2" "$line"
        expect "$1 completes '$line' to $expected" contains "$output" "$expected"
    done <<'END'
testThread --pla|--placement
costSheet --part cl|clock_pair
testThread --only thread/cond|thread/condvar
END
}
completes bash "source '$top/packaging/completion/tollgate.bash'"
if command -v zsh >/dev/null; then
    completes zsh "fpath=('$top/packaging/completion' \$fpath); autoload -U compinit; compinit -u -D"
else
    echo "skipped zsh: it is not installed (Debian: zsh)"
fi

if ! command -v dh lintian >/dev/null; then
    echo "skipped the packages: dh or lintian is missing (Debian: debhelper, lintian)"
    exit $failures
fi
git clone -q "$top" source && cd source || exit
if ! missing=$(dpkg-checkbuilddeps 2>&1); then
    echo "skipped the packages: ${missing##*error: }"
    exit $failures
fi
run dpkg-buildpackage -us -uc -b
expect "dpkg-buildpackage" [ $code = 0 ]
[ $code = 0 ] || { tail -n 30 <<<"$output" && exit 1; }
run lintian -I -E --pedantic --fail-on warning ../*.changes
expect "lintian has nothing to complain about" [ "$code$output" = 0 ]
[ -z "$output" ] || echo "$output"
content=$(for package in ../*.deb; do dpkg-deb --contents "$package"; done)
for file in usr/bin/testFiber usr/share/man/man1/testFiber.1.gz usr/share/bash-completion/completions/testFiber \
    usr/share/zsh/ queue.pc libtollgate_queue.a include/tollgate/queue/; do
    expect "the packages have $file" contains "$content" "$file"
done
exit $failures
