// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/posix/start_thread.hpp>

#include <cstdint>
#include <latch>
#include <thread>

namespace tollgate::measure {

/// A second thread, which sleeps: C libraries omit atomic instructions while there is none. Ends
/// when this does, also by an exception.
class sleeping_thread {
public:
    sleeping_thread() : thread_(posix::start_thread([this] { over_.wait(); })) {}
    ~sleeping_thread() {
        over_.count_down();
        thread_.join();
    }
    sleeping_thread(const sleeping_thread&) = delete;
    sleeping_thread& operator=(const sleeping_thread&) = delete;

private:
    std::latch over_{1};
    std::thread thread_;
};

/// Does the same thing again and again on the calling thread, in blocks, because the loop's own
/// look at whether to go on would be as dear as one of them. The value is divided by the block.
/// Unrolled, because a jump back for each costs as much again, and where it lies in memory decides
/// how much. A sleeping_thread is there meanwhile.
template <std::uint64_t Block, class Probe, class Once>
loop_report run_blocks(Probe& probe, Once once) {
    const sleeping_thread other;
    loop_report report;
    std::uint64_t done = 0;
    const thread_meter meter;
    while (probe.turn(done)) {
#pragma GCC unroll 16
        for (std::uint64_t each = 0; each < Block; ++each) {
            once();
        }
        ++done;
    }
    meter.add_to(report);
    report.turns = {done + 1};
    report.units_per_operation = Block;
    return report;
}

} // namespace tollgate::measure
