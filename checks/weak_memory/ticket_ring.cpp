// SPDX-License-Identifier: BSL-1.0
//
// Two producers and a consumer of a ring: no race on an element, each element comes once, and those
// of one producer in their order. After close() no push succeeds, and `closed` means that nothing
// is left.
#include "model.hpp"

#include <tollgate/queue/detail/ticket_ring.hpp>

using tollgate::queue::status;

std::array<status, 2> pushed;
std::array<int, 3> popped;
bool closed;

int main() {
    tollgate::queue::detail::ticket_ring<int> ring(1);
    const auto pop = [&] {
        const status result = ring.try_pop([&](int&& element) { ++popped[element]; });
        model::require(result != status::done || !closed);
        closed = closed || result == status::closed;
    };
    model::run([&] { pushed[0] = ring.try_push(1); },
               [&] {
                   pushed[1] = ring.try_push(2);
                   ring.close();
                   model::require(ring.try_push(0) == status::closed);
               },
               [&] {
                   pop();
                   pop();
               });
    model::require(popped[0] == 0);
    model::run([&] {
        while (!closed) {
            pop();
        }
    });
    model::require(popped[1] == (pushed[0] == status::done ? 1 : 0));
    model::require(popped[2] == (pushed[1] == status::done ? 1 : 0));
}
