// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/machine_files.hpp>

#include "machine_file_handle.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::environment {
namespace {

// Some files of the device tree end in a NUL.
constexpr std::string_view white_space{" \t\n\v\f\r\0", 7};

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(first, text.find_last_not_of(white_space) - first + 1));
}

} // namespace

machine_file_handle::machine_file_handle(const std::string& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      open_error_(descriptor_ < 0 ? errno : 0) {}

machine_file_handle::~machine_file_handle() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

machine_file_handle::machine_file_handle(machine_file_handle&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      open_error_(std::exchange(other.open_error_, EBADF)) {}

machine_file_handle& machine_file_handle::operator=(machine_file_handle&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(open_error_, other.open_error_);
    return *this;
}

machine_file_handle::outcome machine_file_handle::read() const {
    if (descriptor_ < 0) {
        return {std::nullopt, open_error_};
    }

    std::string text(4096, '\0');
    std::size_t length = 0;
    for (;;) {
        const ssize_t got = ::pread(descriptor_, text.data() + length, text.size() - length,
                                    static_cast<off_t>(length));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return {std::nullopt, errno};
        }
        if (got == 0) {
            break;
        }
        length += static_cast<std::size_t>(got);
        if (length == text.size()) {
            text.resize(2 * text.size());
        }
    }
    text.resize(length);
    return {std::move(text), 0};
}

machine_files::machine_files(std::string root) : root_(std::move(root)) {}

std::string machine_files::locate(std::string_view path) const {
    return std::filesystem::path(root_) / std::filesystem::path(path).relative_path();
}

std::optional<std::string> machine_files::read(std::string_view path) const {
    const std::optional<std::string> text = machine_file_handle(locate(path)).read().text;
    if (!text) {
        return std::nullopt;
    }
    return trimmed(*text);
}

std::string machine_files::failure(std::string_view path) const {
    const int error = machine_file_handle(locate(path)).read().error;
    const std::string reason =
        error == 0 ? "it is there now" : std::generic_category().message(error);
    return "cannot read " + std::string(path) + ": " + reason;
}

bool machine_files::exists(std::string_view path) const {
    std::error_code ignored;
    return std::filesystem::exists(locate(path), ignored);
}

std::vector<std::string> machine_files::list(std::string_view dir) const {
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator entry(locate(dir), error);
    while (!error && entry != std::filesystem::directory_iterator()) {
        names.push_back(entry->path().filename().string());
        entry.increment(error);
    }
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace tollgate::environment
