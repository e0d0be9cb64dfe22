// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/short_names.hpp>

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <set>

namespace tollgate::report {
namespace {

using ::testing::ElementsAre;

using words = std::vector<std::string>;

std::vector<measure::case_key> keys_named(const words& names) {
    std::vector<measure::case_key> keys;
    for (const std::string& one : names) {
        keys.push_back(guess_key(one));
    }
    return keys;
}

words short_names_of(const words& names) {
    const std::vector<measure::case_key> keys = keys_named(names);
    const short_names shorter(keys);
    words found;
    for (const measure::case_key& one : keys) {
        found.push_back(shorter(one));
    }
    return found;
}

std::string left_out_of(const words& names) {
    return short_names(keys_named(names)).left_out();
}

TEST(short_names, leave_out_common_parts) {
    const words names{"queue/stream/impl:a/producers:1/payload:8",
                      "queue/stream/impl:b/producers:1/payload:8",
                      "queue/burst/impl:a/producers:1/payload:8"};
    EXPECT_THAT(short_names_of(names),
                ElementsAre("stream/impl:a", "stream/impl:b", "burst/impl:a"));
    EXPECT_EQ(left_out_of(names), "queue/, producers:1, payload:8");
    const words two_programs{"queue/stream/impl:a/payload:8", "thread/pipe/payload:8"};
    EXPECT_THAT(short_names_of(two_programs), ElementsAre("queue/stream/impl:a", "thread/pipe"));
    EXPECT_EQ(left_out_of(two_programs), "payload:8");
    for (const words& whole : {words{"queue", "queue/stream"}, words{"queue/", "queue/stream"},
                               words{"fiber/yield", "fibers/yield"}}) {
        EXPECT_EQ(short_names_of(whole), whole);
        EXPECT_EQ(left_out_of(whole), "");
    }
}

TEST(short_names, keep_parts_that_differ) {
    EXPECT_THAT(short_names_of({"fiber/yield/impl:a", "fiber/yield"}),
                ElementsAre("yield/impl:a", "yield"));
    EXPECT_THAT(short_names_of({"p/a/x:1/y:1", "p/a/x:1/y:2", "p/a/x:2/y:2"}),
                ElementsAre("a/x:1/y:1", "a/x:1/y:2", "a/x:2/y:2"));
    EXPECT_THAT(short_names_of({"p/a/x:1/word", "p/b/x:1/word"}), ElementsAre("a/word", "b/word"))
        << "a value without a name";
    EXPECT_THAT(short_names_of({"fiber/yield/x:1/y:2", "fiber/resume/y:2"}),
                ElementsAre("yield/x:1", "resume"))
        << "only some cases have x";
    EXPECT_THAT(short_names_of({"fiber/yield/x:1/y:2", "fiber/yield/y:2/x:1"}),
                ElementsAre("yield/x:1/y:2", "yield/y:2/x:1"))
        << "without x, the names would be equal";
}

TEST(short_names, one_name_alone_stays_whole) {
    EXPECT_THAT(short_names_of({"fiber/yield/impl:a"}), ElementsAre("fiber/yield/impl:a"));
    EXPECT_THAT(short_names_of({"fiber/yield/impl:a", "fiber/yield/impl:a"}),
                ElementsAre("fiber/yield/impl:a", "fiber/yield/impl:a"));
    EXPECT_EQ(left_out_of({}), "");
}

TEST(short_names, files_with_the_same_cases_do_not_keep_names_long) {
    EXPECT_THAT(short_names_of({"fiber/yield/fibers:2", "fiber/ring/fibers:2",
                                "fiber/yield/fibers:2", "fiber/ring/fibers:2"}),
                ElementsAre("yield", "ring", "yield", "ring"));
}

TEST(short_names, names_stay_distinct_whatever_they_are) {
    const words parts{"/a:1", "/b:1", "/c:1", "/c:2", "/word", "//", "/:", "/x:/y"};
    words names;
    for (std::size_t i = 0; i < 1U << parts.size(); ++i) {
        std::string name = i % 2 == 0 ? "p/q" : "p/r";
        for (std::size_t k = 0; k < parts.size(); ++k) {
            name += (i >> k & 1) != 0 ? parts[k] : "";
        }
        names.push_back(name);
    }
    std::size_t tried = 0;
    for (std::size_t from = 0; from + 7 <= names.size(); from += 3) {
        const words some(names.begin() + static_cast<std::ptrdiff_t>(from),
                         names.begin() + static_cast<std::ptrdiff_t>(from + 7));
        const words shorter = short_names_of(some);
        EXPECT_EQ(std::set<std::string>(shorter.begin(), shorter.end()).size(),
                  std::set<std::string>(some.begin(), some.end()).size())
            << some.front();
        ++tried;
    }
    EXPECT_GT(tried, 50U);
}

TEST(short_names, a_name_may_have_very_many_parameters) {
    std::string long_name = "fiber/yield";
    for (int i = 0; i < 20'000; ++i) {
        long_name += "/p" + std::to_string(i) + ":1";
    }
    const words shorter = short_names_of({long_name + "/q:1", long_name + "/q:2"});
    EXPECT_LT(shorter[0].size(), long_name.size());
    EXPECT_NE(shorter[0], shorter[1]);
}

} // namespace
} // namespace tollgate::report
