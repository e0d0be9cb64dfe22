// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tollgate::runtime {

/// The ends of the pipes to a runtime's standard input, and from its standard output and error.
struct pipes {
    int to = -1;
    int from = -1;
    int errors = -1;
};

/// Lines to a runtime and from it. The runtime's standard error is read while a line is waited for,
/// so that writing there cannot block it, and the last of it is kept.
///
/// Does not own the descriptors: after a pass of another process has used them, they are used
/// again. One thread at a time; two processes must not wait for lines of one runtime at once.
class line_channel {
public:
    explicit line_channel(const pipes& ends);

    /// Writes a line. Throws lost_runtime if the runtime reads no more, or has not read for
    /// `patience`.
    void write(const std::string& line, std::chrono::milliseconds patience);

    /// The next line, without its end. Nothing if `interrupted`, which is asked every 100 ms, says
    /// so. Throws lost_runtime if the runtime ends, is silent for longer than `patience`, or sends
    /// a line that is longer than the protocol's. `in_all`: the time that the runtime was given, of
    /// which `patience` is left.
    [[nodiscard]] std::optional<std::string> read(std::chrono::milliseconds patience,
                                                  const std::function<bool()>& interrupted,
                                                  std::chrono::milliseconds in_all);

    /// Throws lost_runtime if the runtime has said something that it was not asked for. One system
    /// call.
    void expect_silence();

    /// The last line of its standard error, to be added to a reason; empty if there is none.
    [[nodiscard]] std::string last_words();

private:
    [[nodiscard]] std::optional<std::string> take_line();
    void read_errors();

    pipes ends_;
    std::string unread_;
    std::string errors_;
};

} // namespace tollgate::runtime
