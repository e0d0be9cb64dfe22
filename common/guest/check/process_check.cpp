// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/message_of.hpp>
#include <tollgate/guest/guest_process.hpp>
#include <tollgate/guest/session.hpp>

#include <gmock/gmock.h>

#include <cctype>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::guest {
namespace {

using namespace std::chrono_literals;

std::string command(const std::string& kind, const std::string& mark) {
    return std::string("exec ") + WRONG_GUEST + " " + kind + " made_up/" + mark;
}

/// A word that no other process of the machine has among its arguments.
std::string drawn_mark() {
    static int number = 0;
    return "mark" + std::to_string(::getpid()) + "_" + std::to_string(++number);
}

/// How many processes, but for this one, have it among their arguments.
int processes_with(const std::string& mark) {
    int found = 0;
    for (const auto& one : std::filesystem::directory_iterator("/proc")) {
        const std::string name = one.path().filename();
        if (std::isdigit(static_cast<unsigned char>(name.front())) == 0 ||
            name == std::to_string(::getpid())) {
            continue;
        }
        std::ifstream from(one.path() / "cmdline");
        std::ostringstream words;
        words << from.rdbuf(); // nothing of one that has just ended
        found += words.str().find(mark) != std::string::npos ? 1 : 0;
    }
    return found;
}

/// Ten seconds at most.
bool are_soon(int wanted, const std::string& mark) {
    for (int look = 0; look < 1'000; ++look) {
        if (processes_with(mark) == wanted) {
            return true;
        }
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

TEST(a_guest_process, ends_with_its_object_and_takes_along_what_it_has_started) {
    using kind_and_processes = std::pair<const char*, int>;
    for (const auto& [kind, processes] : {kind_and_processes{"stays", 1}, {"forks", 3}}) {
        const std::string mark = drawn_mark();
        {
            const guest_process guest(command(kind, mark), {});
            EXPECT_TRUE(are_soon(processes, mark)) << kind;
        }
        EXPECT_EQ(processes_with(mark), 0) << kind << ": its end is waited for";
    }
}

TEST(a_guest_process, that_ends_by_itself_takes_along_what_it_has_started) {
    const std::string mark = drawn_mark();
    const guest_process one(command("forks", mark), {});
    EXPECT_TRUE(are_soon(3, mark));
    ::kill(one.id(), SIGKILL);
    EXPECT_TRUE(are_soon(0, mark));
}

/// Of the guest, from the text that follows its name.
pid_t guardian_of(const guest_process& one) {
    std::ifstream from("/proc/" + std::to_string(one.id()) + "/stat");
    std::string text(std::istreambuf_iterator<char>(from), {});
    std::istringstream behind(text.substr(text.rfind(')') + 1));
    std::string state;
    pid_t parent = 0;
    behind >> state >> parent;
    return parent;
}

TEST(a_guest_process, ends_with_its_guardian) {
    const std::string mark = drawn_mark();
    const guest_process one(command("stays", mark), {});
    EXPECT_TRUE(are_soon(1, mark));
    ASSERT_GT(guardian_of(one), 1);
    ::kill(guardian_of(one), SIGKILL);
    EXPECT_TRUE(are_soon(0, mark));
}

TEST(a_guest_process, ends_when_the_process_that_started_it_is_killed) {
    const std::string mark = drawn_mark();
    const pid_t starter = ::fork();
    if (starter == 0) {
        const guest_process one(command("forks", mark), {});
        const guest_process other(command("stays", mark), {});
        while (true) {
            ::pause();
        }
    }
    EXPECT_TRUE(are_soon(4, mark));
    ::kill(starter, SIGKILL);
    ::waitpid(starter, nullptr, 0);
    EXPECT_TRUE(are_soon(0, mark));
}

TEST(a_guest_process, ends_though_another_guest_was_started_after_it) {
    const std::string mark = drawn_mark();
    auto first = std::make_unique<guest_process>(command("stays", mark), std::vector<int>{});
    const guest_process second(command("right", mark), {});
    EXPECT_TRUE(are_soon(2, mark));
    first.reset();
    EXPECT_EQ(processes_with(mark), 1);
}

TEST(a_guest_process, hears_no_interrupt_that_the_terminal_sends_to_the_group) {
    const std::string mark = drawn_mark();
    const guest_process one(command("right", mark), {});
    EXPECT_NE(::getpgid(one.id()), ::getpgid(0));
}

TEST(a_guest_process, runs_on_its_cpus) {
    cpu_set_t here;
    ASSERT_EQ(::sched_getaffinity(0, sizeof here, &here), 0);
    int last = -1;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        last = CPU_ISSET(static_cast<unsigned>(cpu), &here) ? cpu : last;
    }
    const guest_process one(command("right", drawn_mark()), {last});
    const session with(one.ends(), one.id(), {last}, {});
    cpu_set_t there;
    ASSERT_EQ(::sched_getaffinity(one.id(), sizeof there, &there), 0);
    EXPECT_EQ(CPU_COUNT(&there), 1);
    EXPECT_TRUE(CPU_ISSET(static_cast<unsigned>(last), &there));
}

TEST(a_guest_process, that_moves_to_other_cpus_is_lost) {
    cpu_set_t here;
    ASSERT_EQ(::sched_getaffinity(0, sizeof here, &here), 0);
    if (CPU_COUNT(&here) < 2) {
        GTEST_SKIP() << "one CPU is allowed, and no process can leave it";
    }
    int first = 0;
    while (!CPU_ISSET(static_cast<unsigned>(first), &here)) {
        ++first;
    }
    const guest_process one(command("strays", drawn_mark()), {first});
    session with(one.ends(), one.id(), {first}, {});
    EXPECT_THAT(faults::message_of<lost_guest>([&] {
                    (void)with.run({"work", 1, 0, 0, {}}, {});
                }),
                ::testing::HasSubstr("it left the CPUs that it was put on"));
}

TEST(a_guest_process, is_used_by_another_process_and_then_by_this_one) {
    const guest_process one(command("right", drawn_mark()), {});
    session here(one.ends(), one.id(), {}, {});
    const pid_t other = ::fork();
    if (other == 0) {
        session there(one.ends(), one.id(), {}, limits{}, here.greeting_text());
        const auto seen = there.run({"work", 7, 3, 0, {}}, {});
        ::_exit(seen && seen->said.received == 10 ? 0 : 1);
    }
    int status = -1;
    ::waitpid(other, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(here.run({"work", 5, 0, 0, {}}, {})->said.received, 5U);
}

} // namespace
} // namespace tollgate::guest
