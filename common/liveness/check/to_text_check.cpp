// SPDX-License-Identifier: BSL-1.0
#include "fake_event.hpp"

#include "../src/text.hpp"

#include <tollgate/liveness/text_sink.hpp>

#include <gmock/gmock.h>

namespace tollgate::liveness {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(a_text, has_the_documented_lines) {
    EXPECT_EQ(to_text(fake_event()),
              "Frozen: reader (thread 4711), silent for 3.000 s, timeout 2.000 s\n"
              "    last checkpoint 8, 3.000 s ago, at 2021-12-09 23:29:36.201 UTC (12 passed)\n"
              "    before it 7 (3.002 s ago)\n"
              "    blocked in futex_wait_queue\n");
}

TEST(a_text, has_the_checkpoints_before_the_last_by_their_ages) {
    event report = fake_event();
    report.history = {
        {1, 3010ms, 0}, {2, 3010ms, 0}, {3, 3005ms, 0}, {4, 3000ms, 0}, {5, 3000ms, 0}};
    EXPECT_THAT(to_text(report),
                HasSubstr("before it 4 (3.000 s ago), 3 (3.005 s ago), 2, 1 (3.010 s ago)\n"));
    report.history.assign(50, {4'000'000'000, 5s, 0});
    EXPECT_THAT(to_text(report),
                ::testing::MatchesRegex("[^\n]*\n[^\n]*\n"
                                        "(    before it|       )( 4000000000,){6,7}\n"
                                        "((       )( 4000000000,){6,7}\n)*"
                                        "[^\n]*\\(5.000 s ago\\)\n[^\n]*\n"));
    report.history.resize(1);
    EXPECT_THAT(to_text(report), Not(HasSubstr("before it")));
    report.history.clear();
    EXPECT_THAT(to_text(report), AllOf(Not(HasSubstr("checkpoint")), HasSubstr("silent for 2.9")));
}

TEST(a_text, has_the_diagnosis) {
    event report = fake_event();
    report.why.state = thread_state::spinning;
    report.why.ran = 2450ms;
    EXPECT_THAT(to_text(report), HasSubstr("    spinning: ran 98 % of 2.500 s\n"));
    report.why.ran = 2600ms;
    EXPECT_THAT(to_text(report), HasSubstr("    spinning: ran 100 % of 2.500 s\n"));
    report.why.state = thread_state::starved;
    report.why.ran = 50ms;
    report.why.waited_for_cpu = 2425ms;
    EXPECT_THAT(to_text(report),
                HasSubstr("    starved: ran 2 %, waited for a CPU 97 % of 2.500 s\n"));
    report.why.state = thread_state::stopped;
    EXPECT_THAT(to_text(report), HasSubstr("    stopped\n"));
    report.why = {};
    EXPECT_THAT(to_text(report), HasSubstr("    unknown\n"));
    report.why.state = thread_state::blocked;
    EXPECT_THAT(to_text(report), HasSubstr("    blocked\n"));
}

TEST(a_text, of_a_recovered_thread_has_its_checkpoint_and_no_state) {
    event report = fake_event();
    report.type = event::kind::recovered;
    report.lost_before = 2;
    EXPECT_EQ(to_text(report),
              "2 events lost before this one\n"
              "Recovered: reader (thread 4711), silent for 3.000 s, timeout 2.000 s\n"
              "    had stopped after checkpoint 8, 3.000 s ago, at 2021-12-09 23:29:36.201 UTC "
              "(12 passed)\n"
              "    before it 7 (3.002 s ago)\n");
}

TEST(a_text, has_calls_and_a_command_for_each_module) {
    event report = fake_event();
    report.type = event::kind::overdue;
    report.lost_before = 1;
    report.why.stack = {{"/lib/a.so+0x2", "/lib/a.so", 2},
                        {"/opt/it's/server\n+0x1f", "/opt/it's/server\n", 0x1f},
                        {"/opt/it's/b+0x4", "/opt/it's/b", 4},
                        {"/lib/a.so+0x3", "/lib/a.so", 3},
                        {"/lib/b.so (deleted), byte 0x2b3", "", 0},
                        {"0x7f0000001000", "", 0}};
    EXPECT_THAT(to_text(report),
                StartsWith("1 event lost before this one\nOverdue: reader (thread 4711), "));
    EXPECT_THAT(to_text(report),
                ::testing::EndsWith("    blocked in futex_wait_queue\n"
                                    "    #0  a.so+0x2\n"
                                    "    #1  server\\x0A+0x1f\n"
                                    "    #2  b+0x4\n"
                                    "    #3  a.so+0x3\n"
                                    "    #4  b.so (deleted), byte 0x2b3\n"
                                    "    #5  0x7f0000001000\n"
                                    "    addr2line -Cfipe /lib/a.so 0x2 0x3\n"
                                    "    addr2line -Cfipe $'/opt/it\\'s/server\\x0A' "
                                    "0x1f\n"
                                    "    addr2line -Cfipe '/opt/it'\\''s/b' 0x4\n"));
}

TEST(a_text, of_any_name_keeps_its_lines) {
    event report = fake_event();
    const auto lines = [&report] {
        const std::string text = to_text(report);
        return std::count(text.begin(), text.end(), '\n');
    };
    const auto usual = lines();
    report.name.clear();
    for (int byte = 0; byte < 256; ++byte) {
        report.name += static_cast<char>(byte);
    }
    report.why.wait_channel = "a\x1b\nb";
    EXPECT_EQ(lines(), usual);
    EXPECT_THAT(to_text(report), Not(HasSubstr("\x1b")));
    EXPECT_THAT(to_text(report), HasSubstr("blocked in a\\x1B\\x0Ab\n"));
}

TEST(a_moment, is_written_in_utc_before_and_after_1970) {
    using std::chrono::system_clock;
    EXPECT_EQ(detail::utc_text(system_clock::time_point()), "1970-01-01 00:00:00.000000");
    EXPECT_EQ(detail::utc_text(system_clock::time_point() - 1us), "1969-12-31 23:59:59.999999");
    EXPECT_EQ(detail::utc_text(system_clock::time_point() + 999ns), "1970-01-01 00:00:00.000000");
    const auto leap_day = std::chrono::sys_days(std::chrono::year(2024) / 2 / 29);
    EXPECT_EQ(detail::utc_text(leap_day + 1h + 2min + 3s + 4us), "2024-02-29 01:02:03.000004");
}

} // namespace
} // namespace tollgate::liveness
