// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/context.hpp>
#include <boost/fiber/type.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace tollgate::fiber_test {

/// Boost.Fiber's own scheduling algorithms, and tollgate::fiber::round_robin.
enum class scheduler { round_robin, shared_work, work_stealing, tollgate };

/// The picks of a scheduler so far, as seen from outside and as it counts them.
struct pick_counts {
    std::uint64_t picks = 0; ///< of any context; each is followed by one resume
    std::uint64_t dispatcher_passes = 0;
    /// The scheduler's own count of the same, if it has one.
    std::optional<std::uint64_t> passes_it_says{};
};

/// Gives the calling thread's fibers their scheduler, which may count what it does there; the
/// counts outlive the thread.
using installer = std::function<void(pick_counts&)>;

/// Whether a scheduler counts the contexts that it picks.
enum class counting { off, on };

[[nodiscard]] installer installer_of(scheduler which, counting count);

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
