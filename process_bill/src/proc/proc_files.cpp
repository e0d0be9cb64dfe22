// SPDX-License-Identifier: BSL-1.0
#include "proc_files.hpp"

#include <tollgate/posix/descriptor.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tollgate::bill {
namespace {

/// Throws if this process, not the observed one, is the reason.
void throw_if_own(int error, const std::string& path) {
    if (error == EMFILE || error == ENFILE || error == ENOMEM) {
        throw std::system_error(error, std::generic_category(), "open " + path);
    }
}

} // namespace

proc_files::proc_files(const std::filesystem::path& root) : root_(root), text_(8192, '\0') {}

std::optional<std::string_view> proc_files::of_machine(std::string_view name) {
    path_.clear();
    fmt::format_to(std::back_inserter(path_), "{}/{}", root_.native(), name);
    return read();
}

std::optional<std::string_view> proc_files::of_process(pid_t process, std::string_view name) {
    path_.clear();
    fmt::format_to(std::back_inserter(path_), "{}/{}/{}", root_.native(), process, name);
    return read();
}

std::optional<std::string_view> proc_files::of_thread(pid_t process, pid_t thread,
                                                      std::string_view name) {
    path_.clear();
    fmt::format_to(std::back_inserter(path_), "{}/{}/task/{}/{}", root_.native(), process, thread,
                   name);
    return read();
}

/// The kernel returns such a file by one read if the buffer is large enough.
std::optional<std::string_view> proc_files::read() {
    error_ = 0;
    const posix::descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) {
        error_ = errno;
        throw_if_own(error_, path_);
        return std::nullopt;
    }
    std::size_t size = 0;
    while (true) {
        const ssize_t got = ::read(file.number(), text_.data() + size, text_.size() - size);
        if (got < 0) {
            error_ = errno;
            return std::nullopt;
        }
        size += static_cast<std::size_t>(got);
        if (size < text_.size()) {
            return std::string_view(text_).substr(0, size);
        }
        text_.resize(2 * text_.size());
    }
}

std::string proc_files::descriptor(pid_t process, int number) {
    std::array<char, 64> target{};
    const std::string link = fmt::format("{}/{}/fd/{}", root_.native(), process, number);
    const ssize_t size = ::readlink(link.c_str(), target.data(), target.size());
    error_ = size < 0 ? errno : 0;
    struct stat status {};
    if (size > 0 && target[0] == '/' && ::stat(link.c_str(), &status) == 0 &&
        S_ISFIFO(status.st_mode)) {
        return "fifo:";
    }
    return {target.data(), size < 0 ? 0 : static_cast<std::size_t>(size)};
}

std::vector<pid_t> proc_files::processes() {
    return numbers_in(root_);
}

std::vector<pid_t> proc_files::threads_of(pid_t process) {
    return numbers_in(path(process, "task"));
}

std::filesystem::path proc_files::path(pid_t process, std::string_view name) const {
    return root_ / fmt::format("{}/{}", process, name);
}

std::vector<pid_t> proc_files::numbers_in(const std::filesystem::path& folder) {
    std::vector<pid_t> numbers;
    std::error_code error;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string& path = entry->path().native();
        const char* const end = path.data() + path.size();
        pid_t number = 0;
        const char* const name = path.data() + path.rfind('/') + 1;
        if (std::from_chars(name, end, number).ptr == end && number > 0) {
            numbers.push_back(number);
        }
    }
    error_ = error.value();
    throw_if_own(error_, folder);
    std::ranges::sort(numbers);
    return numbers;
}

} // namespace tollgate::bill
