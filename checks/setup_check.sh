#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# tools/setup on a fake Debian machine: PATH is a folder of fake commands.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh" || exit
unset CXX
real=$(command -v "$("$top/tools/setup" --compiler)")

# machine NAME USER_ID: makes a machine that has a compiler and the packages in its file `installed`.
machine() {
    path=$temporary/$1
    mkdir "$path"
    local tool
    for tool in sh sed grep cat tr sort; do ln -s "$(command -v $tool)" "$path/$tool"; done
    fake uname 'echo Linux'
    fake id "echo $2"
    # shellcheck disable=SC2016
    fake env 'while case $1 in *=*) ;; *) false ;; esac; do export "$1" && shift; done; exec "$@"'
    fake apt-cache :
    fake dpkg-query "cat $path/installed"
    fake apt-get "echo \"\$*\" >>$path/apt-get.log; case \$1 in install) cat $path/offered >>$path/installed ;; esac"
    compiler_of 16
    fake cmake "echo 'cmake version 3.25.1'"
    fake make :
    fake pkg-config :
    fake python3 :
    touch "$path/"{installed,offered,apt-get.log}
}
# compiler_of MAJOR: gives the machine a compiler of this major version.
compiler_of() {
    fake c++ "case \$1 in -dumpversion) echo $1.4.0 ;; *)
        exec $real -U__GNUC__ -D__GNUC__=$1 -U__clang_major__ -D__clang_major__=$1 \"\$@\" ;; esac"
}
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$path/$1" && chmod +x "$path/$1"; }
setup() { run env PATH="$path" "$path/sh" "$top/tools/setup" "$@"; }
# libraries: prints dpkg-query's output for a machine that has all packages.
libraries() { setup --list && sed 's/^/installed /; s/$/ 1.74.0.3/' <<<"$output"; }

machine user 1000
setup --list
expect "--list prints one package per line" contains "$output" $'\nlibboost-fiber-dev\n'
expect "--list leaves out packages that only checks need" lacks "$output" libgtest-dev
expect "--list leaves out packages that only the kernel's events need" lacks "$output" libbpf-dev
setup --list --tracing
expect "--list --tracing has them, and those of a build" \
    [ "$(grep -cxE 'clang|libbpf-dev|libboost-dev' <<<"$output")" = 3 ]
expect "--list --tracing leaves out packages that only checks need" lacks "$output" libgtest-dev
setup
expect "not root: exit 3, one command that installs the missing packages, and nothing is installed" \
    [ "$code" = 3 -a "$(grep -c '^sudo apt-get update && sudo env.* libboost-dev ' <<<"$output")" = 1 -a ! -s "$path/apt-get.log" ]
setup --check
expect "--check names missing packages" [ "$code" = 3 -a "$(grep -c 'missing: libboost-dev' <<<"$output")" = 1 ]
libraries >"$path/installed"
setup
expect "no package is missing: exit 0, silent" [ "$code" = 0 -a -z "$output" ]
if abroad_in tr_TR; then # in this language, [a-z] has no i
    libraries | sed 's/^installed \(libboost.*\)-dev /installed \11.74-dev /' >"$path/installed"
    run "${abroad[@]}" env PATH="$path" "$path/sh" "$top/tools/setup"
    expect "packages of one Boost version count in any language" [ "$code" = 0 -a -z "$output" ]
fi
setup --frobnicate
expect "an unknown option: exit 2, one line that names it" \
    [ "$code $(wc -l <<<"$output")" = "2 1" -a "$(grep -c "'--frobnicate'" <<<"$output")" = 1 ]

machine root 0
libraries >"$path/offered"
setup --check
expect "--check as root installs nothing" [ ! -s "$path/apt-get.log" ]
setup
expect "root: one update, then one installation of the missing packages" \
    [ "$code" = 0 -a "$(cut -d ' ' -f 1 "$path/apt-get.log" | xargs)" = "update install" ]
expect "root: nothing else is installed" lacks "$(<"$path/apt-get.log")" cmake
: >"$path/installed"
fake apt-get 'exit 100'
setup
expect "root: a failed installation: exit 3" [ "$code" = 3 ]

machine old 1000
libraries | sed 's/1.74.0.3/1.71.0.0/' >"$path/installed"
setup
expect "a Boost that is too old: exit 3, named" [ "$code" = 3 -a "$(grep -c 'Boost 1.71.0.0' <<<"$output")" = 1 ]
compiler_of 11
libraries >"$path/installed"
setup
expect "a compiler that is too old: exit 3, named" [ "$code" = 3 -a "$(grep -c '11.4.0' <<<"$output")" != 0 ]

# tools/setup --checks installs each package that a skipped check of the gate names, and --all those of the slow checks.
machine checks 1000
installs_named() { # OPTION PLACE...
    local named package
    setup --list "$1"
    named=$(grep -ohE '\(Debian: [a-z0-9.+-]+\)' "${@:2}" | sed 's/(Debian: //; s/)//' | sort -u)
    expect "$1: skipped checks name packages" [ -n "$named" ]
    while IFS= read -r package; do
        expect "$1 installs '$package', which a skipped check names" grep -qxF "$package" <<<"$output"
    done <<<"$named"
}
installs_named --checks "$top"/checks/*.sh -r "$top"/{,common/}*/check
installs_named --all "$top"/checks/slow/*.sh

finish
