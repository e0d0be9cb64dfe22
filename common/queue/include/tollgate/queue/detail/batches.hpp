// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tollgate::queue::detail {

/// Whether `push_all(Range)` moves from the elements of the range: the range is an rvalue, and owns
/// its elements.
template <class Range>
inline constexpr bool owns_elements =
    !std::ranges::borrowed_range<Range> && !std::ranges::view<std::remove_cvref_t<Range>>;

/// The type of the expression from which `push_all(Range)` makes an element of the queue.
template <class Range>
using source_of =
    std::conditional_t<owns_elements<Range>, std::ranges::range_rvalue_reference_t<Range>,
                       std::ranges::range_reference_t<Range>>;

/// A range that `push_all` of a queue of T accepts.
template <class Range, class T>
concept batch_of = std::ranges::input_range<Range> && std::convertible_to<source_of<Range>, T>;

/// Whether several elements of the range can be pushed at once: no code but a constructor of T,
/// which does not throw, runs between two elements.
template <class Range, class T>
inline constexpr bool is_pushed_at_once = false;
template <std::ranges::contiguous_range Range, class T>
    requires std::ranges::sized_range<Range> && std::same_as<std::ranges::range_value_t<Range>, T>
inline constexpr bool is_pushed_at_once<Range, T> =
    std::is_nothrow_constructible_v<T, source_of<Range>>;

/// The places for the elements of a `pop_some`: the objects of a span, which are replaced.
template <class T>
class existing_places {
public:
    explicit existing_places(std::span<T> places) noexcept : places_(places) {}

    [[nodiscard]] std::size_t most() const noexcept { return places_.size(); }
    void accept(T&& element, std::size_t i) noexcept {
        T* const place = places_.data() + i;
        std::destroy_at(place);
        std::construct_at(place, std::move(element));
    }

private:
    std::span<T> places_;
};

/// The places for the elements of a `pop_some`: the end of a vector, whose memory is allocated
/// before the first element is popped.
template <class T, class Allocator>
class appended_places {
public:
    appended_places(std::vector<T, Allocator>& target, std::size_t most)
        : target_(target), most_(most) {
        if (target.capacity() - target.size() < most) {
            // The sum may overflow. Then `most` is too large, too.
            target.reserve((std::max)({most, target.size() + most, 2 * target.capacity()}));
        }
    }

    [[nodiscard]] std::size_t most() const noexcept { return most_; }
    void accept(T&& element, std::size_t /*i*/) noexcept { target_.push_back(std::move(element)); }

private:
    std::vector<T, Allocator>& target_;
    std::size_t most_;
};

} // namespace tollgate::queue::detail
