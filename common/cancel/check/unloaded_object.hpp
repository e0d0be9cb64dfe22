// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What the plug-in gives.
extern "C" {
[[gnu::visibility("default")]] bool tollgate_check_wait();
[[gnu::visibility("default")]] bool tollgate_check_poll();
}
