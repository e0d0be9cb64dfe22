// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

namespace tollgate::queue_test {

/// What `impl:` may say, in the table's order, whether this build has it or not.
inline constexpr std::array<std::string_view, 19> queue_names{
    "blocking",
    "spsc",
    "mutex_condvar",
    "timeout_polling",
    "cancellable",
    "boost_sync_bounded",
    "tbb_bounded",
    "moodycamel_blocking",
    "pipe",
    "eventfd_ring",
    "tollgate_channel",
    "tollgate_shared_channel",
    "boost_fiber_buffered",
    "boost_fiber_unbuffered",
    "boost_spsc",
    "boost_queue",
    "moodycamel",
    "atomic_queue",
    "atomic_queue_spsc",
};

} // namespace tollgate::queue_test
