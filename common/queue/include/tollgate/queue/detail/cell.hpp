// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::queue::detail {

/// A place in a ring, with its turn: even for a push, odd for a pop. The thread whose turn it is
/// owns the place. It hands the place on by a releasing store, which the next thread has read by an
/// acquiring load. check/orders_check.cpp shows that each of these orders is needed.
template <class T, template <class> class Atomic>
class cell {
public:
    Atomic<std::uint64_t> turn{0};

    template <class Source>
    void put(Source&& source) noexcept {
        std::construct_at(std::addressof(element_), std::forward<Source>(source));
    }
    [[nodiscard]] T& element() noexcept { return element_; }
    template <class Receive>
    void take(Receive receive) noexcept {
        receive(std::move(element_));
        std::destroy_at(std::addressof(element_));
    }

    cell() noexcept {} // NOLINT(modernize-use-equals-default): the union has no default constructor
    cell(const cell&) = delete;
    cell& operator=(const cell&) = delete;
    ~cell() {} // NOLINT(modernize-use-equals-default)

private:
    union {
        T element_;
    };
};

} // namespace tollgate::queue::detail
