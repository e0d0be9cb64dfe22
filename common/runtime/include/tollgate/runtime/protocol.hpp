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

/// The version of the protocol between a program and other runtimes. docs/other_runtimes.md
/// describes the protocol. This header converts between the lines of the protocol and C++ values.
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

/// Thrown if a runtime cannot continue, or if its answers are wrong. Such a runtime is *lost*: the
/// program does not use the runtime any more. The text is a line with the reason.
class lost_runtime : public std::runtime_error {
public:
    /// `why` is the reason, without the name of the runtime.
    explicit lost_runtime(const std::string& why) : std::runtime_error(why) {}
};

/// Returns a text of a runtime in quotes, for messages to people. Bytes outside of printable ASCII
/// become `?`. A long text is cut.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// A case that a runtime offers.
struct offered_case {
    std::string name;                           ///< the runtime's own name of the case
    std::string question;                       ///< the path of the Tollgate cases to compare with
    std::size_t threads = 1;                    ///< the number of threads that do the work
    std::vector<measure::parameter> parameters; ///< the parameters in the case's name, in order
    /// The name of the parameter for the number of members, which the user chooses. In the name of
    /// the case, this parameter follows the other parameters. Empty: the case has no members.
    std::string members;
    /// The time that each operation must last at least, for example a sleep. This time is
    /// subtracted from the cost.
    std::chrono::nanoseconds expected{0};
    std::string unit; ///< the unit of work, for people
    /// Compares all members.
    friend bool operator==(const offered_case&, const offered_case&) = default;
};

/// The greeting of a runtime.
struct greeting {
    std::string runtime;             ///< the name of the runtime: the value of `impl`
    std::string version;             ///< the version of the runtime, for people
    std::vector<std::string> notes;  ///< facts for people who compare the figures
    std::vector<offered_case> cases; ///< one case or more, with different names
    std::vector<std::string> lines;  ///< the greeting as it was sent, line by line
    /// Compares all members.
    friend bool operator==(const greeting&, const greeting&) = default;
};

/// Returns the work that a request names: the name of the case, and the number of members as a
/// parameter if the case has members.
[[nodiscard]] measure::case_key work_of(const offered_case& offered, std::uint64_t members);

/// Returns the line that requests a greeting.
[[nodiscard]] std::string hello_line();

/// A reader of a greeting, line by line.
class greeting_reader {
public:
    /// Reads the next line, which is given without the line feed. Returns true if this is the last
    /// line of the greeting. Throws lost_runtime if the line breaks the protocol.
    bool read(std::string_view line);
    /// Returns the greeting. Call this function after the last line was read.
    [[nodiscard]] greeting take() && { return std::move(greeting_); }

private:
    void read_case(std::string_view line);
    greeting greeting_;
};

/// A request for a batch: first the operations of the warm-up, then the timed operations. The
/// operations have consecutive numbers in this order.
struct request {
    measure::case_key work;       ///< see work_of
    std::uint64_t operations = 0; ///< the number of timed operations
    std::uint64_t warmup = 0;     ///< the number of operations of the warm-up
    std::uint64_t first = 0;      ///< the number of the first operation
};

/// Returns the line that requests a batch.
[[nodiscard]] std::string to_line(const request& batch);

/// The answer of a runtime to a request.
struct answer {
    std::uint64_t operations = 0;        ///< the number of timed operations
    std::chrono::nanoseconds elapsed{0}; ///< the timed operations' time by the runtime's clock
    std::chrono::nanoseconds cpu{0};     ///< the CPU time of all threads during this time
    std::uint64_t received = 0;          ///< the operations that arrived, including the warm-up
    std::uint64_t sum = 0;               ///< the sum of the numbers of these operations
};

/// Converts a line to an answer. Throws lost_runtime if the line is no answer, or reports an error
/// of the runtime.
[[nodiscard]] answer read_answer(std::string_view line);

/// Returns a text that describes a mistake in an answer. The result is empty if the runtime did the
/// requested work. `outside` is the time from the request to the answer by our clock. `cpus` is the
/// number of CPUs of the runtime.
[[nodiscard]] std::optional<std::string> fault_of(const answer& reply, const request& batch,
                                                  std::chrono::nanoseconds outside,
                                                  std::size_t cpus);

} // namespace tollgate::runtime
