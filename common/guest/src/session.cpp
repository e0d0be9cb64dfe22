// SPDX-License-Identifier: BSL-1.0
#include <tollgate/guest/session.hpp>

#include "platform.hpp"

#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <sstream>
#include <thread>
#include <utility>

#include <csignal>

namespace tollgate::guest {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/// Numbers of operations stay far from where a sum would not fit into 63 bits.
constexpr std::uint64_t largest_first = std::uint64_t{1} << 30;

} // namespace

session::session(const pipes& ends, pid_t process, std::vector<int> cpus, const limits& most,
                 const std::function<bool()>& interrupted)
    : ends_(ends), lines_(ends), process_(process), cpus_(std::move(cpus)), most_(most) {
    const auto until = steady_clock::now() + most_.greeting;
    try {
        lines_.write(hello_line(), most_.greeting);
        read_greeting("it was interrupted", [&] {
            const auto left = std::max(until - steady_clock::now(), steady_clock::duration{0});
            return lines_.read(std::chrono::duration_cast<std::chrono::milliseconds>(left),
                               interrupted, most_.greeting);
        });
    } catch (const lost_guest& error) {
        throw lost_guest(error.what() + lines_.last_words());
    }
}

session::session(const pipes& ends, pid_t process, std::vector<int> cpus, const limits& most,
                 const std::string& greeting_text, std::optional<std::string> lost)
    : ends_(ends),
      lines_(ends),
      process_(process),
      cpus_(std::move(cpus)),
      most_(most),
      lost_(std::move(lost)) {
    std::istringstream from(greeting_text);
    read_greeting("its greeting has no end", [&] {
        std::string line;
        return std::getline(from, line) ? std::optional(line) : std::nullopt;
    });
}

void session::read_greeting(const char* without_end,
                            const std::function<std::optional<std::string>()>& next_line) {
    greeting_reader reader;
    while (const std::optional<std::string> line = next_line()) {
        greeting_text_ += *line + '\n';
        if (reader.read(*line)) {
            greeted_ = std::move(reader).take();
            return;
        }
    }
    throw lost_guest(without_end);
}

void session::expect_well_behaved() {
    if (process_ < 0) {
        return;
    }
    if (const auto used = resident_bytes(process_); used && *used > most_.resident_bytes) {
        throw lost_guest("it uses " + std::to_string(*used >> 20) + " MiB of memory; at most " +
                         std::to_string(most_.resident_bytes >> 20));
    }
    if (strays(process_, cpus_)) {
        throw lost_guest("it left the CPUs that it was put on");
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
        throw lost_guest("it was interrupted");
    }
    const nanoseconds outside = steady_clock::now() - before;
    const answer said = read_answer(*line);
    const std::size_t cpus = cpus_.empty() ? std::thread::hardware_concurrency() : cpus_.size();
    if (const auto fault = fault_of(said, asked, outside, std::max<std::size_t>(1, cpus))) {
        throw lost_guest(*fault);
    }
    expect_well_behaved();
    return {said, outside};
}

std::optional<session::exchange> session::run(request asked,
                                              const std::function<bool()>& interrupted) {
    if (lost_) {
        throw lost_guest(*lost_);
    }
    if (interrupted_) {
        return std::nullopt;
    }
    // So that an answer cannot be right by being the one before.
    asked.first = next_first_;
    next_first_ = (next_first_ * 7 + 1) % largest_first;
    try {
        return exchanged(asked, interrupted);
    } catch (const lost_guest& error) {
        if (interrupted && interrupted()) {
            interrupted_ = true;
            kill();
            return std::nullopt;
        }
        lose(reason_of(greeted_.runtime, error.what() + lines_.last_words()));
        throw lost_guest(*lost_);
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

std::optional<protocol_cost> cost_of_protocol(session& with, const offered_case& of,
                                              const std::vector<measure::parameter>& chosen,
                                              const std::function<bool()>& interrupted) {
    constexpr int batches = 21;
    constexpr nanoseconds long_enough = std::chrono::milliseconds(100); // of a slow guest, one
    std::vector<double> inside;
    std::vector<double> outside;
    nanoseconds passed{0};
    for (int i = 0; i < batches && passed < long_enough; ++i) {
        const auto seen = with.run({of.name, 0, 0, 0, chosen}, interrupted);
        if (!seen) {
            return std::nullopt;
        }
        passed += seen->outside;
        inside.push_back(static_cast<double>(seen->said.elapsed.count()));
        outside.push_back(static_cast<double>((seen->outside - seen->said.elapsed).count()));
    }
    return protocol_cost{stats::median(std::move(inside)), stats::median(std::move(outside))};
}

void warm_up(session& with, const offered_case& of, const std::vector<measure::parameter>& chosen,
             std::uint64_t members, nanoseconds together,
             const std::function<bool()>& interrupted) {
    constexpr nanoseconds long_enough = std::chrono::milliseconds(5);
    constexpr std::uint64_t most_operations = std::uint64_t{1} << 31;
    nanoseconds passed{0};
    for (std::uint64_t operations = members; passed < together;) {
        const auto seen = with.run({of.name, operations, 0, 0, chosen}, interrupted);
        if (!seen) {
            return;
        }
        passed += seen->outside;
        operations *= seen->outside < long_enough && operations < most_operations ? 2 : 1;
    }
}

} // namespace tollgate::guest
