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

/// Keeps all CPUs out of the idle states that take time to leave. For this, the object holds the
/// value of /dev/cpu_dma_latency at 0 (Linux).
///
///     if (!tollgate::posix::held_idle_latency::refusal()) {
///         const tollgate::posix::held_idle_latency held;
///     }
///
/// The object does not change how a hypervisor treats a halted virtual CPU.
///
/// - *Lifetime*: the kernel ends the effect of the value when the object is destroyed, or when the
///   process ends in any way.
/// - *Exceptions*: std::system_error if the device cannot be held.
class held_idle_latency {
public:
    /// The path of the device.
    static constexpr const char* path = "/dev/cpu_dma_latency";

    /// Returns the reason why the device cannot be held, and a way to allow it. Returns nothing if
    /// the device can be held. This function does not hold the device.
    [[nodiscard]] static std::optional<std::string> refusal() {
        const descriptor device(::open(path, O_RDWR | O_CLOEXEC));
        if (device.number() >= 0) {
            return std::nullopt;
        }
        const int error = errno;
        return std::string(path) + ": " + std::generic_category().message(error) +
               (error == ENOENT ? "; this needs a kernel with CONFIG_PM, and the machine's own /dev"
                                : "; run as root, or let root do: chmod o+rw " + std::string(path));
    }

    /// Holds the latency at 0. Throws std::system_error.
    held_idle_latency() : device_(::open(path, O_RDWR | O_CLOEXEC)) {
        const std::int32_t wanted_us = 0;
        if (device_.number() < 0 ||
            ::write(device_.number(), &wanted_us, sizeof wanted_us) != sizeof wanted_us) {
            throw std::system_error(errno, std::generic_category(), path);
        }
    }

    /// Returns whether the kernel holds the latency at 0, because of this object or another
    /// process.
    [[nodiscard]] bool took_hold() const {
        std::int32_t held_us = -1;
        return ::pread(device_.number(), &held_us, sizeof held_us, 0) == sizeof held_us &&
               held_us == 0;
    }

private:
    descriptor device_;
};

} // namespace tollgate::posix
