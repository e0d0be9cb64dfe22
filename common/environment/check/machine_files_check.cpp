// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

#include <tollgate/environment/machine_files.hpp>

#include <filesystem>

#include <gmock/gmock.h>

namespace tollgate::environment {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class machine_files_check : public fake_root {};

TEST_F(machine_files_check, reads_below_the_root_with_and_without_a_leading_slash) {
    write("proc/uptime", "42 7\n");
    const machine_files files(root_);
    EXPECT_EQ(files.read("/proc/uptime"), "42 7");
    EXPECT_EQ(files.read("proc/uptime"), "42 7");
    EXPECT_EQ(files.locate("/proc/uptime"), root_ / "proc/uptime");
}

TEST_F(machine_files_check, trims_white_space_and_nul_but_keeps_what_is_inside) {
    write("a", " \t one\n two \n\n");
    write("b", std::string("linux,kvm\0", 10));
    const machine_files files(root_);
    EXPECT_EQ(files.read("a"), "one\n two");
    EXPECT_EQ(files.read("b"), "linux,kvm");
}

TEST_F(machine_files_check, an_empty_file_was_read) {
    write("isolated", "\n");
    EXPECT_EQ(machine_files(root_).read("isolated"), "");
}

TEST_F(machine_files_check, reads_a_file_longer_than_one_buffer) {
    const std::string text(100'001, 'x');
    write("long", text);
    EXPECT_EQ(machine_files(root_).read("long"), text);
}

TEST_F(machine_files_check, what_is_missing_has_no_text_and_a_reason) {
    const machine_files files(root_);
    EXPECT_EQ(files.read("/proc/stat"), std::nullopt);
    EXPECT_FALSE(files.exists("/proc/stat"));
    EXPECT_EQ(files.failure("/proc/stat"), "cannot read /proc/stat: No such file or directory");
}

TEST_F(machine_files_check, what_is_there_but_cannot_be_read_has_a_reason) {
    std::filesystem::create_directories(root_ / "proc/stat");
    const machine_files files(root_);
    EXPECT_EQ(files.read("/proc/stat"), std::nullopt);
    EXPECT_TRUE(files.exists("/proc/stat"));
    EXPECT_EQ(files.failure("/proc/stat"), "cannot read /proc/stat: Is a directory");
}

TEST_F(machine_files_check, lists_names_sorted) {
    write("d/state1", "");
    write("d/state0", "");
    write("d/state10/name", "");
    const machine_files files(root_);
    EXPECT_THAT(files.list("/d"), ElementsAre("state0", "state1", "state10"));
    EXPECT_THAT(files.list("/none"), IsEmpty());
    EXPECT_THAT(files.list("/d/state0"), IsEmpty());
}

} // namespace
} // namespace tollgate::environment
