// SPDX-License-Identifier: BSL-1.0
// Is the bill right? For each program with planted waste, ./bill says what would save how much, and
// then the program without the waste shows what it does save. The runs are in turns. Needs root,
// ten quiet minutes, and prices: bill_judge PLANTED PRICES.JSON [ROUNDS [NAME...]]
// Of all programs, one with waste may be wrong; of those that are named, none.
#include "caught_signals.hpp"
#include "observe.hpp"
#include "options.hpp"
#include "pricing/price_file.hpp"
#include "pricing/statement_of.hpp"
#include "sources.hpp"

#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

struct usage {
    double cpu_s = 0;
    double wall_s = 0;
};

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

usage run(const std::string& program, const std::string& name, const std::string& version) {
    std::vector<std::string> words{program, name, version};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    pid_t child = 0;
    const auto begin = std::chrono::steady_clock::now();
    if (::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, ::environ) != 0) {
        throw std::runtime_error("cannot start " + program);
    }
    int status = 0;
    rusage used{};
    if (::wait4(child, &status, 0, &used) != child || status != 0) {
        throw std::runtime_error(name + " failed");
    }
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    return {seconds(used.ru_utime) + seconds(used.ru_stime), wall.count()};
}

statement bill_of(const std::string& program, const std::string& name, const price_list& prices) {
    options chosen;
    chosen.command = {program, name, "wasteful"};
    caught_signals signals;
    sources from(chosen, signals.before());
    (void)observe(from, signals, std::nullopt);
    observation seen = from.total();
    (void)from.command()->wait();
    if (!seen.traced) {
        throw std::runtime_error("the kernel's events cannot be counted: run this as root");
    }
    return statement_of(seen, prices);
}

/// The saving that the bill should name. `by_time`: of a thread's time, not of CPU time.
struct expected {
    std::string name;
    std::string id; ///< empty: none
    bool by_time = false;
    bool has_waste = true;
};

const std::vector<expected> programs{{"sleeping_queue", "sleeps_briefly", true},
                                     {"polling", "polls"},
                                     {"os_timeouts", "system_timers"},
                                     {"notify_all", "group_wakes"},
                                     {"locked_call", "held_locks", true},
                                     {"migrating", "moves"},
                                     {"false_sharing", ""},
                                     {"big_pool", "surplus_threads"},
                                     {"yielding", "yields"},
                                     {"innocent", "", false, false}};

struct numbers {
    std::vector<double> predicted, low, high, saved;
    bool named = true;
    std::string others;
};

void one_round(const expected& each, const std::string& program, const price_list& prices,
               numbers& to) {
    const statement bill = bill_of(program, each.name, prices);
    const usage wasteful = run(program, each.name, "wasteful");
    const usage mended = run(program, each.name, "mended");
    const auto begin = bill.savings.begin();
    const auto first_three =
        begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, bill.savings.size()));
    const auto found =
        std::find_if(begin, first_three, [&](const saving& named) { return named.id == each.id; });
    if (each.id.empty()) {
        to.named = to.named && bill.savings.empty();
    } else if (found == first_three) {
        to.named = false;
    } else {
        const amount share = each.by_time ? found->time_share.value_or(amount{}) : found->cpus;
        const double times = each.by_time ? 1 : bill.seconds;
        to.predicted.push_back(share.value * times);
        to.low.push_back(share.low * times);
        to.high.push_back(share.high * times);
    }
    to.saved.push_back(each.by_time ? (wasteful.wall_s - mended.wall_s) / wasteful.wall_s
                                    : wasteful.cpu_s - mended.cpu_s);
    for (const saving& named : bill.savings) {
        to.others += named.id == each.id ? "" : " " + named.id;
    }
}

/// Prints the row. Returns whether the bill was right.
bool judge(const expected& program, const numbers& measured) {
    if (program.id.empty()) {
        fmt::print("{:15} {:16} {}{}\n", program.name, "(none)", measured.named ? "right" : "WRONG",
                   measured.others);
        return measured.named;
    }
    if (!measured.named || measured.predicted.empty()) {
        fmt::print("{:15} {:16} WRONG: not named; {}\n", program.name, program.id, measured.others);
        return false;
    }
    const double predicted = stats::median(measured.predicted);
    const double saved = stats::median(measured.saved);
    const double low = stats::median(measured.low);
    const double high = stats::median(measured.high);
    const bool right = std::abs(saved / predicted - 1) <= 0.15 || (low <= saved && saved <= high);
    fmt::print(
        "{:15} {:16} predicted {:.3f} ({:.3f} to {:.3f}) {}, saved {:.3f}: {:+.0f} %, {}{}\n",
        program.name, program.id, predicted, low, high, program.by_time ? "of the time" : "s",
        saved, 100 * (saved / predicted - 1), right ? "right" : "WRONG", measured.others);
    return right;
}

int judge_all(int count, char** arguments) {
    const std::string program = arguments[1];
    const report::result this_machine = describe_this_machine({});
    const price_list prices = read_price_file(arguments[2], true, this_machine).prices;
    const int rounds = count > 3 ? std::atoi(arguments[3]) : 5;
    std::map<std::string, numbers> all;
    const auto is_wanted = [&](const expected& each) {
        return count <= 4 ||
               std::find(arguments + 4, arguments + count, each.name) != arguments + count;
    };
    for (int round = 0; round < rounds; ++round) {
        for (const expected& each : programs) {
            if (is_wanted(each)) {
                one_round(each, program, prices, all[each.name]);
            }
        }
    }
    const int allowed = count <= 4 ? 1 : 0;
    int wrong = 0;
    bool innocent_is_right = true;
    for (const expected& each : programs) {
        const bool right = !is_wanted(each) || judge(each, all[each.name]);
        wrong += each.has_waste && !right ? 1 : 0;
        innocent_is_right = innocent_is_right && (each.has_waste || right);
    }
    return wrong <= allowed && innocent_is_right ? 0 : 1;
}

} // namespace
} // namespace tollgate::bill

int main(int count, char** arguments) {
    if (count < 3) {
        fmt::print(stderr, "usage: bill_judge PLANTED PRICES.JSON [ROUNDS [NAME...]]\n");
        return 2;
    }
    try {
        return tollgate::bill::judge_all(count, arguments);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bill_judge: {}\n", error.what());
        return 3;
    }
}
