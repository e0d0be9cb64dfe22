#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The manual pages say what --help says, bash and zsh complete the programs' command lines, and the Debian packages are
# built, without a remark of lintian and without network. The packages are built in build/debian_check.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit
cd "$top" || exit
expect_built
export PATH="$bin:$PATH" LC_ALL=C.UTF-8

# The words of a text, one a line. Quotation marks and dashes differ between a terminal and a page.
words() { LC_ALL=C tr -cs '[:alnum:]_*%:' '\n'; }

run packaging/manual "$bin" "$temporary/man"
expect "manual pages can be made: $output" [ "$code" = 0 ]
if command -v man >/dev/null; then
    for page in "$temporary"/man/*; do
        program=$(basename "$page" .1)
        output=$(man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
        expect "$program.1: groff has no warning $output" [ -z "$output" ]
        difference=$(diff <("$program" --help | sed '1,/^$/d; /^Options:$/d; /^Exit codes/,$d' | words) \
            <(MANWIDTH=10000 man -l "$page" | sed '1,/^ *Defaults are in/d; /^EXIT STATUS/,$d' | words))
        expect "$program.1: the words of the options are those of --help $difference" [ -z "$difference" ]
    done
else
    echo "skipped manual pages: there is no command man (Debian: man-db)"
fi

declare -A settings=([bash]="source packaging/completion/tollgate.bash"
    [zsh]="fpath=($top/packaging/completion \$fpath); autoload -Uz compinit; compinit -u -D")
for shell in bash zsh; do
    if ! command -v $shell >/dev/null; then
        echo "skipped completion in $shell: it is not installed (Debian: $shell)"
        continue
    fi
    while IFS='|' read -r line wanted; do
        run checks/slow/complete.py $shell "${settings[$shell]}" "$line"
        expect "$shell completes '$line' with $wanted" contains "$output" "$wanted"
    done <<'LINES'
costSheet --lim|its
testFiber --format |json
testFiber --explain fiber/yield/fib|ers:4
testThread --placement same,c|ore
bill -- ls LIC|ENSE
LINES
done

missing=$(dpkg-checkbuilddeps 2>&1)
command -v lintian >/dev/null || missing="there is no command lintian (Debian: lintian)"
if [ -n "$missing" ]; then
    echo "skipped the packages: $missing"
    finish
    exit
fi
place=build/debian_check
rm -rf $place
mkdir -p $place/tollgate
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t $place/tollgate 2>/dev/null
# As root, a namespace without network is possible.
offline=()
if unshare --net true 2>/dev/null; then offline=(unshare --net); fi
cd $place/tollgate || exit
"${offline[@]}" dpkg-buildpackage -us -uc -b >../log 2>&1
code=$?
expect "the packages are built" [ $code = 0 ]
[ $code = 0 ] || { tail -n 30 ../log; exit 1; }
run lintian --allow-root -I -E --pedantic ../*.changes
expect "lintian has no remark: $output" [ -z "$output" ]

for package in ../*.deb; do dpkg-deb --extract "$package" "$temporary/installed"; done
run cmake -S docs/examples/queue -B "$temporary/queue" -DCMAKE_PREFIX_PATH="$temporary/installed/usr"
expect "an example is configured with the package: $output" [ "$code" = 0 ]
run cmake --build "$temporary/queue"
expect "an example is built with the package: $output" [ "$code" = 0 ]
finish
