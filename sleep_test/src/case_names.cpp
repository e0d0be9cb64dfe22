// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::sleep_test {

std::vector<report::case_words> case_names() {
    return {
        {{"sleep/wake_latency",
          {{"sleeper", "parker"}, {"interval_ms", "2"}, {"placement", "same"}}},
         "wake a thread, same CPU, Tollgate"},
        {{"sleep/wake_latency",
          {{"sleeper", "condvar"}, {"interval_ms", "2"}, {"placement", "same"}}},
         "wake a thread, same CPU, condvar"},
        {{"sleep/wake_latency",
          {{"sleeper", "parker"}, {"interval_ms", "2"}, {"placement", "core"}}},
         "wake a thread, other CPU, Tollgate"},
        {{"sleep/wake_latency",
          {{"sleeper", "condvar"}, {"interval_ms", "2"}, {"placement", "core"}}},
         "wake a thread, other CPU, condvar"},
        {{"sleep/timeout_lateness",
          {{"sleeper", "parker"}, {"interval_ms", "2"}, {"slack_ns", ""}}},
         "2 ms sleep wakes late by, Tollgate"},
        {{"sleep/timeout_lateness",
          {{"sleeper", "parker_spin"}, {"interval_ms", "2"}, {"slack_ns", ""}}},
         "2 ms sleep wakes late by, Tollgate, spin at the end"},
        {{"sleep/timeout_lateness",
          {{"sleeper", "condvar"}, {"interval_ms", "2"}, {"slack_ns", ""}}},
         "2 ms sleep wakes late by, condvar"},
        {{"sleep/timeout_lateness",
          {{"sleeper", "eventfd"}, {"interval_ms", "2"}, {"slack_ns", ""}}},
         "2 ms sleep wakes late by, eventfd"},
        {{"sleep/wake_cost", {{"sleeper", "parker"}, {"found", "empty"}}},
         "wake() that finds no thread, Tollgate"},
        {{"sleep/wake_cost", {{"sleeper", "condvar"}, {"found", "empty"}}},
         "wake() that finds no thread, condvar"},
    };
}

} // namespace tollgate::sleep_test
