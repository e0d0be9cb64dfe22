// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/one_batch.hpp>
#include <tollgate/testing/program_checks.hpp>
#include <tollgate/testing/rehearsal.hpp>
#if defined(__linux__)
#include <tollgate/testing/refused_threads.hpp>
#include <tollgate/testing/refusing_kernel_linux.hpp>

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

namespace tollgate::testing {

namespace {

run::case_list cases_here(const checked_program& checked, const command_line& arguments) {
    const cli::program description = checked.describe();
    run::case_list list =
        description.cases(cli::parse_command_line(description, arguments), cpu::read_topology());
    std::erase_if(list.cases, [&](const auto& listed) {
        return checked.may_run && !checked.may_run(listed.key);
    });
    return list;
}

/// Returns the message with which the program refuses these arguments. If the program accepts the
/// arguments, returns an empty text.
std::string refusal_of(const cli::program& description, const command_line& arguments) {
    try {
        static_cast<void>(cli::parse_command_line(description, arguments));
        return {};
    } catch (const run::usage_error& error) {
        return error.what();
    }
}

/// Returns the parts of the text that are like `name:1..10,100`. A std::regex would take the
/// compiler two seconds in each program.
std::vector<std::string> examples_in(const std::string& text) {
    std::vector<std::string> examples;
    for (auto colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
        const auto begin = text.find_last_not_of("abcdefghijklmnopqrstuvwxyz_", colon - 1) + 1;
        const auto values =
            text.substr(colon + 1, text.find_first_not_of("0123456789,.", colon + 1) - colon - 1);
        const auto last = values.find_last_of("0123456789");
        if (begin < colon && last != values.npos && last > 0 && values.find_first_of(",.") != 0) {
            examples.push_back(text.substr(begin, colon + 2 + last - begin));
        }
    }
    return examples;
}

/// Checks that the program accepts each example of --sweep in its help text.
void expect_accepted_examples(const cli::program& description) {
    for (const std::string& example : examples_in(cli::help_text(description))) {
        EXPECT_EQ(refusal_of(description, {"--sweep", example}), "");
    }
}

/// Checks that each option accepts both ends of its range, and refuses values outside of the range.
/// The message of the refusal must be one line with the option and the value.
void expect_refused_values(const checked_program& checked) {
    const cli::program description = checked.describe();
    const auto expect_refused = [&](const std::string& option, const std::string& value,
                                    const std::string& prefix) {
        const std::string message = refusal_of(description, {option, prefix + value});
        EXPECT_TRUE(message.starts_with(option + ": '"))
            << option << " '" << value << "': " << message;
        EXPECT_EQ(message.find('\n'), message.npos) << message;
    };
    const auto expect_range = [&](const std::string& option, const cli::number_axis& axis,
                                  const std::string& prefix) {
        for (const std::uint64_t end : {axis.range.low, axis.range.high}) {
            EXPECT_EQ(refusal_of(description, {option, prefix + std::to_string(end)}), "");
        }
        for (const std::string& bad :
             {std::to_string(axis.range.low - 1), std::to_string(axis.range.high + 1),
              std::string("-1"), std::string(""), std::string(","), std::string("1,,2"),
              std::string("2.5"), std::string("x"), std::string(" 8"), std::string("0x40"),
              std::string("1e3"), std::string("99999999999999999999")}) {
            expect_refused(option, bad, prefix);
        }
    };
    for (const cli::number_axis& axis : description.numbers) {
        if (!axis.help.empty()) {
            expect_range("--" + axis.name, axis, "");
        }
        if (!axis.sweep_example.empty()) {
            expect_range("--sweep", axis, axis.name + ":");
        }
    }
    for (const cli::word_axis& axis : description.words) {
        const std::string option = "--" + axis.name;
        const std::string& word = axis.allowed.front();
        EXPECT_EQ(refusal_of(description, {option, word}), "");
        for (const std::string& bad :
             {std::string(), word + ",", "," + word, word + ",," + word, word + " ", word + "x",
              word + ";" + word, std::string("all")}) {
            expect_refused(option, bad, "");
        }
    }
    expect_accepted_examples(description);
}

std::vector<std::string> names_of(const std::vector<measure::measured_case>& cases) {
    std::vector<std::string> all;
    for (const measure::measured_case& listed : cases) {
        all.push_back(listed.key.name());
    }
    return all;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns a line for each case that the program has on two fake machines. The machine 1x2x1 has
/// one socket with two cores. The machine 2x4x2 has two sockets, four cores in each socket, and two
/// hardware threads in each core. If only one machine has the case, the line contains this machine.
std::vector<std::string> listing_of(const cli::program& description) {
    const auto names_on = [&](const cpu::topology& machine) {
        return names_of(description.cases(cli::parse_command_line(description, {}), machine).cases);
    };
    const std::vector<std::string> small_machine = names_on(fake_machine(1, 2, 1));
    const std::vector<std::string> large_machine = names_on(fake_machine(2, 4, 2));
    std::vector<std::string> lines;
    for (const std::string& name : small_machine) {
        lines.push_back(has(large_machine, name) ? name : name + " (1x2x1 alone)");
    }
    for (const std::string& name : large_machine) {
        if (!has(small_machine, name)) {
            lines.push_back(name + " (2x4x2 alone)");
        }
    }
    return lines;
}

/// Checks that the names of the cases are the names in the file `listings`, because result files
/// and comparisons depend on the names.
void expect_known_names(const checked_program& checked) {
    std::vector<std::string> names = listing_of(checked.describe());
    if (std::getenv("TOLLGATE_ACCEPT_LISTINGS") != nullptr) {
        std::ofstream to(checked.listings);
        for (const std::string& line : names) {
            to << line << '\n';
        }
    }
    std::vector<std::string> known;
    std::ifstream from(checked.listings);
    for (std::string line; std::getline(from, line);) {
        known.push_back(line);
    }
    for (std::vector<std::string>* lines : {&names, &known}) {
        std::erase_if(*lines, [&](const std::string& line) {
            return checked.is_built && !checked.is_built(report::guess_key(line));
        });
    }
    EXPECT_EQ(names, known)
        << "Names in result files must not change. If this is right, run this check once with "
           "TOLLGATE_ACCEPT_LISTINGS=1 and look at what it changed in "
        << checked.listings;
}

/// Checks the headline cases of the program.
///
/// - There are 8 to 12 headline cases. On a machine with one CPU, there are 5 to 12.
/// - All cases with the parameter `cpu` count as one case.
/// - Some cases are not headline cases.
/// - The first case is a headline case, because the noise floor is measured with the first case.
/// - If a headline case is compared with another case, the other case is also a headline case.
/// - Each headline case has words.
/// - The case of the clock-pair run is a headline case that has such a run.
void expect_headline_cases(const checked_program& checked) {
    if (checked.has_headline_cases && !checked.has_headline_cases()) {
        GTEST_SKIP() << "this build lacks the headline cases";
    }
    const cli::program description = checked.describe();
    const cli::options chosen = cli::parse_command_line(description, {});
    for (const cpu::topology& machine :
         {fake_machine(1, 1, 1), fake_machine(1, 2, 1), fake_machine(2, 4, 2)}) {
        SCOPED_TRACE(std::to_string(machine.threads.size()) + " CPUs");
        const std::vector<measure::measured_case> all = description.cases(chosen, machine).cases;
        std::vector<measure::measured_case> headline = all;
        std::erase_if(headline, [&](const auto& listed) {
            return chosen.headline && !chosen.headline(listed.key);
        });
        if (description.reference && machine.threads.size() > 1) {
            const auto reference = std::ranges::find_if(headline, [&](const auto& listed) {
                return listed.key.name() == description.reference(chosen, machine);
            });
            EXPECT_TRUE(reference != headline.end() && reference->run_clock_pair);
        }
        const std::vector<std::string> names = names_of(headline);
        const auto on_cpus = static_cast<std::size_t>(std::ranges::count_if(
            headline, [](const auto& listed) { return listed.key.has("cpu"); }));
        const std::size_t questions = names.size() - (on_cpus > 1 ? on_cpus - 1 : 0);
        EXPECT_GE(questions, machine.threads.size() == 1 ? 5U : 8U);
        EXPECT_LE(questions, 12U);
        EXPECT_NE(names.size(), all.size());
        EXPECT_TRUE(has(names, all.front().key.name()));
        for (const measure::measured_case& listed : headline) {
            EXPECT_TRUE(listed.compared_with.empty() || has(names, listed.compared_with))
                << listed.key.name() << " without " << listed.compared_with;
            EXPECT_NE(report::words_of(listed.key, description.case_names), "")
                << listed.key.name();
        }
    }
}

void expect_each_name_once(const checked_program& checked) {
    for (const command_line& arguments : checked.rehearsed) {
        const std::vector<std::string> names = names_of(cases_here(checked, arguments).cases);
        EXPECT_FALSE(names.empty());
        EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    }
}

/// Checks that the self-checks of all cases hold, with each clock and in each way in which a
/// program can run a case.
void expect_all_self_checks(const checked_program& checked) {
    for (const command_line& arguments : checked.rehearsed) {
        for (const measure::measured_case& measured : cases_here(checked, arguments).cases) {
            EXPECT_THAT(rehearse(measured), ::testing::IsEmpty());
        }
    }
}

/// Checks that an interrupted case of events ends after the current event, and reports no failure.
void expect_survived_interrupts(const checked_program& checked) {
    for (const measure::measured_case& measured : cases_here(checked, checked.briefly).cases) {
        if (measured.valued_by != measure::method::single_events) {
            continue; // a batch of operations is short: a run waits for its end
        }
        SCOPED_TRACE(measured.key.name());
        for (const int questions : {0, 1, 4}) {
            const measure::batch done =
                measured.run(interrupted_after(questions, 1'000'000), clock::source::monotonic);
            EXPECT_FALSE(done.complete);
            EXPECT_THAT(done.report.failures, ::testing::IsEmpty());
            // The loop calls `interrupted` before each event. The first event is the warm-up.
            EXPECT_LE(done.intervals.size(), (std::max)(0, questions - 1));
        }
    }
}

#if defined(__linux__)

std::ptrdiff_t threads_here() {
    using std::filesystem::directory_iterator;
    return std::distance(directory_iterator("/proc/self/task"), directory_iterator());
}

/// Checks what happens if the system refuses a thread of a case. The threads that were started end,
/// the caller gets the error, and the case works afterwards.
void expect_refused_threads_reported(const checked_program& checked) {
    constexpr int most = 1'000;
    constexpr int most_refused = 6;
    const std::size_t cases = cases_here(checked, checked.briefly).cases.size();
    for (std::size_t i = 0; i < cases; ++i) {
        const auto run = [](const measure::measured_case& measured) {
            return measured.run({2 * measured.lap, {{2, measured.lap}}}, clock::source::monotonic);
        };
        // Each run uses a new case, because a case may keep its threads.
        const auto new_case = [&] { return cases_here(checked, checked.briefly).cases[i]; };
        SCOPED_TRACE(new_case().key.name());
        starts_left = most;
        static_cast<void>(run(new_case()));
        // The number may include threads that libraries started, and that do not end.
        const int needed = (std::min)(most - std::exchange(starts_left, unlimited),
                                      static_cast<int>(new_case().threads));
        for (int started = 0; started < (std::min)(needed, most_refused); ++started) {
            const measure::measured_case measured = new_case();
            const std::ptrdiff_t before = threads_here();
            const refusal outcome =
                refuse_after(started, [&] { static_cast<void>(run(measured)); });
            // A joined thread stays in the list of the system for a moment. A thread that was not
            // joined stays in the list for ever, and then this check hangs.
            while (threads_here() > before) {
                std::this_thread::yield();
            }
            EXPECT_EQ(outcome.error, std::error_code(EAGAIN, std::generic_category())) << started;
            EXPECT_THAT(outcome.message, ::testing::HasSubstr("pthread_create; see `ulimit -u`"));
            EXPECT_EQ(outcome.unused, 0) << "all allowed threads had been started";
            EXPECT_THAT(run(measured).report.failures, ::testing::IsEmpty()) << "it works again";
        }
    }
}

/// Checks that the caller of a case gets an exception if the system refuses a system call in a
/// thread or fiber of the case.
void expect_refused_call_reported(const checked_program& checked) {
    EXPECT_EXIT(
        {
            refuse_calls({SYS_getrusage}, EPERM);
            for (const measure::measured_case& measured :
                 cases_here(checked, checked.briefly).cases) {
                std::fprintf(stderr, "%s\n", measured.key.name().c_str());
                try {
                    static_cast<void>(measured.run({2 * measured.lap, {{2, measured.lap}}},
                                                   clock::source::monotonic));
                } catch (const std::system_error&) { // expected
                }
            }
            std::_Exit(EXIT_SUCCESS);
        },
        ::testing::ExitedWithCode(EXIT_SUCCESS), "");
}

#endif

class registered : public ::testing::Test {
public:
    explicit registered(std::function<void()> body) : body_(std::move(body)) {}
    void TestBody() override { body_(); }

private:
    std::function<void()> body_;
};

} // namespace

bool register_program_checks(checked_program checked) {
    const auto shared = std::make_shared<const checked_program>(std::move(checked));
    const auto add = [&](const char* name, void (*expect)(const checked_program&)) {
        ::testing::RegisterTest("program", name, nullptr, nullptr, __FILE__, __LINE__,
                                [shared, expect]() -> ::testing::Test* {
                                    return new registered([shared, expect] { expect(*shared); });
                                });
    };
    add("lists_the_known_names", expect_known_names);
    add("lists_each_name_once", expect_each_name_once);
    add("has_headline_cases_with_their_references", expect_headline_cases);
    add("takes_only_the_values_of_its_options", expect_refused_values);
    add("every_case_does_its_work", expect_all_self_checks);
    add("every_case_can_be_interrupted", expect_survived_interrupts);
#if defined(__linux__)
    add("every_case_reports_refused_threads", expect_refused_threads_reported);
    add("every_case_reports_a_refused_call", expect_refused_call_reported);
#endif
    return true;
}

} // namespace tollgate::testing
