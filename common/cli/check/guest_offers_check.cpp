// SPDX-License-Identifier: BSL-1.0
#include "../src/guest_offers.hpp"

#include <gmock/gmock.h>

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

measure::measured_case ours(const measure::case_key& key) {
    measure::measured_case made;
    made.key = key;
    return made;
}

case_list of_queues() {
    case_list all;
    for (const std::uint64_t capacity : {0U, 64U, 8U, 64U}) {
        all.cases.push_back(ours({"queue/pingpong", {{"capacity", capacity}}}));
    }
    all.cases.push_back(ours({"queue/pingpong", {}}));
    all.cases.push_back(
        ours({"queue/stream", {{"capacity", std::uint64_t{1'024}}, {"placement", "core"}}}));
    return all;
}

/// A guest with one case of a thread, and a number that the user chooses.
guest::greeting with_a_case(const std::string& question) {
    guest::greeting made;
    made.runtime = "made";
    made.cases.push_back({"work", question, 1, {}, "capacity", {}, "one message"});
    return made;
}

std::vector<std::string> names(const std::vector<guest_offer>& offers) {
    std::vector<std::string> found;
    for (const guest_offer& one : offers) {
        found.push_back(one.key.name());
    }
    return found;
}

TEST(offers_of, have_the_number_of_our_first_case_unless_some_were_chosen) {
    const cpu::topology machine = cpu::read_topology();
    options chosen;
    EXPECT_THAT(offers_of(with_a_case("queue/pingpong"), of_queues(), chosen, machine), IsEmpty())
        << "there is no such axis";
    chosen.numbers["capacity"] = {};
    EXPECT_THAT(names(offers_of(with_a_case("queue/pingpong"), of_queues(), chosen, machine)),
                ElementsAre("queue/pingpong/impl:made/capacity:64"))
        << "the first that is not 0";
    chosen.numbers["capacity"] = {5};
    EXPECT_THAT(names(offers_of(with_a_case("queue/pingpong"), of_queues(), chosen, machine)),
                ElementsAre("queue/pingpong/impl:made/capacity:5"));
}

TEST(offered_alone, is_a_case_of_a_question_of_ours_that_has_no_place_beside_ours) {
    const cpu::topology machine = cpu::read_topology();
    options chosen;
    chosen.numbers["capacity"] = {};
    for (const auto& [question, alone] :
         std::initializer_list<std::pair<const char*, std::vector<std::string>>>{
             {"queue/pingpong", {}},
             {"queue/stream", {"work of made (queue/stream)"}},
             {"other/question", {}}}) {
        const guest::greeting greeted = with_a_case(question);
        const auto offers = offers_of(greeted, of_queues(), chosen, machine);
        EXPECT_EQ(offered_alone(greeted, offers, of_queues()), alone) << question;
    }
}

} // namespace
} // namespace tollgate::cli
