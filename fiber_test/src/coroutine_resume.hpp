// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "boost_coroutine.hpp"
#include "coroutine.hpp"
#include "scheduler_thread.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>

#include <algorithm>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tollgate::fiber_test {

/// A C++20 coroutine that counts its resumes. It needs no stack.
class std_counter {
public:
    std_counter(const stack_cache& /*stacks*/, std::uint64_t& resumes)
        : coroutine_(count(resumes)) {}
    void resume() { coroutine_.resume(); }

private:
    struct counter_promise : promise_base<counter_promise> {};

    static coroutine_of<counter_promise> count(std::uint64_t& resumes) {
        while (true) {
            ++resumes;
            co_await std::suspend_always{};
        }
    }

    coroutine_of<counter_promise> coroutine_;
};

/// A coroutine of Boost.Coroutine2 that counts its resumes, on a stack of its own.
class boost_counter {
public:
    boost_counter(const stack_cache& stacks, std::uint64_t& resumes)
        : coroutine_(stacks, [&resumes](coroutine_type::pull_type& resumed_by) {
              while (true) {
                  ++resumes;
                  resumed_by();
              }
          }) {}
    void resume() { coroutine_(); }

private:
    using coroutine_type = boost::coroutines2::coroutine<void>;

    coroutine_type::push_type coroutine_;
};

/// A loop that resumes coroutines in order. Each coroutine suspends, which returns to the loop: one
/// operation is a resume and the return. The probe is asked once in a block, because asking costs
/// as much as a part of a resume.
///
/// Each resume is an indirect call through a frame that the compiler does not know, because the
/// coroutines are in a vector.
template <class Counter>
struct coroutine_resume {
    std::shared_ptr<scheduler_threads> threads;
    std::size_t coroutines;
    stack_cache stacks;

    static constexpr std::uint64_t least_resumes = 64; ///< of a block
    [[nodiscard]] std::uint64_t laps() const {
        return (least_resumes + coroutines - 1) / coroutines;
    }

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop([&](measure::loop_report& report) { run(probe, report); });
    }

private:
    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        std::vector<std::uint64_t> resumes(coroutines, 0);
        std::vector<Counter> counters;
        counters.reserve(coroutines);
        for (std::uint64_t& own : resumes) {
            counters.emplace_back(stacks, own);
        }
        const std::uint64_t laps_of_a_block = laps();
        const std::uint64_t done =
            measure::repeat_blocks(probe, laps_of_a_block * coroutines, report, [&] {
                for (std::uint64_t lap = 0; lap < laps_of_a_block; ++lap) {
                    for (Counter& counter : counters) {
                        counter.resume();
                    }
                }
            });
        const std::uint64_t due = laps_of_a_block * done;
        const auto wrong =
            std::ranges::count_if(resumes, [&](std::uint64_t counted) { return counted != due; });
        if (wrong != 0) {
            report.failures.push_back(std::to_string(wrong) + " coroutines were not resumed " +
                                      std::to_string(due) + " times");
        }
    }
};

} // namespace tollgate::fiber_test
