// SPDX-License-Identifier: BSL-1.0
#include "../src/offers.hpp"

#include <tollgate/cpu/topology.hpp>
#include <tollgate/runtime/protocol.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::runtime {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

greeting read(const std::vector<std::string>& lines) {
    greeting_reader reader;
    for (const std::string& line : lines) {
        if (reader.read(line)) {
            return std::move(reader).take();
        }
    }
    throw lost_runtime("there is no end");
}

void greet_with(const std::string& line) {
    (void)read({"runtime 1 made 1.0", line, "ready"});
}

TEST(a_greeting, has_a_runtime_notes_and_cases) {
    const greeting result = read(
        {"runtime 1 go go1.26.1 linux/amd64", "note goroutines are preempted",
         "case yield fiber/yield 1 by:gosched capacity:64 fibers:* = one yield, in a ring",
         "case nap sleep/timeout_lateness 2 interval_ms:2 expected_ns:2000000 = a nap", "ready"});
    EXPECT_EQ(result.runtime, "go");
    EXPECT_EQ(result.version, "go1.26.1 linux/amd64");
    EXPECT_THAT(result.notes, ::testing::ElementsAre("goroutines are preempted"));
    ASSERT_EQ(result.cases.size(), 2U);
    const offered_case& yield = result.cases[0];
    EXPECT_EQ(yield.name, "yield");
    EXPECT_EQ(yield.question, "fiber/yield");
    EXPECT_EQ(yield.threads, 1U);
    EXPECT_EQ(yield.members, "fibers");
    EXPECT_EQ(yield.unit, "one yield, in a ring");
    EXPECT_THAT(yield.parameters,
                ::testing::ElementsAre(measure::parameter("by", "gosched"),
                                       measure::parameter("capacity", std::uint64_t{64})));
    EXPECT_EQ(result.cases[1].expected, 2ms);
    EXPECT_EQ(result.cases[1].parameters.size(), 1U) << "what was asked for is no part of the name";
}

TEST(a_greeting, with_malformed_lines_is_refused) {
    for (const char* line : {"", "case work a/b 1", "case work a/b 0 = u", "case work a/b 1001 = u",
                             "case w\x1b a/b 1 = u", "case work a//b 1 = u",
                             "case work a/b 1 = ", "case work a/b 1 = \x1b[1m",
                             "case work a/b 1 x: = u", "case work a/b 1 impl:x = u",
                             "case work a/b 1 placement:same = u", "case work a/b 1 x:1 x:2 = u",
                             "case work a/b 1 x:* y:* = u", "case work a/b 1 expected_ns:-1 = u",
                             "case work a/b 1 expected_ns:99999999999 = u", "note ", "hello 1"}) {
        EXPECT_THROW(greet_with(line), lost_runtime) << line;
    }
    EXPECT_NO_THROW(greet_with("case work a/b 1 = u"));
}

TEST(a_greeting, offers_at_least_one_case_and_each_case_once) {
    EXPECT_THROW(
        (void)read({"runtime 1 made 1.0", "case work a/b 1 = u", "case work a/c 1 = u", "ready"}),
        lost_runtime);
    EXPECT_THROW((void)read({"runtime 1 made 1.0", "ready"}), lost_runtime);
}

TEST(a_greeting, of_another_version_or_without_version_is_refused) {
    for (const char* line :
         {"runtime 2 made 1.0", "runtime made 1.0", "runtime 1 made", "runtime 1  1.0",
          "runtime 1 Made 1.0", "runtime", "", "welcome 1 made 1.0"}) {
        EXPECT_THROW((void)read({line, "case work a/b 1 = u", "ready"}), lost_runtime) << line;
    }
}

TEST(a_request, is_one_line) {
    EXPECT_EQ(to_line({{"yield", {{"fibers", 4U}}}, 100'000, 8, 17}),
              "run yield 100000 8 17 fibers:4");
}

TEST(an_answer, has_five_whole_numbers) {
    const answer result = read_answer("ran 5 1000 900 7 42");
    EXPECT_EQ(result.operations, 5U);
    EXPECT_EQ(result.elapsed, 1000ns);
    EXPECT_EQ(result.cpu, 900ns);
    EXPECT_EQ(result.received, 7U);
    EXPECT_EQ(result.sum, 42U);
    for (const char* line :
         {"", "ran", "ran 1 2 3 4", "ran 1 2 3 4 5 6", "ran 1 2 3 4 x", "ran 1 2 3 4 5 ",
          "ran  1 2 3 4 5", "ran 1 -2 3 4 5", "ran 1 2.5 3 4 5", "ran 1 2 3 4 99999999999999999999",
          "ran 1 18446744073709551615 3 4 5", "run 1 2 3 4 5", "ready"}) {
        EXPECT_THROW((void)read_answer(line), lost_runtime) << line;
    }
}

TEST(an_answer, is_right_if_counts_sum_and_times_are_possible) {
    const request asked{"work", 4, 2, 10};
    const answer right{4, 1ms, 1ms, 6, 10 + 11 + 12 + 13 + 14 + 15};
    EXPECT_EQ(fault_of(right, asked, 2ms, 1), std::nullopt);
    EXPECT_EQ(fault_of({0, 0ns, 0ns, 0, 0}, {"work", 0, 0, 10}, 1us, 1), std::nullopt);
    const auto fault = [&](auto change) {
        answer wrong = right;
        change(wrong);
        return fault_of(wrong, asked, 2ms, 1).value_or("");
    };
    EXPECT_THAT(fault([](answer& of) { of.operations = 5; }), HasSubstr("operations"));
    EXPECT_THAT(fault([](answer& of) { of.received = 5; }), HasSubstr("arrived"));
    EXPECT_THAT(fault([](answer& of) { of.sum += 1; }), HasSubstr("the sum"));
    EXPECT_THAT(fault([](answer& of) { of.elapsed = 3ms; }), HasSubstr("passed"));
    EXPECT_THAT(fault([](answer& of) { of.cpu = 1s; }), HasSubstr("CPU time"));
}

TEST(a_text_of_a_runtime, is_shortened_and_quoted_without_control_characters) {
    EXPECT_EQ(in_quotes("a\x1b[1m\nb"), "'a?[1m?b'");
    EXPECT_EQ(in_quotes(std::string(1'000, 'x')).size(), 125U);
}

TEST(runtimes, have_the_number_of_our_first_case_unless_the_user_chose_numbers) {
    run::case_list ours;
    for (const std::uint64_t capacity : {0U, 64U, 8U, 64U}) {
        ours.cases.emplace_back().key = {"queue/pingpong", {{"capacity", capacity}}};
    }
    greeting greeted;
    greeted.runtime = "made";
    greeted.cases.push_back({"work", "queue/pingpong", 1, {}, "capacity", {}, "one message"});
    chosen_numbers chosen;
    const auto name_of_the_offer = [&] {
        const auto offers = offers_of(greeted, ours, chosen, cpu::read_topology());
        return offers.comparable.size() == 1 ? offers.comparable.front().listed.key.name() : "none";
    };
    EXPECT_EQ(name_of_the_offer(), "none") << "there is no such axis";
    chosen["capacity"] = {};
    EXPECT_EQ(name_of_the_offer(), "queue/pingpong/impl:made/capacity:64") << "not 0";
    chosen["capacity"] = {5};
    EXPECT_EQ(name_of_the_offer(), "queue/pingpong/impl:made/capacity:5");
}

TEST(runtimes, are_not_compared_with_a_case_of_ours_that_has_another_number) {
    run::case_list ours;
    for (const std::uint64_t sources : {1U, 4U}) {
        measure::measured_case& added = ours.cases.emplace_back();
        added.key = {"queue/select", {{"form", "static"}, {"sources", sources}}};
        added.settling = 3s;
    }
    offer offered;
    offered.listed.key = {"queue/select", {{"impl", "made"}, {"sources", 4U}}};
    compare_with_ours(offered, ours);
    EXPECT_EQ(offered.listed.compared_with, "queue/select/form:static/sources:4");
    offered.listed.key = {"queue/select", {{"form", "static"}, {"sources", 1'000U}}};
    compare_with_ours(offered, ours);
    EXPECT_EQ(offered.listed.compared_with, offered.listed.key.name()) << "with itself: not at all";
    EXPECT_EQ(offered.listed.settling, 3s);
}

} // namespace
} // namespace tollgate::runtime
