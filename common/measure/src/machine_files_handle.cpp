// SPDX-License-Identifier: BSL-1.0
#include "machine_files_handle.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::measure {

machine_file_handle::machine_file_handle(const std::filesystem::path& path)
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

} // namespace tollgate::measure
