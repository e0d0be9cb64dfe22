# shellcheck shell=bash
# SPDX-License-Identifier: BSL-1.0
# What the scripts of this folder share. Sourced at the top of the repository.

# pack FOLDER: the sources as they are here, committed or not, and the file fleet_options of the folder, as
# a gzipped tar archive on stdout. Dates stay, so that a second build there compiles what has changed and
# nothing else.
pack() {
    if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
        git ls-files -z --cached --others --exclude-standard -- . ':!docs/results/reference' |
            while IFS= read -r -d '' file; do
                if [ -e "$file" ]; then printf '%s\0' "$file"; fi
            done | tar -cz --null --no-recursion -T - -C "$1" fleet_options
    else
        tar -cz --exclude=./build --exclude=./results --exclude=./.git . -C "$1" fleet_options
    fi
}

# plain: each line of stdin as printable ASCII. What another machine says may hold anything.
plain() { LC_ALL=C tr -cd '\n\40-\176' | cut -c 1-200; }

# unpack_results FOLDER: the result files of a gzipped archive on stdin, regular files with plain names and
# nothing else, into the folder, which is made. Fails when there is none.
unpack_results() {
    local raw="$1.raw" file name count=0
    rm -rf "$raw" "$1"
    mkdir -p "$raw" "$1" || return
    tar -xz --no-same-owner --no-same-permissions -C "$raw" >/dev/null 2>&1
    for file in "$raw"/*.json; do
        name=${file##*/}
        if [ -f "$file" ] && [ ! -L "$file" ] && [[ $name =~ ^[A-Za-z0-9_-]+\.json$ ]]; then
            mv "$file" "$1/$name" && count=$((count + 1))
        fi
    done
    rm -rf "$raw"
    [ $count != 0 ]
}

# replace_folder NEW LASTING: the one takes the other's place; what was there stays if that fails.
replace_folder() {
    local old
    if [ ! -e "$2" ]; then
        mkdir -p "$(dirname "$2")" && mv "$1" "$2"
        return
    fi
    old=$(mktemp -d "${2%/*}/.old.XXXXXX") || return
    if mv "$2" "$old/" && mv "$1" "$2"; then
        rm -rf "$old"
    else
        [ -e "$2" ] || mv "$old/${2##*/}" "$2"
        rmdir "$old" 2>/dev/null
        return 1
    fi
}
