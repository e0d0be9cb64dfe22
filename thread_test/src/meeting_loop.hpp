// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::thread_test {

/// Threads that do nothing but meet: in each round, all arrive, and then all continue. One
/// operation is a round. `Meetings<Question>` are the meetings (meetings.hpp).
///
/// Each thread counts its arrivals. Now and then it reads the count of its neighbour: the neighbour
/// must have arrived in this round, and cannot have left the next one. To read it in each round
/// would add a cache miss to each round.
template <template <class> class Meetings>
struct meeting_loop {
    std::size_t threads;
    cpu::assignment where;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Meetings<question<Probe>> meetings(threads, {probe});
        std::vector<arrivals_of_thread> arrivals(threads);
        std::vector<measure::group_member> members;
        members.reserve(threads);
        for (std::size_t i = 0; i < threads; ++i) {
            members.push_back({[&, i](measure::loop_member& member) {
                                   take_part(i, meetings, arrivals, member.report);
                               },
                               where.cpu_of(i)});
        }
        bench::standstill nothing_moves;
        measure::loop_report report = measure::run_thread_group(
            members,
            {bench::check_interval, [&] {
                 nothing_moves.observe(arrivals.front().count.load(std::memory_order_relaxed));
             }});
        const std::uint64_t asked = meetings.question().asked;
        report.probe_calls = {asked};
        for (const arrivals_of_thread& thread : arrivals) {
            if (thread.count.load(std::memory_order_relaxed) != asked) {
                report.failures.push_back(
                    "a thread arrived " +
                    std::to_string(thread.count.load(std::memory_order_relaxed)) + " times in " +
                    std::to_string(asked) + " rounds");
            }
        }
        return report;
    }

private:
    static constexpr std::uint64_t rounds_between_checks = 64;

    /// Whether there is another round. One thread at a time asks; the meetings order the questions.
    template <class Probe>
    struct question {
        Probe& probe;
        std::uint64_t asked = 0;

        bool operator()() noexcept { return probe.keep_running(asked++); }
    };

    struct alignas(64) arrivals_of_thread {
        std::atomic<std::uint64_t> count{0};
    };

    /// Relaxed stores and loads of the counts suffice. The store of the neighbour comes before its
    /// arrival, and the meeting orders each arrival before each return.
    template <class AllMeetings>
    void take_part(std::size_t self, AllMeetings& meetings,
                   std::vector<arrivals_of_thread>& arrivals, measure::loop_report& report) const {
        const std::atomic<std::uint64_t>& neighbour = arrivals[(self + 1) % threads].count;
        std::uint64_t wrong = 0;
        bool more = true;
        for (std::uint64_t round = 0; more; ++round) {
            arrivals[self].count.store(round + 1, std::memory_order_relaxed);
            more = meetings.meet(self, round);
            if (round % rounds_between_checks == 0) {
                const std::uint64_t arrived = neighbour.load(std::memory_order_relaxed);
                wrong += arrived == round + 1 || arrived == round + 2 ? 0 : 1;
            }
        }
        if (wrong != 0) {
            report.failures.push_back("a thread did not wait for its neighbour in " +
                                      std::to_string(wrong) + " of the checked rounds");
        }
    }
};

} // namespace tollgate::thread_test
