// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

#if defined(__linux__)
#include <tollgate/faults/refusing_kernel_linux.hpp>

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
const std::vector<demo_thread> everybody{locked, running, fine};

event report(const std::string& name, thread_state state) {
    event made;
    made.name = name;
    made.why.state = state;
    return made;
}

const event of_locked = report("locked", thread_state::blocked);
const event of_running = report("running", thread_state::spinning);

TEST(demo_judgement, says_what_differs) {
    event recovered = of_locked;
    recovered.what = event::kind::recovered;
    const auto frozen = [](const std::string& name, thread_state state) {
        return std::vector<event>{of_locked, of_running, report(name, state)};
    };
    EXPECT_THAT(differences(everybody, {of_running, of_locked}), IsEmpty());
    EXPECT_THAT(differences(everybody, {of_running}),
                ElementsAre("locked was reported 0 times, once was due"));
    EXPECT_THAT(differences(everybody, {of_locked, of_running, of_locked}),
                ElementsAre("locked was reported 2 times, once was due"));
    EXPECT_THAT(differences(everybody, {recovered, of_running}),
                ElementsAre("locked was reported as recovered, not as frozen"));
    EXPECT_THAT(differences(everybody, frozen("fine", thread_state::blocked)),
                ElementsAre("fine was reported, and is healthy"));
    EXPECT_THAT(differences(everybody, frozen("stranger", thread_state::blocked)),
                ElementsAre("stranger was reported, and nobody knows it"));
}

/// On a busy machine one that runs may starve.
TEST(demo_judgement, says_which_state_is_wrong) {
    EXPECT_THAT(differences(everybody, {report("locked", thread_state::starved), of_running}),
                ElementsAre("locked was found starved, not blocked"));
    EXPECT_THAT(differences(everybody, {of_locked, report("running", thread_state::starved)}),
                IsEmpty());
    EXPECT_THAT(differences(everybody, {of_locked, report("running", thread_state::blocked)}),
                ElementsAre("running was found blocked, not spinning"));
}

#if defined(__linux__)
TEST(demo_thread, that_is_refused_a_call_tells_the_one_that_started_it) {
    EXPECT_EXIT(
        {
            faults::refuse_calls({SYS_getrusage}, EPERM);
            liveness::registry watching(liveness::settings{});
            const auto failure = std::make_shared<kept_failure>();
            stuck_threads those(watching, failure);
            static_cast<void>(those.start_healthy()); // it reads its usage
            try {
                while (true) {
                    failure->rethrow();
                    std::this_thread::yield();
                }
            } catch (const std::system_error&) {
                std::_Exit(EXIT_SUCCESS);
            }
        },
        testing::ExitedWithCode(EXIT_SUCCESS), "");
}
#endif

} // namespace
