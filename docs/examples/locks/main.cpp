// SPDX-License-Identifier: BSL-1.0
// The cost of an uncontended lock: your own cases, measured like those of the programs.
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/run/run.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

namespace measure = tollgate::measure;
namespace report = tollgate::report;

// A loop asks its probe before each operation whether to continue.
template <class Lock>
struct lock_and_unlock {
    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        Lock lock;
        std::uint64_t done = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.keep_running(done)) {
            lock.lock();
            lock.unlock();
            ++done;
        }
        meter.add_to(report);
        report.probe_calls = {done + 1}; // calls of keep_running: before each, and one at the end
        return report;
    }
};

struct spin_lock {
    std::atomic_flag locked;
    void lock() {
        while (locked.test_and_set(std::memory_order_acquire)) {
        }
    }
    void unlock() { locked.clear(std::memory_order_release); }
};

int main() {
    const std::vector cases{measure::make_case({"locks", {{"lock", "mutex"}}},
                                               "one lock and unlock", 1, 1,
                                               lock_and_unlock<std::mutex>{}),
                            measure::make_case({"locks", {{"lock", "spin"}}}, "one lock and unlock",
                                               1, 1, lock_and_unlock<spin_lock>{})};
    const report::result result =
        tollgate::run::measured(cases, {.until = {.budget = std::chrono::seconds(1)}});
    const std::string text = report::case_table(result) + report::comparison_text(result) +
                             report::conditions_text(result);
    std::fputs(text.c_str(), stdout);
    return result.self_checks_held() ? 0 : 1;
}
