// SPDX-License-Identifier: BSL-1.0
#include <tollgate/guest/line_channel.hpp>

#include <tollgate/guest/protocol.hpp>
#include <tollgate/posix/descriptor.hpp>

#include <algorithm>
#include <array>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tollgate::guest {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds between_questions{100};
constexpr std::size_t most_kept_errors = 2'048;

void do_not_block(int descriptor) {
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

std::string seconds(milliseconds time) {
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count()) + " s";
}

} // namespace

line_channel::line_channel(const pipes& ends) : ends_(ends) {
    for (const int one : {ends.to, ends.from, ends.errors}) {
        do_not_block(one);
    }
}

void line_channel::write(const std::string& line, milliseconds patience) {
    if (const auto error = posix::write_all(ends_.to, line + "\n", patience)) {
        throw lost_guest(error == std::errc::broken_pipe ? "it has ended"
                                                         : "it does not read what it is asked for");
    }
}

std::optional<std::string> line_channel::take_line() {
    const std::size_t end = unread_.find('\n');
    if (std::min(end, unread_.size()) > longest_line) {
        throw lost_guest("it sent a line of more than " + std::to_string(longest_line) +
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
    constexpr int most_reads = 64; // of one that writes faster than it is read
    std::array<char, 4'096> buffer{};
    ssize_t got = 0;
    for (int reads = 0;
         reads < most_reads && (got = ::read(ends_.errors, buffer.data(), buffer.size())) > 0;
         ++reads) {
        errors_.append(buffer.data(), static_cast<std::size_t>(got));
        if (errors_.size() > most_kept_errors) {
            errors_.erase(0, errors_.size() - most_kept_errors);
        }
        if (static_cast<std::size_t>(got) < buffer.size()) {
            return; // what is written meanwhile waits for the next time
        }
    }
}

bool line_channel::read_some() {
    std::array<char, 4'096> buffer{};
    const ssize_t got = ::read(ends_.from, buffer.data(), buffer.size());
    if (got > 0) {
        unread_.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return got != 0;
}

std::optional<std::string> line_channel::read(milliseconds patience,
                                              const std::function<bool()>& interrupted,
                                              milliseconds in_all) {
    // A process that was stopped, often with the guest, waited no longer than it looked.
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
            throw lost_guest("it did not answer within " + seconds(in_all));
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
        if (ready[0].revents != 0 && !read_some()) {
            throw lost_guest("it has ended");
        }
    }
}

void line_channel::expect_silence() {
    read_some();
    if (!unread_.empty()) {
        throw lost_guest("it printed without being asked: " +
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

} // namespace tollgate::guest
