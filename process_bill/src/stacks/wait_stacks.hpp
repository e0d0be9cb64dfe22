// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// What a blocked thread waits in.
struct blocked_call {
    long system_call = -1; ///< its number; -1: none, as for a page fault or a stopped thread
    std::array<std::uint64_t, 6> arguments{};
    /// The functions on the stack, the innermost first: "pthread_cond_wait", "server::take()",
    /// "program+0x1a40" without symbols, "[anon]" in memory of no file. A '?' in front marks a
    /// guessed function. The list is empty if the stack cannot be read.
    std::vector<std::string> frames;
    /// The index of the first frame of the program itself: no frame of the language's libraries.
    /// `frames.size()`: there is none.
    std::size_t own_frame = 0;
};

/// Reads where threads of other processes wait. It does not stop them.
///
///     tollgate::bill::stack_reader reader;
///     if (const auto call = reader.read(process, thread)) {
///         fmt::print("{}\n", fmt::join(call->frames, " < "));
///     }
///
/// - *Threads*: one thread at a time may use a reader.
/// - *Cost*: about 10 µs for a stack that the reader has seen before, 0.1 ms for a new one, and 1
///   to 20 ms for the first one of a process, whose symbols are read then. The memory is bounded:
///   the reader keeps the symbols of 32 processes, and 1,000 stacks of each.
/// - *Exceptions*: std::bad_alloc only. A process that ended, or that is not ours, is no error.
class stack_reader {
public:
    explicit stack_reader(std::filesystem::path proc = "/proc");
    ~stack_reader();
    stack_reader(const stack_reader&) = delete;
    stack_reader& operator=(const stack_reader&) = delete;

    /// Returns nothing if the thread runs or is not readable, and if it moved on meanwhile.
    [[nodiscard]] std::optional<blocked_call> read(pid_t process, pid_t thread);

    /// A sentence that says what the system refused to show, and what would allow it. It is about
    /// the first refusal. Absent: nothing was refused.
    [[nodiscard]] const std::optional<std::string>& refused() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace tollgate::bill
