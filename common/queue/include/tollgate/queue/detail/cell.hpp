// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::queue::detail {

/// A place in a ring, and whose turn it is there: even for a push, odd for a pop. Whoever's turn it
/// is owns the place, and hands it on by a store that releases; the other one has seen that by a
/// load that acquires: check/orders_check.cpp takes away each such order of the rings in turn.
template <class T, template <class> class Atomic>
class cell {
public:
    Atomic<std::uint64_t> turn{0};

    template <class Source>
    void put(Source&& from) noexcept {
        std::construct_at(std::addressof(element_), std::forward<Source>(from));
    }
    [[nodiscard]] T& element() noexcept { return element_; }
    template <class Take>
    void take(Take into) noexcept {
        into(std::move(element_));
        std::destroy_at(std::addressof(element_));
    }

    cell() noexcept {} // NOLINT(modernize-use-equals-default): a union with such a member
    cell(const cell&) = delete;
    cell& operator=(const cell&) = delete;
    ~cell() {} // NOLINT(modernize-use-equals-default)

private:
    union {
        T element_;
    };
};

} // namespace tollgate::queue::detail
