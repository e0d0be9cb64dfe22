// SPDX-License-Identifier: BSL-1.0
//
// A sleep sees the writes before each wake that left its permit, no wake is lost, and the thread that took the permit
// may destroy the parker.
#include "model.hpp"

#include <tollgate/sleep/parker.hpp>


using parker = tollgate::sleep::basic_parker<tollgate::sleep::park, model::futex>;

int main() {
    auto* const place = new parker;
    int written = 0;
    model::run(
        [&] {
            written = 1;
            place->wake();
        },
        [&] {
            place->sleep();
            model::require(written == 1);
            delete place;
        });
}
