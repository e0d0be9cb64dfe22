// SPDX-License-Identifier: BSL-1.0
#include "fake_statement.hpp"
#include "output/screen.hpp"

#include <tollgate/report/printable.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

namespace tollgate::bill {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> lines_of(const statement& bill, const report::terminal& on = {}) {
    std::istringstream text(screen_of(bill, on));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::size_t count_of(const std::vector<std::string>& lines, const std::string& part) {
    return static_cast<std::size_t>(std::ranges::count_if(
        lines, [&](const std::string& line) { return line.find(part) != std::string::npos; }));
}

TEST(screen, has_totals_savings_and_entries) {
    EXPECT_EQ(
        screen_of(fake_statement(), {}),
        R"(redis-server (1234): 4 threads on 2 CPUs, traced for 10.0 s; observing took 0.012 CPUs
Prices of 2026-11-30, this machine
CPU time   0.84 of 2 CPUs; of it 0.31 ± 0.03 (37 %) for waits, wake-ups and calls that have a price
Run queue  0.12 threads on average could run and waited for a CPU
Switches   41,200 a second; 310 of them preemptions; 12 migrations
WHAT WOULD SAVE
1  consumer waits on a futex 84,000 times a second, for 3.0 to 9.0 µs
   Spin up to 12 µs before it sleeps: saves 0.18 ± 0.03 CPUs (21 %)
   With tollgate::sleep::adaptive_spin; or a loop that looks before it sleeps
WHERE IT GOES                    a second  typical wait  price of one   CPUs  share
consumer       waits on a futex    83,871        4.1 µs        3.1 µs   0.26   31 %
               pthread_cond_wait < queue::take(message&) < main
worker-* (12)  waits on a futex    16,129        4.1 µs        3.1 µs  0.050  6.0 %
               pthread_cond_wait < queue::take(message&) < main
logger         waits for a disk     3,226        4.1 µs      no price
               pthread_cond_wait < queue::take(message&) < main
)");
}

TEST(screen, has_at_most_40_lines_and_the_columns_of_the_terminal) {
    const std::string long_words = "a thread with a name that is longer than all terminals " +
                                   std::string(300, 'x') + std::string(50, ' ') + "end";
    std::string wide_bytes;
    for (int i = 0; i < 200; ++i) {
        wide_bytes += "µ";
    }
    for (const std::string& text : {long_words, hostile_text(), wide_bytes, std::string("w")}) {
        for (const std::size_t columns : {40U, 41U, 60U, 80U, 100U, 140U, 5000U}) {
            for (const std::size_t entries : {0U, 1U, 3U, 30U, 200U}) {
                const auto lines = lines_of(crowded_statement(text, entries), {columns, true});
                EXPECT_LE(lines.size(), 40U) << columns << " columns, " << entries << " entries";
                for (const std::string& line : lines) {
                    EXPECT_LE(report::width_of(line), columns) << line;
                }
            }
        }
    }
}

TEST(screen, leaves_out_stacks_first_and_says_what_is_left_out) {
    const auto is_stack = [](const std::string& line) {
        return line.find("queue::take") != std::string::npos;
    };
    statement bill = fake_statement();
    bill.entries.assign(20, fake_entry("worker", 0.01));
    const auto lines_of_20 = lines_of(bill);
    EXPECT_EQ(lines_of_20.size(), 40U);
    EXPECT_EQ(count_of(lines_of_20, "worker"), 20U);
    EXPECT_LT(std::ranges::count_if(lines_of_20, is_stack), 20);
    bill.entries.assign(200, fake_entry("worker", 0.01));
    const auto lines_of_200 = lines_of(bill);
    EXPECT_EQ(lines_of_200.size(), 40U);
    EXPECT_EQ(std::ranges::count_if(lines_of_200, is_stack), 0);
    EXPECT_EQ(lines_of_200.back(), "… 171 more entries; --wide shows all");
    EXPECT_EQ(count_of(lines_of_200, "worker"), 29U);
}

TEST(screen, leaves_out_savings_only_for_three_entries) {
    statement bill = fake_statement();
    bill.savings.assign(12, fake_saving(0.1));
    bill.entries.assign(200, fake_entry("worker", 0.01));
    const auto lines = lines_of(bill);
    EXPECT_GE(count_of(lines, "worker"), 3U);
    EXPECT_GE(count_of(lines, "adaptive_spin"), 8U);
    EXPECT_EQ(count_of(lines, "more savings; --wide shows all"), 1U);
}

TEST(screen, is_complete_if_nothing_limits_it) {
    const auto lines = lines_of(crowded_statement("word", 200), {SIZE_MAX, false});
    EXPECT_EQ(count_of(lines, "--wide"), 0U);
    EXPECT_EQ(count_of(lines, "word < word"), 200U);
    EXPECT_EQ(count_of(lines, "- Word"), 9U);
    EXPECT_EQ(count_of(lines, "saves 0.18 ± 0.03 CPUs (21 %)"), 12U);
}

TEST(screen, says_so_if_nothing_was_found) {
    statement bill = fake_statement();
    bill.savings.clear();
    EXPECT_THAT(screen_of(bill, {}),
                HasSubstr("WHAT WOULD SAVE\nNothing certain was found: no change surely saves 1 % "
                          "of the CPU time.\n"));
}

TEST(screen, begins_with_the_interruption) {
    statement bill = fake_statement();
    bill.partial = true;
    bill.seconds = 3.2;
    EXPECT_THAT(screen_of(bill, {}),
                StartsWith("PARTIAL: the observation was interrupted after 3.2 s\n"));
}

TEST(screen, an_event_without_a_price_has_no_cost) {
    statement bill = fake_statement();
    EXPECT_THAT(screen_of(bill, {}),
                AllOf(HasSubstr("logger         waits for a disk     3,226        4.1 µs      no "
                                "price\n"),
                      HasSubstr("(37 %) for waits, wake-ups and calls that have a price\n")));
    for (entry& each : bill.entries) {
        each.price_ns.reset();
        each.cpus.reset();
    }
    bill.waiting = {};
    EXPECT_THAT(
        screen_of(bill, {}),
        HasSubstr("0.84 of 2 CPUs; what its waits, wake-ups and calls cost is not known\n"));
}

TEST(screen, a_narrow_table_keeps_names_and_what_they_cost) {
    const std::string narrow = screen_of(fake_statement(), {50, false});
    EXPECT_THAT(narrow, AllOf(HasSubstr("WHERE IT GOES                        CPUs  share\n"),
                              HasSubstr("worker-* (12)  waits on a futex     0.050  6.0 %\n"),
                              HasSubstr("logger         waits for a disk  no price\n")));
}

TEST(screen, says_which_thread_becomes_faster_and_what_that_costs) {
    statement bill = fake_statement();
    bill.savings[0].time_share = amount{0.17, 0.14, 0.2};
    bill.savings[0].faster_thread = "main";
    EXPECT_THAT(
        screen_of(bill, {}),
        HasSubstr("sleeps: saves 0.18 ± 0.03 CPUs (21 %); main needs 17 ± 3 % less time\n"));
    bill.savings[0].cpus = {-0.2, -0.25, -0.15};
    EXPECT_THAT(screen_of(bill, {}), HasSubstr("sleeps: main needs 17 ± 3 % less time; costs "
                                               "0.20 ± 0.05 CPUs more\n"));
}

TEST(screen, an_uncertain_amount_is_an_interval) {
    statement bill = fake_statement();
    bill.waiting = {0.2, 0.05, 0.6};
    EXPECT_THAT(screen_of(bill, {}), HasSubstr("of it 0.050 to 0.60 (24 %) for waits"));
    bill.waiting = {0.2, -0.05, 0.6};
    EXPECT_THAT(screen_of(bill, {}), HasSubstr("of it at most 0.60 (24 %) for waits"));
}

TEST(screen, singular_and_plural_and_unknown_migrations) {
    statement bill = fake_statement();
    bill.threads = 1;
    bill.cpus = 1;
    bill.traced = false;
    bill.migrations.reset();
    EXPECT_THAT(screen_of(bill, {}),
                AllOf(HasSubstr(": 1 thread on 1 CPU, sampled from /proc for 10.0 s;"),
                      HasSubstr("310 of them preemptions\n"), HasSubstr("0.84 of 1 CPU;")));
}

TEST(screen, hostile_names_do_not_act) {
    const std::string text = screen_of(crowded_statement(hostile_text()), {SIZE_MAX, false});
    EXPECT_THAT(text, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\r")), Not(HasSubstr("\t")),
                            Not(HasSubstr("\xe2\x80\xae")), HasSubstr("\\x1b[31m")));
}

TEST(first_line, names_the_processes_and_the_time) {
    EXPECT_EQ(first_line({"redis-server (1234)"}, 10),
              "bill: observing redis-server (1234) for 10 s; Ctrl-C ends it earlier\n");
    EXPECT_EQ(first_line({"a\x1b (1)", "b (2)", "c (3)", "d (4)", "e (5)"}, 2.5),
              "bill: observing a\\x1b (1), b (2), c (3) and 2 more for 2.5 s; Ctrl-C ends it "
              "earlier\n");
}

} // namespace
} // namespace tollgate::bill
