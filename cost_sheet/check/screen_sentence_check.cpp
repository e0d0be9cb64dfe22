// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include "made_up_screen.hpp"
#include "screen/lines.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class screen_sentence : public ::testing::TestWithParam<std::size_t> {
protected:
    const claim_rule& rule_ = *all_claims().at(GetParam());
};

TEST_P(screen_sentence, is_said_with_the_ratio_of_each_where_all_is_resolved) {
    const std::string said = sentence_of(make_screen(healthy_sheet()), rule_);
    for (const claim_rule::other& each : rule_.others) {
        EXPECT_THAT(said, HasSubstr(std::string(each.name)));
    }
    EXPECT_THAT(said, AllOf(HasSubstr(std::string(rule_.verb)), Not(HasSubstr("resolved"))));
}

TEST_P(screen_sentence, names_no_ratio_where_nothing_is_resolved) {
    const sheet all = sheet_of([](topic) { return 20.0; });
    const std::string said = sentence_of(make_screen(all), rule_);
    EXPECT_THAT(said, AllOf(HasSubstr("no difference"), HasSubstr("is resolved."),
                            Not(HasSubstr("times")), Not(HasSubstr("1/"))));
}

TEST_P(screen_sentence, is_not_said_without_its_case) {
    sheet all = healthy_sheet();
    remove_cases(all, rule_.about);
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

TEST_P(screen_sentence, names_nothing_that_was_not_measured) {
    for (const claim_rule::other& each : rule_.others) {
        sheet all = healthy_sheet();
        remove_cases(all, each.about);
        EXPECT_THAT(sentence_of(make_screen(all), rule_), Not(HasSubstr(std::string(each.name))));
    }
}

TEST_P(screen_sentence, is_not_said_of_what_is_not_available) {
    sheet all = healthy_sheet();
    remove_cases(all, rule_.about);
    for (const report::case_pattern& one : rule_of(rule_.about).among) {
        all.files[0].unavailable.push_back({key_of(one), "there is one CPU"});
    }
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

TEST_P(screen_sentence, is_not_said_of_a_run_whose_proof_failed) {
    sheet all = healthy_sheet();
    each_case(all, rule_.about, [](sheet_case& one) { one.proven = false; });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
    all = healthy_sheet();
    all.files[0].proven = false;
    EXPECT_THAT(make_screen(all).sections, IsEmpty());
}

TEST_P(screen_sentence, is_not_said_of_a_cost_that_is_not_known_well_enough) {
    sheet all = healthy_sheet();
    const bool besides = rule_of(rule_.about).less.has_value();
    each_case(all, rule_.about, [&](sheet_case& one) {
        const double unsure_ns = (besides ? 1 : 0.6) * one.value_ns;
        one.range = interval_of(one.value_ns - unsure_ns, one.value_ns + unsure_ns);
        one.pass_costs.clear();
    });
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

TEST_P(screen_sentence, of_an_old_file_without_passes_needs_intervals_that_do_not_meet) {
    sheet all = healthy_sheet();
    for (sheet_case& one : all.cases) {
        one.pass_costs.clear();
        one.range = interval_of(one.value_ns * 0.999, one.value_ns * 1.001);
    }
    EXPECT_THAT(sentence_of(make_screen(all), rule_), Not(HasSubstr("resolved")));
    for (sheet_case& one : all.cases) {
        one.range.reset();
    }
    EXPECT_EQ(sentence_of(make_screen(all), rule_), "");
}

INSTANTIATE_TEST_SUITE_P(each, screen_sentence, ::testing::Range<std::size_t>(0, 6));

TEST(screen_sentences, has_a_sentence_for_each_rule_that_is_checked) {
    EXPECT_THAT(all_claims(), SizeIs(6));
}

TEST(screen_sentences, a_sentence_tells_what_is_resolved_from_what_is_not) {
    sheet all = sheet_of([](topic about) {
        return about == topic::fiber_own || about == topic::thread_sleeps ? 20.0 : 2'000.0;
    });
    const std::string said = sentence_of(make_screen(all), *all_claims()[0]);
    EXPECT_EQ(said, "A fiber switch costs 1/100 of a thread hand-off on one CPU; no difference "
                    "from one to a CPU that sleeps is resolved.");
}

TEST(screen_sentences, the_host_is_named_in_a_virtual_machine_alone) {
    sheet all = healthy_sheet();
    const claim_rule& wake = *all_claims().back();
    ASSERT_FALSE(wake.in_a_guest.empty());
    const std::string host(wake.in_a_guest);
    EXPECT_THAT(sentence_of(make_screen(all), wake), Not(HasSubstr(host)));
    environment::verdict machine{"hypervisor", environment::condition::ok, "none", "", "", ""};
    all.files[0].environment = {machine};
    EXPECT_THAT(sentence_of(make_screen(all), wake), Not(HasSubstr(host)));
    all.files[0].environment[0].state = environment::condition::bad;
    EXPECT_THAT(sentence_of(make_screen(all), wake), HasSubstr(host));
}

TEST(screen_sentences, no_sentence_compares_what_is_no_cost) {
    sheet all = sheet_of([](topic about) { return about == topic::limit_counter ? -5.0 : 20.0; });
    EXPECT_EQ(sentence_of(make_screen(all), *all_claims()[2]), "");
}

TEST(screen_sentences, the_host_has_no_part_in_what_is_faster) {
    sheet all = sheet_of([](topic about) { return about == topic::woken_same ? 90.0 : 20.0; });
    all.files[0].environment = {
        {"hypervisor", environment::condition::bad, "kvm", "stolen time", "", ""}};
    const claim_rule& wake = *all_claims().back();
    EXPECT_THAT(sentence_of(make_screen(all), wake),
                AllOf(HasSubstr("times"), Not(HasSubstr("host"))));
}

} // namespace
} // namespace tollgate::cost_sheet
