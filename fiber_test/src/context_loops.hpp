// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scheduler_thread.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/run_blocks.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <boost/context/fiber.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::fiber_test {

/// Two bare contexts of Boost.Context that resume each other: the least cost of a fiber switch. The
/// first is the thread's own. It asks the probe once in a block of resumes, because asking at each
/// resume takes 0.3 ns, a twentieth of its cost; the value is divided by the block.
struct context_pair {
    static constexpr std::uint64_t block = 64;

    std::shared_ptr<scheduler_threads> threads;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop([&](measure::loop_report& report) { run(probe, report); });
    }

private:
    struct other_half {
        bool ended = false;
        std::uint64_t done = 0; ///< blocks
    };

    /// The caller's half of a block; the other context does its own half in between. Not unrolled:
    /// a branch predictor predicts fewer places better.
    static void resume_often(boost::context::fiber& other) {
        for (std::uint64_t i = 0; i < block / 2; ++i) {
            other = std::move(other).resume();
        }
    }

    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        using boost::context::fiber;
        other_half half;
        fiber other(std::allocator_arg, stacks, [&half](fiber&& back) {
            for (; !half.ended; ++half.done) {
                resume_often(back);
            }
            return std::move(back);
        });
        const std::uint64_t done =
            measure::repeat_blocks(probe, block, report, [&other] { resume_often(other); });
        half.ended = true;
        other = std::move(other).resume();
        if (other || half.done != done) {
            report.failures.push_back("the other context resumed this one in " +
                                      std::to_string(half.done) + " blocks instead of " +
                                      std::to_string(done));
        }
    }
};

/// Bare contexts that resume each other in a ring, without a scheduler: the best that a scheduler
/// could reach with as many stacks in use. Each context asks the probe and counts its turns.
/// Without that a ring of 2 or 4 would be 0.3 ns faster, a ring of 50 would not.
struct context_ring {
    std::shared_ptr<scheduler_threads> threads;
    std::size_t contexts;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop([&](measure::loop_report& report) { run(probe, report); });
    }

private:
    using fiber = boost::context::fiber;

    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        std::uint64_t done = 0;
        report.probe_calls.assign(contexts, 0);
        // The suspended contexts; the last element is the thread's own context.
        std::vector<fiber> suspended(contexts + 1);

        const auto body = [&](std::size_t self, fiber&& resumed_by) {
            const std::size_t before = self == 0 ? contexts - 1 : self - 1;
            const std::size_t after = self + 1 == contexts ? 0 : self + 1;
            suspended[self == 0 ? contexts : before] = std::move(resumed_by);
            while (true) {
                ++report.probe_calls[self];
                if (!probe.keep_running(done)) {
                    return std::move(suspended[contexts]);
                }
                ++done;
                suspended[before] = std::move(suspended[after]).resume();
            }
        };
        for (std::size_t i = 0; i < contexts; ++i) {
            suspended[i] = fiber(std::allocator_arg, stacks,
                                 [&body, i](fiber&& from) { return body(i, std::move(from)); });
        }
        const measure::thread_meter meter;
        std::move(suspended[0]).resume();
        meter.add_to(report);
    }
};

} // namespace tollgate::fiber_test
