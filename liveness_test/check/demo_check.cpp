// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

#if defined(__linux__)
#include <tollgate/testing/refusing_kernel_linux.hpp>

#include <sys/syscall.h>
#endif

#include <gmock/gmock.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using liveness::event;
using liveness::thread_state;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const demo_thread locked{"locked", "waits", thread_state::blocked};
const demo_thread running{"running", "runs", thread_state::spinning, true};
const demo_thread fine{"fine", "works"};
const std::vector<demo_thread> all_threads{locked, running, fine};

event report(const std::string& name, thread_state state) {
    event frozen;
    frozen.name = name;
    frozen.why.state = state;
    return frozen;
}

const event of_locked = report("locked", thread_state::blocked);
const event of_running = report("running", thread_state::spinning);

TEST(demo_judgement, shows_the_differences) {
    event recovered = of_locked;
    recovered.type = event::kind::recovered;
    const auto frozen = [](const std::string& name, thread_state state) {
        return std::vector<event>{of_locked, of_running, report(name, state)};
    };
    EXPECT_THAT(differences(all_threads, {of_running, of_locked}), IsEmpty());
    EXPECT_THAT(differences(all_threads, {of_running}),
                ElementsAre("locked was reported 0 times, not once"));
    EXPECT_THAT(differences(all_threads, {of_locked, of_running, of_locked}),
                ElementsAre("locked was reported 2 times, not once"));
    EXPECT_THAT(differences(all_threads, {recovered, of_running}),
                ElementsAre("locked was reported as recovered, not as frozen"));
    EXPECT_THAT(differences(all_threads, frozen("fine", thread_state::blocked)),
                ElementsAre("fine was reported, and is healthy"));
    EXPECT_THAT(differences(all_threads, frozen("stranger", thread_state::blocked)),
                ElementsAre("stranger was reported, and is unknown"));
}

/// On a busy machine a running thread may starve.
TEST(demo_judgement, shows_the_wrong_state) {
    EXPECT_THAT(differences(all_threads, {report("locked", thread_state::starved), of_running}),
                ElementsAre("locked was found starved, not blocked"));
    EXPECT_THAT(differences(all_threads, {of_locked, report("running", thread_state::starved)}),
                IsEmpty());
    EXPECT_THAT(differences(all_threads, {of_locked, report("running", thread_state::blocked)}),
                ElementsAre("running was found blocked, not spinning"));
}

#if defined(__linux__)
TEST(demo_thread, that_is_refused_a_call_reports_it_to_the_starting_thread) {
    EXPECT_EXIT(
        {
            tollgate::testing::refuse_calls({SYS_getrusage}, EPERM);
            liveness::registry watching(liveness::settings{});
            const auto failure = std::make_shared<kept_failure>();
            stuck_threads others(watching, failure);
            static_cast<void>(others.start_healthy()); // it reads its usage
            try {
                while (true) {
                    failure->rethrow();
                    std::this_thread::yield();
                }
            } catch (const std::system_error&) {
                std::_Exit(EXIT_SUCCESS);
            }
        },
        ::testing::ExitedWithCode(EXIT_SUCCESS), "");
}
#endif

} // namespace
