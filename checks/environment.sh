# shellcheck shell=bash
# SPDX-License-Identifier: BSL-1.0
# For the gate and make prove: unsets the caller's environment, including its language, so that it does not affect
# the checks. It keeps the variables that programs need to run, and the seed.
for name in $(compgen -e); do
    case $name in
    PATH | HOME | USER | LOGNAME | SHELL | PWD | TERM | TZ | TMPDIR) ;;
    *_proxy | *_PROXY | SSL_CERT_* | TOLLGATE_SEED) ;;
    *) unset "$name" 2>/dev/null ;;
    esac
done
# A shell function hides a program of the same name.
for name in $(compgen -A function); do unset -f "$name"; done
unset name CDPATH
export LC_ALL=C
