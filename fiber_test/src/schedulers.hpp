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

/// The picks of a scheduler so far, counted from outside, and by the scheduler itself.
struct pick_counts {
    std::uint64_t picks = 0; ///< of any context; a resume follows each
    std::uint64_t dispatcher_passes = 0;
    /// The scheduler's own count of dispatcher passes, if it has one.
    std::optional<std::uint64_t> passes_by_own_count{};
};

/// Installs a scheduler for the calling thread's fibers. The scheduler may count its picks in the
/// argument, which outlives the thread.
using installer = std::function<void(pick_counts&)>;

/// Whether a scheduler counts the contexts that it picks.
enum class counting { off, on };

[[nodiscard]] installer installer_of(scheduler kind, counting count);

/// A scheduling algorithm that counts the picks of another algorithm. The counts belong to the
/// scheduler's thread.
template <class Algorithm>
class counted_picks final : public boost::fibers::algo::algorithm {
    using context = boost::fibers::context;

public:
    template <class... Arguments>
    explicit counted_picks(pick_counts& counts, Arguments... arguments)
        : counted_(new Algorithm(arguments...)), counts_(counts) {}

    void awakened(context* fiber) noexcept override { counted_->awakened(fiber); }

    context* pick_next() noexcept override {
        context* const next = counted_->pick_next();
        if (next != nullptr) {
            ++counts_.picks;
            counts_.dispatcher_passes +=
                next->is_context(boost::fibers::type::dispatcher_context) ? 1 : 0;
        }
        if constexpr (requires { counted_->so_far().dispatcher_passes; }) {
            counts_.passes_by_own_count = counted_->so_far().dispatcher_passes;
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
    boost::intrusive_ptr<Algorithm> counted_; ///< an algorithm may hand out pointers to itself
    pick_counts& counts_;
};

/// A stopwatch that counts a scheduler's picks instead of time. It tells how many resumes the
/// operations of a loop took.
struct pick_clock {
    const pick_counts* counts;
    [[nodiscard]] std::int64_t begin() const { return static_cast<std::int64_t>(counts->picks); }
    [[nodiscard]] std::int64_t end() const { return begin(); }
};

} // namespace tollgate::fiber_test
