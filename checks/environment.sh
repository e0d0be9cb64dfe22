# shellcheck shell=bash
# SPDX-License-Identifier: BSL-1.0
# For the gate and the proof: takes away all of the caller's environment that is not needed to run programs,
# so that it does not decide what they find, its language neither. A seed stays.
for one in $(compgen -e); do
    case $one in
    PATH | HOME | USER | LOGNAME | SHELL | PWD | TERM | TZ | TMPDIR) ;;
    *_proxy | *_PROXY | SSL_CERT_* | TOLLGATE_SEED) ;;
    *) unset "$one" 2>/dev/null ;;
    esac
done
# A function comes before the program of its name.
for one in $(compgen -A function); do unset -f "$one"; done
unset one CDPATH
export LC_ALL=C
