// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace tollgate::liveness::detail {

/// Copies bytes of this process as another process would: false where no memory is mapped, instead
/// of a signal, or where the system does not allow it. Hence what is read may be unmapped at the
/// same time.
[[nodiscard]] bool read_own_memory(std::uintptr_t from, void* to, std::size_t size) noexcept;

template <class Value>
[[nodiscard]] std::optional<Value> value_at(std::uintptr_t address) noexcept {
    static_assert(std::is_trivially_copyable_v<Value>);
    Value read;
    return read_own_memory(address, &read, sizeof(read)) ? std::optional(read) : std::nullopt;
}

/// Up to its zero, or as much of it as is mapped: at most 4096 bytes.
[[nodiscard]] std::string text_at(std::uintptr_t address);

} // namespace tollgate::liveness::detail
