// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run_crew.hpp>

#include <tollgate/cpu/start_line.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>

#include <atomic>
#include <cstddef>
#include <latch>
#include <thread>

namespace tollgate::measure {
namespace {

/// What the threads of a crew share.
struct running_crew {
    explicit running_crew(std::size_t members)
        : start(members), at_work(members), finish(static_cast<std::ptrdiff_t>(members)) {}

    cpu::start_line start;
    bool abandoned = false; ///< before the start
    std::atomic<std::size_t> at_work;
    sleep::parker all_ended;
    /// A thread that waits for others may be on their list until they have returned.
    std::latch finish;

    void run(const crew_member& one, loop_member& member) {
        member.place(one.cpu);
        start.wait();
        if (!abandoned) {
            const thread_meter meter;
            one.work(member);
            meter.add_to(member.own);
            if (!one.metered) {
                member.own.used = {};
            }
        }
        if (at_work.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            all_ended.wake();
        }
        if (!abandoned) {
            finish.arrive_and_wait();
        }
    }

    void wait_for_the_end(const crew_watch& watch) {
        if (!watch.look) {
            all_ended.sleep();
            return;
        }
        while (all_ended.sleep_for(watch.period) == sleep::outcome::timeout) {
            watch.look();
        }
    }
};

void join(std::vector<std::thread>& threads) {
    for (std::thread& one : threads) {
        one.join();
    }
}

} // namespace

loop_report run_crew(const std::vector<crew_member>& members, const crew_watch& watch) {
    running_crew crew(members.size());
    std::vector<loop_member> seen(members.size());
    std::vector<std::thread> threads;
    try {
        threads.reserve(members.size());
        for (std::size_t i = 0; i < members.size(); ++i) {
            threads.emplace_back([&, i] { crew.run(members[i], seen[i]); });
        }
    } catch (...) {
        crew.abandoned = true;
        crew.start.open();
        join(threads);
        throw;
    }
    crew.wait_for_the_end(watch);
    join(threads);
    loop_report report;
    for (const loop_member& one : seen) {
        one.add_to(report);
    }
    return report;
}

} // namespace tollgate::measure
