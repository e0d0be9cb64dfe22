// SPDX-License-Identifier: BSL-1.0
#include <tollgate/runtime/session.hpp>

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/posix/descriptor.hpp>
#include <tollgate/posix/process.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace tollgate::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using std::chrono_literals::operator""s;

/// Keeps the numbers of operations so small that their sum fits into 63 bits.
constexpr std::uint64_t largest_first = std::uint64_t{1} << 30;
constexpr milliseconds poll_interval{100};
constexpr std::size_t most_kept_errors = 2'048;

/// Reads all that the pipe holds at present. Returns false at its end.
bool read_available(int from, std::string& to) {
    std::vector<char> buffer(1 << 16); // a stack may be smaller
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    to.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return count != 0;
}

struct started_runtime {
    started_runtime(const std::string& command, const std::vector<int>& cpus,
                    const timeout_set& timeouts)
        : process(
              {.file = "/bin/sh",
               .arguments = {"sh", "-c", command},
               .variables = {},
               .descriptors = {input.read.number(), output.write.number(), errors.write.number()},
               .guarded = true}),
          connection({input.write.number(), output.read.number(), errors.read.number()},
                     process.id(), cpus, timeouts) {
        input.read.close();
        output.write.close();
        errors.write.close();
    }

    posix::pipe input;
    posix::pipe output;
    posix::pipe errors;
    posix::process process;
    session connection;
};

} // namespace

session::session(const pipes& ends, pid_t process, std::vector<int> cpus,
                 const timeout_set& timeouts, std::string runtime)
    : ends_(ends),
      process_(process),
      cpus_(std::move(cpus)),
      timeouts_(timeouts),
      runtime_(std::move(runtime)) {
    for (const int end : {ends.to, ends.from, ends.errors}) {
        ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
    }
}

greeting session::greet(const std::function<bool()>& interrupted) {
    greeting_reader reader;
    steady_clock::duration waited{0};
    try {
        write(hello_line(), timeouts_.greeting);
        while (!reader.read(read(timeouts_.greeting, waited, interrupted))) {
        }
    } catch (const lost_runtime& error) {
        throw lost_runtime(error.what() + last_error_line());
    }
    greeting greeted = std::move(reader).take();
    runtime_ = greeted.runtime;
    return greeted;
}

std::optional<session::exchange> session::run(request batch,
                                              const std::function<bool()>& interrupted) {
    if (lost_ || interrupted_) {
        return std::nullopt;
    }
    // Other numbers each time: the answer of the batch before would be wrong.
    batch.first = next_first_;
    next_first_ = (next_first_ * 7 + 1) % largest_first;
    try {
        return exchanged(batch, interrupted);
    } catch (const lost_runtime& error) {
        interrupted_ = interrupted && interrupted();
        if (interrupted_) {
            kill();
        } else {
            lose(error.what() + last_error_line());
        }
        return std::nullopt;
    }
}

session::exchange session::exchanged(const request& batch, const std::function<bool()>& stop) {
    expect_silence();
    const auto before = steady_clock::now();
    write(to_line(batch), timeouts_.batch);
    std::optional<steady_clock::time_point> stopped;
    steady_clock::duration waited{0};
    const std::string line = read(timeouts_.batch, waited, [&] {
        if (!stopped && stop && stop()) {
            stopped = steady_clock::now();
        }
        return stopped && steady_clock::now() - *stopped > timeouts_.interrupted_batch;
    });
    const nanoseconds outside = steady_clock::now() - before;
    const answer reply = read_answer(line);
    const std::size_t cpus = cpus_.empty() ? std::thread::hardware_concurrency() : cpus_.size();
    if (const auto fault = fault_of(reply, batch, outside, std::max<std::size_t>(1, cpus))) {
        throw lost_runtime(*fault);
    }
    return {reply, outside};
}

void session::lose(const std::string& why) {
    kill();
    if (!lost_) {
        lost_ = reason(why);
    }
}

void session::kill() {
    if (process_ > 0) {
        ::kill(-std::exchange(process_, 0), SIGKILL);
    }
}

void session::write(const std::string& line, milliseconds timeout) const {
    if (const auto error = posix::write_all(ends_.to, line + "\n", timeout)) {
        throw lost_runtime(error == std::errc::broken_pipe ? "it has ended"
                                                           : "it does not read its requests");
    }
}

std::string session::read(milliseconds timeout, steady_clock::duration& waited,
                          const std::function<bool()>& stop) {
    // If this process was stopped, often together with the runtime, that time does not count.
    constexpr milliseconds longest_wait = 10 * poll_interval;
    for (auto last_check = steady_clock::now();;) {
        if (auto line = take_line()) {
            return *std::move(line);
        }
        if (stop && stop()) {
            throw lost_runtime("it was interrupted");
        }
        if (waited > timeout) {
            throw lost_runtime("it did not answer within " + std::to_string(timeout / 1s) + " s");
        }
        std::array<pollfd, 2> ready{pollfd{ends_.from, POLLIN, 0}, pollfd{ends_.errors, POLLIN, 0}};
        if (::poll(ready.data(), ready.size(), static_cast<int>(poll_interval.count())) < 0 &&
            errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "poll");
        }
        const auto now = steady_clock::now();
        waited += std::min<steady_clock::duration>(now - last_check, longest_wait);
        last_check = now;
        if ((ready[1].revents & POLLIN) != 0) {
            read_errors();
        } else if (ready[1].revents != 0) {
            ends_.errors = -1; // closed: poll ignores -1
        }
        if (ready[0].revents != 0 && !read_available(ends_.from, unread_)) {
            throw lost_runtime("it has ended");
        }
    }
}

std::optional<std::string> session::take_line() {
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
    return line;
}

void session::expect_silence() {
    read_available(ends_.from, unread_);
    if (!unread_.empty()) {
        throw lost_runtime("it printed without a request: " +
                           in_quotes(unread_.substr(0, unread_.find('\n'))));
    }
}

void session::read_errors() {
    read_available(ends_.errors, errors_);
    errors_.erase(0, errors_.size() - std::min(errors_.size(), most_kept_errors));
}

std::string session::last_error_line() {
    read_errors();
    const std::size_t end = errors_.find_last_not_of("\n ");
    if (end == std::string::npos) {
        return {};
    }
    const std::size_t before = errors_.rfind('\n', end); // npos: this is the first line
    return "; its last line on stderr: " + in_quotes(errors_.substr(before + 1, end - before));
}

std::shared_ptr<session> start(const std::string& command, const std::vector<int>& cpus,
                               const timeout_set& timeouts) {
    std::optional<cpu::affinity_guard> inherited;
    if (!cpus.empty()) {
        try {
            inherited.emplace(cpus);
        } catch (const std::system_error& error) {
            if (error.code() != std::errc::not_supported) { // this system pins no thread
                throw;
            }
        }
    }
    const auto runtime = std::make_shared<started_runtime>(command, cpus, timeouts);
    return {runtime, &runtime->connection};
}

} // namespace tollgate::runtime
