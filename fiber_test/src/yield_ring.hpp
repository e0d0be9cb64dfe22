// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scheduler_thread.hpp"
#include "stack_cache.hpp"

#include <tollgate/fiber/yield.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

namespace tollgate::fiber_test {

/// Checks the order of a ring: each member runs once a lap, in the order of the first lap.
///
/// - *Threads*: one at a time.
class ring_order {
public:
    explicit ring_order(std::size_t members) : members_(members) {}

    void record(std::size_t member) {
        out_of_order_ += member == due_ ? 0 : 1;
        due_ = member + 1 == members_ ? 0 : member + 1;
    }

    /// How often another member ran than the next in order.
    [[nodiscard]] std::uint64_t out_of_order() const { return out_of_order_; }

private:
    std::size_t members_;
    std::size_t due_ = 0;
    std::uint64_t out_of_order_ = 0;
};

/// Checks nothing, for the timed loop.
struct unchecked_order {
    static void record(std::size_t /*member*/) {}
};

/// boost::this_fiber::yield(), under any scheduler.
struct by_boost {
    static void yield() { boost::this_fiber::yield(); }
};

/// tollgate::fiber::yield(), under our scheduler.
struct by_tollgate {
    static void yield() { fiber::yield(); }
};

/// Fibers that do nothing but yield, in one thread. All fibers exist before the first yield and
/// none ends before the last, so each switch goes from one running fiber to the next.
template <class Way, class Stacks = stack_cache>
struct ring_of_yields {
    std::shared_ptr<scheduler_threads> threads;
    std::size_t fibers;
    Stacks stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        unchecked_order unchecked;
        return run_on(threads->timed(), probe, unchecked);
    }

    template <class Probe, class Order>
    measure::loop_report run_on(scheduler_thread& thread, Probe& probe, Order& order) const {
        return thread.run_loop(
            [&](measure::loop_report& report) { run_ring(probe, order, report); });
    }

private:
    /// The state that the fibers of a ring share. The beginning and the end are functions of their
    /// own, so that a waiting fiber keeps as little as possible on its stack: with a thousand
    /// fibers each cache line that a switch touches costs.
    template <class Probe, class Order>
    struct running {
        Probe& probe;
        Order& order;
        measure::loop_report& report;
        std::uint64_t done = 0;
        bool ended = false;
        std::optional<measure::thread_meter> meter = std::nullopt;

        void run(std::size_t self) {
            if (!meter) {
                begin();
            }
            std::uint64_t turns = 0;
            while (!ended) {
                ++turns;
                order.record(self);
                if (!probe.keep_running(done)) {
                    end();
                    break;
                }
                ++done;
                Way::yield();
            }
            report.probe_calls[self] = turns;
        }

        [[gnu::noinline]] void begin() { meter.emplace(); }

        [[gnu::noinline]] void end() {
            ended = true;
            meter->add_to(report);
        }
    };

    template <class Probe, class Order>
    void run_ring(Probe& probe, Order& order, measure::loop_report& report) const {
        report.probe_calls.assign(fibers, 0);
        running<Probe, Order> shared{probe, order, report};
        std::vector<boost::fibers::fiber> ring;
        std::exception_ptr exception; // rethrown after the joins: a handler must not wait
        try {
            ring.reserve(fibers);
            for (std::size_t i = 0; i < fibers; ++i) {
                ring.emplace_back(boost::fibers::launch::post, std::allocator_arg, stacks,
                                  [&shared, i] { shared.run(i); });
            }
        } catch (...) {
            exception = std::current_exception();
            shared.ended = true;
        }
        for (boost::fibers::fiber& member : ring) {
            member.join();
        }
        if (exception) {
            std::rethrow_exception(exception);
        }
    }
};

using yield_ring = ring_of_yields<by_boost>;

inline constexpr const char* yield_unit = "one this_fiber::yield() in a ring of fibers";
inline constexpr const char* own_yield_unit = "one tollgate::fiber::yield() in a ring of fibers";

/// A large ring takes a hundred laps or so until the caches are warm: 2.5 us a member, at 25 ns for
/// an operation. A ring that fits into no cache needs no such time.
inline std::chrono::nanoseconds ring_settling(std::uint64_t members) {
    using namespace std::chrono;
    return microseconds(500) + std::min<nanoseconds>(nanoseconds(2'500 * members), milliseconds(5));
}

} // namespace tollgate::fiber_test
