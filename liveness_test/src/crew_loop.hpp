// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_crew.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <latch>
#include <memory>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// The figure asked of a crew.
enum class asked_of_crew {
    cost,      ///< what its calls cost a thread: its CPU time
    throughput ///< from one call to the next, whichever thread's: the time that all needed
};

/// The time that one thread of a crew needed for its calls.
struct crew_share {
    std::int64_t begun = 0; ///< in the probe's counts
    std::int64_t ended = 0;
    std::chrono::nanoseconds wall{0};
    measure::loop_report own; ///< its usage, of the calls alone
};

inline std::int64_t mean_cpu_time(const std::vector<crew_share>& shares) {
    double cpu_ns = 0;
    double wall_ns = 0;
    double counts = 0;
    for (const crew_share& one : shares) {
        cpu_ns += static_cast<double>(one.own.used.cpu.count());
        wall_ns += static_cast<double>(one.wall.count());
        counts += static_cast<double>(one.ended - one.begun);
    }
    const double counts_per_ns = counts / std::max(wall_ns, 1.0);
    return std::llround(cpu_ns / static_cast<double>(shares.size()) * counts_per_ns);
}

/// The length of such an event in the probe's counts. CPU time is counted in ns: by how many of the
/// probe's counts a ns is, the threads' own stamps tell. Pure.
[[nodiscard]] inline std::int64_t length_of(const std::vector<crew_share>& shares,
                                            asked_of_crew what) {
    if (what == asked_of_crew::cost) {
        return mean_cpu_time(shares);
    }
    std::int64_t first = shares.front().begun;
    std::int64_t last = shares.front().ended;
    for (const crew_share& one : shares) {
        first = std::min(first, one.begun);
        last = std::max(last, one.ended);
    }
    return last - first;
}

/// Enough calls for each thread that all of them need about 30 ms of CPU time, and
/// none more than 200 us, if one takes about so long: a multiple of 64. Pure.
[[nodiscard]] inline std::uint64_t calls_each(std::size_t threads, double about_ns) {
    constexpr std::uint64_t multiple = 64;
    const double share_ns = std::min(200e3, 30e6 / static_cast<double>(threads));
    const auto blocks =
        static_cast<std::uint64_t>(share_ns / about_ns / static_cast<double>(multiple));
    return std::max<std::uint64_t>(1, blocks) * multiple;
}

/// The time that a crew needed, and the mistakes in its work.
struct crew_event {
    std::vector<crew_share> shares;
    std::string wrong;
};

/// Lets `threads` threads start together, each with a Subject of its own (subjects.hpp) that does
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

/// Events that are crews of threads at the same work.
template <class Subject>
struct crew_loop {
    std::size_t threads;
    asked_of_crew what;
    setup how;
    std::vector<int> cpus{}; ///< in turn; none: anywhere

    [[nodiscard]] std::uint64_t calls() const { return calls_each(threads, Subject::about_ns); }

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const stamps stamp = stamps_of(probe);
        measure::loop_report report;
        std::uint64_t metered = 0;
        while (probe.wanted() && report.failures.empty()) {
            // To warm up a few threads will do: starting a thousand takes longer than their work.
            const bool warms_up = probe.warming_up();
            const std::size_t crew = warms_up ? std::min(threads, enough_to_warm_up) : threads;
            const crew_event event = run_crew_event<Subject>(crew, calls(), how, stamp, cpus);
            if (!warms_up) {
                metered += what == asked_of_crew::cost ? crew : 1;
                for (const crew_share& one : event.shares) {
                    add_usage(one, report);
                }
            }
            if (!event.wrong.empty()) {
                report.failures.push_back(event.wrong);
            }
            probe.add(0, length_of(event.shares, what));
        }
        report.turns = {probe.events()};
        report.cpus_intended = cpus;
        const auto each = static_cast<double>(calls());
        report.units_per_operation =
            what == asked_of_crew::cost ? each : each * static_cast<double>(threads);
        // The CPU time of all, by the calls of all.
        report.metered = metered;
        return report;
    }

private:
    static constexpr std::size_t enough_to_warm_up = 4;

    static void add_usage(const crew_share& one, measure::loop_report& to) {
        to.used += one.own.used;
        for (const int cpu : one.own.cpus) {
            if (std::find(to.cpus.begin(), to.cpus.end(), cpu) == to.cpus.end()) {
                to.cpus.push_back(cpu);
            }
        }
    }
};

} // namespace tollgate::liveness_test
