// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/joint_wait.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/sleep/pause.hpp>

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
};

namespace detail {

// A *source* is one of the things that a select waits for. A source has these functions:
//
// - `status attempt()` tries the operation. It returns `full` or `empty` if the source is not
//   ready.
// - `bool may_succeed()` returns whether an attempt may succeed, at a low cost. A thread calls this
//   function while it spins.
// - `void finish()` calls the user's function, if the source has ended the select.
// - `registration<Wait>` is the place of the select in the list of the source. A registration is
//   made only if the select has to wait. `Wait` is a joint_wait.
//
// A registration has these functions:
//
// - `enter()` and `leave()` enter and leave the list of the source.
// - `settle_order()` is called between `enter()` and an attempt.
// - `status won()` returns the result after this source has claimed the wait. The result is `full`
//   or `empty` if the select must go on.

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

/// Chooses the first operation that a select attempts. Over many selects of a thread, each number
/// below `count` is chosen equally often. The number changes in one of eight calls, because a
/// processor predicts a number that stays the same.
[[nodiscard]] inline std::size_t fair_start(std::size_t count) noexcept {
    thread_local constinit std::uint32_t calls = 0;
    thread_local constinit std::uint64_t random = 0x9e3779b97f4a7c15;
    if (++calls % 16 == 0) {
        random = random * 6364136223846793005U + 1442695040888963407U;
    }
    return static_cast<std::size_t>(((random >> 32U) * count) >> 32U);
}

/// Attempts the sources: first the tokens, then the operations from number `start` on, then the
/// other operations, and then the deadlines. Sets `result` and returns true if one of them is
/// ready.
template <class... Sources, std::size_t... Index>
[[gnu::always_inline]] inline bool
attempt_in_order(std::size_t start, std::tuple<Sources&...>& sources, selected& result,
                 std::index_sequence<Index...> /*indices*/) noexcept {
    const auto attempt = [&](auto& source, std::size_t index) {
        const status ending = source.attempt();
        if (is_ready(ending)) {
            result = {index, ending};
        }
        return is_ready(ending);
    };
    if (((Sources::kind == source_kind::cancellation && attempt(std::get<Index>(sources), Index)) ||
         ...)) {
        return true;
    }
    // A loop, so that the code of each attempt is there only once.
    for (std::size_t tried = 0, next = start; tried < sizeof...(Sources); ++tried) {
        if (((Sources::kind == source_kind::operation && Index == next &&
              attempt(std::get<Index>(sources), Index)) ||
             ...)) {
            return true;
        }
        next = next + 1 == sizeof...(Sources) ? 0 : next + 1;
    }
    return ((Sources::kind == source_kind::deadline && attempt(std::get<Index>(sources), Index)) ||
            ...);
}

/// The same, for the code that is not in a hurry.
template <class... Sources>
[[gnu::noinline]] bool attempt_again(std::size_t start, std::tuple<Sources&...>& sources,
                                     selected& result) noexcept {
    return attempt_in_order(start, sources, result, std::index_sequence_for<Sources...>());
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
    waiting_select(Wait& wait, std::size_t start, std::tuple<Sources&...> sources)
        : waiting_select(wait, start, sources, indices()) {}
    waiting_select(const waiting_select&) = delete;
    waiting_select& operator=(const waiting_select&) = delete;

    /// Enters all lists, and attempts all sources. Returns true if the select has ended. Otherwise
    /// an event may claim the wait from now on.
    [[nodiscard]] bool arm() noexcept {
        sleep::pause pause;
        while (true) {
            wait_.open();
            for_each([](auto& place) { place.enter(); });
            for_each([](auto& place) { place.settle_order(); });
            if (attempt_again(start_, sources_, result_)) {
                for_each([](auto& place) { place.leave(); });
                return true;
            }
            if (wait_.begin_waiting()) {
                return false;
            }
            for_each([](auto& place) { place.leave(); });
            pause(); // two selects may have marked each other
        }
    }

    /// Leaves all lists after an event has claimed the wait. Returns true if the select has ended.
    [[nodiscard]] bool collect() noexcept {
        for_each([](auto& place) { place.leave(); });
        for_winner([this](auto& place) { result_ = {wait_.winner(), place.won()}; });
        if (result_.status == status::timeout) {
            attempt_again(start_, sources_, result_);
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

    /// Calls `function(registration)` for the source that has claimed the wait.
    template <class Function>
    void for_winner(Function function) noexcept {
        for_winner(function, indices());
    }

private:
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
    waiting_select(Wait& wait, std::size_t start, std::tuple<Sources&...> sources,
                   std::index_sequence<Index...> /*indices*/)
        : wait_(wait),
          start_(start),
          sources_(sources),
          places_(registered<Sources, Wait>{std::get<Index>(sources), wait,
                                            static_cast<std::uint32_t>(Index)}...) {}

    template <class Source>
    using place_of = typename Source::template registration<Wait>;

    Wait& wait_;
    std::size_t start_;
    std::tuple<Sources&...> sources_;
    std::tuple<place_of<Sources>...> places_;
    selected result_{0, status::empty};
};

} // namespace detail
} // namespace tollgate::queue
