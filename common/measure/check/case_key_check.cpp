// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/case_key.hpp>

#include <gmock/gmock.h>

#include <cstdint>
#include <type_traits>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;

const case_key pipe("queue/pingpong",
                    {{"impl", "pipe"}, {"producers", 2U}, {"capacity", "unbounded"}});

TEST(case_key, name_is_made_of_path_and_parameters) {
    EXPECT_EQ(pipe.name(), "queue/pingpong/impl:pipe/producers:2/capacity:unbounded");
    EXPECT_EQ(case_key("fiber/context_resume").name(), "fiber/context_resume");
    EXPECT_EQ(case_key("BM", {{"", "real_time"}, {"n", UINT64_MAX}}).name(),
              "BM/real_time/n:18446744073709551615");
    EXPECT_EQ(case_key().name(), "");
}

TEST(case_key, program_is_the_first_word_of_the_path) {
    EXPECT_EQ(pipe.program(), "queue");
    EXPECT_EQ(case_key("queue").program(), "queue");
    EXPECT_EQ(case_key().program(), "");
    EXPECT_EQ(case_key("queue/pingpong/odd").within_program(), "pingpong/odd");
    EXPECT_EQ(case_key("queue").within_program(), "queue");
    EXPECT_EQ(case_key().within_program(), "");
}

// A literal 0 is no word, and neither a truth value nor a letter is a number.
static_assert(!std::is_constructible_v<parameter, const char*, int>);
static_assert(!std::is_constructible_v<parameter, const char*, bool>);
static_assert(!std::is_constructible_v<parameter, const char*, char>);
static_assert(std::is_constructible_v<parameter, const char*, std::uint16_t>);

TEST(case_key, values_have_their_type) {
    EXPECT_EQ(pipe.number("producers"), 2U);
    EXPECT_EQ(pipe.text("producers"), "2");
    EXPECT_EQ(pipe.number("capacity"), std::nullopt);
    EXPECT_EQ(pipe.text("capacity"), "unbounded");
    EXPECT_EQ(pipe.number("placement"), std::nullopt);
    EXPECT_EQ(pipe.text("placement"), "");
    EXPECT_EQ(pipe.find("placement"), nullptr);
    EXPECT_NE(case_key("a", {{"n", "2"}}), case_key("a", {{"n", 2U}})) << "though named alike";
}

TEST(case_key, is_tells_whether_a_parameter_has_one_of_several_values) {
    EXPECT_TRUE(pipe.is("impl", {"spsc", "pipe"}));
    EXPECT_TRUE(pipe.is("producers", {"2"}));
    EXPECT_FALSE(pipe.is("impl", {"spsc"}));
    EXPECT_FALSE(pipe.is("placement", {""}));
}

TEST(case_key, changes_return_a_new_key) {
    EXPECT_EQ(pipe.with("impl", "spsc").name(),
              "queue/pingpong/impl:spsc/producers:2/capacity:unbounded");
    EXPECT_EQ(pipe.with("placement", "core").name(), pipe.name() + "/placement:core");
    EXPECT_EQ(pipe.without("producers").name(), "queue/pingpong/impl:pipe/capacity:unbounded");
    EXPECT_EQ(pipe.without("placement"), pipe);
    EXPECT_THAT(pipe.only({"capacity", "impl", "placement"}).parameters(),
                ElementsAre(parameter("impl", "pipe"), parameter("capacity", "unbounded")));
    EXPECT_EQ(pipe.name(), "queue/pingpong/impl:pipe/producers:2/capacity:unbounded");
}

} // namespace
} // namespace tollgate::measure
