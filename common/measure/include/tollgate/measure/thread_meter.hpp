// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/usage.hpp>

namespace tollgate::measure {

/// Notes what the calling thread uses and where it runs, from construction to `add_to`. Belongs to
/// that thread alone; some system calls at either end, outside the timed intervals.
class thread_meter {
public:
    thread_meter();
    void add_to(loop_report& report) const;

private:
    usage before_;
    int first_cpu_;
};

} // namespace tollgate::measure
