// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_key.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::runtime {

/// The protocol between a program and its runtimes, as values; docs/other_runtimes.md describes it.
/// Everything here is pure and may be called from any thread.
inline constexpr unsigned protocol_version = 1;

/// Longer lines, and more of them in a greeting, are refused.
inline constexpr std::size_t longest_line = 4'096;
inline constexpr std::size_t most_greeting_lines = 256;

/// A runtime that cannot go on, or that must not be believed. The text is one line and says why.
class lost_runtime : public std::runtime_error {
public:
    explicit lost_runtime(const std::string& why) : std::runtime_error(why) {}
};

/// A text of a runtime for a reader, in quotes: bytes outside printable ASCII become `?`, and of a
/// long one the beginning is kept. Pure.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// A case as a runtime offers it.
struct offered_case {
    std::string name;     ///< by which it is asked for
    std::string question; ///< the path of the cases of ours beside which it stands
    std::size_t threads = 1;
    std::vector<measure::parameter> parameters; ///< of its name, in this order
    /// The parameter that has the number of members, which the user chooses; empty: none. It stands
    /// behind the others.
    std::string members;
    /// The time that each operation was asked for, as of a sleep: it is taken off.
    std::chrono::nanoseconds expected{0};
    std::string unit; ///< what one operation is, for a reader
    friend bool operator==(const offered_case&, const offered_case&) = default;
};

/// A runtime's greeting.
struct greeting {
    std::string runtime; ///< the value of `impl`
    std::string version; ///< of the runtime, for a reader
    std::vector<std::string> notes;
    std::vector<offered_case> cases;
    std::vector<std::string> lines; ///< as they were read
    friend bool operator==(const greeting&, const greeting&) = default;
};

/// What a runtime is asked for: the name of its case, with the number of members as parameter if it
/// has them.
[[nodiscard]] measure::case_key work_of(const offered_case& of, std::uint64_t members);

/// The line that asks for a greeting.
[[nodiscard]] std::string hello_line();

/// Reads a greeting line by line.
class greeting_reader {
public:
    /// The next line, without its end. True when it was the last one. Throws lost_runtime for a
    /// line that is none of the protocol.
    bool read(std::string_view line);
    /// To be called when the last line was read.
    [[nodiscard]] greeting take() && { return std::move(seen_); }

private:
    void read_case(std::string_view line);
    greeting seen_;
};

/// A batch that is asked for. The operations of the warm-up come first; they carry the numbers from
/// `first` on, and those that are timed the following ones.
struct request {
    measure::case_key work;
    std::uint64_t operations = 0;
    std::uint64_t warmup = 0;
    std::uint64_t first = 0;
};

[[nodiscard]] std::string to_line(const request& asked);

/// A runtime's answer to a batch.
struct answer {
    std::uint64_t operations = 0;        ///< that were timed
    std::chrono::nanoseconds elapsed{0}; ///< by its monotonic clock
    std::chrono::nanoseconds cpu{0};     ///< of all its threads
    std::uint64_t received = 0;          ///< operations that arrived, those of the warm-up included
    std::uint64_t sum = 0;               ///< of their numbers
};

/// Throws lost_runtime for a line that is no answer, or an error in the runtime's words.
[[nodiscard]] answer read_answer(std::string_view line);

/// The mistake in this answer, in words; nothing if the work was done. `outside`: the time from
/// the request to the answer, by our clock. `cpus`: on how many CPUs the runtime may run.
[[nodiscard]] std::optional<std::string> fault_of(const answer& said, const request& asked,
                                                  std::chrono::nanoseconds outside,
                                                  std::size_t cpus);

} // namespace tollgate::runtime
