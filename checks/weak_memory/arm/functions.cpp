// SPDX-License-Identifier: BSL-1.0
//
// The functions in which the instructions of the litmus tests lie, for the compiler.
#include <tollgate/queue/detail/spsc_ring.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>
#include <tollgate/queue/detail/wait_queue.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>

namespace {
using ticket_ring = tollgate::queue::detail::ticket_ring<int>;
using spsc_ring = tollgate::queue::detail::spsc_ring<int>;
using parker = tollgate::sleep::parker;
using wait_queue = tollgate::queue::detail::wait_queue<parker, std::chrono::steady_clock>;
} // namespace

extern "C" {
void push_one(ticket_ring& ring) {
    ring.try_push(1);
}
void pop_one(ticket_ring& ring) {
    ring.try_pop([](int&& /*element*/) {});
}
bool is_closed(ticket_ring& ring) {
    return ring.is_closed();
}
void notify_one(wait_queue& waiting) {
    waiting.notify([] { return 1U; });
}
void enter(wait_queue& waiting, wait_queue::waiter& self) {
    waiting.enter(self);
}
void push_spsc(spsc_ring& ring) {
    ring.try_push(1);
}
void close_ring(spsc_ring& ring) {
    ring.close();
}
void wake(parker& place) {
    place.wake();
}
void take_permit(parker& place) {
    place.take_permit();
}
}
