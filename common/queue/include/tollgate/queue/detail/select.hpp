// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/pause.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace tollgate::queue {

/// The result of a select: which of the sources ended the select, and how.
struct selected {
    /// The place of the source among the arguments, counted from 0.
    std::size_t index;
    /// `done` or `closed` for an operation, `cancelled` for a token, `timeout` for a deadline.
    queue::status status;

    /// Compares the place and the status.
    friend bool operator==(const selected&, const selected&) = default;
};

namespace detail {

// A *source* is one of the things that a select waits for. A source has these functions:
//
// - `status attempt()` tries the operation. It returns `full` or `empty` if the source is not
//   ready.
// - `bool may_succeed()` returns whether an attempt may succeed, at a low cost. A thread calls this
//   function while it spins.
// - `bool would_wait()` returns true only if an attempt would return `full` or `empty` now. A
//   source without this function is always attempted.
// - `void finish()` calls the user's function, if the source has ended the select.
// - `is_local`, if it is there and true, states that all events of the source come from the thread
//   of the owner.
// - `registration<Wait>` is the place of the select in the list of the source. A registration is
//   made only if the select has to wait. `Wait` is a joint_wait.
//
// A registration has these functions:
//
// - `enter()` and `leave()` enter and leave the list of the source.
// - `settle_order()` is called between `enter()` and an attempt. It returns true if it has executed
//   a fence in all threads. Then this fence is enough for all registrations that have entered.
// - `status won()` returns the result after this source has claimed the wait. The result is `full`
//   or `empty` if the select must attempt its sources: the source has woken the select, but has not
//   ended it.

/// The arguments of the constructor of a registration. `event` claims `wait` for the source.
template <class Source, class Wait>
struct registered {
    Source& source;
    Wait& wait;
    std::uint32_t event;
};

/// The precedence of a source.
enum class source_kind {
    cancellation, ///< before all operations
    operation,    ///< all operations are equal
    deadline,     ///< only if nothing else ends the select
};

[[nodiscard]] constexpr bool is_ready(status result) noexcept {
    return result != status::full && result != status::empty;
}

/// Which operation a select prefers, if several are ready.
enum class preference {
    none,            ///< each of them has the same chance
    first_arguments, ///< the first of them happens
};

/// Attempts a source. Sets `result` and returns true if the source is ready.
template <std::size_t Index, class... Sources>
[[gnu::always_inline]] inline bool attempt_source(std::tuple<Sources&...>& sources,
                                                  selected& result) noexcept {
    const status ending = std::get<Index>(sources).attempt();
    if (is_ready(ending)) {
        result = {Index, ending};
    }
    return is_ready(ending);
}

/// Attempts the sources of a kind in the order of `Index`.
template <source_kind Kind, class... Sources, std::size_t... Index>
[[gnu::always_inline]] inline bool attempt_kind(std::tuple<Sources&...>& sources, selected& result,
                                                std::index_sequence<Index...> /*order*/) noexcept {
    return ((std::tuple_element_t<Index, std::tuple<Sources...>>::kind == Kind &&
             attempt_source<Index>(sources, result)) ||
            ...);
}

template <class Source>
inline constexpr bool is_local = requires {
    requires Source::is_local;
};

template <class... Sources>
inline constexpr std::size_t
    number_of_operations = (std::size_t{Sources::kind == source_kind::operation} + ... + 0);

/// Whether an attempt of the source is worth its cost.
template <class Source>
[[nodiscard, gnu::always_inline]] inline bool is_candidate(Source& source) noexcept {
    if constexpr (requires { source.would_wait(); }) {
        return !source.would_wait();
    } else {
        return true;
    }
}

/// The random number after this one. Its upper bits are the better ones.
[[nodiscard]] constexpr std::uint64_t next_random(std::uint64_t number) noexcept {
    return number * 6364136223846793005U + 1442695040888963407U;
}

/// Each bit that is set is a candidate. Returns the number of one of these bits: each has the same
/// chance, whatever was chosen before, in this select or in another one.
///
/// Not inlined: if it were, compilers might keep the address of the random number in a coroutine,
/// which may continue on another thread.
[[nodiscard, gnu::noinline]] inline std::size_t choose_among(std::uint64_t candidates) noexcept {
    static constinit std::atomic<std::uint64_t> seed = 0;
    static thread_local constinit std::uint64_t random = 0; // 0: the thread has no seed yet
    if (random == 0) {
        random = seed.fetch_add(0x9e3779b97f4a7c15, std::memory_order_relaxed);
    }
    random = next_random(random);
    std::uint64_t count = 0;
    for (std::uint64_t others = candidates; others != 0; others &= others - 1) {
        ++count;
    }
    for (std::uint64_t before = ((random >> 32U) * count) >> 32U; before > 0; --before) {
        candidates &= candidates - 1;
    }
    return static_cast<std::size_t>(std::countr_zero(candidates));
}

/// Attempts the operations that are worth an attempt, in a random order. If only the last one is
/// left, attempts it at once.
template <class... Sources, std::size_t... Index>
[[gnu::always_inline]] inline bool
attempt_fairly(std::tuple<Sources&...>& sources, selected& result,
               std::index_sequence<Index...> /*indices*/) noexcept {
    static_assert(sizeof...(Sources) <= 64, "a source_set keeps more sources");
    constexpr std::size_t last =
        (std::max)({(Sources::kind == source_kind::operation ? Index : 0)...});
    std::uint64_t candidates =
        (... | (Sources::kind == source_kind::operation && Index != last
                    ? std::uint64_t{is_candidate(std::get<Index>(sources))} << Index
                    : 0));
    if (candidates == 0) {
        return attempt_source<last>(sources, result);
    }
    candidates |= std::uint64_t{is_candidate(std::get<last>(sources))} << last;
    while (candidates != 0) {
        const bool is_single = (candidates & (candidates - 1)) == 0;
        const std::uint64_t chosen =
            is_single ? candidates : std::uint64_t{1} << choose_among(candidates);
        if (((chosen == std::uint64_t{1} << Index && attempt_source<Index>(sources, result)) ||
             ...)) {
            return true;
        }
        candidates &= ~chosen;
    }
    return false;
}

/// Attempts the sources: first the tokens, then the operations, and then the deadlines. Sets
/// `result` and returns true if one of them is ready.
template <class... Sources>
[[gnu::always_inline]] inline bool
attempt_all(preference preferred, std::tuple<Sources&...>& sources, selected& result) noexcept {
    constexpr std::index_sequence_for<Sources...> in_order;
    if (attempt_kind<source_kind::cancellation>(sources, result, in_order)) {
        return true;
    }
    const bool is_fair = number_of_operations<Sources...> > 1 && preferred == preference::none;
    if (is_fair ? attempt_fairly(sources, result, in_order)
                : attempt_kind<source_kind::operation>(sources, result, in_order)) {
        return true;
    }
    return attempt_kind<source_kind::deadline>(sources, result, in_order);
}

/// The same, for the code that is not in a hurry.
template <class... Sources>
[[gnu::noinline]] bool attempt_again(preference preferred, std::tuple<Sources&...>& sources,
                                     selected& result) noexcept {
    return attempt_all(preferred, sources, result);
}

/// Calls the user's function of the source that has ended the select.
template <class... Sources>
[[gnu::always_inline]] inline void finish(std::size_t index, std::tuple<Sources&...>& sources) {
    std::size_t place = 0;
    const auto finish_one = [&](auto& source) {
        return place++ == index && (source.finish(), true);
    };
    std::apply([&](auto&... source) { static_cast<void>((finish_one(source) || ...)); }, sources);
}

/// A select that has to wait. The owner calls `arm()`. If the result is false, the owner waits
/// until an event has claimed the wait, and then calls `collect()`. If this result is false, too,
/// the owner calls `arm()` again.
template <class Wait, class... Sources>
class waiting_select {
    using indices = std::index_sequence_for<Sources...>;

public:
    waiting_select(Wait& wait, preference preferred, std::tuple<Sources&...> sources)
        : waiting_select(wait, preferred, sources, indices()) {}
    waiting_select(const waiting_select&) = delete;
    waiting_select& operator=(const waiting_select&) = delete;

    /// Enters all lists, and attempts all sources. Returns true if the select has ended. Otherwise
    /// an event may claim the wait from now on.
    [[nodiscard]] bool arm() noexcept {
        sleep::pause pause;
        while (true) {
            wait_.open();
            for_each([](auto& place) { place.enter(); });
            settle_order();
            if (attempt_again(preferred_, sources_, result_)) {
                leave();
                return true;
            }
            if (begin_waiting()) {
                return false;
            }
            leave();
            pause(); // two selects may have marked each other
        }
    }

    /// Leaves all lists after an event has claimed the wait. Returns true if the select has ended.
    [[nodiscard]] bool collect() noexcept {
        leave();
        for_winner([this](auto& place) { result_ = {wait_.winner(), place.won()}; });
        if (result_.status != status::done && result_.status != status::closed) {
            attempt_again(preferred_, sources_, result_);
        }
        return is_ready(result_.status);
    }

    /// Waits until the select has ended. Calls `after_sleep()` after each sleep.
    template <class Function>
    selected wait(Function after_sleep) noexcept {
        while (!arm()) {
            wait_.sleep();
            const bool has_ended = collect();
            after_sleep();
            if (has_ended) {
                break;
            }
        }
        return result_;
    }
    selected wait() noexcept {
        return wait([] {});
    }

    /// The result, after `arm()` or `collect()` has returned true.
    [[nodiscard]] selected result() const noexcept { return result_; }
    /// Leaves all lists. The owner gives the wait up, and no event will claim the wait.
    void leave() noexcept {
        for_each([](auto& place) { place.leave(); });
    }

    /// Calls `function(registration)` for the source that has claimed the wait.
    template <class Function>
    void for_winner(Function function) noexcept {
        for_winner(function, indices());
    }

private:
    [[nodiscard]] bool begin_waiting() noexcept {
        if constexpr ((is_local<Sources> && ...)) {
            return wait_.begin_waiting_alone();
        } else {
            return wait_.begin_waiting();
        }
    }
    void settle_order() noexcept {
        std::apply([](auto&... place) { static_cast<void>((place.settle_order() || ...)); },
                   places_);
    }
    template <class Function>
    void for_each(Function function) noexcept {
        std::apply([&](auto&... place) { (function(place), ...); }, places_);
    }
    template <class Function, std::size_t... Index>
    void for_winner(Function& function, std::index_sequence<Index...> /*indices*/) noexcept {
        const std::size_t winner = wait_.winner();
        static_cast<void>(((Index == winner && (function(std::get<Index>(places_)), true)) || ...));
    }

    template <std::size_t... Index>
    waiting_select(Wait& wait, preference preferred, std::tuple<Sources&...> sources,
                   std::index_sequence<Index...> /*indices*/)
        : wait_(wait),
          preferred_(preferred),
          sources_(sources),
          places_(registered<Sources, Wait>{std::get<Index>(sources), wait,
                                            static_cast<std::uint32_t>(Index)}...) {}

    template <class Source>
    using place_of = typename Source::template registration<Wait>;

    Wait& wait_;
    preference preferred_;
    std::tuple<Sources&...> sources_;
    std::tuple<place_of<Sources>...> places_;
    selected result_{0, status::empty};
};

} // namespace detail
} // namespace tollgate::queue
