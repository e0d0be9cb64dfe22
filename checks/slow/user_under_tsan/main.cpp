// SPDX-License-Identifier: BSL-1.0
//
// A user's program for ThreadSanitizer, with libraries that are built without it. Its threads share
// plain data, and only the libraries' promises order the accesses. ThreadSanitizer must not report
// the correct scenarios. `user_under_tsan faulty` prints the names of scenarios that have a race of
// their own; it must report these. With a name as argument, the program runs that scenario alone.
#include "scenarios.hpp"

#include <cstdio>
#include <string_view>

namespace {

using namespace user;

struct scenario {
    std::string_view name;
    void (*run)();
};

constexpr scenario correct[] = {
    {"a_flag", a_flag},
    {"a_flag_of_followers", a_flag_of_followers},
    {"a_call_that_comes_too_late", a_call_that_comes_too_late},
    {"handlers", handlers},
    {"handlers_that_come_and_go", handlers_that_come_and_go},
    {"guards_that_reset", guards_that_reset},
    {"handlers_that_leave", handlers_that_leave},
    {"tokens_that_are_used_again", tokens_that_are_used_again},
    {"last_references", last_references},
    {"a_follower_that_comes_too_late", a_follower_that_comes_too_late},
    {"a_source_that_its_handler_lets_go", a_source_that_its_handler_lets_go},
    {"a_token_of_two_threads", a_token_of_two_threads},
    {"tokens_with_one_handler", tokens_with_one_handler},
    {"waits_for_a_condition", waits_for_a_condition},
    {"waits_that_are_cancelled_under_the_mutex", waits_that_are_cancelled_under_the_mutex},
    {"sleeps", sleeps},
    {"polls_of_one_thread_after_another",
     polls_of_one_thread_after_another}, // before all other polls
    {"polls", polls},
    {"polls_that_begin_cancelled", polls_that_begin_cancelled},
    {"polls_that_look_once", polls_that_look_once},
    {"stop_tokens", stop_tokens},
    {"queues", queues},
    {"sleepers", sleepers},
    {"locks", locks},
    {"scopes", scopes},
    {"scopes_that_outlive_their_registry", scopes_that_outlive_their_registry},
};

constexpr scenario faulty[] = {
    {"write_after_a_cancellation", write_after_a_cancellation},
    {"ask_another_token", ask_another_token},
    {"write_after_a_registration", write_after_a_registration},
    {"write_after_a_push", write_after_a_push},
    {"write_after_an_unlock", write_after_an_unlock},
};

} // namespace

int main(int count, char** arguments) {
    const std::string_view only = count == 2 ? arguments[1] : "";
    for (const scenario& entry : correct) {
        if (only.empty() || only == entry.name) {
            entry.run();
        }
    }
    for (const scenario& entry : faulty) {
        if (only == "faulty") {
            std::puts(entry.name.data());
        } else if (only == entry.name) {
            entry.run();
        }
    }
}
