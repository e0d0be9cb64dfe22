// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "setup.hpp"
#include "stamps.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_crew.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <latch>
#include <memory>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// What one thread of a crew needed for its calls.
struct crew_share {
    std::int64_t begun = 0; ///< in the probe's counts
    std::int64_t ended = 0;
    std::chrono::nanoseconds wall{0};
    measure::loop_report own; ///< its usage, of the calls alone
};

/// What a crew needed, and what was wrong with its work.
struct crew_event {
    std::vector<crew_share> shares;
    std::string wrong;
};

/// Lets `threads` threads start together, each with a Subject of its own (block_loop.hpp) that does
/// its thing `calls` times, a multiple of 16, on these CPUs in turn, or anywhere if there are none.
/// None leaves before the work of all was judged.
///
/// Throws what run_crew throws, and what making a Subject throws.
template <class Subject>
crew_event run_crew_event(std::size_t threads, std::uint64_t calls, const setup& how,
                          const stamps& stamp, const std::vector<int>& cpus) {
    constexpr std::uint64_t unrolled = 16;
    typename Subject::ground ground(how);
    crew_event event{std::vector<crew_share>(threads), {}};
    std::latch worked(static_cast<std::ptrdiff_t>(threads));
    std::latch judged(1);

    const auto work = [&](Subject& subject, crew_share& mine) {
        const measure::thread_meter meter;
        const auto before = std::chrono::steady_clock::now();
        mine.begun = stamp.begin();
        for (std::uint64_t i = 0; i < calls; i += unrolled) {
#pragma GCC unroll 16
            for (std::uint64_t each = 0; each < unrolled; ++each) {
                subject.once();
            }
        }
        mine.ended = stamp.end();
        mine.wall = std::chrono::steady_clock::now() - before;
        meter.add_to(mine.own);
    };
    const auto take_part = [&](measure::loop_member& member, std::size_t number) {
        std::unique_ptr<Subject> subject;
        try {
            subject = std::make_unique<Subject>(ground);
            work(*subject, event.shares[number]);
            subject->stay();
        } catch (...) {
            member.failure = std::current_exception();
        }
        worked.count_down();
        if (number != 0) {
            judged.wait();
            return;
        }
        worked.wait();
        try {
            event.wrong = ground.wrong(threads, calls);
        } catch (...) {
            member.failure = std::current_exception();
        }
        judged.count_down();
    };

    std::vector<measure::crew_member> members(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        members[i].metered = false; // they wait for each other besides
        if (!cpus.empty()) {
            members[i].cpu = cpus[i % cpus.size()];
        }
        members[i].work = [&take_part, i](measure::loop_member& member) { take_part(member, i); };
    }
    measure::run_crew(members);
    return event;
}

} // namespace tollgate::liveness_test
