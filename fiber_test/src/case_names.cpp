// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::fiber_test {

std::vector<report::case_words> case_names() {
    return {
        {{"fiber/yield", {{"impl", ""}, {"linked", ""}}}, "fiber, Boost scheduler"},
        {{"fiber/yield", {{"impl", ""}, {"linked", "static"}}},
         "fiber, Boost scheduler, linked statically"},
        {{"fiber/yield",
          {{"impl", "tollgate"}, {"call", "tollgate"}, {"linked", ""}, {"stack", ""}}},
         "fiber, Tollgate scheduler"},
        {{"fiber/yield", {{"impl", "tollgate"}, {"call", ""}, {"linked", ""}}},
         "fiber, Tollgate scheduler, Boost yield"},
        {{"fiber/context_resume"}, "two bare contexts"},
        {{"fiber/context_ring"}, "ring of bare contexts"},
        {{"fiber/unbuffered_channel", {{"impl", "boost"}, {"scheduler", "boost"}}},
         "message, Boost channel, Boost scheduler"},
        {{"fiber/unbuffered_channel", {{"impl", "boost"}, {"scheduler", "tollgate"}}},
         "message, Boost channel, Tollgate scheduler"},
        {{"fiber/create_join", {{"impl", ""}, {"stack", "pooled"}}},
         "make and join a fiber, Boost scheduler"},
        {{"fiber/create_join", {{"impl", "tollgate"}, {"stack", "pooled"}}},
         "make and join a fiber, Tollgate scheduler"},
        {{"fiber/coroutine_ring", {{"impl", "std"}}}, "coroutine, no scheduler"},
        {{"fiber/coroutine_create", {{"impl", "std"}, {"frame", "heap"}}},
         "make and destroy a coroutine, C++20"},
    };
}

} // namespace tollgate::fiber_test
