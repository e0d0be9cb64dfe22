#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The checks of the parts on 64-bit Arm, in the emulator of QEMU. It needs a folder with Debian's libraries for this CPU,
# which TOLLGATE_AARCH64 names, and which these commands make:
#   packages=$(awk '$1 == "build" && $3 ~ /^lib|json/ {print $3} $1 == "checks" && $3 ~ /gtest/ {print $3}' tools/packages)
#   debootstrap --arch=arm64 --foreign --variant=minbase --include="$(echo libc6-dev,libstdc++-12-dev $packages | tr ' ' ,)" \
#       bookworm FOLDER
#   for each in FOLDER/var/cache/apt/archives/*.deb; do dpkg -x "$each" FOLDER; done
# On x86-64, QEMU shows no weak order: the memory of the emulated CPU is as strong as that of the real one. So this says
# that the code for Arm compiles and works; checks/weak_memory judges its orders.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

sysroot=${TOLLGATE_AARCH64:-}
if [ -z "$sysroot" ]; then
    echo "skipped the checks on AArch64: TOLLGATE_AARCH64 names no folder with the libraries for this CPU"
    exit
fi
for tool in aarch64-linux-gnu-g++ qemu-aarch64-static; do # of g++-aarch64-linux-gnu and qemu-user-static
    if ! command -v $tool >/dev/null; then
        echo "skipped the checks on AArch64: there is no $tool"
        exit
    fi
done

tree=$top/build/aarch64
export PKG_CONFIG_SYSROOT_DIR=$sysroot PKG_CONFIG_LIBDIR=$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig
cd "$top" || exit
only() { printf -- '-DCMAKE_FIND_ROOT_PATH_MODE_%s=ONLY ' LIBRARY INCLUDE PACKAGE; }
# shellcheck disable=SC2046 # several options
run cmake --preset checks -B "$tree" -DTOLLGATE_PROGRAMS=OFF -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_SYSROOT="$sysroot" -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
    -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-aarch64-static;-L;$sysroot" $(only)
expect "CMake configures for AArch64" [ "$code" = 0 ]
[ "$code" = 0 ] || echo "$output"

# QEMU installs no filter of seccomp(2) and ignores RLIMIT_AS, and its thread may live a bit longer than the program's.
echo "skipped checks on AArch64 with refused system calls: QEMU has no seccomp(2)"
echo "skipped checks on AArch64 with limited addresses: QEMU ignores RLIMIT_AS"
left_out='cancel_system\.(a_light_token|process|without_a_thread|a_plug_in.that_has_waited)|a_stack_pool.uses_the_room'
# The checks of aborts start their own program again.
export QEMU_LD_PREFIX=$sysroot
if ! "$sysroot/bin/true" 2>/dev/null; then
    echo "skipped checks of aborts on AArch64: the kernel has no entry for this CPU in /proc/sys/fs/binfmt_misc"
    left_out+='|_death|aborts_when_a_handler_is_lost'
fi

for part in sleep fence cancel queue timer fiber; do
    run checks/tests "$tree" "common/$part" --label-exclude "model|stress" --exclude-regex "$left_out"
    expect "the checks of $part pass on AArch64" [ "$code" = 0 ]
    [ "$code" = 0 ] || echo "$output"
done
finish
