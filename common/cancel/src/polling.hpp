// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "wake_descriptor.hpp"

#include <cstddef>
#include <memory>
#include <vector>

#include <poll.h>

namespace tollgate::cancel::detail {

/// All that a call of `poll` needs. A canceller may still write to the descriptor when the call
/// that it cancelled has returned, and even when a later call uses it.
struct polling {
    std::shared_ptr<const wake_descriptor> cancelled;
    std::vector<pollfd> entries;
    bool doubted = false; ///< the descriptor was told something, or silent for long

    /// Makes the descriptor ready for a wait, and the last entry. True if it is known to be open.
    bool prepare();
};

/// One polling for the time of one call, of those that are kept between calls.
///
/// They belong to no thread. So nothing is to be done when a thread ends, which would have to be
/// registered first: glibc takes the lock of the loader for that, a thread in dlopen() has it, and
/// each other thread would wait for that one before its first call. Each thread has a place where
/// it looks first, and leaves one if it can.
///
/// Threads: any, also in destructors of static and thread_local objects, and in a child of fork().
/// What is kept goes when the process ends or the shared object that has the library in it is
/// unloaded; calls that come later keep nothing. Cost: two atomic read-modify-writes, as long as
/// fewer threads poll than there are places.
class borrowed_polling {
public:
    borrowed_polling();
    ~borrowed_polling();
    borrowed_polling(const borrowed_polling&) = delete;
    borrowed_polling& operator=(const borrowed_polling&) = delete;

    [[nodiscard]] polling& operator*() const noexcept { return *own_; }

private:
    std::size_t first_; ///< the place in which it looks first
    std::unique_ptr<polling> own_;
};

} // namespace tollgate::cancel::detail
