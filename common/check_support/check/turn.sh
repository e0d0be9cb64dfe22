#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# turn.sh DIRECTORY: whether what takes long has its turn: of two things with TURN=0 and TURN=1 in
# the environment always one, by the commit that is checked out there and by the day, so that a
# fresh clone needs no memory. Without TURN, and with DEEP in the environment, it always has.
set -eu

[ -z "${DEEP:-}" ] && [ -n "${TURN:-}" ] || exit 0
commit=$(git -C "$1" rev-parse HEAD 2>/dev/null | cut -c 1-7 | grep .) || commit=0
day=$(($(date +%s) / 86400))
[ $(((0x$commit + day + TURN) % 2)) = 0 ]
