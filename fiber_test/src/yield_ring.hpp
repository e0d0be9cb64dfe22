// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lane.hpp"
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

/// Watches who has the turn in a ring: each member once a lap, in the order of the first lap.
///
/// Threads: the one that has the turn.
class ring_order {
public:
    explicit ring_order(std::size_t members) : members_(members) {}

    void turn_of(std::size_t member) {
        out_of_order_ += member == due_ ? 0 : 1;
        due_ = member + 1 == members_ ? 0 : member + 1;
    }

    /// Turns that another member had than was due after the turn before.
    [[nodiscard]] std::uint64_t out_of_order() const { return out_of_order_; }

private:
    std::size_t members_;
    std::size_t due_ = 0;
    std::uint64_t out_of_order_ = 0;
};

/// Looks at nothing: for the loop that is timed.
struct order_unwatched {
    static void turn_of(std::size_t /*member*/) {}
};

/// boost::this_fiber::yield(), under any scheduler.
struct by_boost {
    static void give_way() { boost::this_fiber::yield(); }
};

/// tollgate::fiber::yield(), which needs ours.
struct by_tollgate {
    static void give_way() { fiber::yield(); }
};

/// Fibers that do nothing but yield, in one thread. All of them exist before the first turn and
/// none ends before the last one, so that each switch goes from one running fiber to the next.
template <class Way, class Stacks = stack_cache>
struct ring_of_yields {
    std::shared_ptr<fiber_lanes> lanes;
    std::size_t fibers;
    Stacks stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        order_unwatched unwatched;
        return run_on(lanes->timed(), probe, unwatched);
    }

    template <class Probe, class Order>
    measure::loop_report run_on(fiber_lane& lane, Probe& probe, Order& order) const {
        return lane.run_loop(
            [&](measure::loop_report& report) { take_turns(probe, order, report); });
    }

private:
    /// What the fibers of a running ring share. The beginning and the end are calls of their own,
    /// so that a fiber that waits keeps as little as possible alive on its stack: with a thousand
    /// fibers each cache line that a switch touches shows.
    template <class Probe, class Order>
    struct running {
        Probe& probe;
        Order& order;
        measure::loop_report& report;
        std::uint64_t done_so_far = 0;
        bool ended = false;
        std::optional<measure::thread_meter> meter = std::nullopt;

        void play(std::size_t self) {
            if (!meter) {
                begin();
            }
            std::uint64_t turns = 0;
            while (!ended) {
                ++turns;
                order.turn_of(self);
                if (!probe.turn(done_so_far)) {
                    end();
                    break;
                }
                ++done_so_far;
                Way::give_way();
            }
            report.turns[self] = turns;
        }

        [[gnu::noinline]] void begin() { meter.emplace(); }

        [[gnu::noinline]] void end() {
            ended = true;
            meter->add_to(report);
        }
    };

    template <class Probe, class Order>
    void take_turns(Probe& probe, Order& order, measure::loop_report& report) const {
        report.turns.assign(fibers, 0);
        running<Probe, Order> shared{probe, order, report};
        std::vector<boost::fibers::fiber> ring;
        std::exception_ptr refused; // thrown on after the joins: no handler may wait
        try {
            ring.reserve(fibers);
            for (std::size_t i = 0; i < fibers; ++i) {
                ring.emplace_back(boost::fibers::launch::post, std::allocator_arg, stacks,
                                  [&shared, i] { shared.play(i); });
            }
        } catch (...) {
            refused = std::current_exception();
            shared.ended = true;
        }
        for (boost::fibers::fiber& one : ring) {
            one.join();
        }
        if (refused) {
            std::rethrow_exception(refused);
        }
    }
};

using yield_ring = ring_of_yields<by_boost>;

inline constexpr const char* yield_unit = "one this_fiber::yield() in a ring of fibers";
inline constexpr const char* own_yield_unit = "one tollgate::fiber::yield() in a ring of fibers";

/// A large ring takes a hundred laps or so until the caches hold what they will hold: at 25 ns for
/// an operation 2.5 us a member. With rings that fit into no cache there is nothing to wait for.
inline std::chrono::nanoseconds ring_settling(std::uint64_t members) {
    using namespace std::chrono;
    return microseconds(500) + std::min<nanoseconds>(nanoseconds(2'500 * members), milliseconds(5));
}

} // namespace tollgate::fiber_test
