#!/bin/bash
# SPDX-License-Identifier: BSL-1.0
# The memory orders of sleep, queue and cancel, under tools that know all weak orders: GenMC and herd7.
# shellcheck source=checks/lib.sh
source "$(dirname "$0")/../lib.sh" || exit

"$top/checks/weak_memory/run" || failures=1
"$top/checks/weak_memory/arm/run" || failures=1
finish
