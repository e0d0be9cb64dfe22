// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/usage.hpp>

namespace tollgate::measure {

/// Measures the CPU time, the context switches and the CPUs of the calling thread, from the
/// constructor to `add_to`.
///
///     tollgate::measure::loop_report report;
///     const tollgate::measure::thread_meter meter;
///     meter.add_to(report); // after the loop
///
/// - *Threads*: an object belongs to the thread that constructs it.
/// - *Cost*: some system calls in the constructor and in `add_to`, outside of the timed intervals.
class thread_meter {
public:
    /// Begins to measure.
    thread_meter();
    /// Adds the usage, the scheduling and the CPUs of the thread to a report.
    void add_to(loop_report& report) const;

private:
    usage before_;
    int first_cpu_;
};

} // namespace tollgate::measure
