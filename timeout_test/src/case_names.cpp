// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::timeout_test {

std::vector<report::case_words> case_names() {
    return {
        {{"timeout/baseline", {{"impl", "tollgate"}, {"clock", "os"}, {"between", "fibers"}}},
         "receive, no timeout, Tollgate"},
        {{"timeout/timeout", {{"impl", "tollgate"}, {"clock", "os"}, {"between", "fibers"}}},
         "receive, timeout, Tollgate"},
        {{"timeout/deferred", {{"impl", "tollgate"}, {"clock", "os"}, {"between", "fibers"}}},
         "receive, deferred timeout, Tollgate"},
        {{"timeout/baseline", {{"impl", "tollgate"}, {"clock", "tsc"}, {"between", "fibers"}}},
         "receive, no timeout, Tollgate, CPU counter"},
        {{"timeout/timeout", {{"impl", "tollgate"}, {"clock", "tsc"}, {"between", "fibers"}}},
         "receive, timeout, Tollgate, CPU counter"},
        {{"timeout/baseline", {{"impl", "boost"}, {"clock", "os"}, {"between", "fibers"}}},
         "receive, no timeout, Boost"},
        {{"timeout/timeout", {{"impl", "boost"}, {"clock", "os"}, {"between", "fibers"}}},
         "receive, timeout, Boost"},
        {{"timeout/fires/late",
          {{"impl", "tollgate"}, {"clock", "os"}, {"between", "fibers"}, {"load", "idle"}}},
         "a timeout ends late by, Tollgate"},
        {{"timeout/fires/late",
          {{"impl", "boost"}, {"clock", "os"}, {"between", "fibers"}, {"load", "idle"}}},
         "a timeout ends late by, Boost"},
        {{"timeout/armed/arm_cancel", {{"impl", "tollgate"}, {"timers", "1000000"}}},
         "arm + cancel one of 10^6 timers, Tollgate"},
        {{"timeout/armed/arm_cancel", {{"impl", "heap"}, {"timers", "1000000"}}},
         "arm + cancel one of 10^6 timers, heap"},
    };
}

} // namespace tollgate::timeout_test
