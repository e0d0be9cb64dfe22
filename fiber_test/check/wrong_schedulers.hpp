// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "counted_picks.hpp"
#include "fiber_lanes.hpp"

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/operations.hpp>
#include <boost/fiber/type.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace tollgate::fiber_test {

/// Lets a fiber wait, now and then, until the next one is in the queue: everybody has as many turns
/// as with round_robin, more or less, and two of them change places.
class swapping final : public boost::fibers::algo::round_robin {
    using right = boost::fibers::algo::round_robin;
    using context = boost::fibers::context;

public:
    void awakened(context* one) noexcept override {
        if (held_ == nullptr && ++awakenings_ % 50 == 0 &&
            !one->is_context(boost::fibers::type::dispatcher_context)) {
            held_ = one;
            return;
        }
        right::awakened(one);
        if (held_ != nullptr) {
            right::awakened(std::exchange(held_, nullptr));
        }
    }
    context* pick_next() noexcept override {
        context* const next = right::pick_next();
        return next != nullptr ? next : std::exchange(held_, nullptr);
    }
    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return held_ != nullptr || right::has_ready_fibers();
    }

private:
    context* held_ = nullptr;
    std::uint64_t awakenings_ = 0;
};

/// Says that its dispatcher never runs.
class boasting final : public boost::fibers::algo::round_robin {
public:
    struct statistics {
        std::uint64_t dispatcher_passes = 0;
    };
    [[nodiscard]] const statistics& so_far() const { return seen_; }

private:
    statistics seen_;
};

/// Lanes of which the one that counts has this scheduler.
template <class Algorithm>
std::shared_ptr<fiber_lanes> lanes_counting() {
    return std::make_shared<fiber_lanes>(
        installer_of(scheduler::round_robin, counting::off),
        [](pick_counts& counts) {
            boost::fibers::use_scheduling_algorithm<counted_picks<Algorithm>>(std::ref(counts));
        },
        std::nullopt);
}

} // namespace tollgate::fiber_test
