// SPDX-License-Identifier: BSL-1.0
#include "proc/proc_text.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tollgate::bill {
namespace {

TEST(proc_text, a_name_may_contain_everything_that_separates_fields) {
    const std::string name = ") R 1 (a)\n\x1b[31m";
    const std::string text =
        "7 (" + name + ") D 5 1 1 0 -1 4194304 0 0 0 0 30 12 4 3 20 0 9 0 123456 4096 1\n";
    const auto stat = parse_stat(text);
    ASSERT_TRUE(stat);
    EXPECT_EQ(stat->name, name);
    EXPECT_EQ(stat->state, 'D');
    EXPECT_EQ(stat->parent, 5);
    EXPECT_EQ(stat->cpu_ticks, 42U);
    EXPECT_EQ(stat->children_ticks, 7U);
    EXPECT_EQ(stat->threads, 9);
    EXPECT_EQ(stat->start_ticks, 123456U);
    EXPECT_FALSE(stat->kernel_thread);
}

TEST(proc_text, status_escapes_names) {
    const auto status =
        parse_status("Name:\ta\\nvoluntary_ctxt_switches:\\\\\nState:\tS (sleeping)\n"
                     "Tgid:\t12\nTracerPid:\t3\nCpus_allowed_list:\t0-1,4\n"
                     "voluntary_ctxt_switches:\t8\n"
                     "nonvoluntary_ctxt_switches:\t9\n");
    ASSERT_TRUE(status);
    EXPECT_EQ(status->name, "a\nvoluntary_ctxt_switches:\\");
    EXPECT_EQ(status->state, 'S');
    EXPECT_EQ(status->process, 12);
    EXPECT_EQ(status->tracer, 3);
    EXPECT_EQ(status->cpus_allowed, "0-1,4");
    EXPECT_EQ(status->voluntary, 8U);
    EXPECT_EQ(status->involuntary, 9U);
}

TEST(proc_text, the_current_call_has_three_forms) {
    const auto in_call = parse_current_call("202 0x7ffea86ddf88 0x189 0x0 0x0 0x0 0xffffffff "
                                            "0x7ffea86dd000 0x7f1c8b4c72ad\n");
    ASSERT_TRUE(in_call);
    EXPECT_EQ(in_call->number, 202);
    EXPECT_EQ(in_call->first_argument, 0x7ffea86ddf88U);
    EXPECT_EQ(in_call->stack_pointer, 0x7ffea86dd000U);
    const auto in_page_fault = parse_current_call("-1 0x7ffea86dd000 0x7f1c8b4c72ad\n");
    ASSERT_TRUE(in_page_fault);
    EXPECT_EQ(in_page_fault->number, -1);
    EXPECT_EQ(in_page_fault->stack_pointer, 0x7ffea86dd000U);
    const auto running = parse_current_call("running\n");
    ASSERT_TRUE(running);
    EXPECT_TRUE(running->running);
}

TEST(proc_text, migrations_have_two_names) {
    EXPECT_EQ(parse_migrations("a (1, #threads: 1)\n---\nse.nr_migrations    :      17\n"), 17U);
    EXPECT_EQ(parse_migrations("nr_migrations: 9 (1)\nnr_migrations    :      18\n"), 18U)
        << "the first line has the name of the thread";
    EXPECT_EQ(parse_migrations("a (1, #threads: 1)\nnr_switches :  3\n"), std::nullopt);
}

TEST(proc_text, a_text_that_makes_no_sense_is_refused) {
    for (const char* const text :
         {"", "\n", "(", ")", ") (", "1 (a) S", "1 (a) S x 1 1 1 1 1 1 1 1 1 1 1", "0x", "-1",
          "202 0x1", "1 2", "Name:\nState:", "voluntary_ctxt_switches:\t-1", "se.nr_migrations"}) {
        EXPECT_FALSE(parse_stat(text)) << text;
        EXPECT_FALSE(parse_status(text)) << text;
        EXPECT_FALSE(parse_schedstat(text)) << text;
        EXPECT_FALSE(parse_migrations(text)) << text;
        EXPECT_FALSE(parse_current_call(text)) << text;
    }
}

} // namespace
} // namespace tollgate::bill
