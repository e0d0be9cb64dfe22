// SPDX-License-Identifier: BSL-1.0
#include "fake_machine.hpp"

#include <set>

namespace tollgate::environment {
namespace {

using ::testing::IsEmpty;

class examine_check : public fake_machine {};

TEST_F(examine_check, a_machine_without_files_is_unknown) {
    const std::set<std::string> told_by_the_program = {"counter", "build type"};
    for (const verdict& listed : all()) {
        if (!told_by_the_program.contains(listed.name)) {
            EXPECT_EQ(listed.state, condition::unknown) << listed.name << ": " << listed.found;
        }
        EXPECT_THAT(listed.found, ::testing::Not(IsEmpty())) << listed.name;
        EXPECT_THAT(listed.why, ::testing::Not(IsEmpty())) << listed.name;
    }
}

TEST_F(examine_check, garbage_is_never_ok) {
    for (const char* path :
         {"sys/devices/system/cpu/intel_pstate/no_turbo", "proc/loadavg", "proc/pressure/cpu",
          "proc/self/timerslack_ns", "proc/stat", "proc/self/cgroup", "proc/cpuinfo",
          "proc/sys/kernel/randomize_va_space", "sys/devices/system/cpu/vulnerabilities/new",
          "sys/devices/system/cpu/smt/active",
          "sys/devices/system/clocksource/clocksource0/current_clocksource"}) {
        write(path, "gar bage 12x");
    }
    for (const verdict& listed : all()) {
        EXPECT_NE(listed.state, condition::ok) << listed.name << ": " << listed.found;
    }
}

TEST_F(examine_check, aslr_must_be_on) {
    write("proc/sys/kernel/randomize_va_space", "2");
    EXPECT_THAT(get("aslr"), is_ok("on: each pass has another memory layout"));
    write("proc/self/personality", "00040000");
    EXPECT_THAT(get("aslr"), is_bad("off for this process, as with setarch -R"));
    write("proc/self/personality", "00000000");
    write("proc/sys/kernel/randomize_va_space", "0");
    EXPECT_THAT(get("aslr"), is_bad("off"));
    EXPECT_EQ(get("aslr").fix, "sysctl -w kernel.randomize_va_space=2");
    EXPECT_EQ(get("aslr").undo, "sysctl -w kernel.randomize_va_space=0");
}

TEST_F(examine_check, mitigations_are_counted) {
    const std::string dir = cpu_dir + "vulnerabilities/";
    write(dir + "mds", "Not affected");
    write(dir + "itlb_multihit", "KVM: Mitigation: VMX disabled");
    write(dir + "spectre_v2", "Mitigation: Retpolines; BHI: Vulnerable");
    write(dir + "spec_store_bypass", "Vulnerable");
    EXPECT_THAT(get("mitigations"), is_ok("2 mitigated, 1 vulnerable, 1 not affected"));
    unreadable(dir + "srbds");
    EXPECT_THAT(get("mitigations"),
                is_unknown("2 mitigated, 1 vulnerable, 1 not affected, 1 unclear"));
}

TEST_F(examine_check, build_type_must_be_optimized_plain_and_without_assertions) {
    program_.build.compiler = "g++ 12";
    program_.build.optimized = true;
    EXPECT_THAT(get("build type"), is_ok("g++ 12, optimized"));
    program_.build.assertions = true;
    EXPECT_THAT(get("build type"), is_bad("g++ 12, optimized, assertions on"));
    program_.build.assertions = false;
    program_.build.sanitizer = "thread";
    EXPECT_THAT(get("build type"), is_bad("g++ 12, optimized, thread sanitizer"));
    program_.build.sanitizer.clear();
    program_.build.optimized = false;
    EXPECT_THAT(get("build type"), is_bad("g++ 12, not optimized"));
}

TEST_F(examine_check, boost_and_contexts_are_named_if_used) {
    EXPECT_FALSE(find("boost version"));
    EXPECT_FALSE(find("context"));
    EXPECT_FALSE(find("boost fiber"));
    program_.build.boost_version = "1.74";
    program_.build.fiber_library = "shared";
    program_.build.context_implementation = "fcontext";
    EXPECT_THAT(get("boost version"), is_ok("1.74"));
    EXPECT_THAT(get("context"), is_ok("fcontext"));
    EXPECT_THAT(get("boost fiber"), is_ok("shared library"));
    program_.build.context_implementation = "ucontext";
    EXPECT_THAT(get("context"), is_bad("ucontext"));
    program_.build.context_implementation = "winfib";
    EXPECT_THAT(get("context"), is_unknown("winfib"));
}

TEST(verdicts_of_run, have_the_load_from_before_the_run) {
    const auto found_at = [](const char* when) {
        std::vector<verdict> all;
        for (const char* const name : {"steal", "load", "pressure"}) {
            all.push_back({name, condition::ok, when, "", "", ""});
        }
        return all;
    };
    const std::vector<verdict> found = verdicts_of_run(found_at("before"), found_at("after"));
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].found, "after");
    EXPECT_EQ(found[1].found, "before");
    EXPECT_EQ(found[2].found, "before");
}

TEST(examine_here_check, every_verdict_that_is_not_ok_has_an_effect) {
    program_facts program;
    program.build = facts_of_this_build();
    for (const verdict& listed : examine(machine_files(), program)) {
        SCOPED_TRACE(listed.name);
        EXPECT_THAT(listed.found, ::testing::Not(IsEmpty()));
        EXPECT_EQ(listed.why.empty(), listed.state == condition::ok);
        EXPECT_EQ(listed.fix.empty(), listed.undo.empty());
    }
}

} // namespace
} // namespace tollgate::environment
