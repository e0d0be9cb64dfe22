// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>
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

/// The figure that is measured for a thread group.
enum class group_figure {
    cost,      ///< the CPU time of a thread for its calls
    throughput ///< the time from one call to the next, of any thread
};

/// The time that one thread of a thread group needed for its calls.
struct group_share {
    std::int64_t begun = 0; ///< in the probe's counts
    std::int64_t ended = 0;
    std::chrono::nanoseconds wall{0};
    measure::loop_report own; ///< its usage during the calls alone
};

inline std::int64_t mean_cpu_time(const std::vector<group_share>& shares) {
    double cpu_ns = 0;
    double wall_ns = 0;
    double counts = 0;
    for (const group_share& share : shares) {
        cpu_ns += static_cast<double>(share.own.used.cpu.count());
        wall_ns += static_cast<double>(share.wall.count());
        counts += static_cast<double>(share.ended - share.begun);
    }
    const double counts_per_ns = counts / std::max(wall_ns, 1.0);
    return std::llround(cpu_ns / static_cast<double>(shares.size()) * counts_per_ns);
}

/// The length of such an event in the probe's counts. CPU time is counted in ns: the threads' own
/// stamps give the counts per ns. A pure function.
[[nodiscard]] inline std::int64_t event_length(const std::vector<group_share>& shares,
                                               group_figure figure) {
    if (figure == group_figure::cost) {
        return mean_cpu_time(shares);
    }
    std::int64_t first = shares.front().begun;
    std::int64_t last = shares.front().ended;
    for (const group_share& share : shares) {
        first = std::min(first, share.begun);
        last = std::max(last, share.ended);
    }
    return last - first;
}

/// The calls of each thread, a multiple of 64, if a call takes about this long. All calls need
/// about 30 ms of CPU time, and no thread needs more than 200 us. A pure function.
[[nodiscard]] inline std::uint64_t calls_each(std::size_t threads, double about_ns) {
    constexpr std::uint64_t multiple = 64;
    const double share_ns = std::min(200e3, 30e6 / static_cast<double>(threads));
    const auto blocks =
        static_cast<std::uint64_t>(share_ns / about_ns / static_cast<double>(multiple));
    return std::max<std::uint64_t>(1, blocks) * multiple;
}

/// The time that a thread group needed, and the error in its work.
struct group_event {
    std::vector<group_share> shares;
    std::string wrong;
};

/// Starts `threads` threads together. Each has its own Subject (subjects.hpp) and calls it `calls`
/// times, a multiple of 16. The threads use these CPUs in turn, or any CPU if there are none. No
/// thread ends before the work of all was checked.
///
/// Throws the exceptions of run_thread_group and of the constructor of Subject.
template <class Subject>
group_event run_thread_group_event(std::size_t threads, std::uint64_t calls, const setup& options,
                                   const stamps& stamp, const std::vector<int>& cpus) {
    constexpr std::uint64_t unrolled = 16;
    typename Subject::ground ground(options);
    group_event event{std::vector<group_share>(threads), {}};
    std::latch worked(static_cast<std::ptrdiff_t>(threads));
    std::latch judged(1);

    const auto work = [&](Subject& subject, group_share& share) {
        const measure::thread_meter meter;
        const auto before = std::chrono::steady_clock::now();
        share.begun = stamp.begin();
        for (std::uint64_t i = 0; i < calls; i += unrolled) {
#pragma GCC unroll 16
            for (std::uint64_t each = 0; each < unrolled; ++each) {
                subject.once();
            }
        }
        share.ended = stamp.end();
        share.wall = std::chrono::steady_clock::now() - before;
        meter.add_to(share.own);
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

    std::vector<measure::group_member> members(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        members[i].metered = false; // the whole member also waits for the others
        if (!cpus.empty()) {
            members[i].cpu = cpus[i % cpus.size()];
        }
        members[i].work = [&take_part, i](measure::loop_member& member) { take_part(member, i); };
    }
    measure::run_thread_group(members);
    return event;
}

/// Events, each of which is a thread group with the same work for all threads.
template <class Subject>
struct group_loop {
    std::size_t threads;
    group_figure figure;
    setup options;
    std::vector<int> cpus{}; ///< in turn; empty: any CPU

    [[nodiscard]] std::uint64_t calls() const { return calls_each(threads, Subject::about_ns); }

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const stamps stamp = stamps_of(probe);
        measure::loop_report report;
        std::uint64_t metered = 0;
        while (probe.wanted() && report.failures.empty()) {
            // A few threads are enough to warm up: starting a thousand takes longer than their
            // work.
            const bool warms_up = probe.warming_up();
            const std::size_t group = warms_up ? std::min(threads, enough_to_warm_up) : threads;
            const group_event event =
                run_thread_group_event<Subject>(group, calls(), options, stamp, cpus);
            if (!warms_up) {
                metered += figure == group_figure::cost ? group : 1;
                for (const group_share& share : event.shares) {
                    add_usage(share, report);
                }
            }
            if (!event.wrong.empty()) {
                report.failures.push_back(event.wrong);
            }
            probe.add(0, event_length(event.shares, figure));
        }
        report.probe_calls = {probe.events()};
        report.cpus_intended = cpus;
        const auto each = static_cast<double>(calls());
        report.units_per_operation =
            figure == group_figure::cost ? each : each * static_cast<double>(threads);
        report.metered = metered;
        return report;
    }

private:
    static constexpr std::size_t enough_to_warm_up = 4;

    static void add_usage(const group_share& share, measure::loop_report& to) {
        to.used += share.own.used;
        for (const int cpu : share.own.cpus) {
            if (std::find(to.cpus.begin(), to.cpus.end(), cpu) == to.cpus.end()) {
                to.cpus.push_back(cpu);
            }
        }
    }
};

} // namespace tollgate::liveness_test
