// SPDX-License-Identifier: BSL-1.0
#include "proc/processes.hpp"

#include "fake_proc.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/testing/message_of.hpp>

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include <unistd.h>

namespace tollgate::bill {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class processes_check : public ::testing::Test {
protected:
    std::string refusal_of(pid_t id) {
        return testing::message_of<run::usage_error>(
            [&] { static_cast<void>(find_process(files_, id)); });
    }
    std::vector<pid_t> new_ids(descendants& searched) {
        std::vector<pid_t> ids;
        for (const process_identity& found : searched.find_new(files_)) {
            ids.push_back(found.id);
        }
        return ids;
    }

    fake_proc proc_;
    proc_files files_{proc_.root()};
};

TEST_F(processes_check, a_process_has_the_name_and_start_that_the_kernel_knows) {
    proc_.write({.id = 20, .name = "a (b)\x1b[2J\n", .start_ticks = 77});
    const process_identity found = find_process(files_, 20);
    EXPECT_EQ(found.start_ticks, 77U);
    EXPECT_EQ(found.label(), "a (b)\\x1b[2J\\x0a (20)");
}

TEST_F(processes_check, a_missing_process_a_thread_a_zombie_and_this_process_are_refused) {
    EXPECT_EQ(refusal_of(20), "20: there is no process with this id");
    proc_.write({.id = 20, .name = "server"});
    proc_.machine().write("proc/21/status", "Name:\tworker\nState:\tS\nTgid:\t20\n"
                                            "voluntary_ctxt_switches:\t0\n"
                                            "nonvoluntary_ctxt_switches:\t0\n");
    EXPECT_EQ(refusal_of(21), "21: this is a thread of the process server (20); give 20");
    proc_.write({.id = 22, .name = "old", .state = 'Z'});
    EXPECT_THAT(refusal_of(22), HasSubstr("old (22) has ended"));
    proc_.write({.id = 23, .name = "first thread ended", .state = 'Z', .threads = 2});
    EXPECT_EQ(find_process(files_, 23).id, 23);
    EXPECT_THAT(refusal_of(::getpid()), HasSubstr("bill itself"));
    proc_.write({.id = 24, .name = "kworker/0:1", .flags = 0x00200040});
    EXPECT_THAT(refusal_of(24), HasSubstr("24: this is a thread of the kernel, kworker/0:1 (24)"));
}

TEST_F(processes_check, other_children_are_those_that_are_not_named_and_exist) {
    proc_.write({.id = 20, .name = "server"});
    proc_.write({.id = 21, .name = "worker", .parent = 20});
    proc_.write({.id = 22, .name = "named, too", .parent = 20});
    proc_.write({.id = 23, .name = "ended", .state = 'Z', .parent = 20});
    proc_.write({.id = 24, .name = "grandchild", .parent = 21});
    const auto children =
        find_other_children(files_, {find_process(files_, 20), find_process(files_, 22)});
    ASSERT_EQ(children.size(), 1U);
    EXPECT_EQ(children[0].label(), "worker (21)");
}

TEST_F(processes_check, a_name_finds_all_processes_that_have_it) {
    proc_.write({.id = 30, .name = "a) S 1"});
    proc_.write({.id = 4, .name = "a) S 1"});
    proc_.write({.id = 5, .name = "a) S"});
    proc_.write({.id = 6, .name = "a) S 1", .state = 'Z'});
    const std::vector<process_identity> found = find_processes(files_, "a) S 1");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].id, 4);
    EXPECT_EQ(found[1].id, 30);
    EXPECT_THAT(testing::message_of<run::usage_error>(
                    [&] { static_cast<void>(find_processes(files_, "b\n")); }),
                HasSubstr("no process is named 'b\\x0a'"));
}

TEST_F(processes_check, descendants_of_descendants_are_found_once) {
    proc_.write({.id = 50});
    proc_.write({.id = 40, .parent = 60});
    proc_.write({.id = 60, .parent = 50});
    proc_.write({.id = 70, .parent = 1});
    descendants searched(50);
    EXPECT_THAT(new_ids(searched), ElementsAre(60, 40));
    proc_.write({.id = 80, .parent = 40});
    proc_.remove("60"); // its child has another parent by now
    proc_.write({.id = 40, .parent = 1});
    EXPECT_THAT(new_ids(searched), ElementsAre(80));
    proc_.write({.id = 60, .parent = 1}); // a stranger with the old id
    proc_.write({.id = 90, .parent = 60});
    EXPECT_THAT(new_ids(searched), ElementsAre());
}

} // namespace
} // namespace tollgate::bill
