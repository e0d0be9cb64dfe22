// SPDX-License-Identifier: BSL-1.0
#include <tollgate/runtime/line_channel.hpp>

#include <tollgate/posix/descriptor.hpp>
#include <tollgate/runtime/protocol.hpp>

#include <algorithm>
#include <array>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tollgate::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using std::chrono_literals::operator""s;

constexpr milliseconds between_questions{100};
constexpr std::size_t most_kept_errors = 2'048;

/// Reads all that the pipe holds now. False at its end.
bool read_some(int from, std::string& to) {
    std::array<char, 1 << 16> buffer{};
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    to.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return got != 0;
}

} // namespace

line_channel::line_channel(const pipes& ends) : ends_(ends) {
    for (const int one : {ends.to, ends.from, ends.errors}) {
        ::fcntl(one, F_SETFL, ::fcntl(one, F_GETFL) | O_NONBLOCK);
    }
}

void line_channel::write(const std::string& line, milliseconds patience) {
    if (const auto error = posix::write_all(ends_.to, line + "\n", patience)) {
        throw lost_runtime(error == std::errc::broken_pipe
                               ? "it has ended"
                               : "it does not read what it is asked for");
    }
}

std::optional<std::string> line_channel::take_line() {
    const std::size_t end = unread_.find('\n');
    if (std::min(end, unread_.size()) > longest_line) {
        throw lost_runtime("it sent a line of more than " + std::to_string(longest_line) +
                           " bytes: " + in_quotes(unread_));
    }
    if (end == std::string::npos) {
        return std::nullopt;
    }
    std::string line = unread_.substr(0, end);
    unread_.erase(0, end + 1);
    if (!line.empty() && line.back() == '\r') {
        line.pop_back();
    }
    return line;
}

void line_channel::read_errors() {
    read_some(ends_.errors, errors_);
    errors_.erase(0, errors_.size() - std::min(errors_.size(), most_kept_errors));
}

std::optional<std::string> line_channel::read(milliseconds patience,
                                              const std::function<bool()>& interrupted,
                                              milliseconds in_all) {
    // A process that was stopped, often with the runtime, waited no longer than it looked.
    constexpr milliseconds longest_look = 10 * between_questions;
    steady_clock::duration waited{0};
    for (auto looked = steady_clock::now();;) {
        if (auto line = take_line()) {
            return line;
        }
        if (interrupted && interrupted()) {
            return std::nullopt;
        }
        if (waited > patience) {
            throw lost_runtime("it did not answer within " + std::to_string(in_all / 1s) + " s");
        }
        std::array<pollfd, 2> ready{pollfd{ends_.from, POLLIN, 0}, pollfd{ends_.errors, POLLIN, 0}};
        ::poll(ready.data(), ready.size(), static_cast<int>(between_questions.count()));
        const auto now = steady_clock::now();
        waited += std::min<steady_clock::duration>(now - looked, longest_look);
        looked = now;
        if ((ready[1].revents & POLLIN) != 0) {
            read_errors();
        } else if (ready[1].revents != 0) {
            ends_.errors = -1; // closed: poll takes no notice of it any more
        }
        if (ready[0].revents != 0 && !read_some(ends_.from, unread_)) {
            throw lost_runtime("it has ended");
        }
    }
}

void line_channel::expect_silence() {
    read_some(ends_.from, unread_);
    if (!unread_.empty()) {
        throw lost_runtime("it printed without being asked: " +
                           in_quotes(unread_.substr(0, unread_.find('\n'))));
    }
}

std::string line_channel::last_words() {
    read_errors();
    std::string text = errors_;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
        text.pop_back();
    }
    const std::size_t line = text.rfind('\n');
    text.erase(0, line == std::string::npos ? 0 : line + 1);
    return text.empty() ? "" : "; its last words: " + in_quotes(text);
}

} // namespace tollgate::runtime
