// SPDX-License-Identifier: BSL-1.0
#include "request.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/measure/clock_pair_run.hpp>
#include <tollgate/posix/descriptor.hpp>
#include <tollgate/posix/process.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <csignal>
#include <stdlib.h>

namespace tollgate::cli {
namespace {

/// The time if the user gives none.
double usual_budget_s(const program& description, const options& chosen,
                      const cpu::topology& machine) {
    if (const own_flag* flag = given_flag(description, chosen)) {
        return flag->budget_s(machine);
    }
    for (const number_axis& axis : description.numbers) {
        if (chosen.is_swept(axis.name) && axis.sweep_budget_s) {
            return *axis.sweep_budget_s;
        }
    }
    return chosen.headline && description.headline_budget_s ? *description.headline_budget_s
                                                            : description.budget_s;
}

double budget_s(const program& description, const options& chosen, const cpu::topology& machine) {
    constexpr double explain_s = 60;
    constexpr double quick_explain_s = 12;
    if (chosen.quick) {
        return chosen.explain ? quick_explain_s : description.quick_budget_s;
    }
    return chosen.time_s.value_or(chosen.explain ? explain_s
                                                 : usual_budget_s(description, chosen, machine));
}

std::optional<measure::clock_pair_request> clock_pair_of(const program& description,
                                                         const options& chosen,
                                                         const cpu::topology& machine,
                                                         double budget_s) {
    if (!description.reference || chosen.wanted != options::action::measure) {
        return std::nullopt;
    }
    constexpr double share_of_budget = 0.2;
    const std::uint64_t iterations = chosen.iterations.value_or(description.iterations_default);
    const std::uint64_t members = description.members.empty() ? 1 : chosen.members;
    measure::clock_pair_request request{description.reference(chosen, machine),
                                        members * iterations, std::nullopt};
    if (!chosen.iterations) {
        request.longest = in_ns(share_of_budget * budget_s);
    }
    return request;
}

/// A file that starts this program again: its answer to --version is that of this program. Empty if
/// there is none.
std::string file_of_this_program(const program& description, const signals& watch) {
    constexpr int longest_ticks = 20;
    for (const std::string& file : posix::paths_to_this_program()) {
        posix::pipe output;
        posix::process child(
            {file, {description.name, "--version"}, {}, {-1, output.write.number(), -1}});
        output.write.close();
        int ticks = 0;
        const std::string answer = posix::read_all(output.read.number(), [&] {
            if (watch.interrupted() || ++ticks > longest_ticks) {
                child.signal(SIGKILL);
            }
        });
        if (answer == version_line(description.name)) {
            return file;
        }
    }
    return {};
}

std::vector<std::string> command_of_pass(const program& description, const options& chosen) {
    std::vector<std::string> command{description.name, "--pass"};
    command.insert(command.end(), chosen.for_one_pass.begin(), chosen.for_one_pass.end());
    return command;
}

} // namespace

const own_flag* given_flag(const program& description, const options& chosen) {
    const auto flag = std::ranges::find_if(
        description.flags, [&](const own_flag& each) { return chosen.given.contains(each.name); });
    return flag == description.flags.end() ? nullptr : &*flag;
}

std::chrono::nanoseconds in_ns(double seconds) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

cpu::topology allowed_machine(const options& chosen) {
    // Errors of hwloc become a remark of the result. Otherwise each pass would print them.
    ::setenv("HWLOC_HIDE_ERRORS", "2", 0);
    cpu::topology machine = cpu::read_topology();
    if (chosen.cpus.empty()) {
        return machine;
    }
    try {
        return cpu::restrict_to(machine, chosen.cpus);
    } catch (const std::invalid_argument& error) {
        throw run::usage_error(fmt::format("--cpus: {}", error.what()));
    }
}

run::request request_of(const program& description, const options& chosen,
                        const cpu::topology& machine, signals& watch) {
    const double seconds = budget_s(description, chosen, machine);
    run::request request;
    request.until = {.budget = in_ns(seconds),
                     .exact_rounds = chosen.rounds,
                     .precision = chosen.precision_pct / 100,
                     .passes = chosen.passes,
                     .even_rounds = chosen.explain.has_value()};
    request.clock = chosen.clock;
    request.seed = chosen.seed;
    request.cpus = machine.cpus();
    request.clock_pair = clock_pair_of(description, chosen, machine, seconds);
    request.outside = run::on_this_machine(machine, [&watch] { return watch.continued(); });
    request.outside.interrupted = [&watch] { return watch.interrupted(); };
    request.outside.report_progress = [&watch](const measure::progress& now) {
        watch.still_alive(now.lasts);
    };
    request.processes = run::pass_processes{.file = chosen.passes == 1 || chosen.one_pass
                                                        ? ""
                                                        : file_of_this_program(description, watch),
                                            .command = command_of_pass(description, chosen),
                                            .waiting = [&watch] { watch.still_alive(); }};
    return request;
}

runtime::runtimes runtimes_of(const program& description, const options& chosen,
                              const cpu::topology& machine, const signals& watch) {
    // A runtime that needs longer for a batch could not do the fewest rounds in time.
    constexpr double share_of_batch = 0.25;
    constexpr std::chrono::milliseconds least{1'000};
    runtime::choice choice{chosen.runtimes, chosen.runtime_commands};
    const auto share = std::chrono::duration_cast<std::chrono::milliseconds>(
        in_ns(share_of_batch * budget_s(description, chosen, machine)));
    choice.timeouts.batch = std::clamp(share, least, choice.timeouts.batch);
    return {choice, chosen.numbers, machine, [&watch] { return watch.interrupted(); }};
}

} // namespace tollgate::cli
