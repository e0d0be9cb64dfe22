// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace tollgate::cancel {

/// The kind of a `cancellation_reason`.
enum class reason_kind : std::uint8_t {
    not_cancelled, ///< the token is not cancelled
    cancelled,     ///< `cancel()` was called without a reason
    deadline,      ///< a deadline has passed
    value,         ///< `cancel(value)` was called with a value of the program
};

/// The name of the enumerator.
[[nodiscard]] constexpr std::string_view to_string(reason_kind kind) noexcept {
    switch (kind) {
    case reason_kind::not_cancelled:
        return "not_cancelled";
    case reason_kind::cancelled:
        return "cancelled";
    case reason_kind::deadline:
        return "deadline";
    case reason_kind::value:
        break;
    }
    return "value";
}

/// The reason of a cancellation. The caller of `cancel` may pass a value of the program: an enum,
/// an integer or a bool. All followers of the cancelled source get the same reason.
///
///     enum class stop { shutdown, overload };
///     tollgate::cancel::standalone_token work;
///     work.cancel(stop::overload);
///     const bool is_overload = work.reason() == stop::overload;
///     const bool is_late = work.reason() == tollgate::cancel::reason_kind::deadline;
///
/// A reason does not contain the type of the value. Two enums with the same numbers are the same
/// reason.
///
/// - *Threads*: a reason is a value, like an integer.
/// - *Cost*: 16 bytes, trivially copied.
class cancellation_reason {
public:
    /// Makes the reason of a token that is not cancelled.
    constexpr cancellation_reason() noexcept = default;
    /// Makes a reason of this kind, with the value 0.
    // NOLINTNEXTLINE(google-explicit-constructor): a kind stands for its reason
    constexpr cancellation_reason(reason_kind kind) noexcept : kind_(kind) {}
    /// Makes a reason of the kind `value`.
    template <class Value>
        requires(std::is_enum_v<Value> || std::integral<Value>)
    // NOLINTNEXTLINE(google-explicit-constructor): the value stands for the reason
    constexpr cancellation_reason(Value value) noexcept
        : kind_(reason_kind::value), value_(static_cast<std::uint64_t>(value)) {
        static_assert(sizeof(Value) <= sizeof(value_));
    }

    /// Returns the kind of the reason.
    [[nodiscard]] constexpr reason_kind kind() const noexcept { return kind_; }
    /// Returns the value of the program, or 0 if the kind is not `value`.
    template <class Value = std::uint64_t>
        requires(std::is_enum_v<Value> || std::integral<Value>)
    [[nodiscard]] constexpr Value value() const noexcept { return static_cast<Value>(value_); }

    /// Compares the kinds and the values.
    friend constexpr bool operator==(const cancellation_reason&,
                                     const cancellation_reason&) noexcept = default;

private:
    reason_kind kind_ = reason_kind::not_cancelled;
    std::uint64_t value_ = 0;
};

} // namespace tollgate::cancel
