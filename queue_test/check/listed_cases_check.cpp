// SPDX-License-Identifier: BSL-1.0
//
// Which cases there are on machines that do not exist, under which names, with what they are
// compared, and what is said of those that cannot be.
#include "cases_on.hpp"
#include "choice.hpp"
#include "queue_names.hpp"

#include <tollgate/faults/made_up_machine.hpp>
#include <tollgate/faults/quick_choice.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::queue_test;
using faults::made_up_machine;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

using texts = std::vector<std::string>;

/// In the forms that nobody gets unasked, too.
std::string every_queue() {
    return fmt::format("{}", fmt::join(queue_names, ","));
}

const std::vector<cpu::topology> machines{made_up_machine(1, 1, 1), made_up_machine(1, 2, 1),
                                          made_up_machine(1, 1, 2), made_up_machine(1, 4, 1),
                                          made_up_machine(2, 4, 2)};
const std::vector<texts> choices{{},
                                 {"--producers", "1,2,3"},
                                 {"--producers", "2", "--consumers", "1"},
                                 {"--capacity", "1,2,5,64,65536"},
                                 {"--payload", "8,64,1024,65536"},
                                 {"--placement", "free,same,smt,core,far"},
                                 {"--queues", every_queue()},
                                 {"--sweep", "capacity:1,64,1024"},
                                 {"--sweep", "payload:8,64,1024"},
                                 {"--sweep", "producers:1,2,4,8"}};

template <class Expect>
void on_all_machines(Expect expect) {
    for (const cpu::topology& machine : machines) {
        for (const texts& arguments : choices) {
            expect(cases_on(machine, arguments));
        }
    }
}

texts with_queue(texts arguments, const std::string& name) {
    arguments.insert(arguments.end(), {"--queues", name});
    return arguments;
}

/// "pingpong" of blocking, say, with one producer and consumer, and messages of 8 bytes.
std::string plain(const std::string& what, const std::string& impl, const std::string& place) {
    return "queue/" + what + "/impl:" + impl +
           "/producers:1/consumers:1/capacity:" + (what == "stream" ? "1024" : "64") +
           "/payload:8/placement:" + place;
}

std::string shaped(const std::string& impl, int producers, int consumers,
                   const std::string& place) {
    return "queue/stream/impl:" + impl + "/producers:" + std::to_string(producers) +
           "/consumers:" + std::to_string(consumers) +
           "/capacity:1024/payload:8/placement:" + place;
}

TEST(listed_queues, on_one_cpu) {
    const auto list = cases_on(made_up_machine(1, 1, 1), {"--queues", "blocking,boost_spsc"});
    EXPECT_THAT(names_of(list), ElementsAre(plain("pingpong", "blocking", "same"),
                                            plain("pingpong", "blocking/pop:deadline", "same"),
                                            plain("pingpong", "blocking/pop:token", "same"),
                                            plain("pingpong", "boost_spsc/wait:yield", "same"),
                                            plain("stream", "blocking", "same"),
                                            plain("stream", "blocking/pop:deadline", "same"),
                                            plain("stream", "blocking/pop:token", "same"),
                                            plain("stream", "boost_spsc/wait:yield", "same")));
    const std::string reason = "2 threads that spin need 2 CPUs of their own and there is 1: it "
                               "would show scheduler quanta";
    EXPECT_THAT(unavailable_in(list),
                ElementsAre(Pair(plain("pingpong", "boost_spsc/wait:spin", "same"), reason),
                            Pair(plain("stream", "boost_spsc/wait:spin", "same"), reason)));
}

TEST(listed_queues, on_two_cpus) {
    const std::vector<std::pair<cpu::topology, std::string>> pairs{
        {made_up_machine(1, 2, 1), "core"},
        {made_up_machine(1, 1, 2), "smt"},
        {made_up_machine(1, 4, 1), "core"},
        {made_up_machine(1, 4, 2), "core"},
    };
    for (const auto& [machine, apart] : pairs) {
        const auto list = cases_on(machine, {"--queues", "spsc,boost_spsc"});
        EXPECT_THAT(names_of(list), ElementsAre(plain("pingpong", "spsc", "same"),
                                                plain("pingpong", "boost_spsc/wait:yield", "same"),
                                                plain("pingpong", "spsc", apart),
                                                plain("pingpong", "boost_spsc/wait:spin", apart),
                                                plain("pingpong", "boost_spsc/wait:yield", apart),
                                                plain("stream", "spsc", apart),
                                                plain("stream", "boost_spsc/wait:spin", apart),
                                                plain("stream", "boost_spsc/wait:yield", apart)));
        EXPECT_THAT(unavailable_in(list),
                    ElementsAre(Pair(plain("pingpong", "boost_spsc/wait:spin", "same"),
                                     HasSubstr("there is 1"))));
    }
}

// However many cores there are, a placement is a distance, and the threads take turns on two CPUs.
TEST(listed_queues, that_spin_need_a_cpu_for_each_thread) {
    for (const int cores : {2, 4, 16}) {
        const auto list =
            cases_on(made_up_machine(1, cores, 1), {"--queues", "boost_queue", "--producers", "2"});
        EXPECT_THAT(names_of(list), Each(HasSubstr("/wait:yield/")));
        EXPECT_EQ(unavailable_in(list)[shaped("boost_queue/wait:spin", 2, 2, "core")],
                  "4 threads that spin need 4 CPUs of their own and there are 2: it would show "
                  "scheduler quanta");
    }
    for (const auto& [producers, consumers] : {std::pair{2, 1}, std::pair{1, 2}}) {
        const auto list =
            cases_on(made_up_machine(1, 4, 1),
                     {"--queues", "boost_queue", "--producers", std::to_string(producers),
                      "--consumers", std::to_string(consumers)});
        EXPECT_THAT(
            unavailable_in(list)[shaped("boost_queue/wait:spin", producers, consumers, "core")],
            HasSubstr("3 threads that spin need 3 CPUs of their own and there are 2"));
    }
}

TEST(listed_queues, that_spin_where_they_like_need_one_cpu_more) {
    const auto on = [](int cores) {
        return cases_on(made_up_machine(1, cores, 1),
                        {"--queues", "boost_spsc", "--placement", "free"});
    };
    for (const int cores : {1, 2}) {
        EXPECT_EQ(unavailable_in(on(cores))[plain("stream", "boost_spsc/wait:spin", "free")],
                  "2 threads that spin need 3 CPUs to move between and there " +
                      std::string(cores == 1 ? "is 1" : "are 2") +
                      ": it would show scheduler quanta");
    }
    EXPECT_THAT(names_of(on(3)), Contains(plain("stream", "boost_spsc/wait:spin", "free")));
    EXPECT_THAT(unavailable_in(on(3)), IsEmpty());
}

TEST(listed_queues, for_one_of_each_refuse_several) {
    for (const texts& several :
         {texts{"--producers", "2"}, texts{"--producers", "2", "--consumers", "1"},
          texts{"--consumers", "2"}}) {
        for (const std::string impl : {"spsc", "boost_spsc"}) {
            const auto list = cases_on(made_up_machine(1, 2, 1), with_queue(several, impl));
            EXPECT_THAT(list.cases, IsEmpty());
            std::size_t refused = 0;
            for (const auto& [name, reason] : unavailable_in(list)) {
                EXPECT_TRUE(reason == "it is for one producer and one consumer" ||
                            name.find("/wait:spin/") != std::string::npos)
                    << name << ": " << reason;
                ++refused;
            }
            EXPECT_EQ(refused, impl == "spsc" ? 3U : 6U);
        }
    }
}

TEST(listed_queues, where_no_two_cpus_are_so_far_apart) {
    const auto list =
        cases_on(made_up_machine(1, 2, 1), {"--queues", "spsc", "--placement", "smt,core,far"});
    EXPECT_THAT(names_of(list),
                ElementsAre(plain("pingpong", "spsc", "core"), plain("stream", "spsc", "core")));
    EXPECT_THAT(
        unavailable_in(list),
        ElementsAre(Pair("queue/*/placement:far", "1 socket, 1 L3 domain"),
                    Pair("queue/*/placement:smt", "no SMT siblings among the allowed CPUs")));
}

TEST(listed_queues, no_name_is_there_twice) {
    on_all_machines([](const cli::case_list& list) {
        std::set<std::string> seen;
        for (const std::string& name : names_of(list)) {
            EXPECT_TRUE(seen.insert(name).second) << name;
        }
        for (const auto& [name, reason] : unavailable_in(list)) {
            EXPECT_TRUE(seen.insert(name).second) << name;
            EXPECT_FALSE(reason.empty()) << name;
        }
    });
}

TEST(listed_queues, names_are_of_one_form) {
    const std::regex form("queue/(pingpong|stream)/impl:[a-z_]+(/(pop|wait|between):[a-z]+)?"
                          "(/scheduler:tollgate)?"
                          "/producers:[0-9]+/consumers:[0-9]+/capacity:([0-9]+|unbounded)"
                          "/payload:[0-9]+/placement:(same|smt|core|far|free)");
    on_all_machines([&](const cli::case_list& list) {
        EXPECT_FALSE(list.cases.empty());
        for (const std::string& name : names_of(list)) {
            EXPECT_TRUE(std::regex_match(name, form)) << name;
        }
    });
}

TEST(listed_queues, have_known_names) {
    const std::set<std::string_view> known(queue_names.begin(), queue_names.end());
    ASSERT_EQ(known.size(), queue_names.size());
    std::set<std::string> seen;
    const std::regex impl("impl:([a-z_]+)");
    const auto list = cases_on(made_up_machine(1, 2, 1), {});
    const auto note = [&](const std::string& name) {
        std::smatch part;
        if (std::regex_search(name, part, impl)) {
            EXPECT_EQ(known.count(part[1].str()), 1U) << name;
            seen.insert(part[1]);
        }
    };
    for (const std::string& name : names_of(list)) {
        note(name);
    }
    for (const report::unavailable_case& one : list.unavailable) {
        note(one.name);
    }
    EXPECT_THAT(seen, SizeIs(known.size())) << "measured, or said to be missing";
}

TEST(listed_queues, each_can_be_chosen_alone) {
    for (const std::string_view one : queue_names) {
        const std::string name(one);
        const auto list = cases_on(made_up_machine(1, 2, 1), {"--queues", name});
        EXPECT_FALSE(list.cases.empty() && list.unavailable.empty()) << name;
        for (const std::string& full : names_of(list)) {
            EXPECT_THAT(full, HasSubstr("/impl:" + name + "/"));
        }
    }
}

/// The name without the queue and what it holds, which may be rounded.
std::string setting_in(const std::string& name) {
    const auto part = [&](const char* from, const char* to) {
        const std::size_t begin = name.find(from);
        return name.substr(begin, name.find(to) - begin);
    };
    return part("queue/", "/impl:") + part("/producers:", "/capacity:") +
           name.substr(name.find("/payload:"));
}

TEST(listed_queues, quick_leaves_out_what_yields) {
    EXPECT_THAT(names_of(cases_on(made_up_machine(1, 2, 1), {"--quick"})),
                Not(Contains(HasSubstr("/wait:yield"))));
    EXPECT_THAT(names_of(cases_on(made_up_machine(1, 2, 1), {"--quick", "--placement", "core"})),
                Contains(HasSubstr("/wait:yield")));
}

TEST(listed_queues, what_one_is_compared_with_is_there) {
    on_all_machines([](const cli::case_list& list) {
        const texts names = names_of(list);
        const std::set<std::string> known(names.begin(), names.end());
        for (const measure::measured_case& one : list.cases) {
            if (one.compared_with.empty()) {
                EXPECT_THAT(one.name, HasSubstr("/impl:blocking/producers:"));
                continue;
            }
            EXPECT_EQ(known.count(one.compared_with), 1U)
                << one.name << " with " << one.compared_with;
            // What names itself is compared with none: the others are compared with it.
            EXPECT_TRUE(one.compared_with != one.name ||
                        one.name.find("/impl:blocking/producers:") != std::string::npos)
                << one.name;
            EXPECT_EQ(setting_in(one.compared_with), setting_in(one.name)) << "else alike";
        }
    });
}

std::size_t number_behind(const std::string& parameter, const std::string& name) {
    return std::stoul(name.substr(name.find(parameter) + parameter.size()));
}

TEST(listed_queues, have_a_unit_and_no_lap) {
    on_all_machines([](const cli::case_list& list) {
        for (const measure::measured_case& one : list.cases) {
            EXPECT_EQ(one.threads, number_behind("/producers:", one.name) +
                                       number_behind("/consumers:", one.name))
                << one.name;
            EXPECT_FALSE(one.unit.empty());
            EXPECT_EQ(one.lap, 1U);
            EXPECT_NE(one.run, nullptr);
            EXPECT_GT(one.settling.count(), 0);
        }
    });
}

TEST(listed_queues, axes_of_a_sweep) {
    const auto swept = [](const std::string& axis, const texts& more = {}) {
        texts arguments{"--queues", "mutex_condvar", "--placement", "same", "--sweep", axis};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return names_of(cases_on(made_up_machine(1, 2, 1), arguments));
    };
    EXPECT_THAT(swept("capacity:1,1024"),
                ElementsAre(HasSubstr("pingpong/impl:mutex_condvar/producers:1/consumers:1/"
                                      "capacity:1/"),
                            HasSubstr("pingpong/impl:mutex_condvar/producers:1/consumers:1/"
                                      "capacity:1024/"),
                            HasSubstr("stream/impl:mutex_condvar/producers:1/consumers:1/"
                                      "capacity:1/"),
                            HasSubstr("stream/impl:mutex_condvar/producers:1/consumers:1/"
                                      "capacity:1024/")));
    EXPECT_THAT(swept("payload:8,64", {"--capacity", "7"}),
                ElementsAre(HasSubstr("capacity:7/payload:8/"), HasSubstr("capacity:7/payload:64/"),
                            HasSubstr("capacity:7/payload:8/"),
                            HasSubstr("capacity:7/payload:64/")));
    EXPECT_THAT(swept("producers:1,8"), ElementsAre(HasSubstr("producers:1/consumers:1/"),
                                                    HasSubstr("producers:8/consumers:8/"),
                                                    HasSubstr("producers:1/consumers:1/"),
                                                    HasSubstr("producers:8/consumers:8/")));
}

// Some round up, one has a greatest: the name says what there is room for.
TEST(listed_queues, the_capacity_is_what_a_queue_holds) {
    const auto list =
        cases_on(made_up_machine(1, 2, 1), {"--queues", "boost_queue", "--capacity",
                                            "65534,65535,65536", "--placement", "same"});
    EXPECT_THAT(names_of(list), ElementsAre(HasSubstr("pingpong/impl:boost_queue/wait:yield"),
                                            HasSubstr("stream/impl:boost_queue/wait:yield")));
    EXPECT_THAT(names_of(list), Each(HasSubstr("/capacity:65534/")));
}

// The kernel gives a user no more than 1 MiB of pipe, and root what there is.
TEST(listed_queues, a_pipe_that_the_system_refuses_is_said_to_be) {
    const auto list =
        cases_on(made_up_machine(1, 2, 1), {"--queues", "pipe,mutex_condvar", "--capacity", "16384",
                                            "--payload", "65536", "--placement", "same"});
    EXPECT_THAT(names_of(list), Contains(HasSubstr("impl:mutex_condvar/")).Times(2));
    for (const auto& [name, reason] : unavailable_in(list)) {
        EXPECT_THAT(name, HasSubstr("/impl:pipe/"));
        EXPECT_THAT(reason, AllOf(HasSubstr("F_SETPIPE_SZ"), Not(HasSubstr("\n")))) << name;
    }
}

TEST(listed_queues, quickly_some_with_what_they_are_compared_with) {
    EXPECT_THAT(faults::wrong_in_quick_choice(describe_program()), ::testing::IsEmpty());
}

} // namespace
