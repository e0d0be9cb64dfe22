// SPDX-License-Identifier: BSL-1.0
#include "made_up_event.hpp"

#include "../src/text.hpp"

#include <tollgate/liveness/to_text.hpp>

#include <gmock/gmock.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(a_text, is_of_lines_that_people_know) {
    EXPECT_EQ(to_text(made_up_event()),
              "Frozen thread: reader id: 4711\n"
              "    at 2021-12-09 23:29:39.201542 UTC, silent for 3.000 s, timeout 2.000 s, "
              "12 checkpoints\n"
              "    blocked in futex_wait_queue\n"
              "Checkpoint: 7   at: 2021-12-09 23:29:36.199542  delta: 0 us\n"
              "Checkpoint: 8   at: 2021-12-09 23:29:36.201542  delta: 2000 us\n");
}

TEST(a_text, says_why) {
    event what = made_up_event();
    what.why.state = thread_state::spinning;
    what.why.ran = 2450ms;
    EXPECT_THAT(to_text(what), HasSubstr("    spinning: ran 98 % of 2.500 s\n"));
    what.why.ran = 2600ms;
    EXPECT_THAT(to_text(what), HasSubstr("    spinning: ran 100 % of 2.500 s\n"));
    what.why.state = thread_state::starved;
    what.why.ran = 50ms;
    what.why.waited_for_cpu = 2425ms;
    EXPECT_THAT(to_text(what),
                HasSubstr("    starved: ran 2 %, waited for a CPU 97 % of 2.500 s\n"));
    what.why.state = thread_state::stopped;
    EXPECT_THAT(to_text(what), HasSubstr("    stopped\n"));
    what.why = {};
    EXPECT_THAT(to_text(what), HasSubstr("    unknown\n"));
    what.why.state = thread_state::blocked;
    EXPECT_THAT(to_text(what), HasSubstr("    blocked\n"));
}

TEST(a_text, has_its_kind_its_stack_and_what_was_lost) {
    event what = made_up_event();
    what.what = event::kind::overdue;
    what.lost_before = 1;
    what.why.stack = {"wait()+0x1 (/lib/a.so+0x2)", "main\n+0x3"};
    EXPECT_THAT(to_text(what),
                StartsWith("1 event lost before this one\nOverdue thread: reader id: 4711\n"));
    EXPECT_THAT(to_text(what), testing::EndsWith("  delta: 2000 us\n"
                                                 "    #0  wait()+0x1 (/lib/a.so+0x2)\n"
                                                 "    #1  main\\x0A+0x3\n"));
    what.what = event::kind::recovered;
    what.lost_before = 2;
    EXPECT_THAT(to_text(what),
                StartsWith("2 events lost before this one\nRecovered thread: reader id: 4711\n"));
}

TEST(a_text, of_any_name_keeps_its_lines) {
    event what = made_up_event();
    const auto lines = [&what] {
        const std::string text = to_text(what);
        return std::count(text.begin(), text.end(), '\n');
    };
    const auto usual = lines();
    what.name.clear();
    for (int byte = 0; byte < 256; ++byte) {
        what.name += static_cast<char>(byte);
    }
    what.why.wait_channel = "a\x1b\nb";
    EXPECT_EQ(lines(), usual);
    EXPECT_THAT(to_text(what), Not(HasSubstr("\x1b")));
    EXPECT_THAT(to_text(what), HasSubstr("blocked in a\\x1B\\x0Ab\n"));
}

TEST(a_moment, is_told_in_utc_before_and_after_1970) {
    using std::chrono::system_clock;
    EXPECT_EQ(detail::utc_text(system_clock::time_point()), "1970-01-01 00:00:00.000000");
    EXPECT_EQ(detail::utc_text(system_clock::time_point() - 1us), "1969-12-31 23:59:59.999999");
    EXPECT_EQ(detail::utc_text(system_clock::time_point() + 999ns), "1970-01-01 00:00:00.000000");
    const auto leap_day = std::chrono::sys_days(std::chrono::year(2024) / 2 / 29);
    EXPECT_EQ(detail::utc_text(leap_day + 1h + 2min + 3s + 4us), "2024-02-29 01:02:03.000004");
}

} // namespace
} // namespace tollgate::liveness
