// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "coroutine.hpp"
#include "scheduler_thread.hpp"
#include "yield_ring.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace tollgate::fiber_test {

/// Suspends a coroutine and resumes another one in its place (symmetric transfer).
struct switch_to {
    std::coroutine_handle<> next;

    static bool await_ready() noexcept { return false; }
    [[nodiscard]] std::coroutine_handle<>
    await_suspend(std::coroutine_handle<> /*suspended*/) const noexcept {
        return next;
    }
    static void await_resume() noexcept {}
};

/// The promise of a coroutine that resumes another one at its end.
struct ring_promise : promise_base<ring_promise> {
    [[nodiscard]] switch_to final_suspend() const noexcept { return {after_end}; }

    std::coroutine_handle<> after_end = std::noop_coroutine();
};

/// A ring in which each member resumes the next one.
struct next_in_ring {
    static std::size_t after(std::size_t self, std::size_t members) {
        return self + 1 == members ? 0 : self + 1;
    }
};

/// C++20 coroutines in a ring, without a scheduler: each resumes the next by symmetric transfer.
///
/// A resume takes 1 to 3 ns, and a question to the probe 0.3 ns. So one operation is a block of
/// laps: the thread resumes the first coroutine, which gives control back after the block. The way
/// there and back is less than 0.1 % of the block.
///
/// Each resume is an indirect jump through the frame of the next coroutine. The compiler cannot
/// replace it: the handles come from memory, and each coroutine may have changed every frame. (g++
/// needs -foptimize-sibling-calls for it. Otherwise each resume is a call, and the stack
/// overflows.)
///
/// Each coroutine counts its own resumes, by blocks: it ends only if the last lap resumes it after
/// a whole block. After the last block, one more lap collects the counts, and shows the order of
/// the ring.
template <class Successor = next_in_ring>
struct coroutine_ring {
    std::shared_ptr<scheduler_threads> threads;
    std::size_t coroutines;

    static constexpr std::uint64_t least_resumes = 16'384; ///< of a block
    [[nodiscard]] std::uint64_t laps() const {
        return (least_resumes + coroutines - 1) / coroutines;
    }

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop([&](measure::loop_report& report) { run(probe, report); });
    }

private:
    using member = coroutine_of<ring_promise>;
    static constexpr std::uint64_t not_counted = std::numeric_limits<std::uint64_t>::max();

    /// The state that the coroutines share.
    struct ring {
        explicit ring(std::size_t size) : resumes(size, not_counted), order(size) {
            members.reserve(size);
        }

        [[nodiscard]] std::coroutine_handle<> after(std::size_t self) const {
            return members[Successor::after(self, members.size())].handle();
        }
        /// The member ends. In the last lap, the next one ends after it.
        void end(std::size_t self, std::uint64_t own_resumes, std::coroutine_handle<> next) {
            resumes[self] = own_resumes;
            order.record(self);
            if (next != members.front().handle()) {
                members[self].promise().after_end = next;
            }
        }

        std::vector<member> members;
        std::vector<std::uint64_t> resumes; ///< of each member, known after the last lap
        ring_order order;                   ///< of the last lap
        bool ended = false;                 ///< before the last lap
    };

    /// The first coroutine gives control back to the thread after each block. Each coroutine has
    /// one place at which it suspends: g++ finds one of many places by one more indirect jump.
    static member first(ring& shared, std::uint64_t laps) {
        const std::coroutine_handle<> next = shared.after(0);
        std::uint64_t resumes = 0;
        while (!shared.ended) {
            for (std::uint64_t lap = 0; lap <= laps; ++lap) {
                co_await switch_to{lap == laps ? std::noop_coroutine() : next};
            }
            resumes += laps;
        }
        shared.end(0, resumes, next);
    }

    static member other(ring& shared, std::size_t self, std::uint64_t laps) {
        const std::coroutine_handle<> next = shared.after(self);
        std::uint64_t resumes = 0;
        while (!shared.ended) {
            for (std::uint64_t lap = 0; lap < laps; ++lap) {
                co_await switch_to{next};
            }
            resumes += laps;
        }
        shared.end(self, resumes, next);
    }

    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        ring shared(coroutines);
        shared.members.push_back(first(shared, laps()));
        for (std::size_t i = 1; i < coroutines; ++i) {
            shared.members.push_back(other(shared, i, laps()));
        }
        const std::uint64_t done = measure::repeat_blocks(
            probe, laps() * coroutines, report, [&shared] { shared.members.front().resume(); });
        shared.ended = true;
        shared.members.front().resume();
        judge(shared, laps() * done, report);
    }

    static void judge(const ring& ended, std::uint64_t due, measure::loop_report& report) {
        const auto wrong = std::ranges::count_if(
            ended.resumes, [&](std::uint64_t resumes) { return resumes != due; });
        if (wrong != 0) {
            report.failures.push_back(std::to_string(wrong) + " coroutines were not resumed " +
                                      std::to_string(due) + " times");
        }
        if (ended.order.out_of_order() != 0) {
            report.failures.push_back("coroutines ran out of order " +
                                      std::to_string(ended.order.out_of_order()) + " times");
        }
    }
};

} // namespace tollgate::fiber_test
