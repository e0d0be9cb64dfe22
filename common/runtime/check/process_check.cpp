// SPDX-License-Identifier: BSL-1.0
#include <tollgate/runtime/session.hpp>

#include <gmock/gmock.h>

#include <string>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::runtime {
namespace {

std::string command(const std::string& kind) {
    return std::string("exec ") + FAULTY_RUNTIME + " " + kind;
}

TEST(a_runtime_process, is_in_its_own_group_so_that_it_gets_no_interrupt_of_the_terminal) {
    const auto runtime = start(command("right"), {}, {});
    EXPECT_EQ(::getpgid(runtime->process()), runtime->process())
        << "no other program of ours has its own group";
}

TEST(a_runtime_process, runs_on_its_cpus) {
    cpu_set_t here;
    ASSERT_EQ(::sched_getaffinity(0, sizeof here, &here), 0);
    int last = -1;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        last = CPU_ISSET(static_cast<unsigned>(cpu), &here) ? cpu : last;
    }
    const auto runtime = start(command("right"), {last}, {});
    EXPECT_EQ(runtime->greet({}).runtime, "wrong") << "it has been started";
    cpu_set_t there;
    ASSERT_EQ(::sched_getaffinity(runtime->process(), sizeof there, &there), 0);
    EXPECT_EQ(CPU_COUNT(&there), 1);
    EXPECT_TRUE(CPU_ISSET(static_cast<unsigned>(last), &there));
}

TEST(a_runtime_process, can_be_used_by_two_processes_in_turn) {
    const auto here = start(command("right"), {}, {});
    const pid_t other = ::fork();
    if (other == 0) {
        session there(here->ends(), here->process(), {}, {});
        const auto exchange = there.run({"work", 7, 3, 0}, {});
        ::_exit(exchange && exchange->reply.received == 10 ? 0 : 1);
    }
    int status = -1;
    ::waitpid(other, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(here->run({"work", 5, 0, 0}, {})->reply.received, 5U);
}

} // namespace
} // namespace tollgate::runtime
