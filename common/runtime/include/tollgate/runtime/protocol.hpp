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
#include <utility>
#include <vector>

namespace tollgate::runtime {

/// The protocol between a program and other runtimes, as values; docs/other_runtimes.md describes
/// it.
///
///     runtime::greeting_reader reader;
///     reader.read("runtime 1 go go1.26.1");
///     reader.read("case yield fiber/yield 1 fibers:* = one yield");
///     reader.read("ready");
///     const runtime::greeting greeted = std::move(reader).take();
///
/// - *Threads*: all functions are pure and may be called from any thread.
inline constexpr unsigned protocol_version = 1;

/// The longest line that is accepted, in bytes.
inline constexpr std::size_t longest_line = 4'096;
/// The most lines that a greeting may have.
inline constexpr std::size_t most_greeting_lines = 256;

/// A runtime that cannot go on, or whose answers are wrong. The text is a line with the reason.
class lost_runtime : public std::runtime_error {
public:
    /// `why`: the reason, without the name of the runtime.
    explicit lost_runtime(const std::string& why) : std::runtime_error(why) {}
};

/// A text of a runtime in quotes, for people. Bytes outside of printable ASCII become `?`. A long
/// text is cut.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// A case that a runtime offers.
struct offered_case {
    std::string name;                           ///< the runtime's own name of the case
    std::string question;                       ///< the path of our cases to which it is compared
    std::size_t threads = 1;                    ///< that do the work
    std::vector<measure::parameter> parameters; ///< of the case's name, in this order
    /// The parameter for the number of members, which the user chooses. It follows the other
    /// parameters. Empty: there are no members.
    std::string members;
    /// The time that each operation is asked to take, for example of a sleep. It is subtracted.
    std::chrono::nanoseconds expected{0};
    std::string unit; ///< the unit of work, for people
    /// Compares all members.
    friend bool operator==(const offered_case&, const offered_case&) = default;
};

/// The greeting of a runtime.
struct greeting {
    std::string runtime;             ///< its name: the value of `impl`
    std::string version;             ///< of the runtime, for people
    std::vector<std::string> notes;  ///< for people who compare
    std::vector<offered_case> cases; ///< at least one, with different names
    std::vector<std::string> lines;  ///< the greeting itself
    /// Compares all members.
    friend bool operator==(const greeting&, const greeting&) = default;
};

/// The work that a runtime is asked for: the name of the case, with the number of members as
/// parameter if the case has members.
[[nodiscard]] measure::case_key work_of(const offered_case& offered, std::uint64_t members);

/// The line that asks for a greeting.
[[nodiscard]] std::string hello_line();

/// Reads a greeting line by line.
class greeting_reader {
public:
    /// Reads the next line, without its end. Returns true after the last line. Throws lost_runtime
    /// for a line that breaks the protocol.
    bool read(std::string_view line);
    /// The greeting. Call it after the last line was read.
    [[nodiscard]] greeting take() && { return std::move(greeting_); }

private:
    void read_case(std::string_view line);
    greeting greeting_;
};

/// A batch that a runtime is to do: first the warm-up, then the timed operations. The operations
/// are numbered in this order.
struct request {
    measure::case_key work;       ///< see work_of
    std::uint64_t operations = 0; ///< to be timed
    std::uint64_t warmup = 0;     ///< operations before these
    std::uint64_t first = 0;      ///< number of the first operation
};

/// The line that asks for a batch.
[[nodiscard]] std::string to_line(const request& batch);

/// The answer of a runtime to a request.
struct answer {
    std::uint64_t operations = 0;        ///< that were timed
    std::chrono::nanoseconds elapsed{0}; ///< by the runtime's monotonic clock
    std::chrono::nanoseconds cpu{0};     ///< of all threads of the runtime
    std::uint64_t received = 0;          ///< operations that arrived, with the warm-up
    std::uint64_t sum = 0;               ///< of their numbers
};

/// Reads an answer. Throws lost_runtime if the line is no answer, or is an error of the runtime.
[[nodiscard]] answer read_answer(std::string_view line);

/// The mistake in an answer, as a text. Empty if the work was done. `outside` is the time from the
/// request to the answer, by our clock. `cpus` is the number of CPUs of the runtime.
[[nodiscard]] std::optional<std::string> fault_of(const answer& reply, const request& batch,
                                                  std::chrono::nanoseconds outside,
                                                  std::size_t cpus);

} // namespace tollgate::runtime
