// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include "observe.hpp"
#include "options.hpp"
#include "proc_source.hpp"
#include "processes.hpp"
#include "started_command.hpp"

#include <tollgate/cli/context_of.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>

namespace tollgate::bill {
namespace {

std::vector<process_identity> find_targets(proc_files& files, const options& chosen) {
    if (chosen.comm) {
        return find_processes(files, *chosen.comm);
    }
    std::vector<process_identity> found;
    for (const pid_t pid : chosen.pids) {
        found.push_back(find_process(files, pid));
    }
    return found;
}

/// The counts of the threads that used most, as plain text.
std::string text_of(observation seen) {
    constexpr std::size_t most_lines = 20;
    const double seconds = std::chrono::duration<double>(seen.duration).count();
    std::string text = fmt::format(
        "{:.2f} s, {} CPUs, {} threads, own CPU {:.2f} %\n", seconds, seen.cpus,
        seen.threads.size(), std::chrono::duration<double>(seen.own_cpu).count() / seconds * 100);
    std::ranges::sort(seen.threads, std::ranges::greater(), &thread_counts::cpu_ns);
    for (std::size_t i = 0; i < std::min(most_lines, seen.threads.size()); ++i) {
        const thread_counts& counts = seen.threads[i];
        text += fmt::format("{:>8} {:<16} {:8.3f} CPUs {:10.1f} waits/s {:8.1f} preemptions/s\n",
                            counts.thread, report::printable(counts.name),
                            static_cast<double>(counts.cpu_ns) / 1e9 / seconds,
                            static_cast<double>(counts.voluntary) / seconds,
                            static_cast<double>(counts.involuntary) / seconds);
    }
    std::ranges::sort(seen.waits, std::ranges::greater(), &wait_counts::waits);
    for (std::size_t i = 0; i < std::min(most_lines, seen.waits.size()); ++i) {
        const wait_counts& counts = seen.waits[i];
        text += fmt::format("{:>8} kind {} call {:>3} address {:#x}: {:.1f} waits/s, {:.3f} s/s\n",
                            counts.thread, static_cast<int>(counts.kind), counts.system_call,
                            counts.address, static_cast<double>(counts.waits) / seconds,
                            static_cast<double>(counts.slept_ns) / 1e9 / seconds);
    }
    for (const std::string& remark : seen.remarks) {
        text += remark + "\n";
    }
    return text;
}

struct result {
    observation seen;
    observation_end end;
};

result observe_for(proc_source& source, caught_signals& signals, started_command* command,
                   const std::optional<double>& time_s) {
    std::optional<std::chrono::steady_clock::time_point> end;
    if (time_s) {
        end =
            std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::nanoseconds>(
                                                   std::chrono::duration<double>(*time_s));
    }
    result result;
    result.end = observe(source, signals, command, end);
    result.seen = source.read_all();
    if (command != nullptr && command->has_ended()) {
        if (const auto failure = failure_of(command->wait())) {
            result.seen.remarks.push_back(*failure);
        }
    }
    return result;
}

cli::exit_code observe_targets(const options& chosen) {
    proc_files files;
    std::optional<started_command> command;
    {
        caught_signals signals;
        std::vector<process_identity> targets;
        if (chosen.command.empty()) {
            targets = find_targets(files, chosen);
        } else {
            command.emplace(chosen.command, signals.before());
            targets.push_back(find_child(files, command->id()));
        }
        proc_source source(std::move(targets),
                           command ? proc_source::target::command : proc_source::target::running);
        result result = observe_for(source, signals, command ? &*command : nullptr, chosen.time_s);
        cli::write_stdout(text_of(std::move(result.seen)));
        if (result.end == observation_end::interrupted) {
            return cli::exit_code::interrupted;
        }
    }
    if (command) { // as a shell does, bill stays in the foreground as long as its command
        static_cast<void>(command->wait());
    }
    return cli::exit_code::success;
}

} // namespace

cli::exit_code run(const std::vector<std::string>& arguments) {
    std::signal(SIGPIPE, SIG_IGN);
    const options chosen = parse_options(arguments);
    if (chosen.help || chosen.version) {
        cli::write_stdout(chosen.help ? help_text() : cli::version_line("bill"));
        return cli::exit_code::success;
    }
    return observe_targets(chosen);
}

} // namespace tollgate::bill
