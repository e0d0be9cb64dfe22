// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/json.hpp>
#include <tollgate/report/pass_text.hpp>

#include "made_up_pass.hpp"

#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <string>

namespace tollgate::report {
namespace {

using nlohmann::json;
using pointer = json::json_pointer;
using ::testing::HasSubstr;

/// Why it is refused; empty if it is not. Any other exception fails the check.
template <class Read>
std::string refusal(Read read, const std::string& text) {
    try {
        static_cast<void>(read(text));
    } catch (const unreadable_result& error) {
        EXPECT_STRNE(error.what(), "");
        return error.what();
    }
    return {};
}

std::string refused_order(const char* path, const json& value) {
    json whole = json::parse(order_text(made_up_order(), made_up_clock()));
    whole.at(pointer(path)) = value;
    return refusal(read_order, whole.dump());
}

std::string refused_pass(const char* path, const json& value) {
    json whole = json::parse(pass_text(made_up_pass()));
    whole.at(pointer(path)) = value;
    return refusal(read_pass, whole.dump());
}

TEST(unreadable_pass, cut_off_anywhere) {
    const std::string order = order_text(made_up_order(), made_up_clock());
    for (std::size_t length = 0; length < order.size(); ++length) {
        EXPECT_NE(refusal(read_order, order.substr(0, length)), "") << length;
    }
    const std::string pass = pass_text(made_up_pass());
    for (std::size_t length = 0; length < pass.size(); length += 37) {
        EXPECT_NE(refusal(read_pass, pass.substr(0, length)), "") << length;
    }
    for (const char* text : {"", "null", "3", "[]", "{}", "\"pass\"", "NaN", "\xff"}) {
        EXPECT_NE(refusal(read_order, text), "") << text;
        EXPECT_NE(refusal(read_pass, text), "") << text;
    }
}

TEST(unreadable_pass, every_part_is_needed) {
    const json order = json::parse(order_text(made_up_order(), made_up_clock()));
    const json pass = json::parse(pass_text(made_up_pass()));
    for (const auto& [key, value] : order.items()) {
        json without = order;
        without.erase(key);
        EXPECT_THAT(refusal(read_order, without.dump()), HasSubstr(key));
    }
    for (const auto& [key, value] : order.at("cases").at(0).items()) {
        json without = order;
        without.at("cases").at(0).erase(key);
        EXPECT_THAT(refusal(read_order, without.dump()), HasSubstr(key));
    }
    for (const auto& [key, value] : pass.items()) {
        json without = pass;
        without.erase(key);
        EXPECT_THAT(refusal(read_pass, without.dump()), HasSubstr(key));
    }
    for (const char* key : {"name", "rounds", "reading_ns", "samples", "worst", "disturbed"}) {
        json without = pass;
        without.at("cases").at(0).erase(key);
        EXPECT_THAT(refusal(read_pass, without.dump()), HasSubstr(key));
    }
}

TEST(unreadable_pass, an_order_of_wrong_types) {
    for (const char* path :
         {"/clock", "/index", "/first_round", "/seed", "/twins", "/cases", "/cases/0",
          "/cases/0/value", "/cases/0/value/warmup", "/cases/0/value/segments",
          "/cases/0/value/segments/0", "/cases/0/joined", "/cases/0/rounds", "/cases/0/cpus"}) {
        EXPECT_NE(refused_order(path, "x"), "") << path;
        EXPECT_NE(refused_order(path, -1.5), "") << path;
        EXPECT_NE(refused_order(path, nullptr), "") << path;
    }
    EXPECT_NE(refused_order("/cases/0/round_ns", "1"), "");
    EXPECT_NE(refused_order("/cases/0/value/segments/0", json::array({1})), "");
    EXPECT_NE(refused_order("/cases/0/value/segments/0", json::array({1, 2, 3})), "");
    EXPECT_NE(refused_order("/cases/0/cpus/0", 1ull << 40), "");
    EXPECT_NE(refused_order("/clock/source", "sundial"), "");
}

TEST(unreadable_pass, twins_that_are_no_case) {
    EXPECT_EQ(refused_order("/twins", json::array({1})), "");
    EXPECT_THAT(refused_order("/twins", json::array({2})), HasSubstr("twins"));
    EXPECT_THAT(refused_order("/twins", json::array({0, 1ull << 63})), HasSubstr("twins"));
    EXPECT_THAT(refused_order("/twins", json::array({-1})), HasSubstr("twins"));
}

TEST(unreadable_pass, numbers_that_do_not_fit) {
    const std::string order = order_text(made_up_order(), made_up_clock());
    const std::string seed = "\"seed\":18446744073709551614";
    const auto at = order.find(seed);
    ASSERT_NE(at, std::string::npos);
    for (const char* wrong : {"18446744073709551616", "1e300", "1e999", "-1"}) {
        std::string text = order;
        text.replace(at, seed.size(), std::string("\"seed\":") + wrong);
        EXPECT_NE(refusal(read_order, text), "") << wrong;
    }
    EXPECT_NE(refused_pass("/rounds", 1e300), "");
    EXPECT_NE(refused_pass("/cases/0/rounds/0/2", 1e300), "");
    EXPECT_NE(refused_pass("/fast_ns/0/0", 1ull << 40), "");
}

TEST(unreadable_pass, a_pass_of_wrong_types) {
    for (const char* path :
         {"/rounds", "/fast_ns", "/fast_ns/0", "/fast_ns/0/0", "/fast_ns/0/1", "/interrupts_share",
          "/cases", "/cases/0", "/cases/0/rounds", "/cases/0/rounds/0", "/cases/0/samples",
          "/cases/0/reading_ns", "/twins", "/twins/0", "/twins/0/rounds/0/12"}) {
        EXPECT_NE(refused_pass(path, "x"), "") << path;
        EXPECT_NE(refused_pass(path, true), "") << path;
    }
    EXPECT_NE(refused_pass("/fast_ns/0", json::array({1})), "");
    EXPECT_NE(refused_pass("/fast_ns/0", json::array({1, 2, 3})), "");
    EXPECT_NE(refused_pass("/cases/0/rounds/0", json::array({0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0, 1})),
              "")
        << "a row of format version 2";
}

TEST(unreadable_pass, a_distance_that_is_not_of_two_cpus) {
    EXPECT_EQ(refused_pass("/cases/0/distance_of", json::array({0, 7})), "");
    for (const json& wrong : {json::array(), json{1}, json{1, 2, 3}, json{3, 1}, json{1, 1},
                              json{-1, 1}, json{0, 1.5}, json(3), json(nullptr)}) {
        EXPECT_THAT(refused_pass("/cases/0/distance_of", wrong), HasSubstr("\"distance_of\""));
    }
}

TEST(unreadable_pass, gaps_that_are_none) {
    for (const char* path :
         {"/cases/1/gaps", "/cases/1/gaps/listed", "/cases/1/gaps/listed/0",
          "/cases/1/gaps/listed/0/1", "/cases/1/gaps/longest", "/cases/1/gaps/longest/0/3",
          "/cases/1/gaps/unlisted", "/cases/1/gaps/unlisted_ns", "/cases/1/gaps/one_in",
          "/cases/1/gaps/watched", "/cases/1/gaps/watched/0", "/cases/1/gaps/watched/0/1"}) {
        EXPECT_NE(refused_pass(path, 0.5), "") << path;
        EXPECT_NE(refused_pass(path, nullptr), "") << path;
    }
    for (const json& wrong : {json{1, 2}, json{1, 2, -1}, json{1, 2, (1ll << 48) + 1},
                              json{-1, 2, 3}, json{1, 2, 3, "words"}}) {
        EXPECT_THAT(refused_pass("/cases/1/gaps/listed/0", wrong), HasSubstr("\"gaps\""));
    }
    for (const json& wrong : {json{0, 2, 1}, json{0, 1}, json{0, -1, 1}, json{0, 1, 2, 3},
                              json{0, 1, (1ll << 48) + 1}}) {
        EXPECT_THAT(refused_pass("/cases/1/gaps/watched/0", wrong), HasSubstr("\"gaps\""));
    }
    EXPECT_THAT(refused_pass("/cases/1/gaps/watched", json{{0, 1, 2}, {0, 1, 2}}),
                HasSubstr("one pass twice"));
    json passes = json::array();
    for (int pass = 0; pass < 4'096; ++pass) {
        passes.push_back({pass, 1ll << 48, 1ll << 48});
    }
    EXPECT_EQ(refused_pass("/cases/1/gaps/watched", passes), "");
    passes.push_back({4'096, 1, 2});
    EXPECT_THAT(refused_pass("/cases/1/gaps/watched", passes), HasSubstr("more than 4,096 passes"));
    for (const std::uint64_t wrong : {0, 3}) {
        EXPECT_THAT(refused_pass("/cases/1/gaps/one_in", wrong), HasSubstr("no power of 2"));
    }
    EXPECT_EQ(refused_pass("/cases/1/gaps/longest/0", json{1, 2, 3, "words"}), "");
    EXPECT_THAT(refused_pass("/cases/1/gaps/unlisted_ns", 1ll << 61), HasSubstr("\"gaps\""));
    EXPECT_THAT(refused_pass("/cases/1/gaps/longest", json(9, json{1, 2, 3})),
                HasSubstr("\"gaps\""));
}

TEST(unreadable_pass, an_end_that_is_none) {
    EXPECT_THAT(refused_pass("/ended_early", "bored"), HasSubstr("ended_early"));
    EXPECT_THAT(refused_pass("/ended_early", ""), HasSubstr("ended_early"));
    EXPECT_THAT(refused_pass("/ended_early", 3), HasSubstr("ended_early"));
    EXPECT_EQ(refused_pass("/ended_early", nullptr), "");
    EXPECT_EQ(refused_pass("/ended_early", "failed"), "");
}

} // namespace
} // namespace tollgate::report
