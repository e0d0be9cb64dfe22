// SPDX-License-Identifier: BSL-1.0
#include "pricing/price_file.hpp"

#include "fake_prices.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/testing/in_child.hpp>
#include <tollgate/testing/message_of.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <cstdlib>
#include <string>

namespace tollgate::bill {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// A run on a machine.
report::result run_on(const std::string& cpu, int cpus, const std::string& governor) {
    report::result run =
        testing::fake_result({fake_price("sleep/price/wake/placement:same", {4'000, 4'000})});
    run.about.date = "2026-11-30T12:00:00+01:00";
    run.about.cpu_model = cpu;
    run.about.cpus = cpus;
    run.about.kernel = "Linux 6.1";
    run.environment.emplace_back();
    run.environment.back().name = "governor";
    run.environment.back().found = governor;
    return run;
}

read_prices read_again(const report::result& run, const report::result& here) {
    const testing::temporary_folder folder;
    return read_price_file(folder.write("prices.json", report::to_json(run)), true, here);
}

TEST(a_price_file, of_this_machine_has_prices_and_no_differences) {
    const report::result here = run_on("fast", 4, "performance");
    const read_prices read = read_again(here, here);
    EXPECT_EQ(read.prices.of(event::wake, 0)->value, 4'000);
    EXPECT_EQ(read.origin, "prices of 2026-11-30, this machine");
    EXPECT_THAT(read.differences, IsEmpty());
}

TEST(a_price_file, of_another_machine_tells_each_difference) {
    const read_prices read =
        read_again(run_on("fast", 4, "performance"), run_on("slow", 2, "powersave"));
    EXPECT_EQ(read.origin, "prices of 2026-11-30, another machine");
    EXPECT_THAT(read.differences,
                ElementsAre("the prices are of another CPU: fast, here slow",
                            "the prices are of another number of CPUs: 4, here 2",
                            "the prices are of another governor: performance, here powersave"));
}

TEST(a_price_file, that_lacks_a_setting_does_not_differ_in_it) {
    EXPECT_THAT(read_again(run_on("fast", 4, ""), run_on("fast", 4, "powersave")).differences,
                IsEmpty());
}

TEST(a_price_file, without_prices_says_so) {
    report::result run = run_on("fast", 4, "");
    run.cases = {fake_price("sleep/timeout_lateness", {1})};
    const read_prices read = read_again(run, run);
    EXPECT_TRUE(read.prices.empty());
    EXPECT_THAT(read.origin, HasSubstr("prices.json' has no prices"));
}

TEST(a_price_file, may_be_missing_unless_the_user_named_it) {
    const testing::temporary_folder folder;
    const read_prices read = read_price_file(folder / "none", false, {});
    EXPECT_TRUE(read.prices.empty());
    EXPECT_THAT(read.origin, HasSubstr("./bill --measure"));
    EXPECT_THAT(testing::message_of<run::machine_refused>(
                    [&] { static_cast<void>(read_price_file(folder / "none", true, {})); }),
                AllOf(StartsWith("--prices: '"), HasSubstr("none' cannot be read")));
}

TEST(a_price_file, that_is_no_result_file_is_refused) {
    const testing::temporary_folder folder;
    const auto refusal_of = [](const std::string& file, bool named_by_user) {
        return testing::message_of<run::machine_refused>(
            [&] { static_cast<void>(read_price_file(file, named_by_user, {})); });
    };
    EXPECT_THAT(refusal_of(folder.write("a", "{"), true),
                AllOf(StartsWith("--prices: '"), HasSubstr("is no result file")));
    EXPECT_THAT(refusal_of(folder.path(), true), HasSubstr("cannot be read"));
    EXPECT_THAT(refusal_of(folder.write("a", "{"), false),
                AllOf(StartsWith("'/"), HasSubstr("--measure replaces it")));
}

TEST(the_usual_price_file, is_in_the_cache_of_the_user) {
    const auto file_with = [](const char* cache, const char* home) {
        return [=](const char* file) {
            return testing::in_child([=] {
                ::setenv("XDG_CACHE_HOME", cache, 1);
                ::setenv("HOME", home, 1);
                return usual_price_file() == file;
            });
        };
    };
    EXPECT_EQ(file_with("/cache", "/home/me")("/cache/tollgate/prices.json"), 0);
    EXPECT_EQ(file_with("", "/home/me")("/home/me/.cache/tollgate/prices.json"), 0);
    EXPECT_EQ(file_with("relative", "/home/me")("/home/me/.cache/tollgate/prices.json"), 0);
    EXPECT_EQ(file_with("", "")(""), 0);
}

} // namespace
} // namespace tollgate::bill
