// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::cancel_test {

std::vector<report::case_words> case_names() {
    return {
        {{"cancel/check", {{"impl", "flag"}}}, "check a flag"},
        {{"cancel/check", {{"impl", "tollgate"}, {"token", "standalone"}}},
         "check a token, Tollgate"},
        {{"cancel/check", {{"impl", "std"}}}, "check a token, std"},
        {{"cancel/register", {{"impl", "tollgate"}, {"token", "standalone"}}},
         "register a handler, Tollgate"},
        {{"cancel/register", {{"impl", "std"}}}, "register a handler, std"},
        {{"cancel/wait_overhead", {{"impl", "tollgate"}, {"token", "standalone"}}},
         "wait with a token, without the waiting"},
        {{"cancel/wait_overhead", {{"impl", "bare"}}}, "wait without a token, without the waiting"},
        {{"cancel/cancel",
          {{"impl", "tollgate"}, {"registrations", "2"}, {"tokens", "1"}, {"beside", ""}}},
         "cancel(), Tollgate"},
        {{"cancel/cancel",
          {{"impl", "std"}, {"registrations", ""}, {"tokens", "1"}, {"beside", ""}}},
         "cancel(), std"},
        {{"cancel/cancel_to_return",
          {{"impl", "tollgate"}, {"waiting_in", "condvar"}, {"placement", "core"}}},
         "cancel() until the waiter runs, Tollgate"},
        {{"cancel/cancel_to_return",
          {{"impl", "std"}, {"waiting_in", "condvar"}, {"placement", "core"}}},
         "cancel() until the waiter runs, std"},
        {{"cancel/cancel_to_return",
          {{"impl", "bare"}, {"waiting_in", "condvar"}, {"placement", "core"}}},
         "flag + notify until the waiter runs"},
    };
}

} // namespace tollgate::cancel_test
