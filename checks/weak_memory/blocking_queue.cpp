// SPDX-License-Identifier: BSL-1.0
//
// A push and a pop of a queue of one element, of which one has to wait: the pop of an empty queue,
// or with FULL the push to a full queue. The thread does not sleep for ever, no two threads race on
// an element, and no thread accesses the record of a thread that has left the wait queue.
#include "cancel_sources.hpp"

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>

using tollgate::queue::status;

int tollgate::sleep::current_cpu() noexcept {
    return 0;
}

tollgate::cancel::dummy_token never;

int main() {
    tollgate::queue::basic_queue<int, tollgate::queue::detail::RING, model::futex, model::no_time>
        queue(1);
    int first = 1;
#if defined(FULL)
    model::require(queue.try_push(0) == status::done);
    first = 0;
#endif
    model::run([&] { model::require(*queue.pop(never) == first); },
               [&] { model::require(queue.push(1, never) == status::done); });
}
