// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>

namespace tollgate::queue {

template <class T>
using blocking_queue = basic_queue<T, detail::ticket_ring>;

} // namespace tollgate::queue
