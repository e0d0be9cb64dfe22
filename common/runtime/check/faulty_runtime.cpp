// SPDX-License-Identifier: BSL-1.0
// A runtime that makes the mistake that its argument names: "faulty_runtime KIND [QUESTION]". Its
// operation is a multiplication.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include <unistd.h>

namespace {

std::string kind;

bool is(const char* wanted) {
    return kind == wanted;
}

std::int64_t now(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

struct batch {
    std::string name;
    std::uint64_t operations = 0;
    std::uint64_t warmup = 0;
    std::uint64_t first = 0;
};

/// Whether this batch of the last case must be wrong. The first look at a case warms up for two
/// operations. The 12th batch with a longer warm-up is the last batch of six rounds.
bool is_the_wrong_one(const batch& asked) {
    constexpr int last = 12;
    static int longer = 0;
    if (asked.name != "work") {
        return false;
    }
    longer += asked.warmup > 2 ? 1 : 0;
    return (is("wrong_in_first_look") && asked.warmup == 2) ||
           (is("wrong_at_last") && longer == last);
}

volatile std::uint64_t kept = 1;

void work(std::uint64_t operations) {
    if (is("late") || is("early")) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1) * operations);
        return;
    }
    for (std::uint64_t i = 0; i < operations; ++i) {
        kept = kept * 3;
    }
}

void hang() {
    while (true) {
        ::pause();
    }
}

/// Makes a mistake before the work is done.
void go_wrong() {
    if (is("slow")) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    if (is("hangs")) {
        hang();
    }
    if (is("crashes")) {
        std::cerr << "about to abort\n";
        std::abort();
    }
    if (is("floods")) {
        std::cerr << std::string(1 << 20, 'x') << "\nthe end of much\n";
    }
}

void say_wrongly(std::uint64_t operations, std::int64_t elapsed, std::uint64_t received,
                 std::uint64_t sum) {
    if (is("rubbish")) {
        std::cout << "\x1b[31mrubbish\n";
    } else if (is("endless_line")) {
        std::cout << std::string(1 << 16, 'x') << '\n';
    } else if (is("error")) {
        std::cerr << "out of messages\n";
        std::cout << "error no more \x1b[1mmessages\n";
    } else {
        const auto asked_ns = static_cast<std::int64_t>(operations) * 1'000'000;
        std::cout << "ran " << operations << ' '
                  << (is("slow_clock")   ? elapsed / 4
                      : is("no_time")    ? 0
                      : is("fast_clock") ? elapsed * 4 + 1'000'000
                      : is("late")       ? asked_ns + 7
                      : is("early")      ? asked_ns - 1
                                         : elapsed)
                  << ' ' << elapsed << ' ' << received << ' ' << (is("sum") ? sum + 1 : sum)
                  << '\n';
    }
    if (is("chatty")) {
        std::cout << "and that was that\n";
    }
}

void run(const batch& asked) {
    go_wrong();
    if (is("slow_in_rounds") && asked.warmup > 2) { // a first look warms up for two operations
        std::this_thread::sleep_for(std::chrono::seconds(3));
    }
    const bool wrong = is_the_wrong_one(asked);
    work(asked.warmup);
    const std::int64_t start = now(CLOCK_MONOTONIC);
    work(asked.operations);
    const std::int64_t elapsed = now(CLOCK_MONOTONIC) - start;
    const std::uint64_t all = asked.operations + asked.warmup;
    const std::uint64_t sum = all * asked.first + all * (all - 1) / 2;
    say_wrongly(asked.operations, elapsed, all, wrong ? sum + 1 : sum);
    std::cout.flush();
}

void greet(const std::string& question, const std::string& threads) {
    if (is("silent")) {
        hang();
    }
    if (is("slow_to_start")) {
        std::this_thread::sleep_for(std::chrono::seconds(2));
    }
    std::cout << "runtime " << (is("version") ? 2 : 1) << " wrong 0.1\n";
    std::cout << "note it is wrong on purpose\n";
    if (is("two_cases") || is("wrong_in_first_look") || is("wrong_at_last")) {
        std::cout << "case rest " << question << ' ' << threads
                  << " by:rest = one multiplication\n";
    } else if (is("twice")) {
        std::cout << "case again " << question << ' ' << threads << " = one multiplication\n";
    }
    std::cout << "case work " << question << ' ' << threads
              << (is("members")  ? " fibers:*"
                  : is("things") ? " things:*"
                                 : "")
              << " = one multiplication\n";
    if (is("long_greeting")) {
        for (int i = 0; i < 1'000; ++i) {
            std::cout << "note again\n";
        }
    }
    std::cout << "ready\n" << std::flush;
}

} // namespace

int main(int count, char** arguments) {
    kind = count > 1 ? arguments[1] : "right";
    const std::string question = count > 2 ? arguments[2] : "fake/work";
    const std::string threads = count > 3 ? arguments[3] : "1";
    // If a check fails, its runtime ends by itself.
    constexpr unsigned longest_life_s = 300;
    ::alarm(longest_life_s);
    if (is("ends_at_once")) {
        std::cerr << "no such thing here\n";
        return 1;
    }
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream from(line);
        std::string word;
        batch asked;
        from >> word;
        if (word == "hello") {
            greet(question, threads);
        } else if (from >> asked.name >> asked.operations >> asked.warmup >> asked.first) {
            run(asked);
        }
    }
    return 0;
}
