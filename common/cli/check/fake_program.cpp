// SPDX-License-Identifier: BSL-1.0
//
// main() of the checks is here: `run_program` starts this executable for each pass, and then it
// must be the fake program instead of the checks.
#include "fake_program.hpp"

#include <tollgate/report/pass_text.hpp>
#include <tollgate/run/errors.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <unistd.h>

namespace tollgate::cli::fake {
namespace {

constexpr std::int64_t operation_ns = 10;
constexpr std::int64_t reading_ns = 5;

measure::batch nothing_done(const measure::schedule& asked, const std::string& failure,
                            std::int64_t each_ns = operation_ns) {
    measure::batch done;
    for (const measure::segment& segment : asked.segments) {
        const auto size = static_cast<std::int64_t>(segment.size);
        done.intervals.insert(done.intervals.end(), segment.groups, size * each_ns + reading_ns);
    }
    done.complete = true;
    done.report.probe_calls = {asked.operations() + 1};
    if (!failure.empty()) {
        done.report.failures = {failure};
    }
    return done;
}

measure::clock_pair_batch nothing_observed(std::uint64_t operations) {
    const auto count = static_cast<std::int64_t>(operations);
    return {{count * (operation_ns + reading_ns), count * reading_ns, operations}, {}};
}

void check_conduct(const std::string& text) {
    for (const char* known :
         {"good", "wrong", "slow", "refuses", "only_in_parent", "wrong_in_child", "silent_in_child",
          "dies_at_its_end", "half_in_child", "other_cases_in_child", "killed_in_third", "placed",
          "named"}) {
        if (text == known) {
            return;
        }
    }
    throw run::usage_error("--conduct: '" + text + "' is not known");
}

void go_wrong_in_child(const std::string& conduct) {
    if (conduct == "only_in_parent") {
        throw run::machine_refused("no children");
    }
    if (conduct == "wrong_in_child") {
        std::cerr << "a warning\n";
        throw run::failed_self_check("a turn was lost");
    }
    if (conduct == "silent_in_child") {
        ::_exit(1);
    }
    if (conduct == "dies_at_its_end") {
        std::atexit([] { ::_exit(7); });
    }
    if (conduct == "killed_in_third") {
        std::ofstream("passes", std::ios::app) << '.' << std::flush;
        if (std::filesystem::file_size("passes") == 3) {
            std::raise(SIGKILL);
        }
    }
    const bool half = conduct == "half_in_child";
    if (half || conduct == "other_cases_in_child") {
        std::cout << (half ? R"({"cases":[)" : report::pass_text({})) << std::flush;
        ::_exit(0);
    }
}

run::case_list cases(const options& chosen, const cpu::topology&) {
    const std::string& conduct = chosen.own.at("conduct");
    if (conduct == "refuses") {
        throw run::machine_refused("nothing of the kind");
    }
    if (is_child()) {
        go_wrong_in_child(conduct);
    }
    run::case_list list;
    list.cases.push_back(steady_case("nothing/first"));
    list.cases.push_back(
        steady_case("nothing/second", conduct == "wrong" ? "a turn was lost" : ""));
    if (conduct == "slow") {
        list.cases.back().run = [](const measure::schedule& asked, clock::source) {
            return nothing_done(asked, {}, 3 * operation_ns);
        };
    }
    for (const char* other : {"placed", "named"}) {
        if (conduct == other) {
            list.cases.push_back(steady_case("nothing/pinned"));
            list.cases.back().key = {"nothing/pinned",
                                     {{conduct == "placed" ? "placement" : "impl",
                                       conduct == "placed" ? "free" : "wrong"}}};
        }
    }
    list.unavailable.push_back({"nothing/third", "there is no third"});
    list.notes.emplace_back("none of this took any time");
    return list;
}

std::vector<explain::intervention> interventions(const measure::measured_case& control,
                                                 const options&, const cpu::topology&) {
    explain::intervention without_delay{
        {"delay=none", "it is left out", {"leaving it out", "", "leave it", "take it"}, "load"}};
    without_delay.instead = steady_case(control.key.name());
    explain::intervention alternative = without_delay;
    alternative.name = "place=one";
    alternative.verdict = {};
    alternative.is_alternative = true;
    return {without_delay, alternative};
}

} // namespace

measure::measured_case steady_case(const std::string& name, const std::string& failure) {
    measure::measured_case result;
    result.key = name;
    result.unit = "one operation that is none";
    result.run = [failure](const measure::schedule& asked, clock::source) {
        return nothing_done(asked, failure);
    };
    result.run_clock_pair = [](std::uint64_t operations, clock::source) {
        return nothing_observed(operations);
    };
    return result;
}

program describe() {
    program description;
    description.name = "testNothing";
    description.question = "What does nothing cost on this machine?";
    description.members = "things";
    description.members_range = {2, 1'000};
    description.kind = "Thing";
    description.iterations_default = 1'000;
    description.has_placements = true;
    description.own = {{"conduct", "NAME", "good", "what it does", check_conduct}};
    description.build = environment::facts_of_this_build();
    description.cases = cases;
    description.interventions = interventions;
    description.reference = [](const options&, const cpu::topology&) {
        return std::string("nothing/first");
    };
    return description;
}

bool is_child() {
    return std::getenv("TOLLGATE_STACK_PADDING") != nullptr;
}

int run(const std::vector<std::string>& arguments, const program& description) {
    std::vector<const char*> pointers{"testNothing"};
    for (const std::string& argument : arguments) {
        pointers.push_back(argument.c_str());
    }
    return run_program(static_cast<int>(pointers.size()), pointers.data(), description);
}

std::vector<std::string> briefly(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"--rounds", "6", "--time", "0.1"};
    if (std::find(more.begin(), more.end(), "--passes") == more.end()) {
        arguments.insert(arguments.end(), {"--passes", "1"});
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace tollgate::cli::fake

int main(int argc, char** argv) {
    using namespace tollgate::cli;
    const bool is_asked_for_its_name = argc == 2 && argv[1] == std::string("--version");
    if (fake::is_child() || is_asked_for_its_name) {
        return run_program(argc, argv, fake::describe());
    }
    ::testing::InitGoogleMock(&argc, argv);
    return RUN_ALL_TESTS();
}
