// SPDX-License-Identifier: BSL-1.0
//
// Which channels between fibers are listed, in which forms, and with what they are compared.
#include "cases_on.hpp"

#include <tollgate/faults/made_up_machine.hpp>

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using faults::made_up_machine;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

/// "tollgate_channel/between:fibers 64" of a ping-pong between two cores.
std::string in_a_word(const std::string& name) {
    const auto between = [&](const std::string& from, const std::string& to) {
        const std::size_t begin = name.find(from) + from.size();
        return name.substr(begin, name.find(to) - begin);
    };
    return between("/impl:", "/producers:") + " " + between("/capacity:", "/payload:");
}

using compared_names = std::vector<std::pair<std::string, std::string>>;

/// Each ping-pong, and what it is compared with.
compared_names compared(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--placement", "core"});
    compared_names seen;
    for (const auto& one : cases_on(made_up_machine(1, 2, 1), arguments).cases) {
        if (one.name.find("/pingpong/") != std::string::npos) {
            seen.emplace_back(in_a_word(one.name), in_a_word(one.compared_with));
        }
    }
    return seen;
}

TEST(listed_channels, are_compared_with_boosts_of_their_shape) {
    EXPECT_THAT(
        compared({"--queues", "tollgate_channel,tollgate_shared_channel"}),
        ElementsAre(
            Pair("tollgate_channel/between:fibers 64", "boost_fiber_buffered/between:fibers 127"),
            Pair("tollgate_channel/between:fibers 0", "boost_fiber_unbuffered/between:fibers 0"),
            Pair("tollgate_shared_channel/between:fibers 64",
                 "boost_fiber_buffered/between:fibers 127"),
            Pair("tollgate_shared_channel/between:fibers 0",
                 "boost_fiber_unbuffered/between:fibers 0"),
            Pair("tollgate_shared_channel/between:threads 64",
                 "boost_fiber_buffered/between:threads 127"),
            Pair("tollgate_shared_channel/between:threads 0",
                 "boost_fiber_unbuffered/between:threads 0")));
}

TEST(listed_channels, of_boost_are_compared_with_themselves_under_boosts_scheduler) {
    EXPECT_THAT(compared({"--queues", "boost_fiber_buffered,boost_fiber_unbuffered"}),
                AllOf(Contains(Pair("boost_fiber_buffered/between:fibers/scheduler:tollgate 127",
                                    "boost_fiber_buffered/between:fibers 127")),
                      Contains(Pair("boost_fiber_unbuffered/between:fibers/scheduler:tollgate 0",
                                    "boost_fiber_unbuffered/between:fibers 0")),
                      Contains(Pair("boost_fiber_buffered/between:fibers 127", "blocking 64")),
                      Contains(Pair("boost_fiber_unbuffered/between:threads 0", "blocking 64"))));
}

TEST(listed_channels, have_their_rarer_forms_only_if_named) {
    const auto names = names_of(cases_on(made_up_machine(1, 2, 1), {"--placement", "core"}));
    EXPECT_THAT(names, Not(Contains(HasSubstr("/scheduler:tollgate/"))));
    EXPECT_THAT(names, Not(Contains(HasSubstr("tollgate_shared_channel/between:fibers"))));
    const auto in_pingpong = [&](const std::string& what) {
        return Contains(AllOf(HasSubstr("/pingpong/"), HasSubstr(what)));
    };
    EXPECT_THAT(names, in_pingpong("tollgate_channel/").Times(2));
    EXPECT_THAT(names, in_pingpong("tollgate_shared_channel/").Times(1));
    EXPECT_THAT(names, in_pingpong("boost_fiber_").Times(4));
}

TEST(listed_channels, that_keep_nothing_are_listed_once_whatever_the_capacity) {
    const auto names =
        names_of(cases_on(made_up_machine(1, 2, 1), {"--queues", "tollgate_channel", "--placement",
                                                     "same", "--capacity", "1,64"}));
    for (const std::string what : {"pingpong", "stream"}) {
        for (const std::string held : {"0", "1", "64"}) {
            EXPECT_THAT(
                names,
                Contains(AllOf(HasSubstr(what), HasSubstr("capacity:" + held + "/"))).Times(1));
        }
    }
}

} // namespace
