// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel {

/// What `cancellation_guard::try_release()` found.
enum class release_result {
    removed, ///< the handler did not run and never will
    running, ///< it runs now, on another thread; the guard still guards it
    ran,     ///< it has run, and does no more
};

} // namespace tollgate::cancel
