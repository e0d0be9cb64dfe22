// SPDX-License-Identifier: BSL-1.0
//
// --queues, --capacity, --payload, --producers, --consumers and --sweep: what is taken, what it
// comes to, and how the rest is refused.
#include "choice.hpp"
#include "program.hpp"
#include "queue_names.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cli/errors.hpp>
#include <tollgate/faults/made_up_machine.hpp>

#include <gmock/gmock.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using words = std::vector<std::string>;

cli::options chosen_with(const words& arguments) {
    return cli::parse_command_line(describe_program(), arguments);
}

std::vector<setting> settings_with(const words& arguments, int cores = 2) {
    return chosen_settings(chosen_with(arguments), faults::made_up_machine(1, cores, 1));
}

/// What the user is told, by the command line or by what is made of it; fails if nothing is
/// refused.
std::string refusal_of(const words& arguments) {
    try {
        static_cast<void>(settings_with(arguments));
    } catch (const cli::usage_error& error) {
        return error.what();
    }
    ADD_FAILURE() << arguments.front() << " '" << arguments.back() << "' was taken";
    return {};
}

/// One of each that was asked for, in the order of the settings.
template <class Figure>
auto each(const std::vector<setting>& all, Figure figure) {
    std::vector<decltype(figure(all.front()))> seen;
    for (const setting& one : all) {
        if (std::find(seen.begin(), seen.end(), figure(one)) == seen.end()) {
            seen.push_back(figure(one));
        }
    }
    return seen;
}

std::size_t producers_of(const setting& one) {
    return one.of.producers;
}
std::size_t payload_of(const setting& one) {
    return one.payload;
}

TEST(queue_choice, numbers_that_are_refused) {
    const std::vector<std::pair<std::string, std::string>> options{
        {"--capacity", "1 to 65,536"},
        {"--producers", "1 to 256"},
        {"--consumers", "1 to 256"},
        {"--payload", "8 to 65,536"},
    };
    for (const auto& [option, allowed] : options) {
        for (const std::string value : {"0", "65537", "-1", "", ",", "1,,2", "8,", "2.5", "x", " 8",
                                        "8k", "0x40", "1e3", "99999999999999999999"}) {
            EXPECT_THAT(refusal_of({option, value}),
                        AllOf(StartsWith(option + ": '"), HasSubstr(allowed), Not(HasSubstr("\n"))))
                << value;
        }
        EXPECT_THAT(refusal_of({option, "64..8"}),
                    AllOf(StartsWith(option + ": '64..8'"), HasSubstr("downwards")));
    }
    for (const std::string option : {"--producers", "--consumers"}) {
        EXPECT_EQ(refusal_of({option, "257"}),
                  option + ": '257' is not a whole number from 1 to 256");
    }
}

TEST(queue_choice, payloads_that_are_refused) {
    for (const std::string value : {"4", "0", "65537", "65544", "131072"}) {
        EXPECT_EQ(refusal_of({"--payload", value}),
                  "--payload: '" + value + "' is not a whole number from 8 to 65,536");
    }
    for (const std::string value : {"100", "9", "16", "2048", "65535"}) {
        EXPECT_EQ(refusal_of({"--payload", value}),
                  "--payload: '" + value + "' is not one of 8, 64, 1024, 65536 bytes");
    }
    EXPECT_THAT(refusal_of({"--payload", "8,100,64"}), StartsWith("--payload: '100' is not one"));
    EXPECT_THAT(refusal_of({"--payload", "8..64"}), StartsWith("--payload: '16' is not one"));
}

TEST(queue_choice, queues_that_are_refused) {
    for (const std::string value : {"", "pipe,", ",pipe", "pipe,,spsc", "Pipe", "pip", "pipe spsc",
                                    "all", "pipe\n", "std_queue"}) {
        const std::string told = refusal_of({"--queues", value});
        EXPECT_THAT(told, StartsWith("--queues: '" + value + "'"));
        for (const std::string_view known : queue_names) {
            EXPECT_THAT(told, HasSubstr(std::string(known))) << value;
        }
    }
}

TEST(queue_choice, sweeps_that_are_refused) {
    for (const std::string value :
         {"capacity:0", "capacity:65537", "capacity:", "capacity:1,", "payload:4", "payload:100",
          "payload:8..64", "payload:65544", "producers:0", "producers:257", "producers:x"}) {
        EXPECT_THAT(refusal_of({"--sweep", value}),
                    AllOf(StartsWith("--sweep: '"), Not(HasSubstr("\n")),
                          AnyOf(HasSubstr("1 to 65,536"), HasSubstr("8 to 65,536"),
                                HasSubstr("1 to 256"), HasSubstr("8, 64, 1024, 65536"))))
            << value;
    }
    for (const std::string value :
         {"", "consumers:2", "queues:pipe", "2,4", "capacity", "capacity=5", ":2"}) {
        EXPECT_THAT(refusal_of({"--sweep", value}),
                    AllOf(StartsWith("--sweep: '" + value + "'"), HasSubstr("capacity:"),
                          HasSubstr("payload:"), HasSubstr("producers:")));
    }
}

TEST(queue_choice, too_much_memory_is_refused) {
    EXPECT_EQ(refusal_of({"--payload", "65536", "--capacity", "65536"}),
              "--capacity: '65536' messages of 65536 bytes are 4096 MiB; at most 1024 MiB");
    EXPECT_EQ(refusal_of({"--payload", "8,65536", "--capacity", "1,16385"}),
              "--capacity: '16385' messages of 65536 bytes are 1024 MiB; at most 1024 MiB");
    EXPECT_THAT(refusal_of({"--sweep", "capacity:65536", "--payload", "65536"}),
                HasSubstr("4096 MiB"));
    EXPECT_FALSE(settings_with({"--payload", "65536", "--capacity", "16384"}).empty());
    EXPECT_FALSE(settings_with({"--payload", "1024", "--capacity", "65536"}).empty());
}

TEST(queue_choice, by_default) {
    const auto all = settings_with({});
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].what, queue_test::kind::pingpong);
    EXPECT_EQ(all[0].where, cpu::placement::same);
    EXPECT_EQ(all[1].what, queue_test::kind::pingpong);
    EXPECT_EQ(all[1].where, cpu::placement::core);
    EXPECT_EQ(all[2].what, queue_test::kind::stream);
    EXPECT_EQ(all[2].where, cpu::placement::core);
    for (const setting& one : all) {
        EXPECT_EQ(one.of.producers, 1U);
        EXPECT_EQ(one.of.consumers, 1U);
        EXPECT_EQ(one.of.capacity, one.what == queue_test::kind::pingpong ? 64U : 1024U);
        EXPECT_EQ(one.payload, 8U);
    }
}

TEST(queue_choice, the_ends_of_the_ranges_are_taken) {
    for (const words& taken : {words{"--capacity", "1"},
                               {"--capacity", "65536"},
                               {"--producers", "1"},
                               {"--producers", "256"},
                               {"--consumers", "256"},
                               {"--payload", "8"},
                               {"--payload", "65536"},
                               {"--sweep", "capacity:1,65536"},
                               {"--sweep", "payload:8,65536"},
                               {"--sweep", "producers:1,256"}}) {
        EXPECT_FALSE(settings_with(taken).empty()) << taken.back();
    }
}

TEST(queue_choice, as_many_consumers_as_producers_unless_said_otherwise) {
    const auto shapes = [](const words& arguments) {
        std::set<std::pair<std::size_t, std::size_t>> seen;
        for (const setting& one : settings_with(arguments)) {
            seen.emplace(one.of.producers, one.of.consumers);
        }
        return seen;
    };
    using pairs = std::set<std::pair<std::size_t, std::size_t>>;
    EXPECT_EQ(shapes({"--producers", "1,3"}), (pairs{{1, 1}, {3, 3}}));
    EXPECT_EQ(shapes({"--consumers", "5"}), (pairs{{1, 5}}));
    EXPECT_EQ(shapes({"--producers", "2", "--consumers", "1,4"}), (pairs{{2, 1}, {2, 4}}));
    EXPECT_EQ(shapes({"--sweep", "producers:1..4"}), (pairs{{1, 1}, {2, 2}, {4, 4}}));
    EXPECT_EQ(shapes({"--sweep", "producers:1,4", "--consumers", "2"}), (pairs{{1, 2}, {4, 2}}));
}

TEST(queue_choice, lists_are_sorted_and_have_each_once) {
    EXPECT_THAT(each(settings_with({"--payload", "1024,8,64,8"}), payload_of),
                ElementsAre(8, 64, 1024));
    EXPECT_THAT(each(settings_with({"--producers", "4,2,2"}), producers_of), ElementsAre(2, 4));
    EXPECT_THAT(each(settings_with({"--sweep", "payload:1024,8"}), payload_of),
                ElementsAre(8, 1024));
}

TEST(queue_choice, placements_that_were_named_are_those) {
    const auto where = [](const setting& one) { return one.where; };
    EXPECT_THAT(each(settings_with({"--placement", "free"}), where),
                ElementsAre(cpu::placement::free));
    EXPECT_EQ(settings_with({"--placement", "same,core,far"}).size(), 6U) << "of both kinds";
    EXPECT_THAT(each(settings_with({}, 1), where), ElementsAre(cpu::placement::same));
    EXPECT_EQ(settings_with({}, 1).size(), 2U);
}

TEST(queue_choice, quick_leaves_out_one_cpu_unless_there_is_no_other) {
    const auto where = [](const setting& one) { return one.where; };
    EXPECT_THAT(each(settings_with({"--quick"}), where), ElementsAre(cpu::placement::core));
    EXPECT_THAT(each(settings_with({"--quick"}, 1), where), ElementsAre(cpu::placement::same));
    EXPECT_THAT(each(settings_with({"--quick", "--placement", "same"}), where),
                ElementsAre(cpu::placement::same));
}

TEST(queue_choice, of_queues) {
    const auto chosen = chosen_with({"--queues", "pipe,blocking,pipe"});
    EXPECT_TRUE(is_chosen(chosen, "pipe"));
    EXPECT_TRUE(is_chosen(chosen, "blocking"));
    EXPECT_FALSE(is_chosen(chosen, "spsc"));
    EXPECT_TRUE(is_named(chosen, "pipe"));
    EXPECT_FALSE(is_named(chosen, "spsc"));
    for (const std::string_view name : queue_names) {
        EXPECT_TRUE(is_chosen(chosen_with({}), std::string(name))) << name;
        EXPECT_FALSE(is_named(chosen_with({}), std::string(name))) << name;
    }
}

TEST(queue_choice, there_is_nothing_to_count) {
    for (const std::string text : {"4", "-5", ""}) {
        EXPECT_THROW(static_cast<void>(chosen_with({text})), cli::usage_error) << text;
    }
}

} // namespace
