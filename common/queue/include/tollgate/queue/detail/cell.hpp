// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::queue::detail {

/// A place in a ring. The number `turn` shows which thread may use the place. That thread puts an
/// element into the place, or takes the element out. Then that thread gives the place to the next
/// thread by a releasing store to `turn`. The next thread reads `turn` by an acquiring load.
/// check/orders_check.cpp shows that each of these memory orders is needed.
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
