// SPDX-License-Identifier: BSL-1.0
#pragma once

// Checks that every measuring program must pass; they iterate over its table of cases. To be
// included in one source file of an executable, because of refused_threads.hpp.

#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/faults/made_up.hpp>
#include <tollgate/faults/one_batch.hpp>
#include <tollgate/faults/rehearsal.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/run/errors.hpp>
#if defined(__linux__)
#include <tollgate/faults/refused_threads.hpp>
#include <tollgate/faults/refusing_kernel_linux.hpp>

#include <sys/syscall.h>
#endif

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::faults {

using command_line = std::vector<std::string>;

struct checked_program {
    cli::program (*what)(); ///< not called before the checks run
    /// The names of its cases, see expect_known_names.
    std::filesystem::path listings;
    /// The cases of these command lines do their work on this machine.
    std::vector<command_line> rehearsed;
    /// Of this one each case is interrupted, and each is refused its threads.
    command_line briefly{};
    /// Whether this build has what a case needs; empty: it has everything.
    std::function<bool(const measure::case_key&)> there_is{};
    /// Whether this build has the headline cases; empty: it has.
    std::function<bool()> has_headline_cases{};
    /// Whether a case may be run here; empty: each may.
    std::function<bool(const measure::case_key&)> may_run{};
};

namespace detail {

inline run::case_list cases_here(const checked_program& of, const command_line& arguments) {
    const cli::program what = of.what();
    run::case_list list =
        what.cases(cli::parse_command_line(what, arguments), cpu::read_topology());
    std::erase_if(list.cases, [&](const auto& one) { return of.may_run && !of.may_run(one.key); });
    return list;
}

/// The message that refuses these arguments; empty if they are taken.
inline std::string refusal_of(const cli::program& what, const command_line& arguments) {
    try {
        static_cast<void>(cli::parse_command_line(what, arguments));
        return {};
    } catch (const run::usage_error& error) {
        return error.what();
    }
}

/// The ends of every range are taken, and what is outside of it is refused in one line that names
/// the option and the value.
inline void expect_refused_values(const checked_program& of) {
    const cli::program what = of.what();
    const auto expect_refused = [&](const std::string& option, const std::string& value,
                                    const std::string& prefix) {
        const std::string told = refusal_of(what, {option, prefix + value});
        EXPECT_TRUE(told.starts_with(option + ": '")) << option << " '" << value << "': " << told;
        EXPECT_EQ(told.find('\n'), told.npos) << told;
    };
    const auto expect_range = [&](const std::string& option, const cli::number_axis& axis,
                                  const std::string& prefix) {
        for (const std::uint64_t end : {axis.range.low, axis.range.high}) {
            EXPECT_EQ(refusal_of(what, {option, prefix + std::to_string(end)}), "");
        }
        for (const std::string& bad :
             {std::to_string(axis.range.low - 1), std::to_string(axis.range.high + 1),
              std::string("-1"), std::string(""), std::string(","), std::string("1,,2"),
              std::string("2.5"), std::string("x"), std::string(" 8"), std::string("0x40"),
              std::string("1e3"), std::string("99999999999999999999")}) {
            expect_refused(option, bad, prefix);
        }
    };
    for (const cli::number_axis& axis : what.numbers) {
        if (!axis.help.empty()) {
            expect_range("--" + axis.name, axis, "");
        }
        if (!axis.sweep_example.empty()) {
            expect_range("--sweep", axis, axis.name + ":");
        }
    }
    for (const cli::word_axis& axis : what.words) {
        const std::string option = "--" + axis.name;
        const std::string& word = axis.allowed.front();
        EXPECT_EQ(refusal_of(what, {option, word}), "");
        for (const std::string& bad :
             {std::string(), word + ",", "," + word, word + ",," + word, word + " ", word + "x",
              word + ";" + word, std::string("all")}) {
            expect_refused(option, bad, "");
        }
    }
}

/// Of the cases that can be measured, in their order.
inline std::vector<std::string> names_of(const std::vector<measure::measured_case>& cases) {
    std::vector<std::string> all;
    for (const measure::measured_case& one : cases) {
        all.push_back(one.key.name());
    }
    return all;
}

inline bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The names of a program's cases on two machines: 1x2x1 has two CPUs, 2x4x2 two sockets of four
/// cores with two hardware threads each. A line each, which says so if one of the machines alone
/// has the case.
inline std::vector<std::string> listing_of(const cli::program& what) {
    const auto names_on = [&](const cpu::topology& machine) {
        return names_of(what.cases(cli::parse_command_line(what, {}), machine).cases);
    };
    const std::vector<std::string> few = names_on(made_up_machine(1, 2, 1));
    const std::vector<std::string> large = names_on(made_up_machine(2, 4, 2));
    std::vector<std::string> lines;
    for (const std::string& name : few) {
        lines.push_back(has(large, name) ? name : name + " (1x2x1 alone)");
    }
    for (const std::string& name : large) {
        if (!has(few, name)) {
            lines.push_back(name + " (2x4x2 alone)");
        }
    }
    return lines;
}

/// Result files and comparisons depend on these names, so a file keeps them.
inline void expect_known_names(const checked_program& of) {
    std::vector<std::string> names = listing_of(of.what());
    if (std::getenv("TOLLGATE_ACCEPT_LISTINGS") != nullptr) {
        std::ofstream to(of.listings);
        for (const std::string& line : names) {
            to << line << '\n';
        }
    }
    std::vector<std::string> known;
    std::ifstream from(of.listings);
    for (std::string line; std::getline(from, line);) {
        known.push_back(line);
    }
    for (std::vector<std::string>* lines : {&names, &known}) {
        std::erase_if(*lines, [&](const std::string& line) {
            return of.there_is && !of.there_is(report::guess_key(line));
        });
    }
    EXPECT_EQ(names, known)
        << "Names in result files must not change. If this is right, run this check once with "
           "TOLLGATE_ACCEPT_LISTINGS=1 and look at what it changed in "
        << of.listings;
}

/// On machines of one CPU, of two cores and of two sockets the headline cases are from 8 to 12, on
/// one CPU from 5 to 12, because there is no other CPU, and not all. Cases of the same on each CPU
/// answer one question and count as one. The first case is among them, because the noise floor is
/// measured against it, and with each case the one that it is compared with.
inline void expect_headline_cases(const checked_program& of) {
    if (of.has_headline_cases && !of.has_headline_cases()) {
        GTEST_SKIP() << "this build lacks the headline cases";
    }
    const cli::program what = of.what();
    const cli::options chosen = cli::parse_command_line(what, {});
    for (const cpu::topology& machine :
         {made_up_machine(1, 1, 1), made_up_machine(1, 2, 1), made_up_machine(2, 4, 2)}) {
        SCOPED_TRACE(std::to_string(machine.threads.size()) + " CPUs");
        const std::vector<measure::measured_case> all = what.cases(chosen, machine).cases;
        std::vector<measure::measured_case> left = all;
        std::erase_if(
            left, [&](const auto& one) { return chosen.headline && !chosen.headline(one.key); });
        const std::vector<std::string> names = names_of(left);
        const auto on_cpus = static_cast<std::size_t>(
            std::ranges::count_if(left, [](const auto& one) { return one.key.has("cpu"); }));
        const std::size_t questions = names.size() - (on_cpus > 1 ? on_cpus - 1 : 0);
        EXPECT_GE(questions, machine.threads.size() == 1 ? 5U : 8U);
        EXPECT_LE(questions, 12U);
        EXPECT_NE(names.size(), all.size());
        EXPECT_TRUE(has(names, all.front().key.name()));
        for (const measure::measured_case& one : left) {
            EXPECT_TRUE(one.compared_with.empty() || has(names, one.compared_with))
                << one.key.name() << " without " << one.compared_with;
        }
    }
}

inline void expect_each_name_once(const checked_program& of) {
    for (const command_line& arguments : of.rehearsed) {
        const std::vector<std::string> names = names_of(cases_here(of, arguments).cases);
        EXPECT_FALSE(names.empty());
        EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    }
}

/// With each clock, and in each way in which a program may run it.
inline void expect_all_proofs(const checked_program& of) {
    for (const command_line& arguments : of.rehearsed) {
        for (const measure::measured_case& one : cases_here(of, arguments).cases) {
            EXPECT_THAT(rehearse(one), ::testing::IsEmpty());
        }
    }
}

/// One that waits for events ends with the event that it is in, and says of nothing that it failed.
inline void expect_survived_interrupts(const checked_program& of) {
    for (const measure::measured_case& one : cases_here(of, of.briefly).cases) {
        if (one.valued_by != measure::method::single_events) {
            continue; // a batch of operations is short enough to wait for
        }
        SCOPED_TRACE(one.key.name());
        for (const int questions : {0, 1, 4}) {
            const measure::batch done =
                one.run(interrupted_after(questions, 1'000'000), clock::source::monotonic);
            EXPECT_FALSE(done.complete);
            EXPECT_THAT(done.report.failures, ::testing::IsEmpty());
            // It asks before each event, the first of which warms it up.
            EXPECT_LE(done.intervals.size(), (std::max)(0, questions - 1));
        }
    }
}

#if defined(__linux__)

inline std::ptrdiff_t threads_here() {
    using std::filesystem::directory_iterator;
    return std::distance(directory_iterator("/proc/self/task"), directory_iterator());
}

/// What is due to each of a case's threads that the system refuses: those that had been started
/// end, the caller learns why, and the case works afterwards.
inline void expect_told_of_refused_threads(const checked_program& of) {
    constexpr int most = 1'000;
    constexpr int most_refused = 6;
    const std::size_t cases = cases_here(of, of.briefly).cases.size();
    for (std::size_t i = 0; i < cases; ++i) {
        const auto run = [](const measure::measured_case& one) {
            return one.run({2 * one.lap, {{2, one.lap}}}, clock::source::monotonic);
        };
        // The case is made anew each time, because some keep the threads that they have.
        const auto anew = [&] { return cases_here(of, of.briefly).cases[i]; };
        SCOPED_TRACE(anew().key.name());
        starts_left = most;
        static_cast<void>(run(anew()));
        // Libraries may have started threads of their own, which stay.
        const int needed = (std::min)(most - std::exchange(starts_left, unlimited),
                                      static_cast<int>(anew().threads));
        for (int started = 0; started < (std::min)(needed, most_refused); ++started) {
            const measure::measured_case one = anew();
            const std::ptrdiff_t before = threads_here();
            const refusal seen = refuse_after(started, [&] { static_cast<void>(run(one)); });
            // One that was joined is in the system's list for a moment more; one that was not stays
            // there, and the check runs out of time.
            while (threads_here() > before) {
                std::this_thread::yield();
            }
            EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category())) << started;
            EXPECT_THAT(seen.words, ::testing::HasSubstr("pthread_create; see `ulimit -u`"));
            EXPECT_EQ(seen.unused, 0) << "as many as were allowed had been started";
            EXPECT_THAT(run(one).report.failures, ::testing::IsEmpty()) << "it works again";
        }
    }
}

/// A call that the system refuses to a thread or fiber of a case throws in the case's caller.
inline void expect_told_of_a_refused_call(const checked_program& of) {
    EXPECT_EXIT(
        {
            refuse_calls({SYS_getrusage}, EPERM);
            for (const measure::measured_case& one : cases_here(of, of.briefly).cases) {
                std::fprintf(stderr, "%s\n", one.key.name().c_str());
                try {
                    static_cast<void>(
                        one.run({2 * one.lap, {{2, one.lap}}}, clock::source::monotonic));
                } catch (const std::system_error&) { // as it should
                }
            }
            std::_Exit(EXIT_SUCCESS);
        },
        ::testing::ExitedWithCode(EXIT_SUCCESS), "");
}

#endif

class registered : public testing::Test {
public:
    explicit registered(std::function<void()> body) : body_(std::move(body)) {}
    void TestBody() override { body_(); }

private:
    std::function<void()> body_;
};

} // namespace detail

/// Registers the checks; before RUN_ALL_TESTS(). Returns true.
inline bool register_program_checks(const checked_program& of) {
    const auto shared = std::make_shared<const checked_program>(of);
    const auto add = [&](const char* name, void (*expect)(const checked_program&)) {
        testing::RegisterTest("program", name, nullptr, nullptr, __FILE__, __LINE__,
                              [shared, expect]() -> testing::Test* {
                                  return new detail::registered(
                                      [shared, expect] { expect(*shared); });
                              });
    };
    add("lists_what_it_listed", detail::expect_known_names);
    add("lists_each_name_once", detail::expect_each_name_once);
    add("has_headline_cases_and_what_they_are_compared_with", detail::expect_headline_cases);
    add("takes_the_values_of_its_options_and_no_others", detail::expect_refused_values);
    add("every_case_does_its_work", detail::expect_all_proofs);
    add("every_case_can_be_interrupted", detail::expect_survived_interrupts);
#if defined(__linux__)
    add("every_case_tells_of_threads_that_it_is_refused", detail::expect_told_of_refused_threads);
    add("every_case_tells_of_a_call_that_it_is_refused", detail::expect_told_of_a_refused_call);
#endif
    return true;
}

} // namespace tollgate::faults
