// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::liveness_test {

std::vector<report::case_words> case_names() {
    return {
        {{"liveness/clock", {{"source", "tsc"}}}, "read the CPU counter"},
        {{"liveness/checkpoint", {{"impl", "tollgate"}, {"policy", "coarse"}}},
         "checkpoint, coarse clock"},
        {{"liveness/checkpoint", {{"impl", "tollgate"}, {"policy", "tsc"}}},
         "checkpoint, CPU counter"},
        {{"liveness/checkpoint", {{"impl", "touch_flag"}}}, "checkpoint, set a flag"},
        {{"liveness/checkpoint", {{"impl", "clock_stamp"}}}, "checkpoint, kernel clock"},
        {{"liveness/blocking", {{"impl", "tollgate"}}}, "scope around a blocking call"},
        {{"liveness/register", {{"impl", "tollgate"}}}, "register a thread, Tollgate"},
        {{"liveness/register", {{"impl", "deadline_scope"}}}, "register a thread, with a deadline"},
        {{"liveness/register", {{"impl", "locked_list"}}}, "register a thread, locked list"},
        {{"liveness/scan", {{"records", "64"}}}, "scan 64 records"},
        {{"liveness/detection_delay"}, "stuck thread reported, past timeout"},
    };
}

} // namespace tollgate::liveness_test
