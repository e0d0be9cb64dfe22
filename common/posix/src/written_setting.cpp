// SPDX-License-Identifier: BSL-1.0
#include <tollgate/posix/written_setting.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace tollgate::posix {
namespace {

/// The message to the child: a value and nulls after it. A pipe keeps it in one piece.
using message = std::array<char, 128>;

void require(const std::error_code& error, const std::string& call) {
    if (error) {
        throw std::system_error(error, call);
    }
}

/// Only makes system calls, for the child.
std::error_code write_value(const char* file, std::string_view value) noexcept {
    const descriptor to(::open(file, O_WRONLY | O_CLOEXEC | O_TRUNC));
    return to.number() < 0 ? std::error_code(errno, std::generic_category())
                           : write_all(to.number(), value);
}

std::string read_value(const std::string& file) {
    std::ifstream from(file);
    std::string value;
    from >> value;
    return value;
}

descriptor open_file(const std::string& file) {
    descriptor opened(::open(file.c_str(), O_RDWR | O_CLOEXEC));
    require({opened.number() < 0 ? errno : 0, std::generic_category()}, "open of " + file);
    return opened;
}

/// Locks the file until it is unlocked, or all copies of the descriptor are closed.
void lock_file(const descriptor& opened, const std::string& file) {
    const int refused = ::flock(opened.number(), LOCK_EX | LOCK_NB);
    require({refused != 0 ? errno : 0, std::generic_category()},
            "lock of " + file + ", which another process holds");
}

/// In the child: reads until the parent has ended, and then writes the last value back, if there is
/// one.
void put_back(const char* file) noexcept {
    message value{};
    message next{};
    while (::read(STDIN_FILENO, next.data(), next.size()) == ssize_t{next.size()}) {
        value = next;
    }
    const auto* const end = std::find(value.begin(), value.end(), '\0');
    if (end != value.begin()) {
        (void)write_value(file, {value.begin(), end});
    }
}

} // namespace

written_setting::written_setting(std::string file, std::string while_held)
    : file_(std::move(file)), while_held_(std::move(while_held)) {}

std::string written_setting::value_of(const std::string& file) {
    const descriptor opened = open_file(file);
    lock_file(opened, file);
    return read_value(file);
}

std::error_code written_setting::tell_child(const std::string& to_be_put_back) const noexcept {
    message sent{};
    if (to_be_put_back.size() >= sent.size()) {
        return std::make_error_code(std::errc::value_too_large);
    }
    to_be_put_back.copy(sent.data(), sent.size());
    return write_all(child_->input(), {sent.data(), sent.size()});
}

std::shared_ptr<void> written_setting::hold() {
    if (!child_) {
        lock_ = open_file(file_);
        child_.emplace([file = file_.c_str()] { put_back(file); }, std::vector{lock_.number()});
    }
    lock_file(lock_, file_);
    const std::string before = read_value(file_);
    std::shared_ptr<void> until(nullptr, [this, before](void*) {
        if (!write_value(file_.c_str(), before) && !tell_child({})) {
            ::flock(lock_.number(), LOCK_UN);
        } // otherwise it stays locked, and the child tries again at the end of this process
    });
    require(tell_child(before), "message to a process");
    require(write_value(file_.c_str(), while_held_), "write to " + file_);
    if (read_value(file_) != while_held_) {
        throw std::system_error(EIO, std::generic_category(),
                                file_ + " does not keep " + while_held_);
    }
    return until;
}

} // namespace tollgate::posix
