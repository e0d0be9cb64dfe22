// SPDX-License-Identifier: BSL-1.0
#include <tollgate/environment/machine_files.hpp>

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

struct outcome {
    std::optional<std::string> text;
    int error = 0; ///< an errno when there is no text
};

outcome read_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return {std::nullopt, errno};
    }
    std::string text;
    char part[4096];
    ssize_t got = 0;
    do {
        got = ::read(file, part, sizeof part);
        text.append(part, got > 0 ? static_cast<std::size_t>(got) : 0);
    } while (got > 0 || (got < 0 && errno == EINTR));
    const int error = got < 0 ? errno : 0;
    ::close(file);
    return {error == 0 ? std::optional(std::move(text)) : std::nullopt, error};
}

} // namespace

machine_files::machine_files(std::string root) : root_(std::move(root)) {}

std::string machine_files::locate(std::string_view path) const {
    return std::filesystem::path(root_) / std::filesystem::path(path).relative_path();
}

std::optional<std::string> machine_files::read(std::string_view path) const {
    const std::optional<std::string> text = read_file(locate(path)).text;
    if (!text) {
        return std::nullopt;
    }
    return trimmed(*text);
}

std::string machine_files::failure(std::string_view path) const {
    const int error = read_file(locate(path)).error;
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
