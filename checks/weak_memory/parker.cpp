// SPDX-License-Identifier: BSL-1.0
//
// A sleep that takes a permit sees the writes before its wake, no wake is lost, and the thread may
// destroy the parker then. With DEADLINE the deadline of a first sleep comes at any moment of the
// wake.
#include "model.hpp"

#include <tollgate/sleep/parker.hpp>

using tollgate::sleep::outcome;

/// The deadline comes while the thread waits: the first reading is before it.
struct deadline_in_the_wait {
    using time_point = std::chrono::steady_clock::time_point;
    static constexpr time_point deadline{std::chrono::seconds(1)};
    static time_point now() noexcept { return readings++ == 0 ? time_point{} : deadline; }
    static inline int readings = 0;
};
using parker =
    tollgate::sleep::basic_parker<tollgate::sleep::park, model::futex, deadline_in_the_wait>;

int main() {
    auto* const place = new parker;
    int written = 0;
    model::run(
        [&] {
#if defined(DEADLINE)
            if (place->sleep_until(deadline_in_the_wait::deadline) == outcome::timeout)
#endif
                place->sleep();
            model::require(written == 1);
            delete place;
        },
        [&] {
            written = 1;
            place->wake();
        });
}
