// SPDX-License-Identifier: BSL-1.0
#include "request.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/measure/classical_run.hpp>
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

double budget_s(const program& what, const options& chosen) {
    constexpr double explain_s = 60;
    constexpr double quick_explain_s = 12;
    if (chosen.quick) {
        return chosen.explain ? quick_explain_s : what.quick_budget_s;
    }
    const double usual_s =
        chosen.headline && what.headline_budget_s ? *what.headline_budget_s : what.budget_s;
    return chosen.time_s.value_or(chosen.explain ? explain_s : usual_s);
}

std::optional<measure::classical_request> classical_of(const program& what, const options& chosen,
                                                       double budget_s) {
    if (!what.reference || chosen.wanted != options::action::measure) {
        return std::nullopt;
    }
    constexpr double share_of_budget = 0.2;
    const std::uint64_t each = chosen.iterations.value_or(what.iterations_default);
    measure::classical_request asked{what.reference(chosen), chosen.members * each, std::nullopt};
    if (!chosen.iterations) {
        asked.longest = in_ns(share_of_budget * budget_s);
    }
    return asked;
}

/// By which the program can be started again: what says that it is this program. Empty: by none.
std::string file_of(const program& what, const signals& watch) {
    constexpr int longest_ticks = 20;
    for (const std::string& file : posix::ways_to_this_program()) {
        posix::pipe output;
        posix::process asked({file, {what.name, "--version"}, {}, {-1, output.write.number(), -1}});
        output.write.close();
        int ticks = 0;
        const std::string said = posix::read_all(output.read.number(), [&] {
            if (watch.interrupted() || ++ticks > longest_ticks) {
                asked.signal(SIGKILL);
            }
        });
        if (said == version_line(what.name)) {
            return file;
        }
    }
    return {};
}

std::vector<std::string> command_of_pass(const program& what, const options& chosen) {
    std::vector<std::string> command{what.name, "--pass"};
    command.insert(command.end(), chosen.for_one_pass.begin(), chosen.for_one_pass.end());
    return command;
}

} // namespace

std::chrono::nanoseconds in_ns(double seconds) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

cpu::topology allowed_machine(const options& chosen) {
    // Complaints of hwloc are a remark of the result, and not lines of each pass.
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

run::request request_of(const program& what, const options& chosen, const cpu::topology& machine,
                        signals& watch) {
    const double seconds = budget_s(what, chosen);
    run::request asked;
    asked.until = {.budget = in_ns(seconds),
                   .exact_rounds = chosen.rounds,
                   .precision = chosen.precision_pct / 100,
                   .passes = chosen.passes,
                   .even_rounds = chosen.explain.has_value()};
    asked.clock = chosen.clock;
    asked.seed = chosen.seed;
    asked.cpus = machine.cpus();
    asked.classical = classical_of(what, chosen, seconds);
    asked.outside = run::on_this_machine(machine, [&watch] { return watch.continued(); });
    asked.outside.interrupted = [&watch] { return watch.interrupted(); };
    asked.outside.report_progress = [&watch](const measure::progress& now) {
        watch.still_alive(now.lasts);
    };
    asked.processes = run::pass_processes{
        .file = chosen.passes == 1 || chosen.one_pass ? "" : file_of(what, watch),
        .command = command_of_pass(what, chosen),
        .waiting = [&watch] { watch.still_alive(); }};
    return asked;
}

runtime::runtimes runtimes_of(const program& what, const options& chosen,
                              const cpu::topology& machine, const signals& watch) {
    // One that needs longer for a batch would not do the fewest rounds in time.
    constexpr double share_of_batch = 0.25;
    constexpr std::chrono::milliseconds least{1'000};
    runtime::choice choice{chosen.runtimes, chosen.runtime_commands};
    const auto share = std::chrono::duration_cast<std::chrono::milliseconds>(
        in_ns(share_of_batch * budget_s(what, chosen)));
    choice.most.batch = std::clamp(share, least, choice.most.batch);
    return {choice, chosen.numbers, machine, [&watch] { return watch.interrupted(); }};
}

} // namespace tollgate::cli
