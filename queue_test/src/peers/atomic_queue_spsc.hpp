// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "atomic_queue_ring.hpp"

namespace tollgate::queue_test {

/// atomic_queue::AtomicQueueB and AtomicQueueB2 for one producer and one consumer: nothing is read
/// and modified in one step. Holds at least 64 messages of one word, and at least 4096 longer ones.
template <class Message>
using atomic_queue_spsc = atomic_queue_ring<Message, true>;

} // namespace tollgate::queue_test
