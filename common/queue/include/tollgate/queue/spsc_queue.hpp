// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>

namespace tollgate::queue {

template <class T>
using spsc_queue = basic_queue<T, detail::spsc_ring>;

} // namespace tollgate::queue
