// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lane.hpp"

#include <optional>
#include <utility>

namespace tollgate::fiber_test {

/// The two lanes of a scheduler, on the same CPU and never busy at the same time: loops are timed
/// on one and counted on the other. Both start when either is first used, because work_stealing
/// holds each scheduler back until as many have been installed as it was told to expect.
class fiber_lanes {
public:
    fiber_lanes(scheduler which, std::optional<int> cpu)
        : fiber_lanes(installer_of(which, counting::off), installer_of(which, counting::on), cpu) {}
    fiber_lanes(installer timed, installer counted, std::optional<int> cpu)
        : timed_(std::move(timed), cpu), counted_(std::move(counted), cpu) {}

    [[nodiscard]] fiber_lane& timed() { return started(timed_); }
    [[nodiscard]] fiber_lane& counted() { return started(counted_); }

private:
    fiber_lane& started(fiber_lane& one) {
        timed_.start();
        counted_.start();
        return one;
    }

    fiber_lane timed_;
    fiber_lane counted_;
};

} // namespace tollgate::fiber_test
