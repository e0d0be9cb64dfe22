// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/descriptor.hpp>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace tollgate::posix {

/// While it lives no CPU enters an idle state that takes time to leave: /dev/cpu_dma_latency is
/// held at 0 (Linux). The kernel takes it back when the descriptor is closed, however the process
/// ends. It does not change what a hypervisor does with a halted virtual CPU.
class held_idle_latency {
public:
    static constexpr const char* path = "/dev/cpu_dma_latency";

    /// The reason why it cannot be held, and what would allow it; nothing if it can. Holds nothing.
    [[nodiscard]] static std::optional<std::string> refusal() {
        const descriptor device(::open(path, O_RDWR | O_CLOEXEC));
        if (device.number() >= 0) {
            return std::nullopt;
        }
        const int error = errno;
        return std::string(path) + ": " + std::generic_category().message(error) +
               (error == ENOENT ? "; it takes a kernel with CONFIG_PM, and the machine's own /dev"
                                : "; run as root, or let root do: chmod o+rw " + std::string(path));
    }

    /// Throws std::system_error.
    held_idle_latency() : device_(::open(path, O_RDWR | O_CLOEXEC)) {
        const std::int32_t wanted_us = 0;
        if (device_.number() < 0 ||
            ::write(device_.number(), &wanted_us, sizeof wanted_us) != sizeof wanted_us) {
            throw std::system_error(errno, std::generic_category(), path);
        }
    }

    /// Whether it is held, by this or by another: read back from the kernel.
    [[nodiscard]] bool took_hold() const {
        std::int32_t held_us = -1;
        return ::pread(device_.number(), &held_us, sizeof held_us, 0) == sizeof held_us &&
               held_us == 0;
    }

private:
    descriptor device_;
};

} // namespace tollgate::posix
