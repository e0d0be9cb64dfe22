// SPDX-License-Identifier: BSL-1.0
#include "stacks/call_file.hpp"
#include "stacks/function_name.hpp"
#include "stacks/memory_map.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace tollgate::bill {
namespace {

TEST(the_file_syscall, has_the_call_of_a_blocked_thread) {
    const auto call =
        parse_call("202 0x7ffc10 0x189 0x0 0x0 0x0 0xffffffff 0x7f5a1000 0x7f5b2f16\n");
    ASSERT_TRUE(call);
    EXPECT_EQ(call->number, 202);
    EXPECT_THAT(call->arguments, ::testing::ElementsAre(0x7ffc10, 0x189, 0, 0, 0, 0xffffffff));
    EXPECT_EQ(call->stack_pointer, 0x7f5a1000U);
    EXPECT_EQ(call->instruction, 0x7f5b2f16U);
}

TEST(the_file_syscall, may_have_no_call) {
    const auto fault = parse_call("-1 0x7f5a1000 0x7f5b2f16\n");
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->number, -1);
    EXPECT_EQ(fault->instruction, 0x7f5b2f16U);
    EXPECT_FALSE(parse_call("running\n"));
    EXPECT_FALSE(parse_call("202 0x7ffc10"));
    EXPECT_FALSE(parse_call(""));
}

TEST(a_memory_map, has_the_code_and_its_files) {
    std::istringstream maps("1000-2000 r--p 00000000 08:01 7          /opt/a program (deleted)\n"
                            "2000-3000 r-xp 00001000 08:01 7          /opt/a program (deleted)\n"
                            "3000-4000 rw-p 00000000 00:00 0          [heap]\n"
                            "4000-5000 r--p 00000000 08:01 8          /opt/data\n"
                            "5000-6000 rwxp 00000000 00:00 0 \n"
                            "7000-8000 r-xp 00000000 08:01 9          /opt/library.so\n");
    const memory_map map = read_memory_map(maps);
    EXPECT_TRUE(map.is_code(0x2000));
    EXPECT_TRUE(map.is_code(0x5fff)); // without a file
    EXPECT_FALSE(map.is_code(0x1fff));
    EXPECT_FALSE(map.is_code(0x6000));
    EXPECT_FALSE(map.is_code(0x8000));
    ASSERT_EQ(map.files.size(), 2U);
    EXPECT_EQ(map.files[0].path, "/opt/a program (deleted)");
    EXPECT_EQ(map.files[0].where, (address_range{0x1000, 0x3000}));
    EXPECT_EQ(map.files[0].first, (address_range{0x1000, 0x2000}));
    EXPECT_EQ(map.files[1].path, "/opt/library.so");
}

TEST(a_function_name, is_short) {
    EXPECT_EQ(function_name("pthread_cond_wait@@GLIBC_2.3.2"), "pthread_cond_wait");
    EXPECT_EQ(function_name("wait_for_work.constprop.0"), "wait_for_work");
    EXPECT_EQ(function_name("_ZN6server4takeERi"), "server::take(int&)");
    EXPECT_EQ(function_name("_ZNSt3__15mutex4lockEv"), "std::mutex::lock()");
    EXPECT_EQ(function_name("_ZN12_GLOBAL__N_15sleepEv"), "sleep()");
    // Without its return type, int.
    EXPECT_EQ(function_name("_Z4waitIiET_S0_"), "wait<int>(int)");
    // Of Rust.
    EXPECT_EQ(function_name("_ZN3std6thread4park17h0123456789abcdefE"), "std::thread::park");
    EXPECT_EQ(function_name("main.(*server).run"), "main.(*server).run");
}

TEST(a_function_name, loses_template_arguments_parameters_and_namespaces_if_it_is_long) {
    // std::condition_variable::wait<queue::pop(std::vector<int, std::allocator<int>
    // >&)::{lambda()#1}>( std::unique_lock<std::mutex>&, queue::pop(…)::{lambda()#1})
    EXPECT_EQ(
        function_name("_ZNSt18condition_variable4waitIZN5queue3popERSt6vectorIiSaIiEEEUlvE_EEv"
                      "RSt11unique_lockISt5mutexET_"),
        "std::condition_variable::wait");
    EXPECT_EQ(function_name("_ZN18a_namespace_of_all23another_namespace_in_it19a_class_of_the_same"
                            "10the_memberEv"),
              "another_namespace_in_it::a_class_of_the_same::the_member");
    // Both are of queue<std::vector<int, …>, std::vector<int, …> >.
    EXPECT_EQ(function_name("_ZN5queueISt6vectorIiSaIiEES2_EclEi"), "queue::operator()(int)");
    EXPECT_EQ(function_name("_ZN5queueISt6vectorIiSaIiEES2_EltERKS3_"),
              "queue::operator<(queue const&)");
    EXPECT_EQ(function_name("_ZlsRSoRKN3one10coordinateE"),
              "operator<<(std::ostream&, one::coordinate const&)");
}

TEST(a_function, may_be_of_the_language) {
    EXPECT_TRUE(is_of_language("std::condition_variable::wait"));
    EXPECT_TRUE(is_of_language("runtime.futexsleep"));
    EXPECT_FALSE(is_of_language("standard::wait()"));
    EXPECT_FALSE(is_of_language("main.main"));
}

} // namespace
} // namespace tollgate::bill
