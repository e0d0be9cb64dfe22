// SPDX-License-Identifier: BSL-1.0
// What an uncontended lock costs: a case of one's own, measured like those of the programs.
#include <tollgate/measure/session.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/report/text.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <utility>
#include <vector>

namespace measure = tollgate::measure;
using tollgate::clock::source;

// A loop asks its probe before each operation whether there is another one to do.
template <class Lock>
struct lock_and_unlock {
    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Lock lock;
        std::uint64_t done = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.turn(done)) {
            lock.lock();
            lock.unlock();
            ++done;
        }
        meter.add_to(report);
        report.turns = {done + 1}; // the proof: as many as the probe counted
        return report;
    }
};

struct spin_lock {
    std::atomic_flag taken;
    void lock() {
        while (taken.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() { taken.clear(std::memory_order_release); }
};

int main() {
    const std::vector cases{measure::make_case("locks/mutex", "one lock and unlock", 1, 1,
                                               lock_and_unlock<std::mutex>{}),
                            measure::make_case("locks/spin", "one lock and unlock", 1, 1,
                                               lock_and_unlock<spin_lock>{})};

    const auto start = std::chrono::steady_clock::now();
    measure::session session(
        measure::calibrate(source::monotonic),
        {[=] { return std::chrono::steady_clock::now() - start; }, {}, {}, {}});
    const auto pilots = session.look_at(cases);
    measure::limits until;
    until.budget = std::chrono::seconds(1);
    const auto plan = measure::make_plan(pilots, until, session.clock().reading_ns_p50, 1);
    measure::rounds rounds = session.measure(cases, plan);

    tollgate::report::result seen;
    seen.clock = session.clock();
    seen.cases = std::move(rounds.cases);
    seen.twin = std::move(rounds.twin);
    seen.stopped = rounds.stopped;
    seen.rounds = rounds.done;
    seen.took_s = std::chrono::duration<double>(rounds.took).count();
    std::fputs((tollgate::report::case_table(seen) + tollgate::report::comparison_text(seen) +
                tollgate::report::conditions_text(seen))
                   .c_str(),
               stdout);
    return seen.proven() ? 0 : 1;
}
