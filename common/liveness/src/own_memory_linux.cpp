// SPDX-License-Identifier: BSL-1.0
#include "own_memory_linux.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

namespace tollgate::liveness::detail {

namespace {

/// Another way to the same, which a filter of system calls may have left open.
bool read_as_file(std::uintptr_t from, void* to, std::size_t size) noexcept {
    const int descriptor = ::open("/proc/thread-self/mem", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    const ssize_t count = ::pread64(descriptor, to, size, static_cast<off64_t>(from));
    ::close(descriptor);
    return count == static_cast<ssize_t>(size);
}

} // namespace

/// By the id of the calling thread: where the first one has left by pthread_exit, the process's id
/// is that of a thread without memory.
bool read_own_memory(std::uintptr_t from, void* to, std::size_t size) noexcept {
    const iovec local{to, size};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address, which is not followed here
    const iovec remote{reinterpret_cast<void*>(from), size};
    const ssize_t count = ::process_vm_readv(::gettid(), &local, 1, &remote, 1, 0);
    if (count < 0 && errno != EFAULT) {
        return read_as_file(from, to, size);
    }
    return count == static_cast<ssize_t>(size);
}

std::string text_at(std::uintptr_t address) {
    constexpr std::size_t longest = 4096;
    // A power of two, so that no piece that is aligned to it lies in two pages.
    constexpr std::size_t piece = 64;
    std::string text;
    while (text.size() < longest) {
        std::array<char, piece> bytes{};
        const std::size_t size = piece - address % piece;
        if (!read_own_memory(address, bytes.data(), size)) {
            break;
        }
        const std::string_view some(bytes.data(), size);
        const std::size_t length = std::min(some.find('\0'), size);
        text.append(some, 0, length);
        if (length < size) {
            break;
        }
        address += size;
    }
    text.resize(std::min(text.size(), longest));
    return text;
}

} // namespace tollgate::liveness::detail
