// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pick_counts.hpp"

#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/type.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::fiber_test {

/// A scheduling algorithm around another, which it counts the picks of. The counts belong to the
/// scheduler's thread.
template <class Algorithm>
class counted_picks final : public boost::fibers::algo::algorithm {
    using context = boost::fibers::context;

public:
    template <class... Arguments>
    explicit counted_picks(pick_counts& counts, Arguments... arguments)
        : counted_(new Algorithm(arguments...)), counts_(counts) {}

    void awakened(context* one) noexcept override { counted_->awakened(one); }

    context* pick_next() noexcept override {
        context* const next = counted_->pick_next();
        if (next != nullptr) {
            ++counts_.picks;
            counts_.dispatcher_passes +=
                next->is_context(boost::fibers::type::dispatcher_context) ? 1 : 0;
        }
        if constexpr (requires { counted_->so_far().dispatcher_passes; }) {
            counts_.passes_it_says = counted_->so_far().dispatcher_passes;
        }
        return next;
    }

    [[nodiscard]] bool has_ready_fibers() const noexcept override {
        return counted_->has_ready_fibers();
    }
    void suspend_until(const std::chrono::steady_clock::time_point& when) noexcept override {
        counted_->suspend_until(when);
    }
    void notify() noexcept override { counted_->notify(); }

private:
    boost::intrusive_ptr<Algorithm> counted_; ///< some hand out pointers to themselves
    pick_counts& counts_;
};

/// A stopwatch whose counts are a scheduler's picks instead of time: a loop that is observed with
/// it says how many resumes its operations took.
struct pick_clock {
    const pick_counts* counts;
    [[nodiscard]] std::int64_t begin() const { return static_cast<std::int64_t>(counts->picks); }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

} // namespace tollgate::fiber_test
