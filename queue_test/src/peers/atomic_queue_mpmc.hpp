// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "atomic_queue_ring.hpp"

namespace tollgate::queue_test {

/// atomic_queue::AtomicQueueB and AtomicQueueB2, for any number of producers and consumers. Holds
/// at least 64 messages of one word, and at least 4096 longer ones.
template <class Message>
using atomic_queue_mpmc = atomic_queue_ring<Message, false>;

} // namespace tollgate::queue_test
