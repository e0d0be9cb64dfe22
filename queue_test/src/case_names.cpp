// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::queue_test {

std::vector<report::case_words> case_names() {
    return {
        {{"queue/pingpong", {{"impl", "blocking"}, {"pop", ""}, {"placement", "same"}}},
         "thread, same CPU, Tollgate queue"},
        {{"queue/pingpong", {{"impl", "mutex_condvar"}, {"placement", "same"}}},
         "thread, same CPU, mutex + condvar"},
        {{"queue/pingpong", {{"impl", "blocking"}, {"pop", ""}, {"placement", "core"}}},
         "thread, other CPU, Tollgate queue"},
        {{"queue/pingpong", {{"impl", "mutex_condvar"}, {"placement", "core"}}},
         "thread, other CPU, mutex + condvar"},
        {{"queue/pingpong", {{"impl", "spsc"}, {"placement", "core"}}},
         "thread, other CPU, Tollgate SPSC queue"},
        {{"queue/pingpong", {{"impl", "boost_spsc"}, {"wait", "yield"}, {"placement", "core"}}},
         "thread, other CPU, Boost SPSC queue"},
        {{"queue/pingpong",
          {{"impl", "tollgate_channel"}, {"between", "fibers"}, {"placement", "same"}}},
         "fiber, Tollgate channel"},
        {{"queue/pingpong",
          {{"impl", "boost_fiber_buffered"}, {"between", "fibers"}, {"placement", "same"}}},
         "fiber, Boost channel"},
        {{"queue/stream", {{"impl", "tollgate_channel"}, {"between", "fibers"}}},
         "stream, fibers, Tollgate channel"},
        {{"queue/stream", {{"impl", "boost_fiber_buffered"}, {"between", "fibers"}}},
         "stream, fibers, Boost channel"},
        {{"queue/stream", {{"impl", "blocking"}, {"pop", ""}}}, "stream, Tollgate queue"},
        {{"queue/stream", {{"impl", "spsc"}}}, "stream, Tollgate SPSC queue"},
        {{"queue/stream", {{"impl", "mutex_condvar"}}}, "stream, mutex + condvar queue"},
        {{"queue/stream", {{"impl", "cached_ring"}, {"wait", "spin"}}},
         "stream, ring that only spins"},
    };
}

} // namespace tollgate::queue_test
