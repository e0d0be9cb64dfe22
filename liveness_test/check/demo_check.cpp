// SPDX-License-Identifier: BSL-1.0
#include "demo.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using liveness::event;
using liveness::thread_state;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const demo_thread locked{
    "locked", "waits", thread_state::blocked, "it waits for a lock", {{7, "holds the fork"}},
    false};
const demo_thread running{"running", "runs", thread_state::spinning, "it gets nowhere", {}, true};
const demo_thread fine{"fine", "works", thread_state::unknown, "", {}, false};
const std::vector<demo_thread> everybody{locked, running, fine};

event report(const std::string& name, thread_state state) {
    event made;
    made.name = name;
    made.why.state = state;
    return made;
}

const event of_locked = report("locked", thread_state::blocked);
const event of_running = report("running", thread_state::spinning);

TEST(demo_judgement, nothing_differs) {
    EXPECT_THAT(differences(everybody, {of_running, of_locked}), IsEmpty());
}

TEST(demo_judgement, one_was_not_found) {
    EXPECT_THAT(differences(everybody, {of_running}),
                ElementsAre("locked was reported 0 times, once was due"));
}

TEST(demo_judgement, one_was_found_twice) {
    EXPECT_THAT(differences(everybody, {of_locked, of_running, of_locked}),
                ElementsAre("locked was reported 2 times, once was due"));
}

TEST(demo_judgement, one_recovered) {
    event recovered = of_locked;
    recovered.what = event::kind::recovered;
    EXPECT_THAT(differences(everybody, {recovered, of_running}),
                ElementsAre("locked was reported as recovered, not as frozen"));
}

TEST(demo_judgement, one_is_in_another_state) {
    EXPECT_THAT(differences(everybody, {report("locked", thread_state::unknown), of_running}),
                ElementsAre("locked was found unknown, not blocked"));
    EXPECT_THAT(differences(everybody, {report("locked", thread_state::starved), of_running}),
                ElementsAre("locked was found starved, not blocked"));
}

TEST(demo_judgement, on_a_busy_machine_one_may_starve) {
    EXPECT_THAT(differences(everybody, {of_locked, report("running", thread_state::starved)}),
                IsEmpty());
    EXPECT_THAT(differences(everybody, {of_locked, report("running", thread_state::blocked)}),
                ElementsAre("running was found blocked, not spinning"));
}

TEST(demo_judgement, the_healthy_one_was_accused) {
    EXPECT_THAT(
        differences(everybody, {of_locked, of_running, report("fine", thread_state::blocked)}),
        ElementsAre("fine was reported, and is healthy"));
}

TEST(demo_judgement, a_stranger_was_reported) {
    EXPECT_THAT(
        differences(everybody, {of_locked, of_running, report("who", thread_state::blocked)}),
        ElementsAre("who was reported, and nobody knows it"));
}

TEST(demo_judgement, explains_what_was_found) {
    event seen = of_locked;
    seen.why.wait_channel = "futex_wait_queue";
    seen.history = {{3, {}, 0}, {7, {}, 0}};
    EXPECT_EQ(explain_all(everybody, {seen, report("running", thread_state::starved)}),
              "locked: blocked in futex_wait_queue, because it waits for a lock; last seen at "
              "checkpoint 7: holds the fork\n"
              "running: starved, because it gets nowhere, and others had most of its CPU\n"
              "fine: not reported\n");
}

} // namespace
