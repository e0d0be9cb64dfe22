#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# ./setup against package managers that only pretend: each machine is a folder of fake commands
# that is the whole PATH.
# shellcheck source=check/lib.sh
source "$(dirname "$0")/lib.sh"
unset CXX

# machine NAME USER_ID: an empty Debian machine; packages come with `has`.
machine() {
    path=$temporary/$1
    mkdir "$path"
    local tool
    for tool in sh sed awk grep cat tr head; do ln -s "$(command -v $tool)" "$path/$tool"; done
    fake uname 'echo Linux'
    fake id "echo $2"
    fake env "echo \"\$*\" >>$path/env.log
        while case \$1 in *=*) ;; *) false ;; esac; do export \"\$1\" && shift; done; exec \"\$@\""
    fake apt-cache "[ \"\$*\" != 'show libclang-rt-dev' ]"
    fake dpkg-query "cat $path/installed 2>/dev/null"
    fake apt-get "echo \"\$*\" >>$path/apt-get.log
        case \$1 in install) cat $path/offered >>$path/installed ;; esac"
    touch "$path/installed" "$path/offered" "$path/apt-get.log"
}
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$path/$1" && chmod +x "$path/$1"; }
has_compiler() { fake "$1" "case \$1 in --version) echo '$1 $2' ;; -dumpversion) echo $2 ;; esac"; }
has_tools() {
    has_compiler c++ "${1:-12.2.0}"
    fake cmake "echo 'cmake version ${2:-3.25.1}'"
    fake make :
    fake pkg-config :
}
libraries() {
    local name
    for name in libboost-dev libboost-context-dev libboost-fiber-dev \
        libboost-program-options-dev libboost-thread-dev libhwloc-dev nlohmann-json3-dev \
        libfmt-dev libconcurrentqueue-dev libatomic-queue-dev libtbb-dev libjs-chart.js; do
        echo "installed $name ${1:-1.74.0.3}"
    done
}
setup() { run env PATH="$path" "$path/sh" "$top/setup" "$@"; }

machine complete 1000
has_tools
libraries >"$path/installed"
setup
expect "nothing missing: exit 0" [ "$code" = 0 ]
expect "nothing missing: silent" [ -z "$output" ]
setup --check
expect "nothing missing: --check exits 0" [ "$code" = 0 ]
setup --compiler
expect "--compiler names one that is there" [ "$output" = c++ ]
setup --all --check
expect "--all asks for more" [ "$code" = 3 ]
expect "--all names what it misses" contains "$output" libgtest-dev
setup --list
expect "--list exits 0" [ "$code" = 0 ]
expect "--list prints one package a line" contains "$output" $'\nlibboost-fiber-dev\n'
expect "--list leaves out what only checks need" lacks "$output" libgtest-dev
setup --list --all
expect "--list --all has it" contains "$output" $'\nlibgtest-dev\n'
expect "--list --all leaves out what apt does not know" lacks "$output" libclang-rt
expect "--list --all has all of what it knows" contains "$output" $'\nchromium-headless-shell'
expect "--list --all leaves out what guests need" lacks "$output" golang-go
setup --list --guests
expect "--list --guests has the toolchains" contains "$output" $'\ngolang-go\n'
expect "--list --guests leaves out what checks need" lacks "$output" libgtest-dev
fake go :
setup --guests --check
expect "--guests names a toolchain that is missing" contains "$output" cargo
expect "--guests: one that is there, from elsewhere, will do" lacks "$output" golang-go
fake apt-cache false
setup --list --all
expect "an apt that knows nothing yet is asked for all" contains "$output" $'\nlibclang-rt-dev\n'
expect "--list shows no commands" lacks "$output" :
setup --help
expect "--help exits 0" [ "$code" = 0 ]
expect "--help shows the usage" contains "$output" "usage: ./setup"
setup --frobnicate
expect "unknown option: exit 2" [ "$code" = 2 ]
expect "unknown option: one line" [ "$(wc -l <<<"$output")" = 1 ]
expect "unknown option: named" contains "$output" "'--frobnicate'"

machine versioned 1000
has_tools
libraries | sed '/libboost/s/-dev 1.74.0.3/1.81-dev 1.81.0-5/' \
    >"$path/installed"
setup --check
expect "packages of a newer Boost will do" [ "$code" = 0 ]

machine user 1000
setup
expect "not root, no terminal: exit 3" [ "$code" = 3 ]
expect "not root: one command" [ "$(grep -c '^sudo apt-get update && sudo env' <<<"$output")" = 1 ]
expect "not root: with the compiler" contains "$output" " g++ make cmake "
expect "not root: installs nothing" [ ! -s "$path/apt-get.log" ]
setup --check
expect "--check: exit 3" [ "$code" = 3 ]
expect "--check: names what is missing" contains "$output" "missing: g++ make"

machine root 0
has_tools
libraries >"$path/offered"
setup --check
expect "--check as root installs nothing" [ ! -s "$path/apt-get.log" ]
setup
expect "root: exit 0" [ "$code" = 0 ]
expect "root: update first, once" [ "$(head -n 1 "$path/apt-get.log")" = update ]
expect "root: then one install" [ "$(grep -c '^install -y --no-install-recommends' "$path/apt-get.log")" = 1 ]
expect "root: only what is missing" lacks "$(cat "$path/apt-get.log")" cmake
setup
expect "root: nothing the second time" [ "$(wc -l <"$path/apt-get.log")" = 2 ]

# wants_checks USER_ID: a machine that lacks what checks need.
wants_checks() {
    machine "checks$1" "$1"
    has_tools
    fake apt-cache :
    libraries >"$path/installed"
    setup --list --all
    while read -r name; do echo "installed $name 9.9"; done <<<"$output" >"$path/offered"
}
wants_checks 1000
setup --all
expect "--all, not root: one command" [ "$(grep -c '^sudo apt-get update && sudo env' <<<"$output")" = 1 ]
expect "--all, not root: it leaves services alone" grep -q \
    '^sudo apt-get .* SYSTEMD_OFFLINE=1 apt-get install .*then sudo systemctl disable .*ssh.service.*; fi$' <<<"$output"
wants_checks 0
setup --all
expect "--all, root: exit 0 without a systemctl" [ "$code" = 0 ]
expect "--all, root: nothing starts" contains "$(<"$path/env.log")" " SYSTEMD_OFFLINE=1 apt-get install"
libraries >"$path/installed"
fake systemctl "echo \"\$*\" >>$path/systemctl.log"
setup --all
expect "--all, root: new services do not start with the machine" [ "$(tr ' ' '\n' <"$path/systemctl.log" | sort | xargs)" = \
    "disable munge.service slurmctld.service slurmd.service ssh.service ssh.socket" ]
rm "$path/systemctl.log"
grep -vE "^installed (jq|locales) " "$path/offered" >"$path/installed"
setup --all
expect "--all, root: services that are there stay as they are" [ "$code" = 0 -a ! -e "$path/systemctl.log" ]
expect "--all, root: in that run no systemctl is offline" lacks "$(tail -n 1 "$path/env.log")" SYSTEMD_OFFLINE
libraries >"$path/installed"
fake google-chrome :
setup --all --check
expect "--all: another browser will do" lacks "$output" chromium
expect "--all: and is not taken for anything else" contains "$output" openssh-server

# What a check says would mend its skip is what ./setup --all installs on Debian.
named=$(grep -rhoE --include='*.sh' --include='*.[ch]pp' --exclude={skips,prove}_check.sh '\(Debian: [a-z0-9.+-]+\)' "$top"/check "$top"/common/*/check \
    "$top"/*_test/check "$top"/cost_sheet/check | sed 's/(Debian: //; s/)//' | sort -u)
expect "skips name packages" [ "$(wc -l <<<"$named")" -ge 5 ]
while IFS= read -r package; do
    expect "--all installs '$package', which a skip names" grep -qF "installed $package 9.9" "$path/offered"
done <<<"$named"

machine broken 0
has_tools
setup
expect "root: still missing afterwards: exit 3" [ "$code" = 3 ]
expect "root: still missing: said" contains "$output" "still missing: libboost-dev"
fake apt-get 'exit 100'
setup
expect "root: a failed installation: exit 3" [ "$code" = 3 ]

# too_old WHAT COMPILER CMAKE BOOST
too_old() {
    machine "old_$1" 0
    has_tools "$2" "$3"
    libraries "$4" >"$path/installed"
    setup
    expect "$1 too old: exit 3" [ "$code" = 3 ]
    expect "$1 too old: one line" [ "$(wc -l <<<"$output")" = 1 ]
    expect "$1 too old: nothing installed" [ ! -s "$path/apt-get.log" ]
}
if ! grep -qs '^UBUNTU_CODENAME=jammy' /etc/os-release; then
    too_old compiler 11.4.0 3.25.1 1.74.0.3
    expect "a compiler too old: named" contains "$output" "g++ 11.4.0"
    has_compiler g++-13 13.1.0
    setup --compiler
    expect "a newer compiler beside it will do" [ "$output" = g++-13 ]
    has_compiler clang++-15 15.0.7
    has_compiler clang++-16 16.0.6
    setup --compilers
    expect "--compilers names all that will do" [ "$output" = $'g++-13\nclang++-16' ]
fi
too_old CMake 12.2.0 3.18.4 1.74.0.3
expect "CMake too old: named" contains "$output" "CMake 3.18.4"
too_old Boost 12.2.0 3.25.1 1.71.0.0
expect "Boost too old: named" contains "$output" "Boost 1.71.0.0"

machine clang 1000
has_tools
rm "$path/c++"
libraries >"$path/installed"
has_compiler clang++ 14.0.6
setup --check
expect "clang 14 is too old" contains "$output" "clang++ 14.0.6 is not enough"
has_compiler clang++-17 17.0.1
setup --check
expect "clang 17 will do" [ "$code" = 0 ]
run env PATH="$path" CXX=clang++ "$path/sh" "$top/setup" --check
expect "CXX is not overruled" contains "$output" "clang++ 14.0.6 is not enough"

machine fedora 1000
rm "$path/apt-get" "$path/dpkg-query"
fake dnf :
fake rpm 'echo "boost-devel 1.83.0"'
setup
expect "Fedora: exit 3" [ "$code" = 3 ]
expect "Fedora: one dnf command" contains "$output" "sudo dnf install -y"
expect "Fedora: without what is there" lacks "$output" boost-devel

machine mac 501
rm "$path/apt-get" "$path/dpkg-query"
fake uname 'echo Darwin'
setup
expect "macOS without Homebrew: exit 3" [ "$code" = 3 ]
fake brew 'echo "boost 1.86.0"'
has_compiler clang++ "15.0.0"
fake clang++ "case \$1 in --version) echo 'Apple clang version 15.0.0' ;; *) echo 15.0.0 ;; esac"
setup
expect "macOS: one brew command, no sudo" contains "$output" $'\nbrew install cmake'

machine other 1000
rm "$path/apt-get" "$path/dpkg-query"
setup
expect "another system: exit 3" [ "$code" = 3 ]
expect "another system: says how to go on" contains "$output" "make SETUP=:"

finish
