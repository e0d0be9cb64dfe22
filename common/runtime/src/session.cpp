// SPDX-License-Identifier: BSL-1.0
#include <tollgate/runtime/session.hpp>

#include "platform.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/posix/process.hpp>
#include <tollgate/stats/quantile.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <thread>
#include <utility>

#include <csignal>
#include <cstdlib>

#include <unistd.h>

namespace tollgate::runtime {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// Numbers of operations stay far from where a sum would not fit into 63 bits.
constexpr std::uint64_t largest_first = std::uint64_t{1} << 30;

struct started_runtime {
    started_runtime(const std::string& command, const std::vector<int>& cpus)
        : process(
              {.file = "/bin/sh",
               .arguments = {"sh", "-c", command},
               .variables = {},
               .descriptors = {input.read.number(), output.write.number(), errors.write.number()},
               .before_exec =
                   [&cpus] {
                       go_first();
                       if (!run_on(cpus)) {
                           (void)posix::write_all(STDERR_FILENO, "the system refuses its CPUs\n");
                           std::_Exit(1);
                       }
                   },
               .guarded = true}) {}

    posix::pipe input;
    posix::pipe output;
    posix::pipe errors;
    posix::process process;
    std::optional<session> with{};
};

} // namespace

session::session(const pipes& ends, pid_t process, std::vector<int> cpus, const limits& most,
                 const std::function<bool()>& interrupted)
    : ends_(ends), lines_(ends), process_(process), cpus_(std::move(cpus)), most_(most) {
    const auto until = steady_clock::now() + most_.greeting;
    greeting_reader reader;
    try {
        lines_.write(hello_line(), most_.greeting);
        for (bool ready = false; !ready;) {
            const auto left = std::max(until - steady_clock::now(), steady_clock::duration{0});
            const auto line =
                lines_.read(std::chrono::duration_cast<std::chrono::milliseconds>(left),
                            interrupted, most_.greeting);
            ready = reader.read(line ? *line : throw lost_runtime("it was interrupted"));
        }
    } catch (const lost_runtime& error) {
        throw lost_runtime(error.what() + lines_.last_words());
    }
    greeted_ = std::move(reader).take();
}

session::session(const pipes& ends, pid_t process, std::vector<int> cpus, const limits& most,
                 const std::string& runtime, const std::string& lost)
    : ends_(ends), lines_(ends), process_(process), cpus_(std::move(cpus)), most_(most) {
    greeted_.runtime = runtime;
    if (!lost.empty()) {
        lost_ = lost;
    }
}

void session::expect_well_behaved() {
    if (process_ < 0) {
        return;
    }
    if (const auto used = resident_bytes(process_); used && *used > most_.resident_bytes) {
        throw lost_runtime("it uses " + std::to_string(*used >> 20) + " MiB of memory; at most " +
                           std::to_string(most_.resident_bytes >> 20));
    }
    if (strays(process_, cpus_)) {
        throw lost_runtime("it left the CPUs that it was put on");
    }
}

session::exchange session::exchanged(const request& asked, const std::function<bool()>& stop) {
    lines_.expect_silence();
    const auto before = steady_clock::now();
    lines_.write(to_line(asked), most_.batch);
    std::optional<steady_clock::time_point> stopped;
    const auto line = lines_.read(
        most_.batch,
        [&] {
            if (!stopped && stop && stop()) {
                stopped = steady_clock::now();
            }
            return stopped && steady_clock::now() - *stopped > most_.interrupted_batch;
        },
        most_.batch);
    if (!line) {
        throw lost_runtime("it was interrupted");
    }
    const nanoseconds outside = steady_clock::now() - before;
    const answer said = read_answer(*line);
    const std::size_t cpus = cpus_.empty() ? std::thread::hardware_concurrency() : cpus_.size();
    if (const auto fault = fault_of(said, asked, outside, std::max<std::size_t>(1, cpus))) {
        throw lost_runtime(*fault);
    }
    expect_well_behaved();
    return {said, outside};
}

std::optional<session::exchange> session::run(request asked,
                                              const std::function<bool()>& interrupted) {
    if (lost_) {
        throw lost_runtime(*lost_);
    }
    if (interrupted_) {
        return std::nullopt;
    }
    // So that an answer cannot be right by being the one before.
    asked.first = next_first_;
    next_first_ = (next_first_ * 7 + 1) % largest_first;
    try {
        return exchanged(asked, interrupted);
    } catch (const lost_runtime& error) {
        if (interrupted && interrupted()) {
            interrupted_ = true;
            kill();
            return std::nullopt;
        }
        lose(reason_of(greeted_.runtime, error.what() + lines_.last_words()));
        throw lost_runtime(*lost_);
    }
}

void session::lose(const std::string& reason) {
    kill();
    note_lost(reason);
}

void session::note_lost(const std::string& reason) {
    process_ = -1;
    if (!lost_) {
        lost_ = reason;
    }
}

void session::kill() {
    if (process_ > 0) {
        ::kill(-process_, SIGKILL);
        process_ = -1;
    }
}

std::shared_ptr<session> start(const std::string& command, const std::vector<int>& cpus,
                               const limits& most, const std::function<bool()>& interrupted) {
    const auto made = std::make_shared<started_runtime>(command, cpus);
    made->input.read.close();
    made->output.write.close();
    made->errors.write.close();
    made->with.emplace(
        pipes{made->input.write.number(), made->output.read.number(), made->errors.read.number()},
        made->process.id(), cpus, most, interrupted);
    return {made, &*made->with};
}

std::string line_about(session& with, const measure::case_key& work,
                       const std::function<bool()>& interrupted) {
    constexpr std::size_t batches = 21;
    constexpr nanoseconds long_enough = std::chrono::milliseconds(100); // of a slow runtime, one
    constexpr double batch_ns = nanoseconds(measure::batch_length).count();
    std::vector<double> inside_ns;
    std::vector<double> outside_ns;
    for (nanoseconds passed{0}; inside_ns.size() < batches && passed < long_enough;) {
        const auto empty = with.run({work}, interrupted);
        if (!empty) {
            break;
        }
        passed += empty->outside;
        inside_ns.push_back(static_cast<double>(empty->said.elapsed.count()));
        outside_ns.push_back(static_cast<double>((empty->outside - empty->said.elapsed).count()));
    }
    std::vector<std::string> notes = with.greeted().notes;
    if (!inside_ns.empty()) {
        const double ns = stats::median(std::move(inside_ns));
        notes.push_back(fmt::format(
            "an empty batch takes {:.0f} ns by its clock ({:.4f} % of one of {:.0f} ms), and "
            "{:.0f} us pass between two",
            ns, ns / batch_ns * 100, batch_ns / 1e6, stats::median(std::move(outside_ns)) / 1e3));
    }
    return fmt::format("{}, {}{}{}", with.greeted().runtime, with.greeted().version,
                       notes.empty() ? "" : ": ", fmt::join(notes, "; "));
}

void warm_up(session& with, const measure::case_key& work, std::uint64_t members,
             const std::function<bool()>& interrupted) {
    constexpr nanoseconds together = std::chrono::milliseconds(100);
    constexpr nanoseconds long_enough = std::chrono::milliseconds(5);
    constexpr std::uint64_t most_operations = std::uint64_t{1} << 31;
    nanoseconds passed{0};
    for (std::uint64_t operations = members; passed < together;) {
        const auto done = with.run({work, operations}, interrupted);
        if (!done) {
            return;
        }
        passed += done->outside;
        operations *= done->outside < long_enough && operations < most_operations ? 2 : 1;
    }
}

} // namespace tollgate::runtime
