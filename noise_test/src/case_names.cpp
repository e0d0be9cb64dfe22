// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::noise_test {

std::vector<report::case_words> case_names() {
    return {
        {{"noise/lost_time"}, "time lost of 20 ms"},
        {{"noise/timer_lateness", {{"period_us", "1000"}, {"idle", "as_it_is"}}},
         "1 ms timer wakes late by"},
        {{"noise/timer_lateness", {{"period_us", "1000"}, {"idle", "held"}}},
         "1 ms timer wakes late by, CPU kept awake"},
        {{"noise/wake_call", {{"found", "none"}}}, "wake call that finds no thread"},
        {{"noise/wake_call", {{"found", "sleeper"}}}, "wake call that wakes a thread"},
        {{"noise/switch"}, "switch on one CPU"},
        {{"noise/timer_arm"}, "arm + disarm a timer"},
        {{"noise/interrupt", {{"found", "none"}}}, "interrupt call, no other CPU"},
        {{"noise/interrupt", {{"found", "running"}}}, "interrupt another CPU"},
        {{"noise/leave_idle", {{"idle_us", "10"}, {"idle", "as_it_is"}}}, "wake after 10 µs idle"},
        {{"noise/leave_idle", {{"idle_us", "1000"}, {"idle", "as_it_is"}}}, "wake after 1 ms idle"},
    };
}

} // namespace tollgate::noise_test
