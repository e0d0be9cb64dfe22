// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel {

/// Why a wait without a predicate ended. `cancelled` comes first: where the token is cancelled,
/// nothing else is reported.
enum class wait_status {
    notified, ///< for a condition variable spurious wake-ups too; for poll() a descriptor is ready
    timeout,
    cancelled,
};

} // namespace tollgate::cancel
