// SPDX-License-Identifier: BSL-1.0
//
// A producer, a consumer and a closer: no race on an element, each pushed element comes once and in
// order, no push succeeds after close(), and `closed` means that nothing is left. With
// WITHOUT_FENCES no thread closes, and the light fence does nothing: full fences would hide orders
// of the ring that are too weak.
#include "model.hpp"

#include <tollgate/queue/detail/spsc_ring.hpp>

using tollgate::queue::status;

int main() {
    tollgate::queue::detail::spsc_ring<int> ring(1);
    int pushed = 0;
    int popped = 0;
    bool closed = false;
    std::atomic<bool> close_returned{false};
    const auto pop = [&] {
        const status result =
            ring.try_pop([&](int&& element) { model::require(element == ++popped); });
        model::require(result != status::done || !closed);
        closed = closed || result == status::closed;
    };
    const auto push = [&] {
        const bool must_fail = close_returned.load(std::memory_order_acquire);
        if (ring.try_push(pushed + 1) == status::done) {
            ++pushed;
            model::require(!must_fail);
        }
    };
    model::run(
        [&] {
            push();
            push();
        },
        [&] {
            pop();
            pop();
        },
        [&] {
#if !defined(WITHOUT_FENCES)
            ring.close();
            close_returned.store(true, std::memory_order_release);
#endif
        });
    for (int left = 0; left < 3 && !closed; ++left) {
        pop();
    }
    model::require(popped == pushed);
}
