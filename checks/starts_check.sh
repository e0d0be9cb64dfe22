#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# A program starts itself again for each pass, even if the dynamic loader started it, or if there is no /proc.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/lib.sh"

expect_built
cd "$temporary" || exit

# measures COMMAND...: runs the command with the options of a short run; its passes must be processes.
measures() {
    rm -f file
    "$@" --passes 2 --rounds 2 --time 0.1 --only context_resume --wide --json file >out 2>err &&
        [ ! -s err ] && [ "$(jq .tollgate.passes file)" = 2 ] && ! grep -q 'cannot be started again' out
    code=$?
    [ $code = 0 ] || head -c 500 out err
    return $code
}
loader=$(ldd "$bin/testFiber" 2>/dev/null | sed -n 's/^[[:space:]]*\(\/[^ ]*ld[-.][^ ]*\) .*/\1/p')
if [ -x "$loader" ]; then
    expect "started by the dynamic loader, a program measures" measures "$loader" "$bin/testFiber"
else
    echo "skipped the dynamic loader: this system names none"
fi
# shellcheck disable=SC2016
without_proc=(unshare --map-root-user --mount sh -c 'mount -t tmpfs none /proc && exec "$@"' sh)
if "${without_proc[@]}" true 2>/dev/null; then
    expect "without /proc, a program measures" measures "${without_proc[@]}" "$bin/testFiber"
else
    echo "skipped a system without /proc: mount namespaces are not allowed here"
fi
finish
